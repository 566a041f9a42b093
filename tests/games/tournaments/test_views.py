"""Tests of cross table, bracket, calendar, my games, Atom feed, and the mails about rounds and results."""

from __future__ import annotations

import re
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Player
from games.rules.messages import plain
from games.services.tables import bots
from games.tournaments.formats.registry import Format
from games.tournaments.models import Tournament
from games.tournaments.queries import standings, views
from games.tournaments.services import director, entering, interventions, rounds
from notifications.clock import database_now
from notifications.delivery import deliver
from notifications.models import Message
from tests.games.conftest import DAY, NOON, person
from tests.games.moves import play_out
from tests.games.tournaments.test_life import announced, play_on

pytestmark = pytest.mark.django_db(transaction=True)
ATOM = "{http://www.w3.org/2005/Atom}"


def played(carol: Player, size: int, **settings: object) -> Tournament:
    """A tournament of bots that waits for its director."""
    tournament = announced(carol, size, **settings)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    play_on(tournament)
    tournament.refresh_from_db()
    return tournament


def page(tournament: Tournament, client: Client | None = None) -> str:
    return (client or Client()).get(tournament.get_absolute_url()).content.decode()


def test_cross_table_adds_up(carol: Player) -> None:
    tournament = played(carol, 4, format="round_robin")
    (cross,) = views.cross_tables(tournament)
    rows = cross.rows
    assert cross.title is None
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    for place, row in enumerate(rows):
        assert row.cells[place] is None
        assert sum(float(cell) for cell in row.cells if cell) == float(row.points)
        for other, cell in enumerate(row.cells):
            if cell is not None:
                assert float(cell) + float(rows[other].cells[place] or 0) == 1
    assert page(tournament).count("<td>×</td>") == 4


def test_cross_table_before_the_draw_and_of_a_knock_out_is_empty(carol: Player) -> None:
    assert views.cross_tables(announced(carol, 4, format="round_robin")) == []
    assert views.cross_tables(announced(carol, 4, format="single")) == []


@pytest.mark.parametrize(("form", "word"), [("groups", "Group"), ("league", "Division")])
def test_groups_and_divisions_have_a_cross_table_each(carol: Player, form: str, word: str) -> None:
    tournament = announced(carol, 8, format=form)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    crosses = views.cross_tables(tournament)
    assert [plain(cross.title) for cross in crosses if cross.title] == [f"{word} 1", f"{word} 2"]
    assert [len(cross.rows) for cross in crosses] == [4, 4]
    names = [row.name for cross in crosses for row in cross.rows]
    assert sorted(names) == sorted(views.names_of(tournament).values())
    for cross in crosses:
        assert [row.rank for row in cross.rows] == sorted(row.rank for row in cross.rows)
        assert all(len(row.cells) == 4 for row in cross.rows)
    assert f"Cross table: {word} 2" in page(tournament)


