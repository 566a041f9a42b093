"""Tests of tournaments by API: listing, pagination, entering, leaving."""

from __future__ import annotations

import csv
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Player
from games.services.operations import roles
from games.tournaments.models import Entry, Pairing, Round, Tournament
from games.tournaments.services import director
from tests.games.api.conftest import Call, Program
from tests.games.conftest import NOON
from tests.games.tournaments.test_life import announced, play_on

pytestmark = pytest.mark.django_db


def everything(program: Program, path: str, size: int) -> list[Any]:
    """All items of a list, read in pages of this size."""
    found: list[Any] = []
    cursor = ""
    while cursor is not None:
        page = program.get(f"{path}{'&' if '?' in path else '?'}limit={size}{cursor and f'&cursor={cursor}'}").json()
        assert len(page["items"]) <= size
        found += page["items"]
        cursor = page["next"]
    return found


@pytest.fixture
def played(carol: Player) -> Tournament:
    """A Swiss tournament of five bots, played to the end."""
    tournament = announced(carol, 5)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    play_on(tournament)
    return tournament


def test_entered_twice_is_one_place_and_withdrawn_is_none(call: Call, alice: Player, carol: Player) -> None:
    tournament, program = announced(carol, 1), call(alice)
    path = f"tournaments/{tournament.code}"
    assert program.get(path).json()["my_entry"] is None
    first = program.post(f"{path}/register").json()
    assert (first["entered"], first["my_entry"]["seed"], first["my_entry"]["withdrawn"]) == (2, None, False)
    assert program.post(f"{path}/register").json() == first == program.get(path).json()
    left = program.post(f"{path}/withdraw").json()
    assert (left["entered"], left["my_entry"]["withdrawn"]) == (1, True)
    assert Entry.objects.filter(player=alice).count() == 1


def test_half_point_bye_is_asked_for_and_taken_back(call: Call, alice: Player, carol: Player) -> None:
    tournament, program = announced(carol, 3, half_byes=1), call(alice)
    path = f"tournaments/{tournament.code}"
    assert program.code(f"{path}/rest", {"round": 1}) == "not-your-seat"
    program.post(f"{path}/register")
    assert program.post(f"{path}/rest", {"round": 1}).json()["my_entry"]["rests"] == [1]
    assert program.post(f"{path}/rest", {"round": 1}).json()["my_entry"]["rests"] == [1]
    assert program.post(f"{path}/rest", {"round": 2}).json()["code"] == "no_rest_left"
    assert "rests" not in program.get(f"{path}/entries").json()["items"][-1]  # shown to the entrant only
    assert program.post(f"{path}/no-rest", {"round": 1}).json()["my_entry"]["rests"] == []
    assert program.code(f"{path}/rest", {"round": 0}) == "invalid"


def test_refusals_are_problems_and_change_nothing(call: Call, alice: Player, carol: Player, played: Tournament) -> None:
    program, before = call(alice), list(Entry.objects.order_by("pk").values_list())
    assert program.code(f"tournaments/{played.code}/register") == "closed"
    assert program.code(f"tournaments/{played.code}/withdraw") == "not-your-seat"
    assert program.code("tournaments/nowhere/register") == "not-found"
    assert program.code(f"tournaments/{played.code}/register", {"name": "bob"}) == "invalid"
    assert call(alice, "game:play").code(f"tournaments/{played.code}/register") == "insufficient-scope"
    assert list(Entry.objects.order_by("pk").values_list()) == before


def test_list_is_filtered_and_paged(call: Call, alice: Player, carol: Player) -> None:
    made = [announced(carol, size, rules=rules) for size, rules in ((1, "turn_of_fate"), (2, "turn_of_fate"), (3, "tempting_fate"))]
    program = call(alice)
    program.post(f"tournaments/{made[1].code}/register")
    codes = [tournament.code for tournament in reversed(made)]
    assert [item["code"] for item in everything(program, "tournaments", 2)] == codes
    assert [item["entered"] for item in everything(program, "tournaments", 100)] == [3, 3, 1]
    assert [item["code"] for item in everything(program, "tournaments?rules=turn_of_fate", 1)] == codes[1:]
    assert [item["code"] for item in everything(program, "tournaments?entered=true", 5)] == [made[1].code]
    assert len(everything(program, "tournaments?entered=false", 5)) == 2
    assert everything(program, "tournaments?status=closed", 5) == []
    assert len(everything(call(None), "tournaments", 5)) == 3


