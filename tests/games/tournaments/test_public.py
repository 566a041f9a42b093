"""Tests of the public page of a large tournament, a person's card with the tie-breaks, downloads, and the director's list."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Player, Rating
from games.services.errors import Closed, Refused
from games.tournaments.formats import trf
from games.tournaments.models import Pairing, Tournament
from games.tournaments.pages import tournaments
from games.tournaments.queries import standings, views
from games.tournaments.services import director as desk, results, rounds, seeding
from tests.games.conftest import DAY, NOON, person
from tests.games.tournaments import report_reader
from tests.games.tournaments.test_life import announced
from tests.games.tournaments.test_rounds import people, swapped, win
from tests.games.tournaments.test_stations import opened
from tests.games.tournaments.verifier import script

pytestmark = pytest.mark.django_db


def swiss(director: Player, size: int, played: int, **settings: object) -> Tournament:
    """A Swiss of this many people after this many rounds; the better seed wins."""
    tournament = opened(director, people(size), **settings)
    desk.start(tournament.pk, director, "All are here.", now=NOON)
    for _round in range(played):
        win(tournament)
        rounds.advance(tournament.pk, NOON)
    tournament.refresh_from_db()
    return tournament


def read(address: str, client: Client | None = None) -> str:
    """The text of a page or file."""
    answer = (client or Client()).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_card_shows_rounds_and_how_each_tie_break_comes_about(carol: Player) -> None:
    """The terms that are not cut add up to the value of the standings; opponents and tables are linked."""
    tournament = swiss(carol, 5, 2)
    board = standings.board(tournament)
    for line in board.standings:
        text = read(f"{tournament.get_absolute_url()}people/{line.number}/")
        assert re.search(rf"Points: {line.points}\b", text)
        for place, name in enumerate(board.breaks):
            if name in ("BH", "SB", "WIN"):
                head = {"BH": "Buchholz", "SB": "Sonneborn–Berger", "WIN": "Wins"}[name]
                part = re.search(rf"<summary>{head}: ([\d.]+)</summary>(.*?)</details>", text, re.S)
                assert part is not None
                shares = [float(value) for value in re.findall(r'list-side">([\d.]+)', part[2])]
                assert part[1] == line.breaks[place]
                assert sum(shares) == float(part[1])
    assert "They decide only if all tied players have met" in text
    assert "Not a sum" not in text
    text = read(f"{tournament.get_absolute_url()}people/1/")
    assert "/g/" in text
    assert "<s>" in text
    assert Client().get(f"{tournament.get_absolute_url()}people/99/").status_code == 404


@pytest.mark.parametrize("size", [4, 12])
def test_card_takes_as_many_queries_whatever_the_size(
    carol: Player, size: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:  # fmt: skip
    address = f"{swiss(carol, size, 1).get_absolute_url()}people/1/"
    read(address)
    with django_assert_num_queries(6):
        read(address)


def test_person_is_found_by_name_and_oneself_at_once(carol: Player) -> None:
    """The page has the heading and one line of the standings; the viewer's own line is marked."""
    tournament = swiss(carol, 12, 1)
    names = [entry.player.name for entry in tournament.entries.all()]
    someone = next(entry.player for entry in tournament.entries.all() if sum(entry.player.name in name for name in names) == 1)
    text = read(f"{tournament.get_absolute_url()}?q={someone.name.upper()}")
    assert text.partition("</table>")[0].count("<tr") == 2
    assert "Show everybody" in text
    assert "No player here has the name “zzz”." in read(f"{tournament.get_absolute_url()}?q=zzz")
    client = Client()
    client.force_login(someone)
    assert 'id="me" class="mine"' in read(tournament.get_absolute_url(), client)
    assert 'id="me"' not in read(tournament.get_absolute_url())


