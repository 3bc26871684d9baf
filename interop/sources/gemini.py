"""Hooks written for Gemini CLI."""

import words

from . import groups

TITLE = "Gemini CLI"
EVENTS = {"tool": "BeforeTool", "after": "AfterTool", "prompt": "BeforeAgent", "stop": "AfterAgent"}
WORDS = words.gemini
SHELL = "run_shell_command"
EDITS = "write_file|replace"
TOOL_AT = "tool_name", "tool_input"
BOUND = 8


def attach(place, hooks, snell, tool=SHELL):
    place.write("home/.gemini/settings.json", {"hooks": groups(hooks, tool, ("BeforeTool", "AfterTool"))})
