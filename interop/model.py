"""A model that says what its script says: one server on loopback for one run of one agent. It keeps every request it got."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from speech import chat, generate, messages, responses

SPEECHES = (responses, messages, chat, generate)
ASIDE = "a short title"  # the answer to requests that are no part of the conversation
END = "all is done"


class Model:
    """`script` is a list of turns, each a text, a list of (tool, input), or a function of the request that gives one; when it is used up the model says that all is done.

    A request belongs to the conversation when it offers tools; agents ask for titles and summaries without.
    """

    def __init__(self, script):
        self.script = list(script)
        self.asked = []  # the bodies of the conversation's requests
        self.times = []  # when each of them came, seconds
        self.lock = threading.Lock()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler_for(self))
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def turn(self, body):
        if not body.get("tools"):
            return ASIDE
        with self.lock:
            place = len(self.asked)
            self.asked.append(body)
            self.times.append(time.monotonic())
        if place >= len(self.script):
            return f"{END} ({place})"  # the same words twice look like a loop
        turn = self.script[place]
        return turn(body) if callable(turn) else turn

    def reply(self, path, body):
        """(status, content type, bytes)"""
        for speech in SPEECHES:
            if path.endswith(speech.path_ends):
                turn = self.turn(body)
                text, calls = (turn, []) if isinstance(turn, str) else ("", turn)
                more = {"streamed": False} if path.endswith(":generateContent") else {}
                return 200, *speech.answer(len(self.asked), body.get("model"), text, calls, **more)
        if path.endswith("/models"):
            return plain({"object": "list", "data": [{"id": "mock", "object": "model"}], "models": []})
        if path.endswith("/count_tokens"):
            return plain({"input_tokens": 8})
        if path.endswith(":countTokens"):
            return plain({"totalTokens": 8})
        return plain({"error": {"type": "not_found_error", "message": "no such path"}}, 404)


def plain(value, status=200):
    return status, "application/json", json.dumps(value).encode()


def handler_for(model):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_GET(self):
            self.answer({})

        do_HEAD = do_GET

        def do_POST(self):
            raw = self.rfile.read(int(self.headers["content-length"])) if "content-length" in self.headers else self.chunks()
            try:
                body = json.loads(raw)
            except ValueError:
                body = {}
            self.answer(body if isinstance(body, dict) else {})

        def chunks(self):
            whole = b""
            while size := int(self.rfile.readline().split(b";")[0].strip() or b"0", 16):
                whole += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return whole

        def answer(self, body):
            status, kind, content = model.reply(self.path.split("?")[0], body)
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            try:
                if self.command != "HEAD":
                    self.wfile.write(content)
            except OSError:
                pass  # the agent went away

    return Handler
