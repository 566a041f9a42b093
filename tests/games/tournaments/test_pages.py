"""Tests of the director's desk in the admin and of the public pages."""

from __future__ import annotations

import html

import pytest
from django.test import Client

from games.models import AuditEvent, Player
from games.services.clocks.pace import PRESETS
from games.tournaments.models import Tournament
from games.tournaments.queries import standings
from games.tournaments.services import director
from tests.games.conftest import NOON, person
from tests.games.tournaments.test_life import announced

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(db: None) -> Client:
    """A client signed in with all rights."""
    client = Client()
    client.force_login(person("olga", is_staff=True, is_superuser=True))
    return client


FORM = {
    "title": "Autumn cup", "text": "", "rules": "turn_of_fate", "speed": "day",
    "option-turn_of_fate-auto_pass": "on", "option-turn_of_fate-wild_crown": "on", "option-turn_of_fate-starter": "seed",
    "format": "swiss", "round_count": "0", "least": "3", "most": "7", "cap": "0", "round_days": "7",
    "games_each": "1", "group_size": "4", "through": "2", "movers": "1", "tie_breaks": '["buchholz"]', "least_reliability": "0",
    "check_in_hours": "0", "show_up_hours": "0", "late_rule": "scores", "half_byes": "0", "reason": "Autumn is here.",
    "entries-TOTAL_FORMS": "0", "entries-INITIAL_FORMS": "0",
}  # fmt: skip


def preview(client: Client, tournament: Tournament, key: str, reason: str, **data: object) -> tuple[str, str]:
    """The preview of an action as text, and its mark."""
    page = client.post(f"/admin/games/tournament/{tournament.pk}/acts/{key}/", {"reason": reason, **data}).content.decode()
    assert "This will happen" in page, page
    told = html.unescape(page.partition("This will happen")[2].partition("</ul>")[0])
    return told, page.partition('name="seen" value="')[2].partition('"')[0]


def act(client: Client, tournament: Tournament, key: str, reason: str, **data: object) -> str:
    """Preview an action of the desk and confirm it, which redirects to the desk; returns the preview."""
    told, seen = preview(client, tournament, key, reason, **data)
    answer = client.post(f"/admin/games/tournament/{tournament.pk}/acts/{key}/", {"reason": reason, "sure": "yes", "seen": seen, **data})
    assert (answer.status_code, answer.headers.get("Location")) == (302, f"/admin/games/tournament/{tournament.pk}/desk/")
    return told


def test_announced_in_the_admin_and_run_from_its_desk(organiser: Client) -> None:
    """From the form to the first round, each step with a reason."""
    assert organiser.post("/admin/games/tournament/wizard/", FORM | {"sure": "yes"}).status_code == 302
    tournament = Tournament.objects.get()
    page = f"/admin/games/tournament/{tournament.pk}/desk/"
    act(organiser, tournament, "open", "Autumn is here.")
    assert organiser.post(f"/tournaments/{tournament.code}/enter/").status_code == 302
    other = Client()
    other.force_login(person("petra"))
    other.post(f"/tournaments/{tournament.code}/enter/")
    act(organiser, tournament, "start", "Both are here.")
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.RUNNING
    assert list(AuditEvent.objects.order_by("pk").values_list("action", flat=True)) == ["announce", "open registration", "start"]
    assert "Autumn is here." in organiser.get(page).content.decode()
    assert "petra" in Client().get(f"/tournaments/{tournament.code}/").content.decode()


@pytest.mark.parametrize("wrong", [{"rules": "chess"}, {"speed": "hurry"}, {"option-turn_of_fate-starter": "nobody"}])
def test_announcement_that_could_not_start_is_refused(organiser: Client, wrong: dict[str, str]) -> None:
    """The form is shown again with a sentence."""
    assert organiser.post("/admin/games/tournament/wizard/", FORM | {"sure": "yes"} | wrong).status_code == 200
    assert not Tournament.objects.exists()


