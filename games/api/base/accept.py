"""The Accept header (RFC 9110, 12.5.1)."""

import re

WEIGHT = re.compile(r"q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)")


def quality(header: str, media_type: str) -> float:
    """How much a client wants a media type, from 0 (not at all) to 1: the weight of the most specific range that fits. No header: 1."""
    ranges = (media_type, f"{media_type.partition('/')[0]}/*", "*/*")
    found: dict[str, float] = {}
    for part in header.lower().split(","):
        wanted, *parameters = (piece.strip() for piece in part.split(";"))
        weights = [float(weight[1]) for weight in map(WEIGHT.fullmatch, parameters) if weight is not None]
        found[wanted] = max(found.get(wanted, 0), min(weights, default=1))
    return next((found[wanted] for wanted in ranges if wanted in found), 0) if header.strip() else 1
