"""Factory Droid. Its hooks file has the events at the top, without a `hooks` around them."""

import words

from . import MODEL, PROMPT, groups

TITLE = "Factory Droid"
EVENTS = {"tool": "PreToolUse", "after": "PostToolUse", "prompt": "UserPromptSubmit", "stop": "Stop"}
WORDS = words.claude


def shell(command):
    return "Execute", {"command": command, "riskLevel": "low", "riskLevelReason": "it writes one file"}


def own_input(command):
    return shell(command)[1]


def start(place, installed, port, model=MODEL):
    custom = {
        "model": model,
        "displayName": "Mock",
        "provider": "generic-chat-completion-api",
        "baseUrl": f"http://127.0.0.1:{port}/v1",
        "apiKey": "none",
        "maxOutputTokens": 4096,
    }
    place.write("home/.factory/settings.json", {"customModels": [custom]})
    program = installed / "node_modules/@factory/cli-linux-x64/bin/droid"
    environment = {"FACTORY_API_KEY": "none", "FACTORY_DROID_AUTO_UPDATE_ENABLED": "false"}
    return [program, "exec", "--auto", "low", "--output-format", "stream-json", "-m", "custom:Mock-0", PROMPT], environment


def attach(place, hooks):
    place.write("home/.factory/hooks.json", groups(hooks))
