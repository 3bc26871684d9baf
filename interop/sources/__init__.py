"""The hook systems whose hooks are bridged. A module is one, and has

* `TITLE`, `EVENTS`, `WORDS`: as an agent has;
* `SHELL`, `EDITS`: what its matchers call the tool that runs commands, and those that change files;
* `BOUND`: how often at most its hooks hold one turn, where the agent has no bound of its own;
* `attach(place, hooks, snell)`: hooks written where its users keep them; `hooks` is [(event, handler)], a handler being a dict of
  `command` and what else the system knows.
"""


def groups(hooks, shell, matched):
    """One group for each hook, in order; those of `matched` events name the tool."""
    whole = {}
    for event, handler in hooks:
        group = {"hooks": [{"type": "command", **handler}]}
        if event in matched:
            group["matcher"] = shell
        whole.setdefault(event, []).append(group)
    return whole
