"""Automatic checks of a page's appearance: the findings of axe-core, and elements that overflow their container or the window."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.contrib.staticfiles import finders
from playwright.sync_api import Page

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
NARROW, MIDDLE, WIDE = 360, 768, 1280
ABOUT_COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe-core, among those it applies by default, that depend on the theme."""

FIND_VIOLATIONS = """async (rules) => (await axe.run(document, {resultTypes: ["violations"], ...(rules && {runOnly: rules})})).violations
  .flatMap(found => found.nodes.map(node => `${found.id}: ${node.target.join(" ")} ${node.failureSummary.split("\\n").slice(1, 2)}`))"""

FIND_OVERFLOWS = """() => {
  const wide = document.documentElement.clientWidth, found = [];
  if (document.documentElement.scrollWidth > wide) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const name = element => `${element.tagName.toLowerCase()}#${element.id}.${element.getAttribute("class") || ""}`
    + ` ${JSON.stringify(element.textContent.trim().slice(0, 30))}`;
  const scrolls = element => element !== document.body
    && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const unseen = element => element !== document.body
    && (getComputedStyle(element).clipPath === "inset(50%)" || unseen(element.parentElement));
  const shut = element => [...document.querySelectorAll("details:not([open])")].some(
    box => box.contains(element) && !element.closest("summary"));
  for (const element of document.body.querySelectorAll("*:not(svg *)")) {
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    const aside = element.closest(".visually-hidden, .skip, [hidden], option") || style.visibility === "hidden";
    if (aside || !box.width || !box.height || scrolls(element) || shut(element) || unseen(element)) continue;
    if (box.left < -1 || box.right > wide + 1) found.push(`outside the window: ${name(element)}`);
    const flows = style.display !== "inline" && !["INPUT", "SELECT"].includes(element.tagName);
    if (flows && element.scrollWidth > element.clientWidth + 1) found.push(`too wide for its box: ${name(element)}`);
    const hides = style.overflowY === "hidden" && style.webkitLineClamp === "none"; // a clamped text ends in an ellipsis
    if (flows && hides && element.scrollHeight > element.clientHeight + 1) found.push(`cut off: ${name(element)}`);
  }
  return found;
}"""

FIND_SMALL_TARGETS = """(least) => [...document.querySelectorAll(
  ".top :is(a, summary), .sub a, .foot :is(a, select), main :is(.button, button, summary), "
  + ".list-main, .game-card > p a, .scroll-x td > a, .rule-contents a, .puzzle-list a")]
  .filter(element => element.checkVisibility({visibilityProperty: true}))
  .map(element => [element, (element.matches("a.list-main") ? element.closest("li") : element).getBoundingClientRect()])
  .filter(([_element, box]) => Math.min(box.width, box.height) < least)
  .map(([element, box]) => `${Math.round(box.width)} x ${Math.round(box.height)}: `
    + `${element.tagName} ${element.textContent.trim().slice(0, 30)}`)"""


def small_targets(page: Page, least: float = 43.5) -> list[str]:
    """Controls and links in navigation and lists that are smaller than a fingertip."""
    found: list[str] = page.evaluate(FIND_SMALL_TARGETS, least)
    return found


def violations(page: Page, *rules: str) -> list[str]:
    """The findings of axe-core on the page as it is shown: rule, element, reason. By all default rules, or by these."""
    if page.evaluate("() => typeof axe === 'undefined'"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(FIND_VIOLATIONS, list(rules) or None)
    return found


def overflows(page: Page) -> list[str]:
    """Elements that overflow the window or their box, and text that is cut off."""
    found: list[str] = page.evaluate(FIND_OVERFLOWS)
    return found


def faults(page: Page) -> list[str]:
    """All findings on the page in both themes and at three widths.

    The dark theme changes nothing but colours, so only the rules about colours are applied again there.
    """
    found: list[Any] = []
    for width in (NARROW, MIDDLE, WIDE):
        page.set_viewport_size({"width": width, "height": 900})
        found += [f"{width} px: {fault}" for fault in overflows(page)]
        for scheme, rules in (("light", ()), ("dark", ABOUT_COLOURS)) if width != MIDDLE else ():
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            found += [f"{width} px, {scheme}: {fault}" for fault in violations(page, *rules)]
    return found


def first_visit(page: Page, address: str) -> dict[str, int]:
    """Open an address with an empty cache; returns the bytes loaded by type, compressed as the site and WhiteNoise do."""
    asked: list[str] = []
    page.context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.on("request", lambda request: asked.append(request.url))
    answer = page.goto(address)
    assert answer is not None
    page.evaluate("document.fonts.ready.then(() => null)")
    assert answer.headers["content-encoding"] == "gzip"
    loaded = {address: int(answer.headers["content-length"])}
    for path in {urlsplit(url).path for url in asked}:
        found = finders.find(path.removeprefix("/static/")) if path.startswith("/static/") else None
        if found:
            file = Path(str(found))
            loaded[path] = file.stat().st_size if file.suffix == ".woff2" else len(gzip.compress(file.read_bytes()))
    return loaded
