"""What pages on other origins may send and read (the CORS protocol of the Fetch standard). Constants only: settings read them."""

from __future__ import annotations

ALLOWED_HEADERS = (
    *("accept", "accept-language", "authorization", "content-type", "idempotency-key", "if-match", "if-none-match", "last-event-id"),
    "x-request-id",
)
EXPOSED_HEADERS = (
    *("Deprecation", "ETag", "Idempotent-Replayed", "Link", "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "Sunset"),
    *("WWW-Authenticate", "X-Request-ID"),
)
PREFLIGHT_SECONDS = 86_400
"""Browsers ask once for each address in that time, or in the shorter one they have themselves."""
ANSWER = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": ", ".join(EXPOSED_HEADERS)}
"""For answers that no middleware sees: those of the stream, and refusals by the server."""
STREAM_PREFLIGHT = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET",
    "Access-Control-Allow-Headers": ", ".join(ALLOWED_HEADERS),
    "Access-Control-Max-Age": str(PREFLIGHT_SECONDS),
}
