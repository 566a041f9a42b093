"""Authentication-Results as mail servers write them, and forged ones."""

from __future__ import annotations

from pathlib import Path

ME = "mx.play.example.org"
CALLER = (
    "Received: from mail.example.org (mail.example.org [198.51.100.7])\n"
    "\tby {mx} ({by}) with ESMTPS id 4XyZ;\n\tSun, 22 Nov 2026 08:16:43 +0000"
)

Style = tuple[str, str, str, bool | None]
"""(name, authserv-id of the server, its header lines, the verdict: True, or None if they do not suffice)."""


def _styles() -> list[Style]:
    """The styles in styles.txt."""
    found: list[Style] = []
    for block in Path(__file__).with_name("styles.txt").read_text(encoding="utf-8").split("\n== ")[1:]:
        title, _newline, head = block.partition("\n")
        name, server, says = (word.strip() for word in title.split("|"))
        found.append((name, server, head.rstrip("\n") + "\n", True if says == "yes" else None))
    return found


STYLES = _styles()

NOT: list[tuple[str, str]] = [
    ("dmarc fails", f"{ME}; dmarc=fail header.from=example.org"),
    ("dmarc fails beside a signature", f"{ME}; dkim=pass header.d=example.org; dmarc=fail (adkim=s) header.from=example.org"),
    ("dmarc of another domain", f"{ME}; dmarc=pass header.from=evil.example"),
    ("dmarc without a domain", f"{ME}; dmarc=pass"),
    ("dmarc said twice, differently", f"{ME}; dmarc=none header.from=example.org; dmarc=pass header.from=example.org"),
    ("signature of another domain", f"{ME}; dkim=pass header.d=evil.example header.i=@example.org"),
    ("signature of a public suffix", f"{ME}; dkim=pass header.d=org"),
    ("signature fails", f"{ME}; dkim=fail header.d=example.org"),
    ("signature passes another test", f"{ME}; dkim-adsp=pass header.d=example.org; dkim=none"),
    ("another version of a method", f"{ME}; dkim/2=pass header.d=example.org; dkim=none"),
    ("in a quoted sender", f'{ME}; dkim=none; spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.org; y"@evil.example'),
    ("in a quoted identity", f'{ME}; dkim=pass header.i="a header.d=example.org"@evil.example'),
    ("in a quoted login", f'{ME}; dkim=none; auth=pass smtp.auth="a; dkim=pass header.d=example.org"'),
    ("in a reason", f'{ME}; dkim=fail reason="x; dkim=pass header.d=example.org" header.d=evil.example'),
    ("in a comment", f"{ME}; dkim=fail (; dkim=pass header.d=example.org) header.d=evil.example"),
    ("in a nested comment", f"{ME}; dkim=fail (a (b) ; dkim=pass header.d=example.org \\) c) header.d=evil.example"),
    (
        "behind an escaped quotation mark",
        f'{ME}; dkim=none; spf=pass smtp.mailfrom="a\\"; dkim=pass header.d=example.org; \\""@evil.example',
    ),
    ("property of another kind", f"{ME}; dkim=pass policy.d=example.org header.d=evil.example"),
    ("property without its kind", f"{ME}; dkim=pass d=example.org"),
    ("first property counts", f"{ME}; dkim=pass header.d=evil.example header.d=example.org"),
    ("a guess", f"{ME}; dmarc=bestguesspass header.from=example.org; dkim=none"),
]

UNREADABLE = [
    f'{ME}; dmarc=pass header.from=example.org; spf=pass smtp.mailfrom="open',
    f"{ME}; dmarc=pass (open header.from=example.org",
    f"{ME}; dmarc=pass header.from=example.org)",
    f"{ME}; dmarc=pass header.from=example.org \\",
    f"{ME}; dmarc=pass header.from=example.org; =pass",
    f"{ME}; dmarc=pass header.from=example.org; spf",
    f"{ME}; dmarc=pass header.from=example.org junk",
    f"{ME} 2; dmarc=pass header.from=example.org",
    f"{ME} x y; dmarc=pass header.from=example.org",
    f"{ME}; dmarc=pass header.from=example.org\x00",
    f"{ME}; none; dmarc=pass header.from=example.org",
    f"{ME}; dmarc=pass header.from=example.org; " + "(" * 30 + ")" * 30,
    f"{ME}; dmarc=pass header.from=example.org; x=y (" + "z" * 4000 + ")",
    "; dmarc=pass header.from=example.org",
    "",
]
