"""Puts the bridge into an agent's configuration, in the throw-away home, as its user would."""

import json
import os
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
    """What was foretold that hooks lose. Every loss is accepted: what is lost is what the run is to show."""
    words = ["bridge", "install", agent, "--from", source, "--json"]
    report = snell(program, place, *words)
    if report["action"] == "refused":
        codes = {loss["code"] for loss in report["losses"] if loss["unguards"]}
        report = snell(program, place, *words, *(word for code in sorted(codes) for word in ("--accept-loss", code)))
    if report["action"] != "installed":
        raise Broken(f"snell {' '.join(words)}: {report['action']}")
    return report["losses"]