def test_a_large_round_robin_shows_so_many_rounds_at_a_time(carol: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = played(carol, 4, format="round_robin")
    assert [number for number in range(1, 4) if f"<h2>Round {number}</h2>" in page(tournament)] == [1, 2, 3]
    monkeypatch.setattr(standings, "MEETINGS_SHOWN", 4)  # two rounds of two
    shown = {}
    for asked in ("", "?round=2", "?round=1", "?round=99", "?round=x"):
        text = Client().get(tournament.get_absolute_url() + asked).content.decode()
        rounds_there = [number for number in range(1, 4) if f"<h2>Round {number}</h2>" in text]
        shown[asked] = (rounds_there, re.findall(r'href="\?round=(\d+)#rounds"', text))
    latest = ([2, 3], ["1"])
    assert shown == {"": latest, "?round=2": ([1, 2], ["3"]), "?round=1": ([1], ["2"]), "?round=99": latest, "?round=x": latest}


def test_standings_are_worked_out_once_for_all_mails_of_a_final_table(carol: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = announced(carol, 0, format="swiss", round_count=1)
    people = [person(f"p{number}") for number in range(4)]
    for player in people:
        entering.enter(tournament.pk, player, now=NOON)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    for game in tournament.games().filter(status="active").order_by("pk"):
        play_out(game)
    rounds.advance(tournament.pk, NOON + DAY)
    director.approve(tournament.pk, carol, "Well played.", now=NOON + 2 * DAY)
    asked: list[str] = []
    whole = Format.standings
    monkeypatch.setattr(Format, "standings", lambda self, field: asked.append(self.name) or whole(self, field))
    deliver.deliver_due(database_now())
    finals = Message.objects.filter(kind="tournament", state="sent", channel="email", payload__what="closed")
    assert finals.count() == 4
    places = {re.search(r"Your place: (\d)", mail.text)[1] for mail in finals}  # type: ignore[index]
    assert places <= {"1", "2", "3", "4"}
    assert asked == ["swiss"]
    lines = standings.lines_of(tournament)
    first = tournament.entries.get(seed=lines[0].entrant)
    first.withdrawn, first.left_round = True, 1
    first.save()
    standings.lines_of(tournament)
    assert len(asked) == 2, "an entry has changed, so they are worked out anew"


@pytest.mark.parametrize(("form", "size", "places"), [("single", 6, 7), ("double", 4, 7)])
def test_bracket_is_drawn_before_and_after(carol: Player, form: str, size: int, places: int) -> None:
    tournament = announced(carol, size, format=form)
    assert views.net(tournament) == []
    assert "<svg" not in page(tournament).partition("<main")[2]
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    drawn = views.net(tournament)
    assert len(drawn) == places
    assert all(node.winner is None for node in drawn)
    play_on(tournament)
    ended = [node for node in views.net(tournament) if None not in node.names and node.label != "F2"]
    assert all(node.winner in (0, 1) for node in ended)
    text = page(tournament)
    svg = ElementTree.fromstring(re.search(r'<svg[^>]*class="bracket".*?</svg>', text, re.S)[0])  # type: ignore[index]
    assert len(svg.findall(".//{http://www.w3.org/2000/svg}rect")) == places
    champion = tournament.entries.get(seed=tournament.formula.standings(tournament.field())[0].entrant).player.name
    bold = [words.text for words in svg.iter("{http://www.w3.org/2000/svg}text") if words.get("font-weight")]
    assert champion in bold


def test_names_in_the_bracket_are_escaped(carol: Player) -> None:
    tournament = announced(carol, 2, format="single")
    Player.objects.filter(pk=tournament.entries.order_by("pk").first().player_id).update(name="<b>&")
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    assert "<b>&" not in page(tournament)


def test_calendar_foresees_rounds_by_date(carol: Player) -> None:
    tournament = announced(carol, 8, format="swiss", round_days=7, by_date=True)
    assert views.calendar(tournament) == []
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    tournament.refresh_from_db()
    stages = views.calendar(tournament)
    assert [(stage.number, stage.begins, stage.foreseen) for stage in stages] == [
        (1, NOON, False),
        (2, NOON + timedelta(days=7), True),
        (3, NOON + timedelta(days=14), True),
    ]
    assert (stages[0].games, stages[0].running) == (4, 4)
    while bots.play_bots(NOON):
        pass
    assert views.calendar(tournament)[0].running == 0


def test_my_games_come_first_where_they_wait(carol: Player, alice: Player, bob: Player) -> None:
    tournament = announced(carol, 0, format="round_robin")
    for player in (alice, bob, person("dave")):
        entering.enter(tournament.pk, player, now=NOON)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    mine = {player: views.my_games(tournament, player) for player in (alice, bob)}
    assert views.my_games(tournament, None) == views.my_games(tournament, carol) == []
    for player, seats in mine.items():
        client = Client()
        client.force_login(player)
        assert ("My games here" in page(tournament, client)) == bool(seats)
        for seat in seats:
            names = " – ".join(other.player.name for other in seat.game.seats.order_by("index"))
            assert f'href="{seat.game.get_absolute_url()}">{names}</a>' in page(tournament, client)


@pytest.mark.parametrize("size", [4, 8])
def test_page_takes_as_many_queries_whatever_the_size(carol: Player, django_assert_num_queries: DjangoAssertNumQueries, size: int) -> None:
    tournament = played(carol, size, format="swiss", round_count=2)
    with django_assert_num_queries(12):
        page(tournament)


@pytest.mark.parametrize(("form", "by_points"), [("swiss", True), ("single", False)])
def test_page_of_an_approved_tournament_begins_with_the_best_three(carol: Player, form: str, by_points: bool) -> None:
    """Formats in which losers are eliminated show no points."""
    tournament = played(carol, 4, format=form, round_count=2 if by_points else 0)
    assert 'class="podium"' not in page(tournament)
    director.approve(tournament.pk, carol, "Well played.", now=NOON + DAY)
    tournament.refresh_from_db()
    text = page(tournament)
    podium = re.findall(r'<li value="(\d)"><a[^>]*>([^<]+)</a>', text.partition('class="podium"')[2].partition("</ol>")[0])
    ranked = [(str(line.rank), line.name) for line in standings.board(tournament).standings if line.rank <= 3]
    assert podium == ranked
    assert podium[0][0] == "1"
    assert text.index('class="podium"') < text.index('id="standings"')
    assert ('<th scope="col">Points</th>' in text.partition('id="standings"')[2].partition("</table>")[0]) is by_points


def test_feed_tells_rounds_and_the_final_table(carol: Player) -> None:
    tournament = played(carol, 4, format="swiss", round_count=2)
    director.approve(tournament.pk, carol, "Well played.", now=NOON + DAY)
    answer = Client().get(f"{tournament.get_absolute_url()}feed.atom")
    assert answer.headers["Content-Type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(answer.content)
    titles = [entry.findtext(f"{ATOM}title") for entry in feed.iter(f"{ATOM}entry")]
    assert titles == ["The final table", "Round 2 is over", "Round 2 begins", "Round 1 is over", "Round 1 begins"]
    ids = [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]
    assert len(set(ids)) == 5
    assert (feed.find(f".//{ATOM}summary").text or "").startswith("1. ")  # type: ignore[union-attr]
    assert Client().post(f"{tournament.get_absolute_url()}feed.atom").status_code == 405
    assert Client().get("/tournaments/nowhere/feed.atom").status_code == 404


def test_mails_tell_the_round_and_the_result_to_those_who_take_part(carol: Player, alice: Player, bob: Player) -> None:
    tournament = announced(carol, 0, format="swiss", round_count=2)
    people = [alice, bob, *(person(f"p{number}") for number in range(2))]
    for player in people:
        entering.enter(tournament.pk, player, now=NOON)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    interventions.withdraw(tournament.pk, people[3], carol, "Ill.", now=NOON)
    for _round in (1, 2):
        for game in tournament.games().filter(status="active"):
            play_out(game)
        rounds.advance(tournament.pk, NOON + DAY)
        deliver.deliver_due(database_now())
    director.approve(tournament.pk, carol, "Well played.", now=NOON + 2 * DAY)
    deliver.deliver_due(database_now())
    sent = Message.objects.filter(kind="tournament", state="sent", channel="email")
    about = {what: set(sent.filter(payload__what=what).values_list("recipient__name", flat=True)) for what in ("round", "closed")}
    assert about == {"round": {"alice", "bob", "p0"}, "closed": {"alice", "bob", "p0", "p1"}}
    meeting = sent.get(payload__what="round", recipient=alice)
    assert re.search(r"You play (bob|p0): http\S+/g/\w+/|You have a bye in this round\.", meeting.text)
    final = sent.get(payload__what="closed", recipient=alice)
    assert "The final table of Spring cup is published." in final.text
    assert "Your place: " in final.text
    assert Message.objects.get(kind="tournament", recipient=carol).payload["what"] == "review"


def test_page_shows_points_tie_breaks_and_the_facts(carol: Player) -> None:
    """A game of two is shown as 1 : 0, not by ranks."""
    tournament = played(carol, 4, format="swiss", round_count=2, cap=6)
    text = page(tournament)
    assert set(re.findall(r">([\d.]+ : [\d.]+)</a>", text)) <= {"1 : 0", "0 : 1", "0.5 : 0.5"}
    for expected in ('<th scope="col">Buchholz</th>', '<th scope="col">Sonneborn–Berger</th>', "Director: carol", "4 people"):
        assert expected in text


def test_page_before_the_start_says_when_and_who_waits(carol: Player, alice: Player) -> None:
    """Everybody may read the announcement."""
    tournament = announced(carol, 2, cap=2)
    entering.enter(tournament.pk, alice, now=NOON + DAY)
    text = page(tournament)
    assert re.search(r"<details[^>]* open>", text)
    assert "The director starts it" in text
    assert "2 of 2 places taken" in text
    assert re.search(r"Waiting list</h2><ol[^>]*><li>alice</li>", text)


def test_leaving_a_running_tournament_asks_first(carol: Player, alice: Player, bob: Player, client: Client) -> None:
    """Leaving resigns a game, so there is a confirmation; before the start there is none."""
    tournament = announced(carol, 0)
    for player in (alice, bob):
        entering.enter(tournament.pk, player, now=NOON)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    client.force_login(alice)
    path = f"{tournament.get_absolute_url()}withdraw/"
    assert "resign your running game there" in client.post(path).content.decode()
    assert not tournament.entries.get(player=alice).withdrawn
    assert client.post(path, {"sure": "1"}).status_code == 302
    assert tournament.entries.get(player=alice).withdrawn


def test_group_is_named_where_a_meeting_is_explained(carol: Player) -> None:
    tournament = announced(carol, 6, format="groups", group_size=3)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    assert "Group 2: round 1 of the Berger table." in page(tournament)