def test_announcement_is_changed_by_the_questions_that_made_it(organiser: Client) -> None:
    """Game and pace were JSON fields; a custom pace stays unless another is chosen, and settings of one game are not passed to another."""
    organiser.post("/admin/games/tournament/wizard/", FORM | {"sure": "yes"})
    tournament, own = Tournament.objects.get(), {"kind": "move", "seconds": 5400}
    Tournament.objects.update(pace=own, options={}, rules="tempting_fate")
    where = f"/admin/games/tournament/{tournament.pk}/change/"
    page = organiser.get(where).content.decode()
    assert '<select name="rules"' in page
    assert '<option value="kept" selected>90 minutes per move</option>' in page
    assert 'name="pace"' not in page
    Tournament.objects.update(options={"mode": "single"})
    page = organiser.get(where).content.decode()
    assert '<option value="single" selected>single: one game</option>' in page
    assert 'name="options"' not in page
    single = {"mode": "single", "games": "in_turn", "first_fate": "first", "short_game": "10", "path_limit": "5"}
    form = FORM | {"rules": "tempting_fate", "speed": "kept", "title": "Winter cup"}
    form |= {f"option-tempting_fate-{key}": value for key, value in single.items()}
    assert organiser.post(where, form).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.title, tournament.pace) == ("Winter cup", own)
    assert tournament.options == single | {"short_game": 10, "path_limit": 5}
    assert organiser.post(where, form | {"rules": "turn_of_fate", "speed": "week"}).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.rules, tournament.pace) == ("turn_of_fate", PRESETS["week"].to_json())
    assert tournament.options == {"auto_pass": True, "wild_crown": True, "starter": "seed"}
    assert 'name="tie_breaks" value="buchholz"' in organiser.get(where).content.decode()
    form |= {"speed": "week"}
    for written, stored in (("de, bh-c1 wins", ["DE", "BH-C1", "wins"]), ('["SB"]', ["SB"])):
        assert organiser.post(where, form | {"tie_breaks": written}).status_code == 302
        tournament.refresh_from_db()
        assert tournament.tie_breaks == stored
    assert "A list of some of these: DE, BH" in organiser.post(where, form | {"tie_breaks": "DE, luck"}).content.decode()
    Tournament.objects.update(status="registration")
    page = organiser.get(where).content.decode()
    assert ("7 days per move" in page, "seconds" in page) == (True, False)


