"""GitHub Copilot CLI, with a model of the user's own and no login."""

import words

from . import PROMPT, SECONDS

TITLE = "GitHub Copilot CLI"
EVENTS = {"tool": "preToolUse", "after": "postToolUse", "prompt": "userPromptSubmitted", "stop": "agentStop"}
WORDS = words.copilot


def shell(command):
    return "bash", {"command": command, "description": "runs a command"}


def own_input(command):
    return shell(command)[1]


def start(place, installed, port, model="gpt-4.1"):
    place.write("home/.copilot/config.json", {"trusted_folders": [str(place.work)]})
    program = installed / "node_modules/@github/copilot-linux-x64/copilot"
    environment = {
        "COPILOT_PROVIDER_BASE_URL": f"http://127.0.0.1:{port}/v1",
        "COPILOT_PROVIDER_API_KEY": "none",
        "COPILOT_MODEL": model,
        "COPILOT_OFFLINE": "true",
        "COPILOT_AUTO_UPDATE": "false",
    }
    return [program, "-p", PROMPT, "--output-format", "json", "--allow-all-tools"], environment


def attach(place, hooks):
    flat = {
        event: [{"type": "command", "bash": command, "timeoutSec": SECONDS} for command in commands] for event, commands in hooks.items()
    }
    place.write("home/.copilot/hooks/interop.json", {"version": 1, "hooks": flat})
