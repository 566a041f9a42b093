"""Output of the figures: a table for the terminal, JSON for programs, Markdown for docs/measurements/."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.table import Table

from tests.bench.cells import Cell


def rows(cells: list[Cell]) -> list[dict[str, Any]]:
    """One row per cell; `ratio` compares it with the cell named in `against`."""
    by_name = {cell.name: cell for cell in cells}
    return [
        {
            "name": cell.name,
            "rate": round(cell.rate, 1),
            "unit": cell.unit.strip().removeprefix("/s") or "operations/s",
            "against": cell.against,
            "ratio": round(cell.rate / by_name[cell.against].rate, 3) if cell.against else None,
            "p50_ms": _ms(cell.quantile(0.5)),
            "p99_ms": _ms(cell.quantile(0.99)),
            "cpu_ms": _ms(cell.cpu),
            "clean": f"{cell.clean}/{len(cell.turns)}",
        }
        for cell in cells
    ]


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * 1000, 3)


def machine() -> dict[str, Any]:
    """Description of the machine, without host or user names."""
    model = next((line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line), "?")
    facts = {"cores": os.cpu_count(), "processor": model, "kernel": platform.release().split("-")[0]}
    return {"at": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", "python": platform.python_version(), **facts}


HEAD = ("what", "rate", "of its yardstick", "p50 ms", "p99 ms", "CPU ms", "clean")


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    share = f"{row['ratio']:.0%}" if row["ratio"] is not None else ""
    times = ["" if row[name] is None else f"{row[name]:.2f}" for name in ("p50_ms", "p99_ms", "cpu_ms")]
    return (row["name"], f"{row['rate']:,.0f} {row['unit']}", share, *times, row["clean"])


def table(found: list[dict[str, Any]]) -> Table:
    """The table for the terminal."""
    made = Table(title="Measured in turns; a share compares with the plainer cell named in docs/measurements/README.md")
    for number, name in enumerate(HEAD):
        made.add_column(name, justify="left" if number == 0 else "right", no_wrap=True)
    for row in found:
        made.add_row(*_cells(row))
    return made


def markdown(found: list[dict[str, Any]], facts: dict[str, Any], command: str, plan: str) -> str:
    """The Markdown of docs/measurements/."""
    lines = [f"# Measured {facts['at']}", "", f"`{command}` on {facts['cores']} cores ({facts['processor']}), kernel {facts['kernel']}, "]
    lines[-1] += f"Python {facts['python']}. Medians of the clean turns (all turns where none was clean)."
    lines += ["", f"| {' | '.join(HEAD)} | yardstick |", "|---|---:|---:|---:|---:|---:|---:|---|"]
    lines += [f"| {' | '.join(_cells(row))} | {row['against'] or '–'} |" for row in found]
    return "\n".join([*lines, "", "How due deadlines are found:", "", "```", plan, "```", ""])
