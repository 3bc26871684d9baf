"""Runs the real agents against a mock model, and says what hooks do there. See README.md."""

import argparse
import json
import pathlib
import subprocess
import sys
import time

import case
import namespace
import observe
import siege
import table
from effects import EFFECTS
from install import NotInstalled, install

AGENTS = list(table.PACKAGES)
WAYS = "ways"  # round a guard
EVERY = [*(effect.name for effect in EFFECTS), WAYS]
QUICK = {"source": ["claude", "gemini"], "effect": ["deny", "rewrite", WAYS]}
HERE = pathlib.Path(__file__).parent


def main():
    wanted = arguments()
    snell = wanted.snell or build()
    there = wanted.there or installed(wanted.agent, wanted.install_seconds)
    if there and not namespace.enter(["--snell", str(snell), "--there", json.dumps(there, default=str)]):
        skipped("all: this machine gives no network namespace (`unshare --net`), and agents run nowhere else")
        return 0
    there = {agent: pathlib.Path(place) for agent, place in there.items()}
    agents = observe.starting(list(there), there, snell)
    for agent in there.keys() - set(agents):
        skipped(f"{agent}: it asks the model nothing here, with no bridge installed")
    cells = observe.cells(agents, wanted.source, wanted.effect) + (siege.ways(agents) if WAYS in wanted.effect else [])
    known = table.read()
    budget = observe.Budget(wanted.agent_seconds, wanted.seconds)
    seen, left = observe.observe(cells, there, snell, budget, None if wanted.write else known, wanted.verbose)
    for key in left:
        skipped(f"{key}: there was no time left")
    worse = observe.unforetold(cells, seen)
    for key in worse:
        print(f"interop: {key}: `{seen[key]['seen']}`, and `snell bridge install` did not say so")
    if wanted.write:
        table.write({**known, **seen})
        return 1 if worse else 0
    return 1 if compare(seen, known) or worse else 0


def compare(seen, known):
    """How much is not what the table says."""
    differs = [key for key, outcome in seen.items() if known.get(key) != outcome]
    for key in differs:
        print(f"interop: {key}: the table says `{known.get(key)}`, seen `{seen[key]}`")
    if stale := table.stale(known):
        print("interop: docs/agents.md is not what interop/observed.json says; run interop/run.py --write")
    print(f"interop: {len(seen)} cells seen, {len(differs)} differ from docs/agents.md")
    return len(differs) + stale


def installed(agents, seconds):
    there, until = {}, time.monotonic() + seconds
    for agent in agents:
        try:
            there[agent] = install(agent, until - time.monotonic())
        except NotInstalled as why:
            skipped(f"{agent}: {why}")
    return there


def skipped(what):
    print(f"interop: SKIPPED {what}", flush=True)


def build():
    """The path of the `snell` of this checkout."""
    command = ["cargo", "build", "--quiet", "--locked", "--package", "snell-cli", "--message-format=json"]
    made = subprocess.run(command, cwd=HERE.parent, check=True, stdout=subprocess.PIPE, text=True).stdout
    programs = [json.loads(line).get("executable") for line in made.splitlines() if line.startswith("{")]
    return next(pathlib.Path(program) for program in programs if program and pathlib.Path(program).name == "snell")


def arguments():
    parser = argparse.ArgumentParser(description="Real agents against a mock model; what is seen is held against docs/agents.md.")
    parser.add_argument("--agent", action="append", choices=AGENTS)
    parser.add_argument("--source", action="append", choices=[case.OWN, *table.SOURCES], help="whose hooks; `own` are the agent's own")
    parser.add_argument("--effect", action="append", choices=EVERY)
    parser.add_argument("--quick", action="store_true", help="a deny, a rewrite and the ways round a guard, for each agent, bridged")
    parser.add_argument("--write", action="store_true", help="write what was seen into observed.json and docs/agents.md")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--snell", type=pathlib.Path, help="the program to try, instead of this checkout's")
    parser.add_argument("--install-seconds", type=float, default=1800, help="for what is not installed yet, all together")
    parser.add_argument("--agent-seconds", type=float, default=900, help="for one agent, all its runs together")
    parser.add_argument("--seconds", type=float, default=3000, help="for all runs")
    parser.add_argument("--there", type=json.loads, help=argparse.SUPPRESS)  # inside the namespace: what was installed outside
    wanted = parser.parse_args()
    quick = QUICK if wanted.quick else {"source": [case.OWN, *table.SOURCES], "effect": EVERY}
    wanted.agent = wanted.agent or AGENTS
    wanted.source = wanted.source or quick["source"]
    wanted.effect = wanted.effect or quick["effect"]
    return wanted


if __name__ == "__main__":
    sys.exit(main())