def test_long_standings_show_the_first_and_oneself(carol: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole list is shown on request."""
    monkeypatch.setattr(tournaments, "LINES_SHOWN", 3)
    tournament = swiss(carol, 6, 1)
    last = standings.board(tournament).standings[-1]
    client = Client()
    client.force_login(tournament.entries.get(seed=last.number).player)
    lines = [read(tournament.get_absolute_url() + ask, client).partition("</table>")[0].count("<tr") - 1 for ask in ("", "?all=1")]
    assert lines == [4, 6]


def test_standings_have_no_column_of_noughts(carol: Player) -> None:
    """After one round of two nobody has a Buchholz score, but there are wins."""
    tournament = swiss(carol, 4, 0, tie_breaks=["DE", "BH", "WIN"])
    assert standings.board(tournament).breaks == []
    win(tournament)
    assert standings.board(tournament).breaks == ["BH", "WIN"]


def test_results_by_round_name_the_places_of_the_opponents(carol: Player) -> None:
    """A win is a plus with the opponent's place; the opponent's cell has a minus."""
    tournament = swiss(carol, 5, 1)
    rows = views.progress(tournament)
    by_place = {row.place: row for row in rows}
    for row in rows:
        if row.cells[0] == "(1)":
            continue
        other = by_place[int(row.cells[0][1:])]
        assert other.cells[0] == ("−" if row.cells[0][0] == "+" else "+") + str(row.place)
    assert sum(row.cells[0] == "(1)" for row in rows) == 1
    assert "All results by round" in read(tournament.get_absolute_url())


def test_large_bracket_is_drawn_from_its_last_rounds_and_listed_whole(carol: Player) -> None:
    """With seventeen people the bracket has five rounds: eight places side by side at most, all of it on request."""
    tournament = swiss(carol, 17, 0, format="single")
    text, whole = (read(tournament.get_absolute_url() + ask) for ask in ("", "?bracket=whole"))
    assert (text.count("<rect"), whole.count("<rect")) == (8 + 4 + 2 + 1, 16 + 8 + 4 + 2 + 1)
    assert "Round 1 of the bracket" in text


def test_files_hold_what_the_page_shows(carol: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Standings, results and the FIDE report; names are never spreadsheet formulas."""
    tournament = swiss(carol, 5, 2, tie_breaks=["BH", "WIN"])
    Player.objects.filter(pk=tournament.entries.get(seed=1).player_id).update(name="=cmd|'x'")
    base = f"{tournament.get_absolute_url()}export."
    rows = list(csv.DictReader(io.StringIO(read(f"{base}csv").removeprefix("\ufeff"))))
    lines = standings.lines_of(tournament)
    assert [(int(row["rank"]), int(row["number"])) for row in rows] == [(line.rank, line.entrant) for line in lines]
    assert next(row["name"] for row in rows if row["number"] == "1") == "'=cmd|'x'"
    results = list(csv.DictReader(io.StringIO(read(f"{base}results.csv").removeprefix("\ufeff"))))
    assert len(results) == 3 * 5
    report = report_reader.read(read(f"{base}trf"))
    outcome = [{(played.round, played.seats, played.ranks) for played in history}
               for history in (report.field.history, tournament.field().history)]  # fmt: skip
    assert outcome[0] == outcome[1]
    assert report.names[1].startswith("=cmd")
    assert Client().get(f"{base}xlsx").status_code == 404
    monkeypatch.setattr(trf, "MOST_POINTS", Fraction(1))
    full = Client().get(f"{base}trf")
    assert (full.status_code, "at most 99.5 points" in full.content.decode()) == (409, True)
    matches = opened(carol, [person("ada"), person("bert")], games_each=2, title="Matches")
    assert Client().get(f"{matches.get_absolute_url()}export.trf").status_code == 404
    assert "export.trf" not in read(matches.get_absolute_url())


def test_script_agrees_with_the_file_of_the_page_and_finds_a_changed_result(carol: Player) -> None:
    """In the middle of the third round of a Swiss of eight, with a withdrawal and a running round."""
    tournament = swiss(carol, 9, 2)
    document = json.loads(read(f"{tournament.get_absolute_url()}export.json"))
    assert tournament.seed not in json.dumps(document)
    assert script.check(script.from_json(json.dumps(document))) == []
    assert script.check(script.from_trf(read(f"{tournament.get_absolute_url()}export.trf"))) == []
    meeting = next(one for one in document["played"][0]["meetings"] if one["kind"] == "game")
    meeting["ranks"] = meeting["ranks"][::-1]
    assert script.check(script.from_json(json.dumps(document)))
    document["title"] = document["people"][0]["name"] = document["people"][1]["name"] = "\x1b[2J\nAll is well"
    found = script.from_json(json.dumps(document))
    assert all(words.isprintable() for words in (*script.check(found), script.report(found).splitlines()[0]))
    assert script.report(found).startswith("?[2J?All is well: ")


def test_calendar_has_the_rounds(carol: Player) -> None:
    """Expected rounds are included; the same state gives the same bytes."""
    tournament = swiss(carol, 8, 0, by_date=True, round_days=7)
    address = f"{tournament.get_absolute_url()}rounds.ics"
    text = read(address)
    assert text == read(address)
    assert text.count("BEGIN:VEVENT") == 3
    assert "SUMMARY:Round 1 of Cup" in text


def test_seeds_follow_the_ratings_where_that_was_announced(carol: Player) -> None:
    """People without a rating come last; the ratings at the draw are stored."""
    tournament = opened(carol, people(4), seeding="rating", format="single")
    entered = list(tournament.entries.order_by("pk"))
    for entry, mu in ((entered[2], 40.0), (entered[1], 30.0)):
        Rating.objects.create(player=entry.player, rules=tournament.rules, mu=mu, sigma=2.0, games=30)
    desk.start(tournament.pk, carol, "All are here.", now=NOON)
    assert list(tournament.entries.order_by("seed").values_list("pk", flat=True)[:2]) == [entered[2].pk, entered[1].pk]
    ratings = tournament.field().ratings
    assert set(ratings) == {1, 2}
    assert ratings[1] > ratings[2]
    assert "then the one with the higher rating at the start" in read(tournament.get_absolute_url())


def test_seeds_follow_the_list_of_the_director_where_that_was_announced(carol: Player) -> None:
    """Names in one of three forms; people not on the list come last; other tournaments and later lists are refused."""
    tournament = opened(carol, [person(name) for name in ("ada", "bert", "cleo", "dora")], seeding="hand")
    lists = ("cleo\n Ada \nnobody\n", "rank,name\n1,cleo\n2,ADA\n", "001    1      cleo\n001    2      ada\n")
    for text in lists:
        tournament.entries.update(order=None)
        assert seeding.put_in_order(tournament.pk, text, carol, "By strength.", now=NOON) == 2
        assert list(tournament.entries.filter(order__gt=0).order_by("order").values_list("player__name", flat=True)) == ["cleo", "ada"]
    assert seeding.listed(tournament, lists[0])[1] == ["nobody"]
    for wrong in ("", "nobody", "001    1      cleo\n"):
        with pytest.raises(Refused):
            seeding.put_in_order(tournament.pk, wrong, carol, "By strength.", now=NOON)
    desk.start(tournament.pk, carol, "All are here.", now=NOON)
    assert list(tournament.entries.order_by("seed").values_list("player__name", flat=True)[:2]) == ["cleo", "ada"]
    with pytest.raises(Closed):
        seeding.put_in_order(tournament.pk, lists[0], carol, "Late.", now=NOON)
    other = announced(carol, 2)
    with pytest.raises(Refused):
        seeding.put_in_order(other.pk, lists[0], carol, "Why not.", now=NOON + DAY)


def test_tournament_of_the_version_before_keeps_its_tie_breaks_and_its_seeds(carol: Player) -> None:
    """Stored tie-break names and no announced seeding: seeds are drawn by lot, and no ratings are stored."""
    names = ["head_to_head", "buchholz", "sonneborn_berger", "wins", "score_difference"]
    tournament = opened(carol, people(5), tie_breaks=names, seeding="")
    tournament.full_clean()
    Rating.objects.create(player=tournament.entries.order_by("pk")[0].player, rules=tournament.rules, mu=40, sigma=2, games=30)
    desk.start(tournament.pk, carol, "All are here.", now=NOON)
    win(tournament)
    assert tournament.field().ratings == {}
    assert set(standings.board(tournament).breaks) <= set(names)
    text = read(tournament.get_absolute_url())
    assert "the points of all opponents (Buchholz)," in text
    assert "seeds" not in text.partition("About this tournament")[2].partition("</details>")[0]


def test_script_agrees_after_rulings(carol: Player) -> None:
    """Results of the latest round are corrected, annulled and forfeited; then one of an earlier round on which a pairing depends."""
    tournament = swiss(carol, 8, 1)
    address = f"{tournament.get_absolute_url()}export.json"

    def checked() -> Any:
        found = script.from_json(read(address))
        assert script.check(found) == []
        return found

    win(tournament)
    first, second, third, fourth = Pairing.objects.filter(round__tournament=tournament, round__number=2).order_by("number")
    results.correct(tournament.pk, first.pk, swapped(first), carol, "They swapped seats.", now=NOON)
    assert [checked().parts[one][2].points for one in first.seats] == [2 - rank for rank in swapped(first)]
    results.annul(tournament.pk, second.pk, carol, "Somebody else played.", now=NOON)
    results.forfeit(tournament.pk, third.pk, [third.seats[0]], carol, "Rude.", now=NOON)
    results.forfeit(tournament.pk, fourth.pk, fourth.seats, carol, "Agreed in advance.", now=NOON)
    assert checked().ruled == set()
    rounds.advance(tournament.pk, NOON + timedelta(hours=1))
    assert checked().last == 3
    earlier = Pairing.objects.filter(round__tournament=tournament, round__number=1).order_by("number")[0]
    results.correct(tournament.pk, earlier.pk, swapped(earlier), carol, "Seen late.", now=NOON + timedelta(hours=2))
    assert checked().ruled == {2, 3}
