"""The effects that a hook can have: the hooks that want it, and how a run is judged. One effect, one run."""

from dataclasses import dataclass
from typing import Callable

WORKS = "works"
REASON = "interop-reason-7c1"
CONTEXT = "interop-context-7c1"
COMMAND = "touch ran"
INSTEAD = "touch rewritten"


@dataclass
class Hook:
    """`means` and `value` are what it says (see `words`); without them it says nothing. `guard` asks that its failure blocks."""

    means: str = ""
    value: object = None
    exit: int = 0
    stderr: str = ""
    guard: bool = False


CODES = {"tool": "PreToolUse", "after": "PostToolUse", "prompt": "UserPromptSubmit", "stop": "Stop"}


@dataclass
class Effect:
    name: str
    title: str
    moment: str
    hooks: list
    judge: Callable
    partial: tuple = ()  # what came is weaker than what was wanted, and not nothing
    word: str = ""  # of the codes that losses have, as in `PreToolUse.deny`

    def foretold(self, losses) -> str:
        """Of what `install` says that hooks lose, what is about this effect; nothing where it says nothing."""
        codes = {f"{CODES[self.moment]}.{word}" for word in ("observe", self.word)}
        said = {f"{loss['grade']}: {loss['how']}" for loss in losses if loss["code"] in codes}
        return "; ".join(sorted(said))


def refused(seen):
    if seen.ran:
        return "the command ran"
    if not seen.ended:
        return "the run hung"
    if len(seen.asked) < 2:
        return UNTOLD_RUN
    return WORKS if seen.model_heard(REASON) else UNTOLD


UNTOLD = "refused; the model is not told the reason"
UNTOLD_RUN = "refused; the whole run ends there"


def replaced(seen):
    if seen.rewritten and not seen.ran:
        return WORKS
    return "the command ran unchanged" if seen.ran else "nothing ran"


def told(seen):
    if seen.model_heard(CONTEXT):
        return WORKS
    return "the model is not told" if seen.fired() else "no hook is run"


def held(seen):
    times = seen.model_heard(REASON)
    if not seen.fired():
        return "no hook is run"
    if not times:
        return "the turn ends"
    if not seen.ended:
        return ENDLESS
    return f"{WORKS}, {times} {'time' if times == 1 else 'times'}"


ENDLESS = "held without end"


def let_through(seen):
    if not seen.fired():
        return "no hook is run"
    return WORKS if seen.ran else "the command did not run"


def crashed(seen):
    """A guard that crashed has no reason of its own: what the model is told is up to the bridge."""
    if seen.ran:
        return "the command ran"
    return WORKS if seen.ended and len(seen.asked) > 1 else UNTOLD_RUN


DENY, ALLOW = Hook("deny", REASON), Hook("allow", "fine")

EFFECTS = [
    Effect("deny", "deny", "tool", [DENY], refused, (UNTOLD, UNTOLD_RUN), word="deny"),
    Effect("exit-2", "deny by exit 2", "tool", [Hook(exit=2, stderr=REASON)], refused, (UNTOLD, UNTOLD_RUN), word="deny"),
    Effect("rewrite", "rewrite of the input", "tool", [Hook("rewrite", INSTEAD)], replaced, word="rewrite"),
    Effect("prompt-context", "context with the prompt", "prompt", [Hook("context", CONTEXT)], told, word="context"),
    Effect("result-context", "context after a tool", "after", [Hook("context", CONTEXT)], told, word="context"),
    Effect("hold", "a turn held", "stop", [Hook("hold", REASON)], held, (ENDLESS,), word="block"),
    Effect("failure", "a failing hook lets through", "tool", [Hook(exit=1, stderr="it broke")], let_through),
    Effect("disagree", "of several, deny wins", "tool", [ALLOW, DENY, ALLOW], refused, (UNTOLD, UNTOLD_RUN), word="deny"),
    Effect("guard", "a crashed guard denies", "tool", [Hook(exit=1, stderr="it broke", guard=True)], crashed, (UNTOLD_RUN,), word="deny"),
]
