#!/usr/bin/env python3
"""A proxy with faults between a program of yours and a fateapp site: python3 fault_proxy.py https://fate.example

Give your program http://127.0.0.1:9100 instead of the site. Requests get lost, answers get lost, come late or come from before the last
move; a request arrives twice; streams break off, fall silent or say a thing again; the server is busy. Nothing here is worse than what a
network and a busy site may do. At Ctrl-C it says how often each happened, what the site answered, and what your program did wrong.
docs/conformance.md lists what a correct client does. Needs nothing but Python 3.11.
"""

import argparse
import json
import random
import signal
import sys
import threading
import time
from collections import Counter
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

REFUSALS = {"busy": (503, "unavailable"), "limited": (429, "too-many-requests")}
ANY = ("slow", "lost-request", "lost-answer", *REFUSALS)
CHANGES, VIEWS, STREAMS, CALLS = ("twice",), ("old-view",), ("broken", "silent", "again"), ("late-call", "call-twice")
FAULTS = (*ANY, *CHANGES, *VIEWS, *STREAMS, *CALLS)
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "host", "server", "date"}
RETRY_AFTER = 1


class Faults:
    """Which faults there are and how often; what happened; what the program did about it."""

    def __init__(self, site, only=FAULTS, rate=0.2, seed=None, longest=3.0, silence=40.0, deliver_to=""):
        self.site, self.only, self.rate = site.rstrip("/"), only, rate
        self.longest, self.silence, self.deliver_to = longest, silence, deliver_to
        self.rng, self.lock, self.stream_url = random.Random(seed), threading.Lock(), ""
        self.happened, self.answers, self.mistakes = Counter(), Counter(), Counter()
        self.views, self.lost, self.not_before, self.last_id = {}, {}, {}, {}

    def next(self, possible):
        """The fault of this request, or None."""
        with self.lock:
            chosen = [name for name in possible if name in self.only]
            fault = self.rng.choice(chosen) if chosen and self.rng.random() < self.rate else None
            self.happened[fault or "no fault"] += 1
            return fault

    def between(self, least, most):
        """A number of seconds or lines."""
        with self.lock:
            return self.rng.uniform(least, most)

    def judge(self, method, path, headers, body):
        """Count what a correct client would not have done now."""
        who, key = headers.get("Authorization", ""), headers.get("Idempotency-Key", "")
        with self.lock:
            if time.monotonic() < self.not_before.pop((who, method, path), 0.0):
                self.mistakes["came back before Retry-After"] += 1
            lost = self.lost.pop((who, path), None) if method == "POST" else None
            if lost is not None and body == lost[1] and (not key or key != lost[0]):
                self.mistakes["sent a POST again without the Idempotency-Key of the first time"] += 1
            if path.partition("?")[0].endswith("/stream"):
                last, given = self.last_id.pop(who, ""), headers.get("Last-Event-ID", "")
                if last and not (given.isdecimal() and int(given) <= int(last)):  # older is right where a line was not dealt with
                    self.mistakes["opened the stream again without the last id as Last-Event-ID"] += 1

    def report(self):
        """What to print at the end."""
        yield from (f"{count:6}  {name}" for name, count in sorted(self.happened.items()))
        yield "The site answered: " + ", ".join(f"{status} {count} times" for status, count in sorted(self.answers.items()))
        yield from (f"MISTAKE, {count} times: your program {name}" for name, count in sorted(self.mistakes.items()))


