"""The DRF parser of the API: strict JSON objects. An empty body is read as an empty object."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from games.api.base import strict_json
from games.api.base.problems import Problem


class StrictJSONParser(BaseParser):
    """`application/json` in UTF-8, at most 64 KiB. Raises `Problem`."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """Parse the body into a dict. Raises `Problem` for encoded, too large or invalid bodies."""
        coding = parser_context["request"].headers.get("Content-Encoding", "identity") if parser_context else "identity"
        if coding.strip().lower() != "identity":
            raise Problem("unsupported-media-type", f"The body is {coding[:40]}; send it without Content-Encoding.", code="bad_encoding")
        body = stream.read(strict_json.MOST_BYTES + 1)
        if not body.strip(b" \t\r\n"):
            return {}
        try:
            value = strict_json.loads(body)
        except strict_json.TooLong as error:
            raise Problem("too-large", f"The body has more than {strict_json.MOST_BYTES} bytes.") from error
        except (strict_json.BadJson, RecursionError) as error:
            raise Problem("bad-json", str(error)) from error
        if not isinstance(value, dict):
            raise Problem("invalid", errors=[{"pointer": "#", "detail": "A JSON object is wanted.", "code": "not_an_object"}])
        return value