def test_rounds_pairings_and_table_of_a_whole_tournament(call: Call, played: Tournament) -> None:
    program, path = call(None), f"tournaments/{played.code}"
    numbers = [item["number"] for item in everything(program, f"{path}/rounds", 2)]
    assert numbers == sorted(numbers, reverse=True) == list(range(Round.objects.count(), 0, -1))
    pairings = everything(program, f"{path}/pairings", 2)
    assert len(pairings) == len({(it["round"], it["number"]) for it in pairings}) == 3 * len(numbers)
    for it in pairings:
        assert it["why"]
        if len(it["players"]) == 1:
            assert (it["game"], it["ranks"]) == (None, None)
        else:
            game = program.get(f"games/{it['game']}").json()
            assert ([seat["player"] for seat in game["seats"]], game["result"]["ranks"]) == (it["players"], it["ranks"])
    assert [it for it in pairings if it["round"] == 1] == everything(program, f"{path}/pairings?round=1", 1)
    table = everything(program, f"{path}/standings", 2)
    assert [line["rank"] for line in table] == sorted(line["rank"] for line in table)
    exported = list(csv.reader(Client().get(f"/tournaments/{played.code}/export.csv").content.decode("utf-8-sig").splitlines()))[1:]
    assert [[line["points"], *line["tie_breaks"]] for line in table] == [row[3:] for row in exported]
    entries = everything(program, f"{path}/entries", 2)
    assert sorted(it["seed"] for it in entries) == [1, 2, 3, 4, 5]
    assert {line["player"]["name"] for line in table} == {it["player"]["name"] for it in entries}


@pytest.mark.parametrize(("part", "queries"), [("", 3), ("/entries", 4), ("/rounds", 4), ("/pairings", 5), ("/standings", 6)])
@pytest.mark.parametrize("size", [1, 3])
def test_reading_takes_as_many_queries_for_three_rows_as_for_one(
    call: Call, alice: Player, carol: Player, part: str, queries: int, size: int, django_assert_num_queries: Any
) -> None:
    tournament, program = announced(carol, 2 * size), call(alice)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    program.get("me")  # stores the token's use
    with django_assert_num_queries(queries):
        assert program.get(f"tournaments/{tournament.code}{part}").status_code == 200


@pytest.mark.parametrize("size", [1, 3])
def test_list_takes_as_many_queries_for_three_as_for_one(
    call: Call, alice: Player, carol: Player, size: int, django_assert_num_queries: Any
) -> None:
    for _number in range(size):
        announced(carol, 1)
    program = call(alice)
    program.get("me")
    with django_assert_num_queries(3):  # queries: the token with the clock, the tournaments, the caller's places
        assert len(program.get("tournaments").json()["items"]) == size


def test_director_looks_and_acts_by_program_with_the_checks_of_the_admin(call: Call, alice: Player, carol: Player) -> None:
    """Strangers have no access; the confirmed preview is carried out; an outdated mark is refused and changes nothing."""
    tournament = announced(carol, 4)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    play_on(tournament)
    path = f"tournaments/{tournament.code}"
    assert call(alice).code(f"{path}/acts/correct", {"reason": "Me."}) == "forbidden"
    roles.give(carol, "director")
    program = call(Player.objects.get(pk=carol.pk))
    acts = {act["key"]: act for act in program.get(f"{path}/acts").json()["acts"]}
    chosen = next(field["choices"] for field in acts["correct"]["fields"] if field["name"] == "game")[0]
    row = Pairing.objects.get(pk=chosen["value"])
    assert row.game is not None
    other = "1 2" if row.game.result["ranks"][0] != 1 else "2 1"
    asked = {"reason": "They swapped seats.", "values": {"game": row.pk, "outcome": other}}
    shown = program.post(f"{path}/acts/correct", asked).json()
    assert (shown["done"], any("points, place" in line for line in shown["effects"])) == (False, True)
    row.refresh_from_db()
    assert row.ruled is None
    assert program.code(f"{path}/acts/correct", asked | {"seen": "0" * 32}) == "stale"
    assert program.post(f"{path}/acts/correct", asked | {"seen": shown["seen"]}).json()["done"]
    row.refresh_from_db()
    assert row.ruled == {"kind": "corrected", "ranks": [int(rank) for rank in other.split()]}
    ruling = program.get(f"{path}/rulings").json()["items"][0]
    assert (ruling["kind"], ruling["round"], ruling["reason"]) == ("correct result", row.round.number, "They swapped seats.")
    pages, cursor = [], ""
    while cursor is not None:
        page = program.get(f"{path}/rulings?limit=1{cursor and '&cursor='}{cursor}").json()
        pages, cursor = [*pages, *page["items"]], page["next"]
    assert pages == program.get(f"{path}/rulings").json()["items"]
    assert len(pages) > 1
    assert program.code(f"{path}/acts/correct", {"reason": "x", "values": {"game": 0, "outcome": other}}) == "invalid"
    assert program.code(f"{path}/acts/dance", {"reason": "x"}) == "not-found"
    wrong: tuple[Any, ...] = (True, 7, [1], {"a": 1})
    assert {program.code(f"{path}/acts/pause", {"reason": "x", "values": {"until": until}}) for until in wrong} == {"invalid"}


CUP = {"title": "Winter league", "rules": "turn_of_fate", "format": "round_robin", "cap": 8, "reason": "Winter is long."}


