"""Tests of attacks on sign-in: nobody is locked out, nobody gets a flood of mails, and no answer tells whether an address is known."""

from __future__ import annotations

import re
from datetime import timedelta
from ipaddress import ip_address
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.mails import account
from games.models import AccountMail, Player
from games.services.clocks.pace import per_move
from games.services.people import account_mails, guests
from games.services.people.account_mails import DAY, KNOWN, STRANGER, Allowance
from games.services.people.sign_in_links import one_time_link
from games.services.tables import lobby
from notifications.clock import database_now
from tests.games.conftest import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_mails")]
CODE = re.compile(r"^([A-Z]{4}-[A-Z]{4})$", re.MULTILINE)
CONFIRM = "/accounts/login/code/confirm/"


@pytest.fixture
def ann() -> Player:
    """A person with an account."""
    return Player.objects.create_user("ann@example.org", name="Ann")


def ask(browser: Client, address: str, place: str = "192.0.2.1", **more: str) -> Any:
    """Request a code from this client address."""
    return browser.post("/accounts/login/", {"login": address, **more}, headers={"x-forwarded-for": place})


def enter(browser: Client, code: str, place: str = "192.0.2.1") -> Any:
    return browser.post(CONFIRM, {"code": code}, headers={"x-forwarded-for": place})


def send_all() -> None:
    while account.send_due(database_now):
        continue


def codes_to(address: str) -> list[str]:
    """All codes an address got, oldest first."""
    return [code for letter in mail.outbox if letter.to == [address] for code in CODE.findall(str(letter.body))]


def networks(count: int) -> list[str]:
    return [str(ip_address("10.0.0.1") + 256 * number) for number in range(count)]


def is_in(browser: Client) -> bool:
    return "_auth_user_id" in browser.session


def known_browser(player: Player) -> Client:
    """A browser in which this person has signed in before, and out again."""
    browser = Client()
    browser.post(one_time_link(player))
    assert is_in(browser)
    browser.post("/accounts/logout/")
    assert not is_in(browser)
    return browser


def test_address_under_attack_from_1000_networks_is_signed_in_from_any_browser(ann: Player) -> None:
    own = known_browser(ann)
    attack = networks(1000)
    for place in attack[:500]:
        assert ask(Client(), "ann@example.org", place).status_code == 302
    send_all()
    for place in attack[500:]:
        assert ask(Client(), "ann@example.org", place).status_code == 302
    send_all()
    assert len(codes_to("ann@example.org")) <= KNOWN.burst

    ask(own, "ann@example.org")
    send_all()
    enter(own, codes_to("ann@example.org")[-1])
    assert is_in(own)

    fresh = Client()  # an unknown browser; it enters the code already in the mailbox
    ask(fresh, "ann@example.org", "198.51.100.7")
    send_all()
    enter(fresh, codes_to("ann@example.org")[0], "198.51.100.7")
    assert is_in(fresh)


def test_while_no_further_mail_leaves_the_last_code_is_good(ann: Player) -> None:
    now, sent = NOON, []
    for _minute in range(2 * 24 * 12):
        account_mails.ask(AccountMail.Purpose.SIGN_IN, "ann@example.org", language="en")
        before = len(codes_to("ann@example.org"))
        AccountMail.objects.filter(due_at__isnull=False).update(due_at=now)
        account.send_due(lambda moment=now: moment)
        if len(codes_to("ann@example.org")) > before:
            sent.append(now)
        good = AccountMail.objects.filter(good_until__gt=now, used_at=None)
        assert good.exists(), f"no way in at {now}"
        now += timedelta(minutes=5)
    for moment in sent:
        assert sum(moment <= other < moment + DAY for other in sent) <= 16
    newest = codes_to("ann@example.org")[-1]
    assert account_mails.use_code("ann@example.org", newest.lower().replace("-", " "), now=now)
    assert not account_mails.use_code("ann@example.org", newest, now=now)


@pytest.mark.parametrize("allowance", [KNOWN, STRANGER])
def test_code_outlives_the_gap_before_the_next_mail(allowance: Allowance) -> None:
    for sent in range(20):
        until = NOON + allowance.good_for(sent)
        assert allowance.allows(sent + 1, NOON, until), "a code ended, and no new one may leave yet"


def test_wrong_codes_count_for_the_request_and_the_network_not_for_the_address(ann: Player) -> None:
    for place in networks(60):
        attacker = Client()
        ask(attacker, "ann@example.org", place)
        for _try in range(3):
            enter(attacker, "BBBB-BBBB", place)
    send_all()
    browser = Client()
    ask(browser, "ann@example.org")
    send_all()
    enter(browser, codes_to("ann@example.org")[-1])
    assert is_in(browser)


