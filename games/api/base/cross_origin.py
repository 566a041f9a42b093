"""Constants of cross-origin requests (CORS, Fetch standard): permitted and exposed headers. The settings import this module."""

ALLOWED_HEADERS = (
    *("accept", "accept-language", "authorization", "content-type", "idempotency-key", "if-match", "if-none-match", "last-event-id"),
    "x-request-id",
)
EXPOSED_HEADERS = (
    *("Deprecation", "ETag", "Idempotent-Replayed", "Link", "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "Sunset"),
    *("WWW-Authenticate", "X-Request-ID"),
)
PREFLIGHT_SECONDS = 86_400
"""Seconds for which browsers cache a preflight response; they may have a shorter limit."""
ANSWER = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": ", ".join(EXPOSED_HEADERS)}
"""Headers for responses that bypass the middleware: those of the stream, and refusals of the server."""
STREAM_PREFLIGHT = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET",
    "Access-Control-Allow-Headers": ", ".join(ALLOWED_HEADERS),
    "Access-Control-Max-Age": str(PREFLIGHT_SECONDS),
}
