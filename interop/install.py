"""Installs the pinned agents from their lock files into a cache outside the checkout. The only step that uses the network."""

import hashlib
import os
import pathlib
import shutil
import subprocess

LOCKS = pathlib.Path(__file__).parent / "locks"
LIMIT = 300  # seconds for one agent
ROOM = 2 * 1024**3  # bytes that the largest may need while it is being installed


class NotInstalled(Exception):
    """Why an agent is not there, in one line."""


def cache() -> pathlib.Path:
    chosen = os.environ.get("SNELL_INTEROP_CACHE")
    if chosen:
        return pathlib.Path(chosen)
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(home) / "snell-interop"


def install(name: str, seconds: float = LIMIT) -> pathlib.Path:
    """In at most so many seconds. The directory whose `node_modules` holds what `locks/NAME` pins; it is named by the lock, so a new lock is a new directory.

    No script of any package is run: the agents ship their binaries as packages. It is not `npm ci`, which refuses a lock without the
    packages of other platforms; what the lock names is installed at its version and checked against its hash all the same.
    """
    lock = (LOCKS / name / "package-lock.json").read_bytes()
    place = cache() / f"{name}-{hashlib.sha256(lock).hexdigest()[:12]}"
    if (place / "complete").exists():
        return place
    if seconds < 1:
        raise NotInstalled("there was no time left to install it")
    if not shutil.which("npm"):
        raise NotInstalled("there is no `npm`")
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(place.parent).free < ROOM:
        raise NotInstalled(f"less than {ROOM // 1024**3} GB are free at `{place.parent}`")
    shutil.copytree(LOCKS / name, place)
    command = ["npm", "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"]
    try:
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=min(LIMIT, seconds))
    except subprocess.TimeoutExpired:
        raise NotInstalled(f"`npm install` took more than {min(LIMIT, seconds):.0f} s") from None
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if line.startswith("npm error")]
        raise NotInstalled(f"`npm install` ended with {done.returncode}: {' '.join(said[:2]) or 'no message'}")
    (place / "complete").touch()
    return place


if __name__ == "__main__":
    for lock in sorted(LOCKS.iterdir()):
        print(install(lock.name))
