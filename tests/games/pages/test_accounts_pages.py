"""Tests of every page of sign-in and account: it exists, uses the site's layout, and has nothing inline."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.template import Context, Engine
from django.template.loader import get_template, render_to_string
from django.test import Client

from games.models import Player

OUT = ("/accounts/login/", "/accounts/login/code/", "/accounts/signup/", "/accounts/password/reset/")
IN = (
    "/settings/",
    "/settings/data/",
    "/accounts/email/",
    "/accounts/2fa/",
    "/accounts/2fa/webauthn/",
    "/accounts/sessions/",
    "/accounts/logout/",
    "/accounts/password/set/",
)
DEAD_ENDS = ("400.html", "403.html", "404.html", "429.html", "500.html", "503.html", "not_ready.html", "403_csrf.html")
TEMPLATES = Path(__file__).parents[3] / "templates"

pytestmark = pytest.mark.django_db


def inline(html: str) -> list[str]:
    """Everything that a strict content security policy would block: style and on… attributes, style and script elements with code."""
    found = re.findall(r"<[^>]*?\s(style|on[a-z]+)=", html)
    found += re.findall(r"<style[ >]", html)
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", html, re.DOTALL)
    return found + [body for attributes, body in scripts if body.strip() and "application/json" not in attributes]


@pytest.fixture
def ann(client: Client) -> Client:
    """A client with a session recent enough to skip re-authentication."""
    player = Player.objects.create_user("ann@example.org", name="Ann")
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize("path", OUT)
def test_pages_at_the_door(client: Client, path: str) -> None:
    page = client.get(path)
    html = page.content.decode()
    assert page.status_code == 200
    assert html.count("<h1>") == 1
    assert '<main class="page wrap" id="content"' in html
    assert inline(html) == []


@pytest.mark.parametrize("path", IN)
def test_pages_about_oneself(ann: Client, path: str) -> None:
    page = ann.get(path)
    html = page.content.decode()
    assert page.status_code == 200
    assert html.count("<h1>") == 1
    assert inline(html) == []


def test_pages_carry_a_policy_without_inline_code(client: Client) -> None:
    policy = client.get("/accounts/login/").headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy


def test_pages_ask_for_three_stylesheets_three_scripts_and_nothing_foreign(ann: Client) -> None:
    html = ann.get("/settings/").content.decode()
    sheets = ["/static/css/fate.css", "/static/css/cards.css", "/static/css/pages.css"]
    scripts = ["/static/django_htmx/htmx-2.min.js", "/static/js/app.js", "/static/js/when.js"]
    assert re.findall(r'<link rel="stylesheet" href="([^"]+)"', html) == sheets
    assert re.findall(r'<script src="([^"]+)"', html) == scripts
    assert re.findall(r'(?:href|src)="(?:https?:)?//', html) == []


def test_passkeys_say_that_they_need_javascript(client: Client) -> None:
    html = client.get("/accounts/login/").content.decode()
    assert "Passkeys need JavaScript" in re.search(r"<noscript>(.*?)</noscript>", html, re.DOTALL)[1]  # type: ignore[index]


@pytest.mark.parametrize("name", DEAD_ENDS)
def test_dead_ends_can_be_shown_without_a_request(name: str) -> None:
    html = render_to_string(name)
    assert html.count("<h1>") == 1
    assert inline(html) == []


def test_an_unknown_page_is_our_own_404(client: Client) -> None:
    page = client.get("/no/such/page/")
    assert page.status_code == 404
    assert "Page not found" in page.content.decode()


@pytest.mark.parametrize("path", sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html")))
def test_templates_compile_and_hold_nothing_inline(path: str) -> None:
    get_template(path)
    if not path.startswith("emails/") and path != "offline.html":  # its policy names the style (tests/games/pages/test_endings.py)
        assert inline((TEMPLATES / path).read_text()) == []


def test_empty_states_escape_what_they_are_given() -> None:
    template = Engine.get_default().get_template("partials/empty.html")
    html = template.render(Context({"title": "<b>", "text": "a & b", "url": '"><script>', "action": "go"}))
    assert "<b>" not in html
    assert "<script>" not in html


def test_what_is_said_without_scripts_stands_beside_the_button_that_needs_them(client: Client) -> None:
    """Below the footer it touched the edge of the window."""
    html = client.get("/accounts/login/").content.decode()
    main = html.partition("<main")[2].partition("</main>")[0]
    assert "Passkeys need JavaScript" in main
    assert html.count("Passkeys need JavaScript") == 1


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/2fa/", "/accounts/2fa/webauthn/"])
def test_what_needs_scripts_is_hidden_until_a_script_shows_it(ann: Client, path: str) -> None:
    """Without scripts the button had no effect, below a sentence that says so."""
    html = (Client() if path == "/accounts/login/" else ann).get(path).content.decode()
    assert len(re.findall(r"data-needs-scripts hidden>(?:<button[^>]*>)?[^<]*passkey", html)) == 1
    assert html.count("Passkeys need JavaScript") == 1


def test_account_is_deleted_on_its_page_once_the_name_is_entered(ann: Client) -> None:
    """Only programs could: no page led to it."""
    assert 'href="/settings/data/"' in ann.get("/settings/").content.decode()
    assert 'href="/api/v1/me/archive"' in ann.get("/settings/data/").content.decode()
    assert ann.get("/api/v1/me/archive").status_code == 200
    wrong = ann.post("/settings/data/", {"name": "ann"})
    assert (wrong.status_code, "This is not your name; nothing was deleted." in wrong.content.decode()) == (422, True)
    assert ann.post("/settings/data/").status_code == 422
    assert Player.objects.get().name == "Ann"
    gone = ann.post("/settings/data/", {"name": "Ann"}, follow=True)
    assert (gone.redirect_chain, "Your account has been deleted." in gone.content.decode()) == ([("/", 302)], True)
    assert not Player.objects.get().is_active
    assert ann.get("/settings/").status_code == 302
