"""OpenAI's Responses API, streamed."""

import json

from . import stream

path_ends = ("/responses",)


def answer(number, model, text, calls):
    items = [call_item(number, place, tool, given) for place, (tool, given) in enumerate(calls)]
    if text:
        items.append(message_item(number, text))
    response = {"id": f"resp_{number}", "object": "response", "model": model, "status": "in_progress", "output": []}
    events = [{"type": "response.created", "response": response}]
    for place, item in enumerate(items):
        events.append({"type": "response.output_item.added", "output_index": place, "item": item})
        events.append({"type": "response.output_item.done", "output_index": place, "item": item})
    events.append({"type": "response.completed", "response": {**response, "status": "completed", "output": items, "usage": usage()}})
    return stream((event["type"], event) for event in events)


def call_item(number, place, tool, given):
    return {
        "type": "function_call",
        "id": f"item_{number}_{place}",
        "call_id": f"call_{number}_{place}",
        "name": tool,
        "arguments": json.dumps(given),
        "status": "completed",
    }


def message_item(number, text):
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return {"type": "message", "id": f"message_{number}", "role": "assistant", "status": "completed", "content": content}


def usage():
    return {
        "input_tokens": 8,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 4,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 12,
    }
