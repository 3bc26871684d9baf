"""One run: one agent, one effect, the hooks of one source (or the agent's own, as control)."""

import importlib
import os
import signal
import subprocess
import time

import bridge
import script
from effects import COMMAND
from model import Model
from place import Place
from seen import Seen

SECONDS = 60  # for one run
TURNS = 20  # more requests than this are an endless turn
OWN = "own"


def module(kind, name):
    return importlib.import_module(f"{kind}.{name}")


def possible(agent_name, source_name, effect) -> bool:
    """Whether the source has words for the effect."""
    side = module("agents", agent_name) if source_name == OWN else module("sources", source_name)
    if any(hook.guard for hook in effect.hooks) and source_name not in ("rightnow", "reforma"):
        return False
    return all(not hook.means or side.WORDS(hook.means, "", "") is not None for hook in effect.hooks)


def run(agent_name, source_name, effect, installed, snell, keep=False) -> Seen:
    agent = module("agents", agent_name)
    place = Place()
    turns = ["that is it"] if effect.moment in ("prompt", "stop") else [[agent.shell(COMMAND)], "that is it"]
    model = Model(turns)
    try:
        losses = []
        if source_name == OWN:
            own_hooks(place, agent, effect)
        else:
            losses = bridged_hooks(place, agent_name, source_name, effect, snell)
        argv, environment = agent.start(place, installed, model.port)
        ended, code, said = drive(place, argv, environment, model, snell)
        return look(place, effect, model, losses, ended, code, said)
    finally:
        model.close()
        if keep:
            print(f"kept: {place.root}")
        else:
            place.remove()


def own_hooks(place, agent, effect):
    event = agent.EVENTS[effect.moment]
    commands = []
    for number, hook in enumerate(effect.hooks):
        value = agent.own_input(hook.value) if hook.means == "rewrite" else hook.value
        reply = agent.WORDS(hook.means, event, value) if hook.means else None
        commands.append(script.write(place, number, reply, hook.exit, hook.stderr))
    agent.attach(place, {event: commands})


def bridged_hooks(place, agent_name, source_name, effect, snell):
    source = module("sources", source_name)
    event = source.EVENTS[effect.moment]
    hooks = []
    for number, hook in enumerate(effect.hooks):
        value = {"command": hook.value} if hook.means == "rewrite" else hook.value
        reply = source.WORDS(hook.means, event, value) if hook.means else None
        handler = {"command": script.write(place, number, reply, hook.exit, hook.stderr)}
        hooks.append((event, {**handler, "onFailure": "block"} if hook.guard else handler))
    source.attach(place, hooks, lambda *words: bridge.snell(snell, place, *words))
    return bridge.install(snell, place, agent_name, source_name)


def drive(place, argv, environment, model, snell):
    """(ended by itself, exit code, what it printed)"""
    base = {
        "HOME": str(place.home),
        "PATH": f"{snell.parent}:{os.environ['PATH']}",
        "TMPDIR": str(place.root / "tmp"),
        "SHELL": "/bin/bash",
        "LANG": "C.UTF-8",
        "TERM": "dumb",
        "NO_COLOR": "1",
    }
    output = place.root / "output"
    with output.open("wb") as sink:
        agent = subprocess.Popen(
            [str(word) for word in argv],
            cwd=place.work,
            env={**base, **environment},
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        last = time.monotonic() + SECONDS
        while agent.poll() is None and time.monotonic() < last and len(model.asked) <= TURNS:
            time.sleep(0.05)
        ended = agent.poll() is not None
        try:
            os.killpg(agent.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        agent.wait()
    return ended, agent.returncode, output.read_text(errors="replace")


def look(place, effect, model, losses, ended, code, said):
    heard = []
    for number in range(len(effect.hooks)):
        path = place.hooks / f"heard-{number}.json"
        heard.append(path.read_text() if path.exists() else None)
    return Seen(
        ran=(place.work / "ran").exists(),
        rewritten=(place.work / "rewritten").exists(),
        asked=list(model.asked),
        times=list(model.times),
        heard=heard,
        foretold=effect.foretold(losses),
        ended=ended,
        code=code,
        said=said,
    )
