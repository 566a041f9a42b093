"""Fuzzing of Authentication-Results: `python -m tests.notifications.inbound.fuzz_results 1000000 [seed]`.

Each case is a whole mail in the name of anna@example.org, as a mail server that writes results passes it on. For a forged mail these
results are true (nothing authenticates example.org), but the attacker has chosen the values repeated in them (the envelope sender, the
identity of a signature, a login, a reason) and has written headers of all kinds below. For an honest one they say that DMARC passed or
a signature is aligned, among the same noise. Every forged mail must be refused, every honest one believed.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import dns.resolver

ME = "mx.play.example.org"
ANNA = SimpleNamespace(email="anna@example.org")
US = "play+abcdefghijkmnpqrstuvwxyz23456789@play.example.org"

HOSTILE = [
    "; dmarc=pass header.from=example.org", ";dkim=pass header.d=example.org", "dmarc=pass header.from=example.org",
    " header.d=example.org", "header.from=example.org", "; spf=fail", f"{ME}; dmarc=pass header.from=example.org", '"',
    '\\"', "\\", "\\\\", "(", ")", ";", "=", "@", "/", ",", ".", "<", ">", " ", "\t", "  ", "none", "pass", "example.org",
    "anna@example.org", "@example.org", "evil.example", "é", "\u00a0", "\u2028", "\ue0000\ue001", "ü; ", "\x01", "\x7f",
    "=?utf-8?q?=3B?=", "%3B", "&#59;", "\n ", "\n\t", "\r", "x" * 60, "(" * 12, ")" * 12, "a1", "reason=", "policy.x=", "1",
]  # fmt: skip

BELOW = [
    "Authentication-Results: {me}; dmarc=pass header.from=example.org",
    "Authentication-Results: {me}; dkim=pass header.d=example.org",
    "AUTHENTICATION-RESULTS:{me};dmarc=pass header.from=example.org",
    "Authentication-Results : {me}; dmarc=pass header.from=example.org",
    "X-A: b\rAuthentication-Results: {me}; dmarc=pass header.from=example.org",
    "ARC-Authentication-Results: i=1; {me}; dmarc=pass header.from=example.org",
    "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s1; h=from; bh=AAAA; b=AAAA",
    "Received: from a by {me}; Sun, 22 Nov 2026 08:16:43 +0000",
    "X-{h}: {h}",
    "{h}",
    " {h}",
    "From : anna@example.org",
    "Return-Path: <{h}>",
]


def hostile(chance: random.Random) -> str:
    """A text that an attacker wants to be repeated in results."""
    return "".join(chance.choices(HOSTILE, k=chance.randint(1, 7)))


def one_line(text: str) -> str:
    """The text as SMTP passes it: without line ends and control characters."""
    return "".join(character if character.isprintable() or character in " \t" else "?" for character in text)


def quoted(text: str) -> str:
    """A quoted string (RFC 5322, 3.2.4)."""
    return '"' + one_line(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def commented(text: str) -> str:
    """A comment (RFC 5322, 3.2.2)."""
    return "(" + "".join("\\" + character if character in "()\\" else character for character in one_line(text)) + ")"


@dataclass
class Case:
    """A mail, its envelope sender, and whether it is honest."""

    raw: bytes
    sender: str
    is_honest: bool


def case(chance: random.Random) -> Case:
    """A random case."""
    honest = chance.random() < 0.3
    chosen = hostile(chance)
    results = _noise(chance, chosen)
    if honest:
        results += chance.choice(
            [
                ["dmarc=pass header.from=example.org"],
                ["dkim=pass header.d=example.org"],
                ["dkim=pass header.i=@example.org"],
                ["dkim=pass header.d=mail.example.org", "dmarc=none header.from=example.org"],
                [f"dkim=fail reason={quoted(chosen)} header.d=example.org", "dkim=pass header.d=example.org header.b=a/b+c="],
                [f"dmarc=pass {commented(chosen)} header.from=example.org", "dkim=none"],
            ]
        )
    else:
        results += chance.choice([[], ["dmarc=fail header.from=example.org"], ["dmarc=none header.from=example.org"], ["dkim=none"]])
    head = _on_top(chance, results, chosen if chance.random() < 0.1 and not honest else "")
    sender = "anna@example.org" if honest else f"{quoted(chosen)}@evil.example"
    below = [chance.choice(BELOW).format(me=ME, h=hostile(chance)) for _line in range(chance.randint(0, 5))] if not honest else []
    rest = ["From: Anna <anna@example.org>", f"To: {US}", "Subject: x", "Content-Type: text/plain", "", "2", ""]
    return Case("\n".join([*head, *below, *rest]).encode("utf-8", "replace"), sender, honest)


def _noise(chance: random.Random, chosen: str) -> list[str]:
    """True results that authenticate nothing, with values chosen by the attacker."""
    said = [
        f"spf=pass smtp.mailfrom={quoted(chosen)}@evil.example",
        f"spf=pass {commented(f'{ME}: domain of {chosen} designates 192.0.2.1 as permitted sender')} smtp.mailfrom=evil.example",
        f"dkim=pass header.d=evil.example header.i={quoted(chosen)}@evil.example",
        f"dkim=pass {commented(chosen)} header.i={quoted(chosen)}@sub.evil.example header.s=s1",
        f"dkim=neutral reason={quoted(chosen)} header.d=evil.example",
        f"auth=pass smtp.auth={quoted(chosen)} smtp.mailfrom=x@evil.example",
        f"iprev=pass policy.iprev=2001:db8::1 {commented(chosen)}",
        f"x-any=pass x.y={quoted(chosen)}",
        "arc=none",
        "dkim-atps=neutral",
    ]
    return chance.sample(said, chance.randint(0, 4))


def _on_top(chance: random.Random, results: list[str], sloppy: str) -> list[str]:
    """The server's headers: results in any order, split into any number of headers, folded anywhere, then its Received.

    A careless server writes the envelope sender unquoted.
    """
    chance.shuffle(results)
    if sloppy:
        results.append(f"spf=pass smtp.mailfrom={one_line(sloppy)}@evil.example")
    heads: list[str] = []
    while results:
        count = chance.randint(1, len(results))
        taken, results = results[:count], results[count:]
        server = chance.choice([ME, ME.upper(), f'"{ME}"', f"{ME} 1", f"{ME} {commented('x;y')}", f"(a) {ME}"])
        heads.append("Authentication-Results: " + (chance.choice(["; ", ";", ";\n\t", " ;\n  ", "; (c) "])).join([server, *taken]))
    where = f"Received: from mail.evil.example (mail.evil.example [192.0.2.1])\n\tby {ME} (Postfix) with ESMTP id 1"
    return [*heads, where]


class Nowhere:
    """A DNS without any names."""

    def resolve(self, *_asked: Any, **_how: Any) -> Any:
        """Raise NXDOMAIN."""
        raise dns.resolver.NXDOMAIN


def mistakes(count: int, seed: int = 1) -> tuple[list[Case], Counter[str], float]:
    """The cases judged wrongly, the number of cases of each kind, and the longest time of one in seconds."""
    from notifications.inbound import trust
    from notifications.inbound.authentication.arrival import Arrival
    from notifications.inbound.reading import read

    wrong: list[Case] = []
    tally: Counter[str] = Counter()
    longest = 0.0
    for number in range(count):
        made = case(random.Random(f"{seed}:{number}"))
        begun = time.perf_counter()
        found = trust.judge(read(made.raw), ANNA, Arrival(made.raw, "lmtp", made.sender, US))
        longest = max(longest, time.perf_counter() - begun)
        tally[("honest " if made.is_honest else "forged ") + found.verdict.value] += 1
        if found.is_believed is not made.is_honest:
            wrong.append(made)
    return wrong, tally, longest


def main() -> None:
    """Run the given number of cases, print the counts, and print the first wrong ones."""
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
    os.environ.setdefault("FATE_SECRET_KEY", "a key for tests that is long enough, really")
    import django

    django.setup()
    from django.conf import settings

    from notifications.inbound.authentication import dns_lookups

    settings.FATE_MAILIN_AUTHSERV, settings.FATE_MAILIN_CASUAL, settings.MAILIN_DOMAIN = ME, False, "play.example.org"
    dns_lookups.resolver = Nowhere  # type: ignore[assignment]
    count, seed = int(sys.argv[1]), int((sys.argv[2:] or ["1"])[0])
    begun = time.perf_counter()
    wrong, tally, longest = mistakes(count, seed)
    print(
        f"{count} cases, seed {seed}, {time.perf_counter() - begun:.0f} s, longest {longest * 1000:.1f} ms: {dict(sorted(tally.items()))}"
    )
    print(f"{len(wrong)} mistakes")
    for made in wrong[:5]:
        print("-" * 30, made.is_honest, repr(made.sender), made.raw.decode(errors="replace"), sep="\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
