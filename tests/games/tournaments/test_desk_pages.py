"""Tests of the wizard and its forecast, bots that enter, actions of the desk, and the players whose move is awaited."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import AuditEvent, Player, Seat
from games.rules.registry import all_games
from games.services.errors import Closed, Refused
from games.services.operations import roles
from games.tournaments.models import Entry, Round, Tournament
from games.tournaments.queries.forecast import forecast
from games.tournaments.queries.late_people import watch
from games.tournaments.services import announcing, director as desk, entering
from notifications.models import Suppression
from tests.games.conftest import DAY, NOON, person
from tests.games.tournaments.test_life import announced
from tests.games.tournaments.test_pages import act

pytestmark = pytest.mark.django_db
WIZARD = {
    "title": "Autumn cup", "text": "", "rules": "turn_of_fate", "format": "swiss", "games_each": "1", "round_count": "0", "least": "3",
    "most": "7", "group_size": "4", "through": "2", "movers": "1", "speed": "day", "round_days": "7", "late_rule": "scores", "cap": "0",
    "half_byes": "0", "least_reliability": "0", "check_in_hours": "0", "show_up_hours": "0", "reason": "Autumn is here.",
    "option-turn_of_fate-auto_pass": "on", "option-turn_of_fate-wild_crown": "on", "option-turn_of_fate-starter": "seed",
}  # fmt: skip
PATH = "/admin/games/tournament/wizard/"


@pytest.fixture
def director() -> Client:
    """A person who may announce tournaments."""
    olga, client = person("olga"), Client()
    roles.give(olga, "director")
    client.force_login(olga)
    return client


def test_wizard_foretells_before_it_announces(director: Client) -> None:
    assert director.get(PATH).status_code == 200
    preview = director.post(PATH, WIZARD).content.decode()
    assert "<td>8</td><td>3</td><td>3</td><td>12</td>" in preview
    assert "A game still running then is decided by the public scores" in preview
    assert not Tournament.objects.exists()
    again = director.post(PATH, WIZARD | {"again": "yes"}).content.decode()
    assert 'value="Autumn cup"' in again
    answer = director.post(PATH, WIZARD | {"sure": "yes"})
    tournament = Tournament.objects.get()
    assert answer.headers["Location"].endswith(f"/{tournament.pk}/desk/")
    assert (tournament.pace, tournament.director.name) == ({"kind": "move", "seconds": 86_400}, "olga")
    assert AuditEvent.objects.get().action == "announce"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"format": "tables", "games_each": "2"}, "A match of two is for duels"),
        ({"by_date": "on", "round_days": "0"}, "need their number of days"),
        ({"rules": "chess"}, "Select a valid choice"),
        ({"least": "9", "most": "3"}, "A table has between 2 and 12 people"),
        (
            {"rules": "council_of_kings", "option-council_of_kings-mode": "basic", "option-council_of_kings-auction_mode": "turns"},
            "is played by 3 to 5",
        ),
        ({"reason": ""}, "This field is required"),
    ],
)
def test_wizard_refuses_what_could_not_be_played(director: Client, wrong: dict[str, str], sentence: str) -> None:
    page = director.post(PATH, WIZARD | wrong | {"sure": "yes"}).content.decode()
    assert page.count(sentence) == 1
    assert not Tournament.objects.exists()


def test_wizard_asks_for_the_settings_of_the_game(director: Client) -> None:
    """Values other than the defaults are shown before the announcement, and on the public page."""
    page = director.get(PATH).content.decode()
    every = {f"option-{key}-{option.key}" for key, book in all_games().items() for option in book.options}
    assert {name for name in every if f'name="{name}"' not in page} == set()
    assert "Settings of Turn of Fate" in page
    mine = WIZARD | {"option-turn_of_fate-starter": "moons_suns"}
    del mine["option-turn_of_fate-wild_crown"]
    preview = director.post(PATH, mine).content.decode()
    said = ("Wild Crowns: no.", "Who begins: Moons or Suns.")
    assert [sentence in preview for sentence in (*said, "Auto-pass: yes.")] == [True, True, False]
    hidden = dict(re.findall(r'<input type="hidden" name="(option-turn_of_fate-\w+)" value="(\w+)"', preview))
    assert hidden["option-turn_of_fate-wild_crown"] == "False"
    director.post(PATH, WIZARD | hidden | {"sure": "yes"})
    tournament = Tournament.objects.get()
    assert tournament.options == {"auto_pass": True, "wild_crown": False, "starter": "moons_suns"}
    public = Client().get(f"/tournaments/{tournament.code}/").content.decode()
    assert [sentence in public for sentence in said] == [True, True]


def test_wizard_judges_the_settings_of_the_chosen_game_only(director: Client) -> None:
    wrong = WIZARD | {"option-destined_to_fail-target_glory": "many"}
    assert "Announce it" in director.post(PATH, wrong).content.decode()
    page = director.post(PATH, wrong | {"rules": "destined_to_fail", "option-destined_to_fail-followers": "in_turn"}).content.decode()
    assert ("Enter a whole number." in page, "Announce it" in page) == (True, False)


def test_wizard_leaves_to_the_number_of_players_what_is_not_chosen(director: Client) -> None:
    foretold = WIZARD | {"rules": "fate_foretold", "format": "tables", "least": "3", "most": "6", "option-fate_foretold-round_limit": "20"}
    director.post(PATH, foretold | {"sure": "yes"})
    options = Tournament.objects.get().options
    assert ("alignment_threshold" in options, options["round_limit"]) == (False, 20)


def test_director_reads_who_sees_the_reason_and_in_which_zone_a_time_is(director: Client, carol: Player) -> None:
    """The form of each action says whether its reason is public; the seeds of older tournaments are offered nowhere."""
    Player.objects.filter(name="olga").update(zone="Europe/Berlin")
    wizard = director.get(PATH).content.decode()
    preview = director.post(PATH, WIZARD | {"starts_at": "2099-07-04T12:30"}).content.decode()
    assert "12:30 (CEST)" in preview
    tournament = peopled(carol, 2)
    form = {"wizard": wizard} | {
        key: director.get(f"/admin/games/tournament/{tournament.pk}/acts/{key}/").content.decode()
        for key in ("change", "message", "cancel", "pause")
    }
    assert [key for key, page in form.items() if "shown on the public page" not in page] == ["message"]
    assert "in your time zone, Europe/Berlin" in form["pause"]
    for page in (wizard, form["change"]):
        seeds = page.partition('name="seeding"')[2].partition("</select>")[0]
        assert re.findall(r'value="([^"]*)"', seeds) == ["lot", "rating", "hand"]


def test_wizard_is_for_directors() -> None:
    for role, status in (("operator", 403), ("moderator", 403)):
        worker, client = person(role), Client()
        roles.give(worker, role)
        client.force_login(worker)
        assert client.get(PATH).status_code == status


@pytest.mark.parametrize(
    ("settings", "size", "expected"),
    [
        ({"format": "swiss"}, 8, (3, 3, 12)),
        ({"format": "round_robin"}, 6, (5, 5, 15)),
        ({"format": "round_robin", "games_each": 2}, 6, (5, 10, 30)),
        ({"format": "single"}, 8, (3, 3, 7)),
        ({"format": "double"}, 8, (7, 7, 15)),
        ({"format": "tables", "round_count": 4, "least": 3, "most": 4}, 10, (4, 4, 12)),
    ],
)
def test_forecast_counts_rounds_and_games(settings: dict[str, object], size: int, expected: tuple[int, int, int]) -> None:
    found = forecast(Tournament(rules="turn_of_fate", **settings), size)
    assert (found.rounds, found.games_each, found.games) == expected


def test_forecast_of_days_follows_the_announcement() -> None:
    pace = {"kind": "move", "seconds": 86_400}
    by_date = Tournament(rules="turn_of_fate", format="swiss", round_days=7, by_date=True, pace=pace)
    assert forecast(by_date, 8).days == 21
    free = forecast(Tournament(rules="turn_of_fate", format="swiss", pace=pace), 8).days
    short = forecast(Tournament(rules="turn_of_fate", format="swiss", round_days=1, pace=pace), 8).days
    assert (short, free is not None and free >= 3) == (3, True)


def test_bots_enter_once_each(carol: Player) -> None:
    tournament = announced(carol, 0)
    announcing.enter_bots(tournament.pk, carol, "Fill it.", count=3, now=NOON)
    announcing.enter_bots(tournament.pk, carol, "Fill it.", count=2, now=NOON)
    assert Entry.objects.filter(player__is_bot=True).values("player").distinct().count() == 5
    with pytest.raises(Refused, match="Between 1 and 64"):
        announcing.enter_bots(tournament.pk, carol, "Fill it.", count=65, now=NOON)
    desk.start(tournament.pk, carol, "Go.", now=NOON)
    with pytest.raises(Closed):
        announcing.enter_bots(tournament.pk, carol, "Fill it.", count=1, now=NOON)


def peopled(carol: Player, size: int) -> Tournament:
    """A tournament open for registration, with this number of entrants."""
    tournament = announced(carol, 0)
    for number in range(size):
        entering.enter(tournament.pk, person(f"p{number}"), now=NOON)
    return tournament


def test_preview_says_what_changes_and_nothing_else(director: Client, carol: Player) -> None:
    """A bye is listed, a change is given without unchanged points or places, and no game is listed where none runs."""
    tournament = peopled(carol, 3)
    started = act(director, tournament, "start", "All are here.")
    assert "Round 1 is paired" in started
    assert started.count(" (bye)") == 1
    row = tournament.rounds.get().pairings.get(game__isnull=False)
    out = act(director, tournament, "forfeit", "Never came.", game=row.pk, lost=row.seats)
    assert "points, place" not in out.replace("0 → 1", "")
    assert [place for place in re.findall(r"place (\d+) → (\d+)", out) if place[0] == place[1]] == []
    gone = tournament.entries.get(seed=row.seats[0]).player
    assert "resigned" not in act(director, tournament, "withdraw", "Ill.", who=gone.pk)


def test_game_is_judged_where_there_is_one(director: Client, carol: Player) -> None:
    """The action is not offered after the only round was taken back."""
    tournament = peopled(carol, 2)
    act(director, tournament, "start", "All are here.")
    page = f"/admin/games/tournament/{tournament.pk}/desk/"
    assert "acts/judge/" in director.get(page).content.decode()
    act(director, tournament, "undo-round", "Too early.")
    assert "acts/judge/" not in director.get(page).content.decode()


def test_desk_offers_what_fits_the_station(director: Client, carol: Player) -> None:
    tournament = peopled(carol, 4)
    page = f"/admin/games/tournament/{tournament.pk}/desk/"

    def offered() -> set[str]:
        text = director.get(page).content.decode()
        return {part.split("/")[0] for part in text.split("acts/")[1:]}

    always = {"change", "copy", "message", "withdraw", "keep-apart", "appoint", "cancel"}
    assert offered() == always | {"bots", "call-in", "start", "late-entry"}
    act(director, tournament, "start", "All are here.")
    runs = {
        "give-back",
        "replace",
        "late-entry",
        "exchange",
        "undo-round",
        "annul",
        "forfeit",
        "judge",
        "replay",
        "sit-out",
    }
    assert offered() == always | runs | {"pause"}
    act(director, tournament, "pause", "A storm.")
    assert offered() == always | runs | {"resume"}
    act(director, tournament, "resume", "It is over.")
    somebody = tournament.entries.order_by("pk").first().player
    act(director, tournament, "replace", "Ill.", who=str(somebody.pk), substitute=person("newcomer").name)
    act(director, tournament, "withdraw", "As asked.", who=str(person_named("newcomer").pk))
    act(director, tournament, "cancel", "No more.")
    assert offered() == {"copy", "revive"}


def test_end_of_the_round_on_the_desk_counts_the_pause(director: Client, carol: Player) -> None:
    """In a pause the stored end is that of the stopped clocks; the desk shows the real one, or none while nobody knows it."""
    tournament = peopled(carol, 4)
    Tournament.objects.filter(pk=tournament.pk).update(round_days=7)
    act(director, tournament, "start", "All are here.")
    page = f"/admin/games/tournament/{tournament.pk}/desk/"
    ends = Round.objects.get().ends_at
    assert ends is not None
    for until, shown in ((None, None), (ends - DAY, ends + (ends - DAY - NOON))):
        Tournament.objects.filter(pk=tournament.pk).update(paused_at=NOON, paused_until=until)
        Round.objects.update(ends_at=ends)
        assert director.get(page).context["ends"] == shown


def test_desk_says_when_the_next_round_comes(director: Client, carol: Player) -> None:
    """While the clocks are stopped, the desk says that no round comes."""
    tournament = peopled(carol, 4)
    page = f"/admin/games/tournament/{tournament.pk}/desk/"
    said = "within a minute after the last result"
    assert said not in director.get(page).content.decode()
    act(director, tournament, "start", "All are here.")
    assert said in director.get(page).content.decode()
    act(director, tournament, "pause", "A storm.")
    text = director.get(page).content.decode()
    assert (said in text, "No round is paired while the clocks are stopped." in text) == (False, True)
    Tournament.objects.filter(pk=tournament.pk).update(paused_at=None, by_date=True, round_days=7)
    tournament.rounds.update(ends_at=NOON + 7 * DAY)
    assert "within a minute after this one ends" in director.get(page).content.decode()


@pytest.mark.parametrize("status", ["announced", "running"])
@pytest.mark.parametrize("role", ["operator", "official"])
def test_who_may_only_look_reads_the_settings_in_words(carol: Player, role: str, status: str) -> None:
    """The page has no JSON, no keys, and no link to a change that would be refused."""
    tournament = Tournament.objects.create(
        title="Cup", rules="turn_of_fate", director=carol, status=status, options={"wild_crown": False, "starter": "moons_suns"}
    )
    worker, client = person("worker"), Client()
    roles.give(worker, role)
    client.force_login(worker)
    page = client.get(f"/admin/games/tournament/{tournament.pk}/change/").content.decode()
    wanted = ("Turn of Fate", "Wild Crowns: no. Who begins: Moons or Suns.", "Buchholz Cut-1")
    assert [text for text in wanted if text not in page] == []
    assert [text for text in ("wild_crown", "turn_of_fate", "seconds", "BH-C1") if text in page] == []
    desk_page = client.get(f"/admin/games/tournament/{tournament.pk}/desk/").content.decode()
    assert ("change what is announced" in desk_page, "/acts/" in desk_page) == (False, False)


def test_people_are_chosen_by_whether_they_have_a_game(director: Client, carol: Player) -> None:
    """Only people with a game can sit out, and pairing by hand needs two people without one."""
    tournament = peopled(carol, 3)
    act(director, tournament, "start", "All are here.")
    row = tournament.rounds.get().pairings.get(game__isnull=False)
    names = {entry.seed: entry.player.name for entry in tournament.entries.select_related("player")}
    idle = {name for seed, name in names.items() if seed not in row.seats}
    desk_page, path = f"/admin/games/tournament/{tournament.pk}/desk/", f"/admin/games/tournament/{tournament.pk}/acts"

    def listed(key: str) -> set[str]:
        return set(re.findall(r"<option[^>]*>(p\d)</option>", director.get(f"{path}/{key}/").content.decode()))

    assert (listed("sit-out"), listed("pair")) == (set(names.values()) - idle, idle)
    assert "acts/pair/" not in director.get(desk_page).content.decode()
    person("late")
    act(director, tournament, "late-entry", "Was ill.", who="late", halves=0)
    assert "acts/pair/" in director.get(desk_page).content.decode()


def person_named(name: str) -> Player:
    return Player.objects.get(name=name)


def test_watch_says_who_is_late_at_risk_and_unreachable(carol: Player, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    tournament = peopled(carol, 8)
    desk.start(tournament.pk, carol, "All are here.", now=NOON)
    assert [one.level for one in watch(tournament, NOON)] == ["in time"] * 4
    asked = [one.seat for one in watch(tournament, NOON)]
    Seat.objects.filter(pk=asked[0].pk).update(timeouts=1)
    Seat.objects.filter(pk=asked[1].pk).update(due_at=NOON + DAY / 4)
    assert asked[2].player is not None
    Suppression.objects.create(address=asked[2].player.email, reason="bounced")
    with django_assert_num_queries(2):
        found = {one.seat.pk: one.level for one in watch(tournament, NOON)}
    assert [found[seat.pk] for seat in asked] == ["late", "at risk", "unreachable", "in time"]
    assert watch(tournament, NOON)[0].level == "unreachable"
