"""Anthropic's Messages API, streamed."""

import json

from . import stream

path_ends = ("/v1/messages",)


def answer(number, model, text, calls):
    message = {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 8, "output_tokens": 1},
    }
    events = [{"type": "message_start", "message": message}]
    place = 0
    if text:
        events += block(place, {"type": "text", "text": ""}, {"type": "text_delta", "text": text})
        place += 1
    for tool, given in calls:
        start = {"type": "tool_use", "id": f"toolu_{number}_{place}", "name": tool, "input": {}}
        events += block(place, start, {"type": "input_json_delta", "partial_json": json.dumps(given)})
        place += 1
    why = "tool_use" if calls else "end_turn"
    events.append({"type": "message_delta", "delta": {"stop_reason": why, "stop_sequence": None}, "usage": {"output_tokens": 4}})
    events.append({"type": "message_stop"})
    return stream((event["type"], event) for event in events)


def block(place, start, delta):
    return [
        {"type": "content_block_start", "index": place, "content_block": start},
        {"type": "content_block_delta", "index": place, "delta": delta},
        {"type": "content_block_stop", "index": place},
    ]
