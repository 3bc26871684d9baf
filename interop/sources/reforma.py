"""Hooks written for Reforma. They come with the project, so the user has to trust it first."""

import words

from . import groups

TITLE = "Reforma"
EVENTS = {"tool": "PreToolUse", "after": "PostToolUse", "prompt": "UserPromptSubmit", "stop": "Stop"}
WORDS = words.reforma
SHELL = "Bash"
TOOL_AT = "tool_name", "tool_input"
BOUND = 3


def attach(place, hooks, snell):
    place.write("work/.reforma/hooks/hooks.json", {"hooks": groups(hooks, SHELL, ("PreToolUse", "PostToolUse"))})
    seen = snell("trust", "--dialect", "reforma", "--show", "--json")
    snell("trust", "--dialect", "reforma", "--yes", "--pin", seen["digest"])
