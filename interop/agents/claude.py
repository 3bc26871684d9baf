"""Claude Code."""

import words

from . import PROMPT, groups, merge

TITLE = "Claude Code"
EVENTS = {"tool": "PreToolUse", "after": "PostToolUse", "prompt": "UserPromptSubmit", "stop": "Stop"}
WORDS = words.claude


def shell(command):
    return "Bash", {"command": command, "description": "runs a command"}


def own_input(command):
    return shell(command)[1]


def start(place, installed, port, allowed="Bash"):
    merge(place, "home/.claude.json", {"hasCompletedOnboarding": True, "projects": {str(place.work): {"hasTrustDialogAccepted": True}}})
    program = installed / "node_modules/@anthropic-ai/claude-code-linux-x64/claude"
    environment = {
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}",
        "ANTHROPIC_API_KEY": "none",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
    }
    return [program, "-p", PROMPT, "--output-format", "stream-json", "--verbose", "--allowedTools", allowed], environment


def attach(place, hooks):
    merge(place, "home/.claude/settings.json", {"hooks": groups(hooks)})
