"""Agents call home. They run only where there is nothing to call: in a network namespace of their own that has loopback and nothing else.

The namespace holds the processes too, so that whatever an agent leaves behind ends with the run.
"""

import os
import pathlib
import shutil
import subprocess
import sys

WAYS = (["unshare"], ["unshare", "--map-root-user"])  # as root, or with user namespaces
OPTIONS = ["--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
UP = 'ip link set lo up && exec "$@"'


def inside() -> bool:
    """Whether this process sees loopback and no other device, and no route."""
    devices = [line.split(":")[0].strip() for line in pathlib.Path("/proc/net/dev").read_text().splitlines()[2:]]
    routes = pathlib.Path("/proc/net/route").read_text().splitlines()[1:]
    return devices == ["lo"] and not routes


def command(argv) -> list[str] | None:
    """`argv` put into a namespace; nothing when this machine has none to give."""
    if not shutil.which("unshare") or not shutil.which("ip"):
        return None
    for way in WAYS:
        whole = [*way, *OPTIONS, "sh", "-c", UP, "sh"]
        if subprocess.run([*whole, "true"], capture_output=True).returncode == 0:
            return [*whole, *argv]
    return None


def enter(more=()) -> bool:
    """Runs this very command again inside, with more words, and ends with its exit code. Returns only where it is inside already (true) or
    cannot be."""
    if inside():
        return True
    again = command([sys.executable, *sys.argv, *more])
    if again is None:
        return False
    os.execvp(again[0], again)
