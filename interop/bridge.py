"""Puts the bridge into an agent's configuration, in the throw-away home, as its user would."""

import json
import os
import re
import subprocess


class Broken(Exception):
    """The command did not do what was asked; its own words."""


def snell(program, place, *words):
    """The JSON that `snell WORDS` prints, or nothing when it prints none."""
    done = call(program, place, *words)
    if done.returncode != 0 and not done.stdout.startswith("{"):
        raise Broken(f"snell {' '.join(words)}: {done.stderr.strip()}")
    return json.loads(done.stdout) if done.stdout.startswith("{") else None


def call(program, place, *words):
    environment = {"HOME": str(place.home), "PATH": f"{program.parent}:{os.environ['PATH']}"}
    return subprocess.run([program, *words], cwd=place.work, env=environment, capture_output=True, text=True)


def install(program, place, agent, source):
    """Every loss is accepted: what is lost is what the run is to show."""
    words = ["bridge", "install", agent, "--from", source]
    done = call(program, place, *words)
    if done.returncode == 1:
        accepted = re.findall(r"--accept-loss \S+", done.stdout + done.stderr)
        done = call(program, place, *words, *" ".join(accepted).split())
    if done.returncode != 0:
        raise Broken(f"snell bridge install {agent} --from {source}: {done.stderr.strip()}")
