"""Tests of the pages of players and tournaments at all widths, and of the strict Content-Security-Policy on the director's page."""

from __future__ import annotations

from games.models import Player
from games.services.operations import roles
from games.services.ratings import rate
from games.services.tables import bots
from games.tournaments.models import Tournament
from games.tournaments.services import director as desk, entering, rounds
from notifications.clock import database_now
from tests.e2e.conftest import SignIn
from tests.e2e.looks import faults
from tests.games.conftest import NOON, person, start
from tests.games.moves import play_out


def played(director: Player, form: str, size: int) -> Tournament:
    """A tournament of bots in the middle of its second round."""
    tournament = Tournament.objects.create(title=f"Autumn {form}", rules="turn_of_fate", format=form, director=director)
    desk.open_registration(tournament.pk, director, "It is time.", now=NOON)
    for _bot in range(size):
        entering.enter(tournament.pk, Player.objects.create_bot(), now=NOON)
    desk.start(tournament.pk, director, "All are here.", now=NOON)
    while bots.play_bots(database_now()):
        pass
    rounds.advance(tournament.pk, database_now())
    return tournament


def test_pages_of_people_and_tournaments_have_no_fault(sign_in: SignIn) -> None:
    olga, alice, bob = person("olga"), person("alice"), person("bob")
    roles.give(olga, "director")
    for seed in (1, 2):
        play_out(start(alice, bob), seed=seed)
    rate.rate_due(NOON)
    tournaments = [played(olga, form, 4) for form in ("double", "round_robin")]
    page = sign_in(Player.objects.get(pk=olga.pk))
    found = {}
    for address in ("/players/alice/", *(tournament.get_absolute_url() for tournament in tournaments)):
        page.goto(address)
        found[address] = faults(page)
    assert {address: wrong for address, wrong in found.items() if wrong} == {}
    base = f"/admin/games/tournament/{tournaments[0].pk}"
    for address in (
        "/admin/",
        "/admin/inbox/",
        "/admin/games/tournament/wizard/",
        f"{base}/desk/",
        f"{base}/acts/pause/",
        f"{base}/change/",
    ):
        answer = page.goto(address)
        assert answer is not None
        assert (address, answer.status) == (address, 200)


def test_links_of_the_desk_are_as_large_as_a_fingertip_on_a_phone(sign_in: SignIn) -> None:
    olga = person("olga", is_staff=True, is_superuser=True)
    page = sign_in(olga)
    page.goto(f"/admin/games/tournament/{played(olga, 'round_robin', 4).pk}/desk/")
    boxes = [(link.inner_text(), link.bounding_box()) for link in page.locator("#content a:visible, .breadcrumbs a:visible").all()]
    assert len(boxes) > 10
    assert [(text, box) for text, box in boxes if box is None or min(box["width"], box["height"]) < 44] == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_wizard_and_change_form_show_the_settings_of_the_chosen_game(sign_in: SignIn) -> None:
    olga = person("olga", is_staff=True, is_superuser=True)
    page = sign_in(olga)
    draft = Tournament.objects.create(title="Draft", rules="tempting_fate", director=olga)
    shown = page.locator("fieldset[class*=settings-of-]:visible h2")
    for address, first in (("wizard/", "Destined To Fail"), (f"{draft.pk}/change/", "Tempting Fate")):
        page.goto(f"/admin/games/tournament/{address}")
        if address == "wizard/":
            page.select_option("[name=rules]", "destined_to_fail")
        assert shown.all_inner_texts() == [f"Settings of {first}"]
        page.select_option("[name=rules]", "turn_of_fate")
        assert shown.all_inner_texts() == ["Settings of Turn of Fate"]
        assert page.locator("[name=option-turn_of_fate-starter]").is_visible()


def test_acts_do_not_cover_the_title_of_a_row(sign_in: SignIn) -> None:
    olga = person("olga", is_staff=True, is_superuser=True)
    page = sign_in(olga, viewport={"width": 1280, "height": 900})
    page.goto(f"/admin/games/tournament/{played(olga, 'round_robin', 4).pk}/change/")
    tools, titles = (
        page.locator(".object-tools").bounding_box(),
        [title.bounding_box() for title in page.locator("#content > :is(h1, h2)").all()],
    )
    assert (tools is not None, len(titles)) == (True, 2)
    assert [box for box in titles if tools is None or box is None or box["y"] + box["height"] > tools["y"]] == []


def test_folded_pairings_are_printed(sign_in: SignIn) -> None:
    """The pairings of a large round are collapsed on the page and must be expanded in print."""
    olga = person("olga", is_staff=True, is_superuser=True)
    page = sign_in(olga)
    page.goto(played(olga, "round_robin", 4).get_absolute_url())
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<details class=pairings><p id=pairing>Ada – Bob</p></details>')"
    )
    pairing = page.locator("#pairing")
    assert not pairing.is_visible()
    page.emulate_media(media="print")
    pairing.wait_for(state="visible")
    assert not page.locator("form:visible").count()
