"""Tests of accounts by their pages: sign-up and sign-in by a mailed code, refusals, settings."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from games.mails.account import send_due
from games.models import AccountMail, Player
from notifications.clock import database_now

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def kept_mails(settings: object) -> None:
    """Collect mails in `mail.outbox` and reset the rate limits by address."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"  # type: ignore[attr-defined]
    cache.clear()


@pytest.fixture
def ann() -> Player:
    """A person with an account."""
    browser = Client()
    sign_up(browser, "Ann", "ann@example.org")
    browser.post("/accounts/login/code/confirm/", {"code": code_from_mail()})
    return Player.objects.get(name="Ann")


def sign_up(browser: Client, name: str, email: str, **more: str) -> object:
    """Submit the sign-up form and follow to the next page."""
    return browser.post("/accounts/signup/", {"name": name, "email": email, **more}, follow=True)


def code_from_mail() -> str:
    """The code in the newest mail, after sending the mails that were requested."""
    while send_due(database_now):
        continue
    found = re.search(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]{3,})\s*$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found is not None, mail.outbox[-1].body
    return found[1]


def test_sign_up_by_code_makes_a_player_who_is_signed_in() -> None:
    browser = Client(headers={"accept-language": "de"})
    page = sign_up(browser, "Jürgen", "jürgen@example.org".replace("ü", "u"), zone="Europe/Berlin")
    assert page.redirect_chain[-1][0] == "/accounts/login/code/confirm/"  # type: ignore[attr-defined]
    done = browser.post("/accounts/login/code/confirm/", {"code": code_from_mail()}, follow=True)
    player = Player.objects.get(name="Jürgen")
    assert (player.email, player.language, player.zone) == ("jurgen@example.org", "de", "Europe/Berlin")
    assert not player.has_usable_password()
    assert done.context["user"] == player


def test_sign_up_with_an_unknown_zone_falls_back_to_utc() -> None:
    browser = Client()
    sign_up(browser, "Ann", "ann@example.org", zone="Mars/Olympus_Mons")
    browser.post("/accounts/login/code/confirm/", {"code": code_from_mail()})
    assert Player.objects.get(name="Ann").zone == "UTC"


@pytest.mark.parametrize("name", ["ann", "ANN", " Ann ", "Ａｎｎ"])
def test_sign_up_refuses_a_name_taken_under_another_case_or_form(ann: Player, name: str) -> None:
    page = sign_up(Client(), name, "other@example.org")
    assert page.context["form"].errors["name"] == ["This name is taken. Please choose another one."]  # type: ignore[attr-defined]
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("Oracle", "That name is reserved."),
        ("You", "That name is reserved."),
        ("Former Player 7", "That name is reserved."),
        ("<b>x</b>", "A name is made of letters, digits, single spaces and - _ . '"),
        ("Anпa", "A name keeps to one alphabet, so that nobody can be imitated."),
    ],
)
def test_sign_up_refuses_names_that_mislead(name: str, error: str) -> None:
    page = sign_up(Client(), name, "other@example.org")
    assert page.context["form"].errors["name"] == [error]  # type: ignore[attr-defined]
    assert Player.objects.count() == 0


@pytest.mark.parametrize("domain", ["ex\u00adample.org", "\u24d4xample.org", "ex\u200dample.org"])
def test_address_in_other_characters_is_the_same_address(ann: Player, domain: str) -> None:
    """Mail went to the same mailbox, but each way of writing it had limits and an account of its own."""
    sign_up(Client(), "Mallory", f"ann@{domain}")
    Client().post("/accounts/login/", {"login": f"ann@{domain}"})
    Client().post("/accounts/login/code/", {"email": f"ann@{domain}"})
    asked = AccountMail.objects.values_list("purpose", "address").distinct()
    assert set(asked) == {("sign_up", "ann@example.org"), ("sign_in", "ann@example.org")}


@pytest.mark.parametrize("domain", ["ex\u202eample.org", "ü" * 60 + ".org"])
def test_address_that_no_mail_server_has_is_refused_and_ones_of_other_scripts_are_kept(domain: str) -> None:
    page = sign_up(Client(), "Ann", f"ann@{domain}")
    assert page.context["form"].errors["email"] == ["Enter a valid email address."]  # type: ignore[attr-defined]
    page = Client().post("/accounts/login/", {"login": f"ann@{domain}"})
    assert page.context["form"].errors["login"] == ["Enter a valid email address."]  # type: ignore[attr-defined]
    assert not AccountMail.objects.exists()
    sign_up(Client(), "Ann", "ann@müller.example")
    assert AccountMail.objects.get().address == "ann@müller.example"


def test_sign_up_ties_the_error_to_the_field_and_keeps_what_was_typed() -> None:
    html = Client().post("/accounts/signup/", {"name": "Oracle", "email": "o@example.org"}).content.decode()
    field = re.search(r'<input[^>]*name="name"[^>]*>', html)
    assert field is not None
    assert 'aria-invalid="true"' in field[0]
    assert 'aria-describedby="id_name_helptext id_name_error"' in field[0]
    assert 'value="Oracle"' in field[0]
    assert 'id="id_name_error"' in html


