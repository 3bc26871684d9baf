"""Runs the ways round a guard, each without it and with it."""

import time
from dataclasses import dataclass

import bridge
import case
from attacks import ATTACKS, FILE, GUARD, NOWHERE, OPEN, STOPPED, Attack
from model import Model
from place import Place

GRACE = 1  # seconds for what goes on after the agent


@dataclass
class Way:
    """A cell of the table of ways."""

    attack: Attack

    @property
    def agent(self):
        return self.attack.agent

    @property
    def key(self):
        return f"{self.agent}/way/{self.attack.name}"

    def look(self, installed, snell, verbose):
        """{seen, foretold}"""
        if not run(self.attack, installed, snell, None)[0]:
            return {"seen": NOWHERE}
        ran, losses = run(self.attack, installed, snell, "gemini" if self.agent == "claude" else "claude")
        told = sorted({f"{loss['grade']}: {loss['how']}" for loss in losses if loss["code"] == "PreToolUse.observe"})
        return {"seen": OPEN if ran else STOPPED, **({"foretold": "; ".join(told)} if told and ran else {})}

    def is_kept(self, outcome):
        return outcome["seen"] == STOPPED


def ways(agents):
    return [Way(attack) for attack in ATTACKS if attack.agent in agents]


def run(attack, installed, snell, source_name):
    """Whether the file is there, and what `install` foretold."""
    agent = case.module("agents", attack.agent)
    place = Place()
    model = Model(placed(attack.turns, place))
    losses = []
    try:
        if source_name:
            source = case.module("sources", source_name)
            place.write("hooks/guard.sh", GUARD)
            tool = source.EDITS if attack.guards == FILE else source.SHELL
            source.attach(place, [(source.EVENTS["tool"], {"command": f"sh '{place.hooks}/guard.sh'"})], None, tool)
            losses = bridge.install(snell, place, attack.agent, source_name)
        argv, environment = agent.start(place, installed, model.port, **attack.start)
        case.drive(place, argv, environment, model, snell)
        until = time.monotonic() + GRACE
        while time.monotonic() < until and not (place.work / "ran").exists():
            time.sleep(0.1)
        return (place.work / "ran").exists(), losses
    finally:
        model.close()
        place.remove()


def placed(turns, place):
    """The turns with the workspace's path in them."""

    def fill(value):
        if isinstance(value, str):
            return value.replace("{work}", str(place.work))
        if isinstance(value, dict):
            return {key: fill(one) for key, one in value.items()}
        return value

    def turn(one):
        return [(tool, fill(given)) for tool, given in one] if isinstance(one, list) else one

    return [turn(one) for one in turns]
