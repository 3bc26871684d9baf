"""Writes the hook scripts. A script keeps what it hears in a file beside itself, says its words, and ends with its exit code."""

import json


def write(place, number, reply=None, exit=0, stderr=""):
    """The command that runs the script."""
    path = place.hooks / f"hook-{number}.sh"
    lines = ["#!/bin/sh", f"cat > '{place.hooks}/heard-{number}.json'"]
    if reply is not None:
        lines += ["cat <<'END'", json.dumps(reply), "END"]
    if stderr:
        lines.append(f"echo '{stderr}' >&2")
    path.write_text("\n".join([*lines, f"exit {exit}", ""]))
    return f"sh '{path}'"
