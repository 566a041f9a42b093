"""A small IMAP server on loopback (the part of RFC 3501 that reading one mailbox needs), which can break off at a chosen command."""

from __future__ import annotations

import asyncio
import re
import threading
from dataclasses import dataclass, field
from types import TracebackType


@dataclass(slots=True)
class Box:
    """One mailbox: raw mails by UID, the seen ones, the commands. The connection closes at the first command that starts with `die_at`."""

    mails: dict[int, bytes] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)
    die_at: str = ""
    password: str = "se cret"
    port: int = 0
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    _thread: threading.Thread | None = None

    def __enter__(self) -> Box:
        listening = threading.Event()
        self._thread = threading.Thread(target=self._run, args=[listening], daemon=True)
        self._thread.start()
        assert listening.wait(30)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        assert self._thread is not None
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(30)

    def _run(self, listening: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        listening.set()
        self._loop.run_forever()
        server.close()
        left = asyncio.all_tasks(self._loop)
        for task in left:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self._loop.run_until_complete(asyncio.sleep(0))  # a closed transport releases its socket in the next iteration of the loop
        self._loop.close()

    async def _serve(self, lines: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
        out.write(b"* OK [CAPABILITY IMAP4rev1] ready\r\n")
        try:
            while line := (await lines.readline()).decode().strip():
                tag, _space, command = line.partition(" ")
                self.asked.append(command)
                if self.die_at and command.startswith(self.die_at):
                    self.die_at = ""
                    break
                for answer in self._answers(command):
                    out.write(answer + b"\r\n")
                good = not command.startswith("LOGIN") or self.password in command
                out.write(f"{tag} {'OK' if good else 'NO'} done\r\n".encode())
                await out.drain()
        finally:
            out.close()

    def _answers(self, command: str) -> list[bytes]:
        if command == "CAPABILITY":
            return [b"* CAPABILITY IMAP4rev1"]
        if command.startswith("SELECT"):
            return [f"* {len(self.mails)} EXISTS".encode()]
        if command == "UID SEARCH UNSEEN":
            return [b"* SEARCH " + " ".join(str(uid) for uid in sorted(set(self.mails) - self.seen)).encode()]
        if found := re.match(r"UID FETCH (\d+) \((.*)\)", command):
            uid, raw = int(found[1]), self.mails[int(found[1])]
            if found[2] == "RFC822.SIZE":
                return [f"* {uid} FETCH (UID {uid} RFC822.SIZE {len(raw)})".encode()]
            return [f"* {uid} FETCH (UID {uid} BODY[] {{{len(raw)}}}\r\n".encode() + raw + b")"]
        if found := re.match(r"UID STORE (\d+) \+FLAGS", command):
            self.seen.add(int(found[1]))
        return [b"* BYE"] if command == "LOGOUT" else []
