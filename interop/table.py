"""What was seen, kept in observed.json, and the page that is made of it. No dates: an unchanged run changes nothing."""

import functools
import json
import pathlib

from case import OWN, module
from effects import EFFECTS, WORKS
from install import LOCKS
from observe import Cell
from siege import ways

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
SOURCES = ["claude", "rightnow", "reforma", "gemini"]


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
    page = (HERE / "page.md").read_text()
    agents = list(PACKAGES)
    page = page.replace("{own}\n", grid(agents, lambda name, effect: own(observed.get(f"{name}/{OWN}/{effect.name}"), effect)))
    bridged = ""
    for source in SOURCES:
        cell = functools.partial(crossed, observed, source)
        bridged += f"### Hooks written for {module('sources', source).TITLE}\n\n{grid([name for name in agents if name != source], cell)}\n"
    return page.replace("{bridged}\n", bridged).replace("{foretold}\n", foretold(observed)).replace("{ways}\n", guarded(observed))


def grid(agents, cell):
    """A row an effect, a column an agent."""
    titles = [f"{module('agents', name).TITLE} {version(name)}" for name in agents]
    lines = ["| | " + " | ".join(titles) + " |", "|---" * (len(titles) + 1) + "|"]
    for effect in EFFECTS:
        cells = [cell(name, effect) for name in agents]
        if any(cells):
            lines.append(f"| {effect.title} | " + " | ".join(words or "not run" for words in cells) + " |")
    return "\n".join(lines) + "\n"


def own(outcome, effect):
    if outcome is None or outcome["seen"].startswith(WORKS):
        return outcome and outcome["seen"]
    return f"weaker: {outcome['seen']}" if outcome["seen"] in effect.partial else f"no: {outcome['seen']}"


GRADES = {"stricter": "stricter", "weaker": "weaker", "dead": "impossible"}


def crossed(observed, source, agent, effect):
    outcome = observed.get(f"{agent}/{source}/{effect.name}")
    if outcome is None or Cell(agent, source, effect).is_kept(outcome):
        return outcome and outcome["seen"]
    grade = GRADES.get(outcome.get("foretold", "").split(":")[0], "not foretold")
    return f"{grade}: {outcome['seen'].removeprefix(f'{WORKS}, ')}"


def foretold(observed):
    """What `install` said, beside what was seen."""
    rows = {}
    for agent in PACKAGES:
        for effect in EFFECTS:
            for source in SOURCES:
                outcome = observed.get(f"{agent}/{source}/{effect.name}", {})
                if "foretold" in outcome:
                    row = rows.setdefault((agent, effect.title, outcome["foretold"], outcome["seen"]), [])
                    row.append(module("sources", source).TITLE)
    lines = ["| Under | Effect | Hooks of | `snell bridge install` said | Seen |", "|---|---|---|---|---|"]
    for (agent, effect, said, seen), sources in rows.items():
        lines.append(f"| {module('agents', agent).TITLE} | {effect} | {', '.join(sources)} | {said} | {seen} |")
    return "\n".join(lines) + "\n"


def guarded(observed):
    lines = ["| Under | The guard stands for | Way | |", "|---|---|---|---|"]
    for way in ways(PACKAGES):
        outcome = observed.get(way.key)
        if outcome:
            stands = {"shell": "commands", "file": "files"}[way.attack.guards]
            told = f"; foretold: {outcome['foretold'].split(': ', 1)[1]}" if "foretold" in outcome else ""
            lines.append(f"| {module('agents', way.agent).TITLE} | {stands} | {way.attack.title} | {outcome['seen']}{told} |")
    return "\n".join(lines) + "\n"
