"""Test of five incidents in a tournament, handled in the admin alone: a wrong result, a no-show, a late bye, a call, a stale preview."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from games.models import Player
from games.services.operations import roles
from games.tournaments.formats.scoring import decimal
from games.tournaments.models import Pairing, Round, Tournament
from games.tournaments.services import director, entering, rounds
from notifications.clock import database_now
from notifications.models import Message
from tests.e2e.conftest import SignIn
from tests.e2e.test_organiser import do
from tests.games.conftest import person
from tests.games.tournaments.test_rounds import people, win


def told(what: str) -> list[str]:
    """The names of those who got this message, sorted."""
    found = Message.objects.filter(kind="tournament", payload__what=what).order_by("recipient__name")
    return list(found.values_list("recipient__name", flat=True))


def looked_at(page: Page, link: str, reason: str) -> None:
    """Open a form of the admin and give a reason."""
    page.get_by_role("link", name=link, exact=True).first.click()
    page.get_by_label("Reason").fill(reason)


def confirmed(page: Page) -> None:
    """Preview the action and confirm it."""
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Done:")).to_be_visible()


def test_five_incidents_without_anything_but_the_admin(sign_in: SignIn) -> None:
    olga, otto, now = person("olga"), person("otto"), database_now()
    for somebody in (olga, otto):
        roles.give(somebody, "director")
    cup = Tournament.objects.create(title="Cup", rules="turn_of_fate", director=olga, round_days=7)
    director.open_registration(cup.pk, olga, "Now.", now=now)
    for player in people(4):
        entering.enter(cup.pk, player, now=now)
    director.start(cup.pk, olga, "All are here.", now=now)
    win(cup)
    rounds.advance(cup.pk, now)
    page = sign_in(Player.objects.get(pk=olga.pk), viewport={"width": 1280, "height": 900})
    page.goto(f"/admin/games/tournament/{cup.pk}/desk/?round=1")

    # a result of the first round is wrong, and the second round is already paired
    wrong = Pairing.objects.filter(round__tournament=cup, round__number=1).order_by("number")[0]
    loser = cup.entries.select_related("player").get(seed=max(wrong.seats)).player.name  # the better seed has won
    looked_at(page, "correct", "They swapped results.")
    page.get_by_label("Result").select_option(label=f"{loser} wins")
    confirmed(page)
    do(page, "Take the latest round back", "Paired by a wrong result.")
    do(page, "Let the clocks run again", "Mended.")
    assert (len(told("ruled")), len(told("undone"))) == (2, 4)
    rounds.advance(cup.pk, database_now())
    first, second = Pairing.objects.filter(round__tournament=cup, round__number=2).order_by("number")

    # a player asks for a bye in this round, and turns up after all
    names = dict(cup.entries.values_list("seed", "player__name"))
    one, other = (names[seed] for seed in first.seats)
    page.reload()
    looked_at(page, "Give a half-point bye in this round", "A funeral.")
    page.get_by_label("Who").select_option(one)
    confirmed(page)
    looked_at(page, "Pair two players without a game", "There after all.")
    page.get_by_label("Who:", exact=True).select_option(one)
    page.get_by_label("Second player").select_option(other)
    confirmed(page)
    assert told("repaired") == sorted([one, other] * 2)

    # neither of two players turns up
    page.get_by_role("listitem").filter(has_text=names[second.seats[0]]).get_by_role("link", name="forfeit").first.click()
    page.get_by_label("Who loses").select_option([names[seed] for seed in second.seats])
    page.get_by_label("Reason").fill("Neither came.")
    confirmed(page)
    second.refresh_from_db()
    outcome = second.played()
    assert outcome is not None
    assert [decimal(share) for share in outcome.shares] == ["0", "0"]

    # a player calls the director from the table, and another director finds the call in the inbox
    player, game = Player.objects.get(name=one), cup.games().get(status="active")
    table = sign_in(player)
    table.goto(f"{game.get_absolute_url()}#more")
    table.get_by_role("link", name="Call the director").click()
    table.get_by_label("Your question").fill("May I have a day more?")
    table.get_by_role("button", name="Call the director").click()
    expect(table.get_by_text("The director has been notified")).to_be_visible()
    second_page = sign_in(Player.objects.get(pk=otto.pk), viewport={"width": 1280, "height": 900})
    second_page.goto("/admin/")
    second_page.get_by_role("listitem").filter(has_text="May I have a day more?").get_by_role("link").click()
    looked_at(second_page, "Answer", "Asked.")
    second_page.get_by_label("Answer").fill("All have three.")
    confirmed(second_page)
    assert (told("call"), told("answer")) == (["olga"], [one])

    # two directors move the same deadline; the second confirms an outdated preview
    looked_at(second_page, "Move the end of the round", "Three days.")
    second_page.get_by_role("button", name="Preview").click()
    page.reload()
    looked_at(page, "Move the end of the round", "Three days.")
    confirmed(page)
    ends_at = Round.objects.get(number=2).ends_at
    second_page.get_by_role("button", name="Confirm").click()
    expect(second_page.get_by_text(re.compile("Something has changed since you looked"))).to_be_visible()
    assert Round.objects.get(number=2).ends_at == ends_at
