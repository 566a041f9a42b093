"""Writes learned weights as JSON, several on a line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

WIDTH = 140
"""The most characters of a line with more than one weight."""


def write(path: Path, weights: Mapping[str, float]) -> None:
    """Write the weights by feature, sorted, with two decimals."""
    lines = [""]
    for feature, weight in sorted(weights.items()):
        pair = f"{json.dumps(feature, ensure_ascii=False)}: {weight:.2f}"
        if lines[-1] and len(lines[-1]) + len(pair) + 2 > WIDTH:
            lines.append("")
        lines[-1] += f", {pair}" if lines[-1] else pair
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