class Handler(BaseHTTPRequestHandler):
    """One request, with its fault."""

    protocol_version = "HTTP/1.1"
    faults: Faults

    def answer(self):
        """Any method."""
        self.close_connection = True
        try:
            self.handled()
        except ConnectionError:  # your program has hung up
            return

    def handled(self):
        """The same, while somebody listens."""
        if "Transfer-Encoding" in self.headers:
            self.send(411, [], b"")
            return
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/webhook":
            self.deliver(body)
            return
        self.faults.judge(self.command, self.path, self.headers, body)
        if self.path.partition("?")[0] == "/api/v1/stream":
            self.stream()
            return
        view = self.command == "GET" and self.path.endswith("/view")
        fault = self.faults.next(ANY + (VIEWS if view else CHANGES if self.command != "GET" else ()))
        if fault is None or not self.refused(fault):
            self.pass_on(fault, body, view)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = answer

    def refused(self, fault):
        """Whether the request ends here; the site never sees it then."""
        if fault in REFUSALS:
            status, kind = REFUSALS[fault]
            self.faults.not_before[self.headers.get("Authorization", ""), self.command, self.path] = time.monotonic() + RETRY_AFTER
            problem = {"type": f"{self.faults.site}/api/v1/docs#problem-{kind}", "title": "A fault of the proxy.", "status": status}
            problem |= {"detail": "Nothing has been done.", "code": kind.replace("-", "_")}
            kind = [("Content-Type", "application/problem+json"), ("Retry-After", str(RETRY_AFTER))]
            self.send(status, kind, json.dumps(problem).encode())
            return True
        return fault == "lost-request"

    def pass_on(self, fault, body, view):
        """Ask the site, and answer as the fault wants it."""
        if fault == "slow":
            time.sleep(self.faults.between(0, self.faults.longest))
        try:
            answers = [self.ask(body) for _time in range(2 if fault == "twice" else 1)]
        except (OSError, HTTPException) as error:
            self.send(502, [], f"The site does not answer: {error}".encode())
            return
        status, headers, content = answers[-1]
        place = (self.headers.get("Authorization", ""), self.path)
        if fault == "lost-answer":
            if self.command == "POST":
                self.faults.lost[place] = (self.headers.get("Idempotency-Key", ""), body)
            return
        if view and status == 200:
            before = self.faults.views.setdefault(place, (status, headers, content))
            self.faults.views[place] = answers[-1]
            status, headers, content = before if fault == "old-view" else answers[-1]
        self.send(status, headers, content)

    def ask(self, body):
        """What the site answers; in its index the stream is here."""
        with Connection(self.faults.site) as line:
            sent = {name: value for name, value in self.headers.items() if name.lower() not in {*HOP_BY_HOP, "accept-encoding"}}
            line.request(self.command, self.path, body or (None if self.command == "GET" else b""), sent)
            answer = line.getresponse()
            content = answer.read()
        self.faults.answers[said(answer.status, content)] += 1
        headers = [(name, value) for name, value in answer.getheaders() if name.lower() not in HOP_BY_HOP]
        if self.path == "/api/v1/" and answer.status == 200 and self.command == "GET":
            facts = json.loads(content)
            self.faults.stream_url = facts["stream"]
            host, port = self.server.server_address
            content = json.dumps(facts | {"stream": f"http://{host}:{port}/api/v1/stream"}).encode()
        return answer.status, headers, content

    def send(self, status, headers, content):
        """An answer with its length."""
        self.send_response(status)
        for name, value in [*headers, ("Content-Length", str(len(content))), ("Connection", "close")]:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def stream(self):
        """Pass a stream on until it breaks, falls silent or ends."""
        url = urlsplit(self.faults.stream_url or f"{self.faults.site}/api/v1/stream")
        query = self.path.partition("?")[2]
        sent = {name: value for name, value in self.headers.items() if name.lower() not in {*HOP_BY_HOP, "accept-encoding"}}
        fault, rest = self.faults.next(STREAMS), int(self.faults.between(2, 12))
        with Connection(f"{url.scheme}://{url.netloc}") as line:
            line.request("GET", f"{url.path}?{query}" if query else url.path, headers=sent)
            answer = line.getresponse()
            headers = [(name, value) for name, value in answer.getheaders() if name.lower() not in HOP_BY_HOP]
            content = b"" if answer.status == 200 else answer.read()
            self.faults.answers[said(answer.status, content)] += 1
            if content:
                self.send(answer.status, headers, content)
                return
            self.send_response(200)
            for name, value in [*headers, ("Connection", "close")]:
                self.send_header(name, value)
            self.end_headers()
            last = ""
            for event in events(answer):
                rest -= bool(event.strip())
                if fault in ("silent", "broken") and rest < 0:
                    self.faults.last_id[self.headers.get("Authorization", "")] = last
                    time.sleep(self.faults.silence if fault == "silent" else 0)
                    self.wfile.write(event[: len(event) // 2])
                    return
                for _time in range(2 if fault == "again" else 1):
                    self.wfile.write(event)
                self.wfile.flush()
                last = identity(event) or last

    def deliver(self, body):
        """A call of a webhook: taken at once, passed on late or twice, so also in another order."""
        fault, faults = self.faults.next(CALLS), self.faults
        url = urlsplit(faults.deliver_to)
        sent = {name: value for name, value in self.headers.items() if name.lower() not in HOP_BY_HOP}

        def call():
            for _time in range(2 if fault == "call-twice" else 1):
                with Connection(f"{url.scheme}://{url.netloc}") as line:
                    line.request("POST", url.path or "/", body, sent)
                    line.getresponse().read()

        wait = faults.between(0, faults.longest) if fault else 0.0
        threading.Timer(wait, call).start()
        self.send(204 if faults.deliver_to else 410, [], b"")

    def log_message(self, *parts):
        """Nothing: the report says all."""


class Connection:
    """A connection to the site, closed afterwards."""

    def __init__(self, origin):
        parts = urlsplit(origin)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self.line = kind(parts.hostname, parts.port, timeout=60)

    def __enter__(self):
        return self.line

    def __exit__(self, *error):
        self.line.close()


def said(status, content):
    """The status, and of a problem its name."""
    if status < 400:
        return str(status)
    try:
        return f"{status} {json.loads(content)['type'].partition('#problem-')[2]}"
    except (ValueError, KeyError):
        return str(status)


def events(answer):
    """Pieces of a stream: a line of NDJSON, or a whole event of server-sent events up to its empty line."""
    lines = "x-ndjson" in answer.getheader("Content-Type", "")
    piece = b""
    while line := answer.readline():
        piece += line
        if lines or not line.strip():
            yield piece
            piece = b""


def identity(event):
    """The `id` of an event; "" where there is none."""
    for line in event.decode().splitlines():
        if line.startswith("{"):
            return json.loads(line).get("id", "")
        if line.startswith("id:"):
            return line[3:].strip()
    return ""


def serve(faults, port):
    """A server of these faults on a port of this machine; 0 takes a free one."""
    server = ThreadingHTTPServer(("127.0.0.1", port), type("Bound", (Handler,), {"faults": faults}))
    server.daemon_threads = True
    return server


def main():
    """Read the words, serve until Ctrl-C, report."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("site", help="like https://fate.example")
    words.add_argument("--port", type=int, default=9100)
    words.add_argument("--only", default=",".join(FAULTS), help="faults with commas between: %(default)s")
    words.add_argument("--rate", type=float, default=0.2, help="which share of requests and streams has one (%(default)s)")
    words.add_argument("--seed", type=int, help="the same choices again for the same requests")
    words.add_argument("--longest", type=float, default=3.0, help="seconds something slow takes at most")
    words.add_argument("--silence", type=float, default=40.0, help="seconds a silent stream says nothing, not even an empty line")
    words.add_argument("--deliver-to", default="", help="where calls of a webhook to http://127.0.0.1:PORT/webhook are passed on to")
    given = words.parse_args()
    only = tuple(given.only.split(","))
    if unknown := set(only) - set(FAULTS):
        words.error(f"There is no fault {', '.join(sorted(unknown))}; there are {', '.join(FAULTS)}.")
    faults = Faults(given.site, only, given.rate, given.seed, given.longest, given.silence, given.deliver_to)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with serve(faults, given.port) as server:
        print(f"Use http://127.0.0.1:{server.server_address[1]} instead of {faults.site}; Ctrl-C ends it.", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("\n".join(faults.report()), flush=True)
    return 1 if faults.mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
