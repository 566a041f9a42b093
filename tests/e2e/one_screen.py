"""Checks that a table fits on one screen: everything in view, nothing cut off or covered, every control large enough to press."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page

SIZES = {"wide": {"width": 1280, "height": 800}, "middle": {"width": 820, "height": 1180}, "phone": {"width": 390, "height": 844}}

SCRIPT = (Path(__file__).parent / "one_screen.js").read_text()
FIND_FAULTS = f"() => {{ {SCRIPT}; return faults(); }}"
FIND_FAULTS_OF_MANY = f"async pages => {{ {SCRIPT}; return await faultsOfMany(pages); }}"

PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll(".cloth .zone, .cloth .place, .cloth .area, .hand, .plate")].map(element => {
    const box = element.getBoundingClientRect();
    return [element.id || element.className.split(" n")[0], [box.left, box.top, box.width, box.height].map(Math.round)];
  }))"""


def faults(page: Page) -> list[str]:
    """The faults of the shown table."""
    found: list[str] = page.evaluate(FIND_FAULTS)
    return found


def faults_of_many(page: Page, tables: Sequence[str]) -> list[list[str]]:
    """The faults of each of these pages of a running game, shown one after the other in place of the shown table."""
    found: list[list[str]] = page.evaluate(FIND_FAULTS_OF_MANY, list(tables))
    return found


def places(page: Page) -> dict[str, list[int]]:
    """Left, top, width and height of every zone, place and area."""
    found: dict[str, list[int]] = page.evaluate(PLACES)
    return found
