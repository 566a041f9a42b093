"""A strict JSON parser for untrusted input: limits size and depth, and refuses duplicate names, NaN, NUL and lone surrogates."""

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from rest_framework.parsers import BaseParser

from games.api.base.problems import Problem

MOST_BYTES = 64 * 1024
DEEPEST = 20
LONGEST_NUMBER = 18


class BadJson(ValueError):
    """The body is not acceptable JSON; the message gives the reason."""


class TooLong(ValueError):
    """The body is longer than `MOST_BYTES`."""


def loads(body: bytes) -> Any:
    """The value of a JSON text.

    Raises `TooLong`: more than `MOST_BYTES`. Raises `BadJson`: not UTF-8, not JSON, too deep, a name twice in an object, NaN or Infinity, a
    NUL or half a surrogate in a text.
    """
    if len(body) > MOST_BYTES:
        raise TooLong(f"The body has {len(body)} bytes; at most {MOST_BYTES} are taken.")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadJson(f"The body is not UTF-8: byte {error.start} does not fit.") from error
    if text.startswith("\ufeff"):
        raise BadJson("The body begins with a byte order mark; send it without (RFC 8259, 8.1).")
    _check_depth(text)
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_integer, parse_float=_number)
    except json.JSONDecodeError as error:
        reason = error.msg.removesuffix(" at")  # some messages of `json` expect a position behind them
        raise BadJson(f"The body is not JSON: {reason} at line {error.lineno}, column {error.colno}.") from error
    _check_texts(value)
    return value


def _check_depth(text: str) -> None:
    """Count brackets outside strings before the parser recurses. Raises `BadJson` beyond `DEEPEST` levels."""
    depth, inside, escaped = 0, False, False
    for char in text:
        if inside:
            inside = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            inside, escaped = True, False
        elif char in "[{":
            depth += 1
            if depth > DEEPEST:
                raise BadJson(f"The body is nested deeper than {DEEPEST} levels.")
        elif char in "]}":
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadJson(f"The name “{twice[:40]}” is used twice in one object.")
    return found


def _no_constant(name: str) -> NoReturn:
    raise BadJson(f"{name} is not JSON.")


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise BadJson(f"A number has more than {LONGEST_NUMBER} digits.")
    return int(digits)


def _number(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise BadJson("A number is too large.")
    return value


def _check_texts(value: Any) -> None:
    if isinstance(value, str):
        if "\x00" in value or any(0xD800 <= ord(char) <= 0xDFFF for char in value):
            raise BadJson("A text holds a NUL character or half a surrogate pair.")
    elif isinstance(value, list):
        for item in value:
            _check_texts(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            _check_texts(name)
            _check_texts(item)


class StrictJSONParser(BaseParser):
    """`application/json` in UTF-8, at most 64 KiB. Raises `Problem`."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """Parse the body into a dict. Raises `Problem` for encoded, too large or invalid bodies."""
        coding = parser_context["request"].headers.get("Content-Encoding", "identity") if parser_context else "identity"
        if coding.strip().lower() != "identity":
            detail = f"The body is {coding[:40]}; send it without Content-Encoding."
            raise Problem("unsupported-media-type", detail, code="bad_encoding", headers={"Accept-Encoding": "identity"})
        body = stream.read(MOST_BYTES + 1)
        if not body.strip(b" \t\r\n"):
            return {}
        try:
            value = loads(body)
        except TooLong as error:
            raise Problem("too-large", f"The body has more than {MOST_BYTES} bytes.") from error
        except (BadJson, RecursionError) as error:
            raise Problem("bad-json", str(error)) from error
        if not isinstance(value, dict):
            raise Problem("invalid", errors=[{"pointer": "#", "detail": "A JSON object is wanted.", "code": "not_an_object"}])
        return value
