"""The ways agents talk to models. Each module has `path_ends`, and `answer(number, model, text, calls)`, which gives the reply's
content type and body; `calls` is a list of (tool, input)."""

import json


def stream(events, named=True, last=""):
    """Server-sent events out of (name, data) pairs."""
    lines = []
    for name, data in events:
        if named:
            lines.append(f"event: {name}\n")
        lines.append(f"data: {json.dumps(data)}\n\n")
    return "text/event-stream", ("".join(lines) + last).encode()
