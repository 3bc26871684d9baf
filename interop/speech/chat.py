"""OpenAI's Chat Completions API, streamed."""

import json

from . import stream

path_ends = ("/chat/completions",)


def answer(number, model, text, calls):
    def chunk(delta, why=None, **more):
        choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": why}]
        return "", {"id": f"chat_{number}", "object": "chat.completion.chunk", "created": 1, "model": model, "choices": choices, **more}

    chunks = [chunk({"role": "assistant", "content": text})]
    if calls:
        chunks.append(chunk({"tool_calls": [call(number, place, tool, given) for place, (tool, given) in enumerate(calls)]}))
    chunks.append(chunk({}, "tool_calls" if calls else "stop"))
    chunks.append(chunk(None, usage={"prompt_tokens": 8, "completion_tokens": 4, "total_tokens": 12}))
    return stream(chunks, named=False, last="data: [DONE]\n\n")


def call(number, place, tool, given):
    function = {"name": tool, "arguments": json.dumps(given)}
    return {"index": place, "id": f"call_{number}_{place}", "type": "function", "function": function}
