"""What a hook says on stdout, in the vocabularies that the sources and the agents read.

Each is a function of what is meant (`deny`, `allow`, `rewrite`, `context`, `hold`), the event's name and the value: a reason, a text or
a tool input. It gives nothing where the vocabulary has no word for it.
"""


def claude(means, event, value):
    if means in ("deny", "allow"):
        return specific(event, permissionDecision=means, permissionDecisionReason=value)
    if means == "rewrite":
        return specific(event, permissionDecision="allow", updatedInput=value)
    if means == "context":
        return specific(event, additionalContext=value)
    if means == "hold":
        return {"decision": "block", "reason": value}


def codex(means, event, value):
    """Claude Code's words, but an `allow` by itself is no word there."""
    return {} if means == "allow" else claude(means, event, value)


def gemini(means, event, value):
    if means in ("deny", "allow"):
        return {"decision": means, "reason": value}
    if means == "rewrite":
        return specific(event, tool_input=value)
    if means == "context":
        return specific(event, additionalContext=value)
    if means == "hold":
        return {"decision": "deny", "reason": value}


def copilot(means, event, value):
    if means in ("deny", "allow"):
        return {"permissionDecision": means, "permissionDecisionReason": value}
    if means == "rewrite":
        return {"modifiedArgs": value}
    if means == "context":
        return {"additionalContext": value}
    if means == "hold":
        return {"decision": "block", "reason": value}


def rightnow(means, event, value):
    if means in ("deny", "allow"):
        return {"decision": means, "reason": value}
    if means == "rewrite":
        return specific(event, updatedInput=value)
    if means == "hold":
        return {"decision": "block", "reason": value}


def reforma(means, event, value):
    if means in ("deny", "allow"):
        return {"permissionDecision": means, "reason": value}
    if means == "rewrite":
        return {"updatedInput": value}
    if means == "context":
        return {"additionalContext": value}
    if means == "hold":
        return {"decision": "block", "reason": value}


def specific(event, **keys):
    return {"hookSpecificOutput": {"hookEventName": event, **keys}}
