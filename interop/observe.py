"""Runs the cells of the table: an agent, a source and an effect each. A broken agent costs its own time and nobody else's."""

import concurrent.futures
import threading
import time
from dataclasses import dataclass

import case
from effects import EFFECTS, WORKS

AT_ONCE = 2
BROKEN = "broken: "


@dataclass
class Cell:
    agent: str
    source: str
    effect: object

    @property
    def key(self):
        return f"{self.agent}/{self.source}/{self.effect.name}"

    def look(self, installed, snell, verbose):
        """{seen, foretold}"""
        seen = case.run(self.agent, self.source, self.effect, installed, snell)
        if verbose:
            print(f"  code {seen.code}, requests {len(seen.asked)}, heard {seen.heard}\n{seen.said[-2000:]}", flush=True)
        return {"seen": self.effect.judge(seen), **({"foretold": seen.foretold} if seen.foretold else {})}

    def is_kept(self, outcome):
        """Whether the source's hook has all of its effect. An agent's own hooks have what they have."""
        if self.source == case.OWN:
            return True
        seen = outcome["seen"]
        if seen.startswith(f"{WORKS}, "):
            bound = case.module("sources", self.source).BOUND
            return seen.split()[1] == str(bound)
        return seen == WORKS


class Budget:
    """How long one agent, and all of them together, may take, in seconds. What is left over is not run, and said."""

    def __init__(self, agent, whole):
        self.agent, self.until = agent, time.monotonic() + whole
        self.spent, self.lock = {}, threading.Lock()

    def is_over(self, agent):
        with self.lock:
            return time.monotonic() > self.until or self.spent.get(agent, 0) > self.agent

    def spend(self, agent, seconds):
        with self.lock:
            self.spent[agent] = self.spent.get(agent, 0) + seconds


def cells(agents, sources, effects):
    return [
        Cell(agent, source, effect)
        for effect in EFFECTS
        for source in sources
        for agent in agents
        if source != agent and effect.name in effects and case.possible(agent, source, effect)
    ]


def starting(agents, there, snell):
    """The agents that ask the model anything at all, twice tried; the others cannot be run on this machine."""
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        return [agent for agent, starts in zip(agents, pool.map(lambda agent: starts_here(agent, there[agent], snell), agents)) if starts]


def starts_here(agent, installed, snell):
    plain = next(effect for effect in EFFECTS if effect.name == "failure")
    return any(case.run(agent, case.OWN, plain, installed, snell).asked for _ in range(2))


def observe(wanted, there, snell, budget, known=None, verbose=False):
    """{key: {seen, foretold}}, and the keys of those that there was no time for.

    A cell that is not what is known of it is run once more: machines are busy at times.
    """

    def one(cell):
        if budget.is_over(cell.agent):
            return None
        begun = time.monotonic()
        outcome = once(cell, there[cell.agent], snell, verbose)
        if known is not None and known.get(cell.key) != outcome:
            print(f"interop: {cell.key}: `{outcome['seen']}` is not what is known; run once more", flush=True)
            outcome = once(cell, there[cell.agent], snell, True)
        budget.spend(cell.agent, time.monotonic() - begun)
        return outcome

    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = dict(zip((cell.key for cell in wanted), pool.map(one, wanted)))
    left = [key for key, outcome in outcomes.items() if outcome is None]
    return {key: outcome for key, outcome in outcomes.items() if outcome is not None}, left


def once(cell, installed, snell, verbose):
    try:
        outcome = cell.look(installed, snell, verbose)
    except Exception as why:  # of one cell, whatever it is
        print(f"{cell.key:32} {BROKEN}{why!r}", flush=True)
        return {"seen": f"{BROKEN}{type(why).__name__}"}
    told = f" (foretold: {outcome['foretold']})" if "foretold" in outcome else ""
    print(f"{cell.key:32} {outcome['seen']}{told}", flush=True)
    return outcome


def unforetold(wanted, seen):
    """The cells in which less is left than `snell bridge install` said."""
    there = [cell for cell in wanted if cell.key in seen]
    return [cell.key for cell in there if not cell.is_kept(seen[cell.key]) and not seen[cell.key].get("foretold")]
