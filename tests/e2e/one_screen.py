"""Checks that a table fits on one screen: everything in view, nothing cut off or covered, every control large enough to press."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from playwright.sync_api import Page

SIZES = {"wide": {"width": 1280, "height": 800}, "middle": {"width": 820, "height": 1180}, "phone": {"width": 390, "height": 844}}

SCRIPT = (Path(__file__).parent / "one_screen.js").read_text()
FIND_FAULTS = f"() => {{ {SCRIPT}; return faults(); }}"
KEEP = f"async pages => {{ {SCRIPT}; await keep(pages); }}"
FIND_FAULTS_OF_KEPT = f"numbers => {{ {SCRIPT}; return faultsOfKept(numbers); }}"

PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll(".cloth .zone, .cloth .place, .cloth .area, .hand, .plate")].map(element => {
    const box = element.getBoundingClientRect();
    return [element.id || element.className.split(" n")[0], [box.left, box.top, box.width, box.height].map(Math.round)];
  }))"""


def faults(page: Page) -> list[str]:
    """The faults of the shown table."""
    found: list[str] = page.evaluate(FIND_FAULTS)
    return found


def keep(page: Page, tables: Sequence[str]) -> None:
    """Give the page these pages of a running game, whose faults are then found by their numbers."""
    page.evaluate(KEEP, list(tables))


def faults_of_kept(page: Page, numbers: Iterable[int]) -> list[list[str]]:
    """The faults of each of the pages with these numbers, shown one after the other in place of the shown table."""
    found: list[list[str]] = page.evaluate(FIND_FAULTS_OF_KEPT, list(numbers))
    return found


def places(page: Page) -> dict[str, list[int]]:
    """Left, top, width and height of every zone, place and area."""
    found: dict[str, list[int]] = page.evaluate(PLACES)
    return found
