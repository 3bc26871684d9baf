"""Gemini CLI. It counts time in milliseconds."""

import words

from . import PROMPT, groups, merge

TITLE = "Gemini CLI"
EVENTS = {"tool": "BeforeTool", "after": "AfterTool", "prompt": "BeforeAgent", "stop": "AfterAgent"}
WORDS = words.gemini

SETTINGS = {
    "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
    "model": {"name": "gemini-2.5-flash"},
}


def shell(command):
    return "run_shell_command", {"command": command, "description": "runs a command"}


def own_input(command):
    return shell(command)[1]


def start(place, installed, port):
    merge(place, "home/.gemini/settings.json", SETTINGS)
    program = installed / "node_modules/.bin/gemini"
    environment = {
        "GOOGLE_GEMINI_BASE_URL": f"http://127.0.0.1:{port}",
        "GEMINI_API_KEY": "none",
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
    }
    return [program, "-p", PROMPT, "--output-format", "stream-json", "--approval-mode", "yolo"], environment


def attach(place, hooks):
    merge(place, "home/.gemini/settings.json", {"hooks": groups(hooks, unit=1000)})
