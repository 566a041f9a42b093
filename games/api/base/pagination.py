"""Keyset pagination: a cursor is the encoded id of the last row of a page. The encoding tells clients to treat it as opaque."""

import base64
import binascii
from collections.abc import Sequence
from typing import Any

from games.api.base.problems import Problem

MOST = 100
USUAL = 30
_FIRST, _SECOND, _THIRD = "([MN][DTjz]|O[DT])", "[AEIMQUYcgk]", "[w-z0-5]"
PATTERN = f"^PD(A|[EIMQUYcgk]({_THIRD}({_FIRST}{_SECOND}{_THIRD}){{0,4}}([MN][AQgw]|O[AQ]|{_FIRST}{_SECOND}{_THIRD}?)?)?)$"
"""A regular expression that matches exactly the cursors: "<" and up to 17 digits, encoded in base64 without padding."""


def read_cursor(text: str) -> int:
    """Decode the id in a cursor. Raises `Problem` bad-cursor."""
    try:
        inner = base64.urlsafe_b64decode(text.encode("ascii", "strict") + b"=" * (-len(text) % 4))
    except (ValueError, binascii.Error) as error:
        raise Problem("bad-cursor") from error
    digits = inner.removeprefix(b"<")
    if not inner.startswith(b"<") or not digits.isdigit() or not 0 < len(digits) < 18 or cursor(int(digits)) != text:
        raise Problem("bad-cursor")
    return int(digits)


def cursor(pk: int) -> str:
    return base64.urlsafe_b64encode(b"<%d" % pk).rstrip(b"=").decode()


def page(items: Sequence[Any], ids: Sequence[int], size: int) -> dict[str, Any]:
    """A page of `size` items, given up to `size` + 1 items and their ids. `next` is None on the last page."""
    more = len(items) > size
    return {"items": list(items[:size]), "next": cursor(ids[size - 1]) if more else None}
