"""What one run left behind, as the mock model and the file system see it."""

import json
from dataclasses import dataclass, field


@dataclass
class Seen:
    ran: bool  # the command as the model asked for it
    rewritten: bool  # the command as the hook wanted it
    asked: list = field(default_factory=list)  # the conversation's requests, in order
    times: list = field(default_factory=list)  # when they came, seconds
    heard: list = field(default_factory=list)  # what each hook that ran was told, in the hooks' order; None for one that did not run
    ended: bool = True  # by itself: neither out of time nor out of turns
    code: int = 0
    foretold: str = ""  # what `snell bridge install` said that the hook loses here
    said: str = ""  # the agent's own output, for a person who looks for the reason

    def model_heard(self, text) -> int:
        """How many requests contain the text first: the same words in the history of later requests do not count again."""
        counts = [json.dumps(body).count(text) for body in self.asked]
        return sum(1 for before, now in zip([0, *counts], counts) if now > before)

    def fired(self) -> bool:
        return any(heard is not None for heard in self.heard)