def test_desk_is_closed_to_players(carol: Player, client: Client) -> None:
    """Players are redirected to the sign-in page of the admin."""
    tournament = announced(carol, 2)
    client.force_login(carol)
    assert client.get(f"/admin/games/tournament/{tournament.pk}/desk/").status_code == 302
    cancel = f"/admin/games/tournament/{tournament.pk}/acts/cancel/"
    assert client.post(cancel, {"reason": "Ha.", "sure": "yes"}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.REGISTRATION


@pytest.mark.parametrize("size", [2, 6])
def test_board_asks_four_queries_whatever_the_size(carol: Player, django_assert_num_queries: object, size: int) -> None:
    """The queries read entries, seeds, results and pairings."""
    tournament = announced(carol, size)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    with django_assert_num_queries(4):  # type: ignore[operator]
        board = standings.board(tournament)
    assert (len(board.standings), len(board.meetings)) == (size, size // 2)


@pytest.mark.parametrize("size", [1, 3])
def test_list_says_what_is_played_and_by_how_many(carol: Player, client: Client, django_assert_num_queries: object, size: int) -> None:
    """Everybody may read it; one query, whatever the number of tournaments."""
    for people in range(2, 2 + size):
        announced(carol, people)
    client.get("/tournaments/")
    with django_assert_num_queries(1):  # type: ignore[operator]
        page = client.get("/tournaments/").content.decode()
    assert page.count("Spring cup") == size
    for people in range(2, 2 + size):
        assert f"Turn of Fate · Swiss · {people} people" in page


def test_page_says_what_was_announced(carol: Player, client: Client) -> None:
    """Format, entry conditions and the rule for late games are shown before anybody enters."""
    facts = {"cap": 1, "round_days": 7, "late_rule": "forfeit", "check_in_hours": 24, "games_each": 2, "tie_breaks": ["wins", "buchholz"]}
    tournament = announced(carol, 0, **facts)
    page = client.get(f"/tournaments/{tournament.code}/").content.decode()
    for sentence in (
        "There is 1 place; later entries go on the waiting list.",
        "A round lasts 7 days at most.",
        "A game still running then is lost by the player who has to move.",
        "The check-in is open for 24 hours before the start",
        "Each pairing is a match of two games",
        "in this order: the number of wins, the points of all opponents (Buchholz).",
    ):
        assert sentence in page


@pytest.mark.parametrize("name", Tournament.Format.values)
def test_page_of_every_format_has_its_terms(carol: Player, client: Client, name: str) -> None:
    tournament = announced(carol, 0, format=name)
    assert "Turn of Fate" in client.get(f"/tournaments/{tournament.code}/").content.decode()


def test_checking_in_is_one_press(carol: Player, alice: Player, client: Client) -> None:
    """The button is shown during the check-in and hidden afterwards; early requests and those of strangers are refused with a sentence."""
    tournament = announced(carol, 0)
    client.force_login(alice)
    page = f"/tournaments/{tournament.code}/"
    client.post(f"{page}enter/")
    assert "has no check-in now" in client.post(f"{page}check-in/", follow=True).content.decode()
    director.call_in(tournament.pk, carol, "Soon.", now=NOON)
    assert "Check in" in client.get(page).content.decode()
    client.post(f"{page}check-in/")
    assert "Check in" not in client.get(page).content.decode()
    assert tournament.entries.get(player=alice).checked_in_at is not None


def test_add_leads_to_the_wizard(organiser: Client) -> None:
    """The links of the admin's first page and sidebar lead there, too; the admin's own form would ask for the pace as JSON."""
    assert 'href="/admin/games/tournament/add/"' in organiser.get("/admin/").content.decode()
    assert organiser.get("/admin/games/tournament/add/")["Location"] == "/admin/games/tournament/wizard/"


def test_directors_find_the_wizard_and_the_desk_from_the_public_pages(organiser: Client, alice: Player, client: Client) -> None:
    tournament = announced(Player.objects.get(name="olga"), 2)
    desk, wizard = f'href="/admin/games/tournament/{tournament.pk}/desk/"', 'href="/admin/games/tournament/wizard/"'
    assert wizard in organiser.get("/tournaments/").content.decode()
    assert desk in organiser.get(f"/tournaments/{tournament.code}/").content.decode()
    client.force_login(alice)
    for page in ("/tournaments/", f"/tournaments/{tournament.code}/"):
        assert "/admin/" not in client.get(page).content.decode()


def test_stranger_is_told_how_to_enter(carol: Player) -> None:
    """The link is shown only during registration; after signing in, the visitor returns to the tournament."""
    tournament = announced(carol, 2)
    page = f"/tournaments/{tournament.code}/"
    assert f'href="/accounts/login/?next={page}">Sign in to enter</a>' in Client().get(page).content.decode()
    director.start(tournament.pk, carol, "Both are here.", now=NOON)
    assert "Sign in to enter" not in Client().get(page).content.decode()


def test_ruling_from_beside_a_game_asks_about_that_game_only(organiser: Client, carol: Player) -> None:
    tournament = announced(carol, 4)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    names = dict(tournament.entries.values_list("seed", "player__name"))
    row = tournament.rounds.get().pairings.order_by("number")[1]
    one, other = (names[seed] for seed in row.seats)
    elsewhere = set(names.values()) - {one, other}
    acts = f"/admin/games/tournament/{tournament.pk}/acts"
    forfeit = organiser.get(f"{acts}/forfeit/?game={row.pk}").content.decode()
    choices = forfeit.partition('name="lost"')[2].partition("</select>")[0]
    assert (one in choices, other in choices, [name for name in elsewhere if name in choices]) == (True, True, [])
    assert forfeit.partition('name="game"')[2].partition("</select>")[0].count("<option") == 1
    wrong = next(seed for seed, name in names.items() if name in elsewhere)
    refused = organiser.post(f"{acts}/forfeit/?game={row.pk}", {"game": row.pk, "lost": [wrong], "reason": "Never came."})
    assert "This will happen" not in refused.content.decode()
    organiser.post(f"/admin/games/game/{row.game_id}/acts/void/", {"reason": "Power cut.", "sure": "yes"})
    correct = organiser.get(f"{acts}/correct/?game={row.pk}").content.decode()
    assert f'<option value="1 2">{one} wins</option>' in correct
    assert f'<option value="2 1">{other} wins</option>' in correct
    for nonsense in ("0", "x", "9" * 30):
        assert organiser.get(f"{acts}/forfeit/?game={nonsense}").status_code == 200


def test_wizard_warns_of_places_for_nobody(organiser: Client) -> None:
    asked = FORM | {"cap": "1", "speed": "day", "late_rule": "scores"}
    page = organiser.post("/admin/games/tournament/wizard/", asked).content.decode()
    assert "There are too few places: at least 2 players are needed." in page
    page = organiser.post("/admin/games/tournament/wizard/", asked | {"cap": "2"}).content.decode()
    assert "There are too few places" not in page