def test_one_network_is_slowed_down_and_known_browsers_in_it_are_not(ann: Player) -> None:
    own = known_browser(ann)
    places = [f"192.0.2.{number}" for number in range(1, 101)]
    answers = [ask(Client(), "ann@example.org", place).status_code for place in places]
    assert (answers[:60], set(answers[60:])) == ([302] * 60, {429})
    v6 = [ask(Client(), "ann@example.org", f"2001:db8:1:{number:x}::1").status_code for number in range(70)]
    assert v6 == [302] * 60 + [429] * 10
    ask(own, "ann@example.org", "192.0.2.5")
    send_all()
    enter(own, codes_to("ann@example.org")[-1], "192.0.2.5")
    assert is_in(own)


def test_cookie_of_somebody_else_is_no_lane_for_an_address(ann: Player) -> None:
    mallory = Player.objects.create_user("mallory@example.org", name="Mallory")
    browser = known_browser(mallory)
    ask(browser, "ann@example.org")
    forged = Client()
    forged.cookies["browser"] = browser.cookies["browser"].value[:-3] + "abc"
    ask(forged, "mallory@example.org")
    assert set(AccountMail.objects.values_list("lane", flat=True)) == {""}


def test_10000_requests_for_unknown_addresses_send_the_daily_budget(settings: Settings) -> None:
    settings.FATE_STRANGER_MAILS = 50
    purposes = [AccountMail.Purpose.SIGN_IN, AccountMail.Purpose.SIGN_UP]
    AccountMail.objects.bulk_create(
        AccountMail(purpose=purposes[n % 2], address=f"nobody{n}@example.org", network=f"10.{n % 100}.0.0/24") for n in range(10_000)
    )
    send_all()
    assert len(mail.outbox) == 50
    assert AccountMail.objects.filter(stranger=True).count() == 50
    assert AccountMail.objects.count() == 50  # mails that are not sent are not stored


def test_an_attack_from_one_network_leaves_the_budget_to_others(settings: Settings) -> None:
    settings.FATE_STRANGER_MAILS = 50
    for n in range(200):
        account_mails.ask(AccountMail.Purpose.SIGN_UP, f"nobody{n}@example.org", network="10.1.2.0/24", language="en")
    send_all()
    assert len(mail.outbox) == 5
    account_mails.ask(AccountMail.Purpose.SIGN_UP, "new@example.org", network="10.9.9.0/24", language="en")
    send_all()
    assert mail.outbox[-1].to == ["new@example.org"]


def test_one_unknown_address_gets_few_mails_a_day(alice: Player) -> None:
    games = [lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=per_move(3600)) for _game in range(12)]
    for n in range(40):
        account_mails.ask(AccountMail.Purpose.SIGN_UP, "new@example.org", network=f"10.0.{n}.0/24", language="en")
        account_mails.ask(AccountMail.Purpose.SIGN_IN, "new@example.org", network=f"10.0.{n}.0/24", language="en")
        send_all()
    assert [str(letter.subject) for letter in mail.outbox].count("Your sign-up code") == STRANGER.burst
    assert len(mail.outbox) == STRANGER.burst + 1
    for game in games[:5]:
        guests.invite(game, alice, "new@example.org", now=database_now())
    send_all()
    assert AccountMail.objects.filter(purpose="invite", sent_at__isnull=False).count() == 4  # the notice was the fifth


def test_a_mail_the_server_does_not_take_is_tried_again_with_a_new_code(ann: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(Client(), "ann@example.org")
    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.EmailMessage.send", lambda self: (_ for _ in ()).throw(OSError("connection refused")))
        send_all()
    row = AccountMail.objects.get()
    assert (row.digest, row.attempts, row.due_at is not None) == ("", 1, True)
    account.send_due(lambda: database_now() + timedelta(minutes=5))
    assert len(codes_to("ann@example.org")) == 1
    assert AccountMail.objects.get().due_at is None


ENTRANCES = {
    "sign in": ("/accounts/login/", "login", {}),
    "code": ("/accounts/login/code/", "email", {}),
    "sign up": ("/accounts/signup/", "email", {"name": "Newcomer", "zone": "UTC"}),
    "password": ("/accounts/password/reset/", "email", {}),
}


CHANGING = ("x-request-id", "expires", "content-length")
"""Headers that differ from request to request, or with the length of the address."""


def _plain(answer: Any, address: str) -> tuple[Any, ...]:
    """An answer without its tokens and without the address itself."""
    body = answer.content.decode().replace(address, "ADDRESS")
    body = re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]+', r"\1", body)
    headers = {name: value for name, value in answer.headers.items() if name.lower() not in CHANGING}
    headers["Content-Security-Policy"] = str(sorted(headers["Content-Security-Policy"].split("; ")))
    cookies = sorted((name, cookie["max-age"], cookie["path"], cookie["samesite"]) for name, cookie in answer.cookies.items())
    return answer.status_code, headers.get("Location"), sorted(headers.items()), cookies, body


