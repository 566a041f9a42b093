"""DRF renderers: JSON by orjson, JSON lines, and zip files. Problem documents keep their own media type."""

from collections.abc import Mapping
from typing import Any

import orjson
from rest_framework.renderers import BaseRenderer


class FastJSONRenderer(BaseRenderer):
    """`application/json`; dates as RFC 3339 in UTC."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None) -> bytes:
        """The bytes of the response: b"" for None, bytes unchanged (a stored or encoded response), else JSON."""
        if data is None:
            return b""
        if isinstance(data, bytes):
            return data
        return encode(data)


class LinesRenderer(FastJSONRenderer):
    """`application/x-ndjson`: one object per line."""

    media_type = "application/x-ndjson"
    format = "ndjson"


class ZipRenderer(FastJSONRenderer):
    """`application/zip`, where Accept names it; errors are JSON."""

    media_type = "application/zip"
    format = "zip"


def encode(data: Any) -> bytes:
    """Encode data as JSON bytes; dates in RFC 3339 in UTC, unknown types as `str`."""
    return orjson.dumps(data, default=str, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_UTC_Z)
