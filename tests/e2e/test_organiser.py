"""Test of a Swiss tournament of eight, run from announcement to approval in the admin alone, while bots play."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from games.models import AuditEvent, Game, Player
from games.services.operations import roles
from games.services.tables import bots
from games.tournaments.models import Tournament
from games.tournaments.services import rounds
from notifications.clock import database_now
from tests.e2e.conftest import SignIn
from tests.games.conftest import person


def do(page: Page, title: str, reason: str, **fields: str) -> None:
    """An action of the admin: choose it, give a reason, read the preview, confirm."""
    page.get_by_role("link", name=title).click()
    for label, value in fields.items():
        page.get_by_label(label.replace("_", " ")).fill(value)
    page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="This will happen")).to_be_visible()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text(f"Done: {title}.")).to_be_visible()


def play_the_round() -> None:
    """The work of workers: bots answer, and the tournament goes on after the round."""
    while bots.play_bots(database_now()):
        pass
    assert rounds.advance_all(database_now()) == 1


def test_organiser_runs_a_swiss_of_eight(sign_in: SignIn) -> None:
    olga = person("olga")
    roles.give(olga, "director")
    page = sign_in(Player.objects.get(pk=olga.pk), viewport={"width": 1280, "height": 900})
    page.goto("/admin/")
    page.get_by_role("link", name="Tournaments", exact=True).click()
    page.get_by_role("link", name="Announce a tournament").click()
    page.get_by_label("Title").fill("Autumn Swiss")
    page.locator("#id_rules").select_option("turn_of_fate")
    page.get_by_label("Format").select_option("swiss")
    page.get_by_label("Places").fill("8")
    page.get_by_label("Reason").fill("Autumn is here.")
    page.get_by_role("button", name="See how long it will take").click()
    expect(page.get_by_role("row", name="8 3 3 12")).to_be_visible()
    page.get_by_role("button", name="Announce it").click()
    expect(page.get_by_text("announced").first).to_be_visible()

    do(page, "Open registration", "It is time.")
    do(page, "Enter bots", "Nobody else has time.", How_many="8")
    do(page, "Draw the seeds and pair the first round", "Eight are here.")
    for number in (1, 2, 3):
        expect(page.get_by_role("heading", name=f"Round {number}")).to_be_visible()
        play_the_round()
        page.reload()
    expect(page.get_by_text("waiting for the director").first).to_be_visible()
    do(page, "Approve the final table", "Everything was played.")
    expect(page.get_by_text("closed").first).to_be_visible()

    tournament = Tournament.objects.get()
    assert (tournament.status, tournament.director) == ("closed", olga)
    assert Game.objects.filter(status=Game.Status.FINISHED).count() == 12
    done = list(AuditEvent.objects.order_by("pk").values_list("action", flat=True))
    assert done == ["announce", "open registration", "enter bots", "start", "approve"]
    public = sign_in(None)
    public.goto(tournament.get_absolute_url())
    expect(public.get_by_role("row")).to_have_count(9)  # the header row and eight players
    public.get_by_text("All results by round").click()
    expect(public.get_by_role("row")).to_have_count(18)
