"""Hooks written for RightNow Agent, in the user's own directory."""

import words

from . import groups

TITLE = "RightNow Agent"
EVENTS = {"tool": "PreToolUse", "after": "PostToolUse", "prompt": "UserPromptSubmit", "stop": "Stop"}
WORDS = words.rightnow
SHELL = "Bash"
TOOL_AT = "toolName", "toolInput"
BOUND = 8


def attach(place, hooks, snell):
    place.write("home/.rightnow/hooks/interop.json", {"hooks": groups(hooks, SHELL, ("PreToolUse", "PostToolUse"))})
