"""Runs the real agents against a mock model, and says what hooks do there. See README.md."""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys

import case
import namespace
import table
from effects import EFFECTS
from install import NotInstalled, install

AGENTS = ["codex", "claude", "gemini", "qwen", "copilot", "droid"]
SOURCES = ["claude", "rightnow", "reforma", "gemini"]
HERE = pathlib.Path(__file__).parent
AT_ONCE = 2


def main():
    wanted = arguments()
    snell = build()
    there = {}
    for agent in wanted.agent:
        try:
            there[agent] = install(agent)
        except NotInstalled as why:
            print(f"interop: SKIPPED {agent}: {why}")
    if not namespace.enter():
        print("interop: SKIPPED: this machine gives no network namespace (`unshare --net`), and agents run nowhere else")
        return 0
    if not there:
        return 0
    seen = observe(wanted, there, snell)
    if wanted.write:
        table.write({**table.read(), **seen})
        return 0
    return compare(seen, wanted, there, snell)


def compare(seen, wanted, there, snell):
    """1 where what was seen is not what the table says. A cell that differs is run once more first: machines are busy at times."""
    known = table.read()
    differs = 0
    for key, outcome in seen.items():
        agent, source, name = key.split("/")
        if known.get(key) != outcome:
            outcome = one(agent, source, next(effect for effect in EFFECTS if effect.name == name), there[agent], snell, True)
        if known.get(key) != outcome:
            print(f"interop: {key}: the table says `{known.get(key)}`, seen `{outcome}`")
            differs += 1
    if table.stale(known):
        print("interop: docs/agents.md is not what interop/observed.json says; run interop/run.py --write")
        differs += 1
    print(f"interop: {len(seen)} cells seen, {differs} differ from docs/agents.md")
    return 1 if differs else 0


def observe(wanted, there, snell):
    cells = [
        (agent, source, effect)
        for effect in EFFECTS
        for source in wanted.source
        for agent in there
        if source != agent and case.possible(agent, source, effect) and effect.name in wanted.effect
    ]
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = pool.map(lambda cell: one(*cell, there[cell[0]], snell, wanted.verbose), cells)
        return {f"{agent}/{source}/{effect.name}": outcome for (agent, source, effect), outcome in zip(cells, outcomes)}


def one(agent, source, effect, installed, snell, verbose):
    seen = case.run(agent, source, effect, installed, snell)
    outcome = effect.judge(seen)
    print(f"{agent:8} {source:9} {effect.name:15} {outcome}", flush=True)
    if verbose:
        print(f"  code {seen.code}, requests {len(seen.asked)}, heard {seen.heard}\n{seen.said[-2000:]}", flush=True)
    return outcome


def build():
    """The path of the `snell` of this checkout."""
    command = ["cargo", "build", "--quiet", "--locked", "--package", "snell-cli", "--message-format=json"]
    made = subprocess.run(command, cwd=HERE.parent, check=True, stdout=subprocess.PIPE, text=True).stdout
    programs = [json.loads(line).get("executable") for line in made.splitlines() if line.startswith("{")]
    return next(pathlib.Path(program) for program in programs if program and pathlib.Path(program).name == "snell")


def arguments():
    parser = argparse.ArgumentParser(description="Real agents against a mock model. Without options: hooks of each agent's own, held against the table.")
    parser.add_argument("--agent", action="append", choices=AGENTS)
    parser.add_argument("--source", action="append", choices=[case.OWN, *SOURCES])
    parser.add_argument("--effect", action="append", choices=[effect.name for effect in EFFECTS])
    parser.add_argument("--write", action="store_true", help="write what was seen into observed.json and docs/agents.md")
    parser.add_argument("--verbose", action="store_true")
    wanted = parser.parse_args()
    wanted.agent = wanted.agent or AGENTS
    wanted.source = wanted.source or [case.OWN]
    wanted.effect = wanted.effect or [effect.name for effect in EFFECTS]
    return wanted


if __name__ == "__main__":
    sys.exit(main())
