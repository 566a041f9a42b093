"""A DNS server on loopback with a few records."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.rcode
import dns.resolver
import dns.rrset

Zone = dict[tuple[str, str], list[str]]
"""(name, kind) to records in zone-file syntax."""


@contextmanager
def served(zone: Zone) -> Iterator[dns.resolver.Resolver]:
    """A resolver that asks a server with exactly these records."""

    class Answering(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            data, line = self.request
            line.sendto(answer(dns.message.from_wire(data), zone).to_wire(), self.client_address)

    with socketserver.ThreadingUDPServer(("127.0.0.1", 0), Answering) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        resolver = dns.resolver.Resolver(configure=False)
        resolver.nameservers, resolver.port = ["127.0.0.1"], server.server_address[1]
        try:
            yield resolver
        finally:
            server.shutdown()


def answer(question: dns.message.Message, zone: Zone) -> dns.message.Message:
    """The requested records, an empty answer where the name has only others, or NXDOMAIN."""
    asked = question.question[0]
    name, kind = str(asked.name).rstrip("."), dns.rdatatype.to_text(asked.rdtype)
    said = dns.message.make_response(question)
    said.flags |= dns.flags.RA
    if records := zone.get((name, kind)):
        said.answer.append(dns.rrset.from_text(asked.name, 300, "IN", kind, *records))
    elif not any(known == name or known.endswith(f".{name}") for known, _kind in zone):
        said.set_rcode(dns.rcode.NXDOMAIN)
    return said