def test_site_of_a_league_announces_seats_people_and_reads_the_results(call: Call, alice: Player, bob: Player, carol: Player) -> None:
    """Uses tokens only: a director's, and those of the people who enter."""
    roles.give(carol, "director")
    league = call(Player.objects.get(pk=carol.pk), "tournament:direct", "game:read")
    made = league.post("tournaments", CUP | {"pace": {"kind": "move", "seconds": 3600}, "tie_breaks": ["DE", "SB"]})
    assert made.status_code == 201, made.content
    path = made.headers["Location"].removeprefix("/api/v1/")
    assert league.get(path).json() == made.json()
    assert (made.json()["status"], made.json()["director"]["name"], made.json()["tie_breaks"]) == ("announced", carol.name, ["DE", "SB"])

    def act(key: str, **values: Any) -> None:
        asked = {"reason": "As announced.", "values": values}
        seen = league.post(f"{path}/acts/{key}", asked).json()["seen"]
        assert league.post(f"{path}/acts/{key}", asked | {"seen": seen}).json()["done"]

    act("open")
    for person in (alice, bob):
        assert call(person, "tournament:write").post(f"{path}/register").status_code == 200
    act("bots", count=2)
    act("start")
    tournament = Tournament.objects.get(code=made.json()["code"])
    games = [one["game"] for one in everything(league, f"{path}/pairings", 4)]
    assert len(games) == 2
    director.cancel(tournament.pk, carol, "The test is over.", now=NOON)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"rules": "whist"}, "no_such_rules"),
        ({"options": {"colour": "red"}}, "bad_tables"),
        ({"tie_breaks": ["luck"]}, "bad_tournament"),
        ({"format": "chaos"}, "invalid"),
        ({"games_each": 3}, "invalid"),
        ({"reason": ""}, "invalid"),
    ],
)
def test_announcement_that_cannot_be_played_is_refused(call: Call, carol: Player, body: dict[str, Any], code: str) -> None:
    roles.give(carol, "director")
    answer = call(Player.objects.get(pk=carol.pk)).post("tournaments", CUP | body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert not Tournament.objects.exists()


def test_title_is_one_line_of_plain_text_in_every_file(call: Call, carol: Player) -> None:
    roles.give(carol, "director")
    made = call(Player.objects.get(pk=carol.pk)).post("tournaments", CUP | {"title": "Cup\r\nDTSTART:1\x1b[31m\u202e"}).json()
    assert made["title"] == "Cup DTSTART:1 [31m"
    Tournament.objects.update(starts_at=timezone.now() + timedelta(days=1))
    assert Client().get(f"/tournaments/{made['code']}/rounds.ics").status_code == 200


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"least": 1}, "A table has between 2 and 12 people"),
        ({"least": 5, "most": 4}, "A table has between 2 and 12 people"),
        ({"most": 13}, "A table has between 2 and 12 people"),
        ({"group_size": 2}, "A group or division has 3 people or more."),
        ({"group_size": 3, "through": 3}, "At least one of a group goes on into the finals"),
        ({"through": 0}, "At least one of a group goes on into the finals"),
        ({"least_reliability": 101}, "Per cent are 0 to 100."),
    ],
)
def test_numbers_that_do_not_go_together_are_refused_in_words(call: Call, carol: Player, body: dict[str, Any], sentence: str) -> None:
    """The refusal is a sentence, not the name of a database constraint."""
    roles.give(carol, "director")
    answer = call(Player.objects.get(pk=carol.pk)).post("tournaments", CUP | body)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_tournament")
    assert answer.json()["detail"].startswith(sentence)
    assert "onstraint" not in answer.json()["detail"]


def test_act_refuses_a_field_it_does_not_have(call: Call, carol: Player) -> None:
    """An ignored field "untill" would make a pause without an end."""
    tournament = announced(carol, 4)
    director.start(tournament.pk, carol, "All are here.", now=NOON)
    roles.give(carol, "director")
    program, path = call(Player.objects.get(pk=carol.pk)), f"tournaments/{tournament.code}/acts"
    answer = program.post(f"{path}/pause", {"reason": "A storm.", "values": {"untill": "2030-01-01 10:00"}})
    assert (answer.status_code, answer.json()["detail"]) == (422, "untill: this act has no such field; there are: until.")
    assert program.post(f"{path}/resume", {"reason": "x", "values": {"a": 1}}).json()["detail"].endswith("there are: none.")


def test_program_names_somebody_by_name_or_by_id(call: Call, carol: Player) -> None:
    """An id takes precedence over a name that looks like it."""
    tournament = announced(carol, 3)
    first, second = tournament.entries.order_by("pk")[:2]
    Player.objects.filter(pk=second.player_id).update(name=str(first.player_id), name_key=str(first.player_id))
    roles.give(carol, "director")
    program, path = call(Player.objects.get(pk=carol.pk)), f"tournaments/{tournament.code}/acts/withdraw"
    for who in (first.player_id, first.player.name, first.player.name.upper()):
        effects = program.post(path, {"reason": "Ill.", "values": {"who": who}}).json()["effects"]
        assert effects[0] == f"{first.player.name} leaves the tournament and is not paired again."
    assert program.code(path, {"reason": "Ill.", "values": {"who": "nobody"}}) == "invalid"


def test_who_may_not_announce_by_page_may_not_by_program(call: Call, alice: Player) -> None:
    assert call(alice).code("tournaments", CUP) == "forbidden"
    assert call(alice, "tournament:write").post("tournaments", CUP).json()["scope"] == "tournament:direct"