def test_sign_up_with_a_known_address_tells_nobody_but_its_owner(ann: Player) -> None:
    cache.clear()
    page = sign_up(Client(), "Mallory", "ann@example.org")
    assert page.redirect_chain[-1][0] == "/accounts/login/code/confirm/"  # type: ignore[attr-defined]
    assert code_from_mail()
    assert Player.objects.count() == 1
    assert mail.outbox[-1].to == ["ann@example.org"]


def test_sign_in_by_code(ann: Player) -> None:
    browser = Client()
    browser.post("/accounts/login/", {"login": "ann@example.org"})
    page = browser.post("/accounts/login/code/confirm/", {"code": code_from_mail()}, follow=True)
    assert page.context["user"] == ann


def test_sign_in_goes_on_to_the_page_one_came_for(ann: Player) -> None:
    browser = Client()
    browser.post("/accounts/login/?next=/settings/", {"login": "ann@example.org", "next": "/settings/"})
    page = browser.post("/accounts/login/code/confirm/", {"code": code_from_mail(), "next": "/settings/"})
    assert page.headers["location"] == "/settings/"


def test_sign_in_with_a_wrong_code_says_so_and_lets_nobody_in(ann: Player) -> None:
    browser = Client()
    browser.post("/accounts/login/", {"login": "ann@example.org"})
    page = browser.post("/accounts/login/code/confirm/", {"code": "ZZZZZZ"})
    assert page.status_code == 200
    assert 'id="id_code_error"' in page.content.decode()
    assert "_auth_user_id" not in browser.session


def test_sign_in_with_an_unknown_address_looks_the_same(ann: Player) -> None:
    known, unknown = (Client().post("/accounts/login/", {"login": f"{name}@example.org"}) for name in ("ann", "nobody"))
    assert (known.status_code, known.headers["location"]) == (unknown.status_code, unknown.headers["location"])


def test_settings_need_a_signed_in_person() -> None:
    assert Client().get("/settings/").headers["location"] == "/accounts/login/?next=/settings/"


def test_settings_change_name_language_and_zone(ann: Player, client: Client) -> None:
    client.force_login(ann, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post("/settings/", {"name": "Anna", "language": "fr", "zone": "Asia/Tokyo"})
    ann.refresh_from_db()
    assert (ann.name, ann.language, ann.zone) == ("Anna", "fr", "Asia/Tokyo")
    assert answer.cookies["django_language"].value == "fr"
    assert 'lang="fr"' in client.get("/settings/").content.decode()


def test_settings_keep_a_zone_that_a_program_has_chosen(ann: Player, client: Client) -> None:
    Player.objects.filter(pk=ann.pk).update(zone="EST5EDT")
    client.force_login(ann, backend="django.contrib.auth.backends.ModelBackend")
    assert '<option value="EST5EDT" selected>' in client.get("/settings/").content.decode()
    client.post("/settings/", {"name": "Anna", "language": "en", "zone": "EST5EDT"})
    ann.refresh_from_db()
    assert (ann.name, ann.zone) == ("Anna", "EST5EDT")


def test_settings_let_me_keep_my_name_in_another_case(ann: Player, client: Client) -> None:
    client.force_login(ann, backend="django.contrib.auth.backends.ModelBackend")
    client.post("/settings/", {"name": "ANN", "language": "en", "zone": "UTC"})
    assert Player.objects.get(pk=ann.pk).name == "ANN"


def test_settings_refuse_somebody_elses_name_and_change_nothing(ann: Player, client: Client) -> None:
    bob = Player.objects.create_user("bob@example.org", name="Bob")
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post("/settings/", {"name": "aNN", "language": "de", "zone": "UTC"})
    assert answer.status_code == 422
    bob.refresh_from_db()
    assert (bob.name, bob.language) == ("Bob", "en")
    assert "<summary>Bob</summary>" in answer.content.decode()


@pytest.mark.parametrize(("sent", "kept"), [("dark", "dark"), ("light", "light"), ("", ""), ("neon", "")])
def test_theme_is_kept_on_the_device(client: Client, sent: str, kept: str) -> None:
    client.post("/settings/theme/", {"theme": sent})
    assert client.cookies["theme"].value == kept
    html = client.get("/accounts/login/").content.decode()
    assert (f'data-theme="{kept}"' in html) == bool(kept)


def test_asking_too_often_is_refused_in_our_own_words(ann: Player) -> None:
    cache.clear()
    for _request in range(20):
        page = sign_up(Client(), "Mallory", "ann@example.org")
        assert page.status_code == 200  # type: ignore[attr-defined]
    page = sign_up(Client(), "Mallory", "ann@example.org")
    assert page.status_code == 429  # type: ignore[attr-defined]
    assert page.headers["Retry-After"] == "300"  # type: ignore[attr-defined]
    assert "Too many requests" in page.content.decode()  # type: ignore[attr-defined]
