"""Gemini's generateContent: one chunk holds the whole reply."""

import json

from . import stream

path_ends = (":streamGenerateContent", ":generateContent")


def answer(number, model, text, calls, streamed=True):
    parts = [{"text": text}] if text else []
    parts += [{"functionCall": {"name": tool, "args": given}} for tool, given in calls]
    reply = {
        "candidates": [{"index": 0, "content": {"role": "model", "parts": parts}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 8, "candidatesTokenCount": 4, "totalTokenCount": 12},
    }
    if streamed:
        return stream([("", reply)], named=False)
    return "application/json", json.dumps(reply).encode()
