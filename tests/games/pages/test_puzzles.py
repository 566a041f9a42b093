"""Tests of the pages of puzzles: public, without scripts and without an account."""

from __future__ import annotations

import pytest
from django.test import Client

from games.rules.puzzles import Puzzle, puzzles
from games.rules.registry import all_games

GAMES = [key for key in all_games() if puzzles(key)]
pytestmark = pytest.mark.django_db


def _address(puzzle: Puzzle, token: str = "") -> str:
    answer = f"?answer={puzzle.offers.index(token) + 1}" if token else ""
    return f"/puzzles/{puzzle.game}/{puzzle.name}/{answer}"


def test_list_leads_to_every_puzzle(client: Client) -> None:
    page = client.get("/puzzles/").content.decode()
    for key in GAMES:
        own = client.get(f"/puzzles/{key}/").content.decode()
        for puzzle in puzzles(key).values():
            assert f'href="{_address(puzzle)}"' in page
            assert f'href="{_address(puzzle)}"' in own


@pytest.mark.parametrize("key", GAMES)
def test_every_puzzle_says_whether_an_answer_is_right_and_why(key: str, client: Client) -> None:
    for puzzle in puzzles(key).values():
        asked = client.get(_address(puzzle), headers={"accept-language": "fr"})
        assert asked.status_code == 200
        assert 'role="status"' not in asked.content.decode()
        assert puzzle.question["fr"] in asked.content.decode()
    wrong = next(token for token in puzzle.offers if token != puzzle.best)
    assert "<b>Right.</b>" in client.get(_address(puzzle, puzzle.best)).content.decode()
    page = client.get(_address(puzzle, wrong)).content.decode()
    assert "<b>Not the best answer.</b>" in page
    its_version = "" if puzzle.version == all_games()[key].version else f"{puzzle.version}/"
    assert f"/rules/{key}/{its_version}#{puzzle.rules[0].lower()}" in page


@pytest.mark.parametrize(
    ("language", "begins"),
    [("en", "R47 Gemini counts as two"), ("de", "R47 Gemini zählt nur für Geist"), ("fr", "R47 Gemini compte double")],
)
def test_the_hint_is_the_rule_and_goes_with_the_answer(language: str, begins: str, client: Client) -> None:
    address, spoken = "/puzzles/fate_foretold/06-twice-the-mind/", {"accept-language": language}
    asked, answered = client.get(address, headers=spoken), client.get(f"{address}?answer=1", headers=spoken)
    assert f'<p class="soft">{begins}' in asked.content.decode()
    assert "puzzle-hint" not in answered.content.decode()


@pytest.mark.parametrize("answer", ["0", "7", "x", "99999999999", "²"])
def test_an_answer_that_is_none_asks_again(answer: str, client: Client) -> None:
    page = client.get("/puzzles/turn_of_fate/01-rob-the-rich/", {"answer": answer})
    assert page.status_code == 200
    assert 'role="status"' not in page.content.decode()


@pytest.mark.parametrize("path", ["no_such_game/", "turn_of_fate/no-such-puzzle/", "no_such_game/01/"])
def test_unknown_puzzle_is_not_found(path: str, client: Client) -> None:
    assert client.get(f"/puzzles/{path}").status_code == 404


def test_puzzle_of_the_day_is_on_the_first_page_and_has_an_address(client: Client) -> None:
    today = client.get("/puzzles/today/")
    assert today.status_code == 302
    assert f'href="{today["location"]}"' in client.get("/").content.decode()


def test_a_puzzle_asks_the_database_nothing(client: Client, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        client.get("/puzzles/turn_of_fate/01-rob-the-rich/")
