"""What was seen, kept in observed.json, and the page that is made of it. No dates: an unchanged run changes nothing."""

import importlib
import json
import pathlib

from effects import EFFECTS, WORKS
from install import LOCKS

HERE = pathlib.Path(__file__).parent
OBSERVED = HERE / "observed.json"
PAGE = HERE.parent / "docs/agents.md"
PACKAGES = {
    "codex": "@openai/codex",
    "claude": "@anthropic-ai/claude-code",
    "gemini": "@google/gemini-cli",
    "qwen": "@qwen-code/qwen-code",
    "copilot": "@github/copilot",
    "droid": "@factory/cli-linux-x64",
}


def read():
    return json.loads(OBSERVED.read_text()) if OBSERVED.exists() else {}


def write(observed):
    OBSERVED.write_text(json.dumps(observed, indent=2, sort_keys=True) + "\n")
    PAGE.write_text(page(observed))


def stale(observed):
    return not PAGE.exists() or PAGE.read_text() != page(observed)


def version(agent):
    return json.loads((LOCKS / agent / "package.json").read_text())["dependencies"][PACKAGES[agent]]


def page(observed):
    before, after = (HERE / "page.md").read_text().split("{table}\n")
    titles = {name: importlib.import_module(f"agents.{name}").TITLE for name in PACKAGES}
    lines = ["| | " + " | ".join(f"{title} {version(name)}" for name, title in titles.items()) + " |", "|---" * (len(titles) + 1) + "|"]
    for effect in EFFECTS:
        cells = [observed.get(f"{name}/own/{effect.name}") for name in titles]
        if any(cells):
            lines.append(f"| {effect.title} | " + " | ".join(spelled(cell, effect) for cell in cells) + " |")
    return before + "\n".join(lines) + "\n" + after


def spelled(outcome, effect):
    if outcome is None:
        return "not run"
    if outcome.startswith(WORKS):
        return outcome
    return f"weaker: {outcome}" if outcome in effect.partial else f"no: {outcome}"
