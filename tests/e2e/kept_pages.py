"""Pages of the browser that one test leaves to the next: the first page of a context of its own costs a process and an empty cache."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

LASTING = {
    *("add_init_script", "add_locator_handler", "expose_binding", "expose_function", "grant_permissions", "new_page", "once"),
    *("pause", "route", "route_from_har", "route_web_socket", "set_default_navigation_timeout", "set_default_timeout"),
    *("set_geolocation", "set_offline", "set_storage_state"),
}
"""Calls of a page or its context that would reach the next test: such a page is closed instead."""
REST = "/robots.txt"
"""Where a page waits for the next test. A page that leaves the site gets a new process."""


@dataclass
class Kept:
    """A page in a browser context of its own."""

    page: Page
    scripts: bool
    trouble: list[str] = field(default_factory=list)
    undo: list[Callable[[], object]] = field(default_factory=list)
    closes: bool = False

    def watch(self) -> None:
        """Collect the errors of the page, and notice what has to be undone after a test."""
        page, trouble = self.page, self.trouble
        page.on("pageerror", lambda error: trouble.append(f"script error: {error}"))
        page.on("console", lambda line: trouble.append(line.text) if "Content Security Policy" in line.text else None)
        page.on("response", lambda answer: trouble.append(f"{answer.status} {answer.url}") if answer.status >= 500 else None)
        light = partial(page.emulate_media, media="null", color_scheme="light", reduced_motion="no-preference")
        self.after(page, "emulate_media", lambda *_: light)
        self.after(page.context, "new_cdp_session", lambda session, *_: session.detach)
        for owner in (page, page.context):
            self.watch_calls(owner)

    def watch_calls(self, owner: Page | BrowserContext) -> None:
        no_headers, remove = partial(owner.set_extra_http_headers, {}), owner.remove_listener
        self.after(owner, "set_extra_http_headers", lambda *_: no_headers)
        self.after(owner, "on", lambda _nothing, event, listener: partial(remove, event, listener))
        for name in LASTING.intersection(dir(owner)):
            self.after(owner, name, lambda *_: self.close_later)

    def after(self, owner: Page | BrowserContext, name: str, undoing: Callable[..., Callable[[], object]]) -> None:
        """Let each call of this method put what undoes it on the list; `undoing` gets its result and its arguments."""
        method: Callable[..., Any] = getattr(owner, name)

        def call(*args: Any, **options: Any) -> Any:
            result = method(*args, **options)
            self.undo.append(undoing(result, *args))
            return result

        setattr(owner, name, call)

    def close_later(self) -> None:
        self.closes = True

    def is_free(self) -> bool:
        """Leave the last page of a test; whether the next test can have this one, which is as new."""
        for step in self.undo:
            step()
        self.undo.clear()
        context = self.page.context
        if not self.closes:
            self.page.goto(REST)
            self.page.mouse.move(0, 0)
            context.clear_cookies()
        if self.closes or len(context.pages) != 1:
            context.close()
            return False
        return True


@dataclass
class KeptPages:
    """The pages of a worker."""

    address: str
    timeout: float
    idle: list[Kept] = field(default_factory=list)
    used: list[Kept] = field(default_factory=list)

    def open(self, browser: Browser, *, scripts: bool, viewport: dict[str, int]) -> Page:
        """A page of this size without cookies."""
        kept = next((one for one in self.idle if one.scripts is scripts and one.page.context.browser is browser), None)
        if kept:
            self.idle.remove(kept)
            kept.page.set_viewport_size(viewport)  # type: ignore[arg-type]
        else:
            kept = self.new(browser, scripts, viewport)
        self.used.append(kept)
        return kept.page

    def new(self, browser: Browser, scripts: bool, viewport: dict[str, int]) -> Kept:
        context = browser.new_context(base_url=self.address, java_script_enabled=scripts, viewport=viewport)  # type: ignore[arg-type]
        context.set_default_timeout(self.timeout)
        kept = Kept(context.new_page(), scripts)
        kept.watch()
        return kept

    def end_of_test(self) -> list[str]:
        """The errors of all pages of a test, which then wait for the next one."""
        trouble: list[str] = []
        while self.used:
            kept = self.used.pop()
            self.idle += [kept] if kept.is_free() else []
            trouble += kept.trouble
            kept.trouble.clear()
        return trouble
