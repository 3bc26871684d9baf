"""Codex. Its hooks must be trusted in its own dialog; the run leaves that out, as there is nobody to ask."""

import words

from . import PROMPT, groups

TITLE = "Codex"
EVENTS = {"tool": "PreToolUse", "after": "PostToolUse", "prompt": "UserPromptSubmit", "stop": "Stop"}
WORDS = words.codex

CONFIG = """model = "gpt-5.2"
model_provider = "mock"

[model_providers.mock]
name = "mock"
base_url = "http://127.0.0.1:{port}/v1"
wire_api = "responses"
env_key = "MOCK_KEY"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false
"""


def shell(command):
    return "exec_command", {"cmd": command}


def own_input(command):
    return {"command": command}


def start(place, installed, port):
    place.write("home/.codex/config.toml", CONFIG.format(port=port))
    program = installed / "node_modules/.bin/codex"
    flags = ["--skip-git-repo-check", "--dangerously-bypass-hook-trust", "--dangerously-bypass-approvals-and-sandbox", "--json"]
    return [program, "exec", *flags, PROMPT], {"MOCK_KEY": "none"}


def attach(place, hooks):
    place.write("home/.codex/hooks.json", {"hooks": groups(hooks)})
