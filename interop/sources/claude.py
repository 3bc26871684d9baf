"""Hooks written for Claude Code."""

import words

from . import groups

TITLE = "Claude Code"
EVENTS = {"tool": "PreToolUse", "after": "PostToolUse", "prompt": "UserPromptSubmit", "stop": "Stop"}
WORDS = words.claude
SHELL = "Bash"
EDITS = "Edit|Write|MultiEdit|NotebookEdit"
TOOL_AT = "tool_name", "tool_input"
BOUND = 8


def attach(place, hooks, snell, tool=SHELL):
    place.write("home/.claude/settings.json", {"hooks": groups(hooks, tool, ("PreToolUse", "PostToolUse"))})