def _statements(captured: CaptureQueriesContext) -> list[str]:
    """The statements without their values and the names of savepoints."""
    return [re.sub(r"'(?:[^']|'')*'|\b\d+\b|s\d+_x\d+|_django_curs_\w+", "?", query["sql"] or "") for query in captured]


def _visit(kind: str, address: str) -> tuple[list[Any], list[str]]:
    path, field, more = ENTRANCES[kind]
    browser = Client()
    with CaptureQueriesContext(connection) as captured:
        answers = [browser.get(path), browser.post(path, {field: address, **more}), browser.get(CONFIRM)]
        answers += [browser.post(CONFIRM, {"code": code}) for code in ("BBBB-BBBB", "CCCC-CCCC", "DDDD-DDDD")]
        answers.append(browser.get(path))
    return [_plain(answer, address) for answer in answers], _statements(captured)


@pytest.mark.parametrize("kind", ENTRANCES)
def test_no_answer_and_no_statement_tells_whether_an_address_is_known(ann: Player, kind: str) -> None:
    Player.objects.create_user("off@example.org", name="Shut out", is_active=False)
    _visit(kind, "warm@example.org")
    visits = []
    for address in ("ann@example.org", "xyz@example.org", "off@example.org"):
        cache.clear()
        visits.append(_visit(kind, address))
        send_all()
    assert visits[0][0][1][0] == 302
    for answers, statements in visits[1:]:
        assert answers == visits[0][0]
        assert statements == visits[0][1]


def test_sign_up_leaves_no_trace_until_the_address_is_proved(ann: Player) -> None:
    browser = Client()
    browser.post("/accounts/signup/", {"name": "Newcomer", "email": "new@example.org", "zone": "UTC"})
    send_all()
    assert Player.objects.count() == 1
    other = Client().post("/accounts/signup/", {"name": "Newcomer", "email": "second@example.org", "zone": "UTC"})
    assert other.status_code == 302  # a name is free until an address is confirmed
    enter(browser, codes_to("new@example.org")[-1])
    assert is_in(browser)
    assert Player.objects.get(email="new@example.org").name == "Newcomer"


def test_sign_up_with_a_known_address_signs_in_and_changes_nothing(ann: Player) -> None:
    browser = Client()
    browser.post("/accounts/signup/", {"name": "Newcomer", "email": "ann@example.org", "zone": "Asia/Tokyo"})
    send_all()
    enter(browser, codes_to("ann@example.org")[-1])
    assert int(browser.session["_auth_user_id"]) == ann.pk
    ann.refresh_from_db()
    assert (ann.name, ann.zone, Player.objects.count()) == ("Ann", "UTC", 1)


def test_code_of_one_address_is_worth_nothing_for_another(ann: Player) -> None:
    Player.objects.create_user("eve@example.org", name="Eve")
    eve = Client()
    ask(eve, "eve@example.org")
    send_all()
    victim = Client()
    ask(victim, "ann@example.org")
    enter(victim, codes_to("eve@example.org")[-1])
    assert not is_in(victim)


def test_new_address_is_confirmed_by_a_code_and_does_not_tell_whether_it_is_known(ann: Player) -> None:
    Player.objects.create_user("taken@example.org", name="Taken")
    seen = []
    for address in ("warm__@example.org", "taken@example.org", "free9@example.org"):
        browser = Client()
        browser.force_login(ann, backend="games.pages.people.auth_backend.Backend")
        browser.get("/accounts/email/")
        with CaptureQueriesContext(connection) as captured:
            answers = [browser.post("/accounts/email/", {"email": address, "action_add": ""}), browser.get("/accounts/confirm-email/")]
        seen.append(([_plain(answer, address) for answer in answers], _statements(captured)))
        send_all()
        cache.clear()
    assert seen[1][0] == seen[2][0]
    assert seen[1][1] == seen[2][1]
    browser.post("/accounts/confirm-email/", {"code": codes_to("free9@example.org")[-1]})
    ann.refresh_from_db()
    assert ann.email == "free9@example.org"
