"""The agents. A module is one agent, and has

* `TITLE`, `EVENTS`: its name, and what it calls the moments `tool`, `after`, `prompt` and `stop`;
* `WORDS`: the vocabulary that its own hooks speak;
* `shell(command)`: the tool call by which its model runs a command;
* `start(place, installed, port)`: its configuration written, and the argv and environment that run it headless against the mock model;
* `attach(place, hooks)`: hooks of its own, written where it looks for them; `hooks` is {event's name: [command]}.
"""

PROMPT = "please begin"
MODEL = "mock"
SECONDS = 30  # an explicit limit for every hook


def groups(hooks, unit=1):
    """The nesting that most agents share."""
    return {
        event: [{"hooks": [{"type": "command", "command": command, "timeout": SECONDS * unit} for command in commands]}]
        for event, commands in hooks.items()
    }


def merge(place, path, values):
    """Adds keys to a JSON file that may be there already."""
    there = place.read(path) if (place.root / path).exists() else {}
    place.write(path, {**there, **values})
