"""Tests of the versions of one game: the exports of its folder, their discovery, and upgrades of tables."""

from __future__ import annotations

import random

import pytest

from games.rules.errors import CannotUpgrade, UnknownRules
from games.rules.messages import plain
from games.rules.playout import random_draw
from games.rules.registry import all_games, every_version, game, game_in, versions
from games.rules.session import Session
from tests.rules.kit.toys import Toy
from tests.rules.raised import FIRST, Brighter, Broken, Settled, shelf

SECOND = Brighter()


def begun(seed: int = 1) -> Session[object]:
    session: Session[object] = FIRST.begin(2)
    session.settle(lambda _number, _label, n, k: random_draw(random.Random(seed), n, k))
    return session


def test_versions_of_a_folder_are_found_by_number_and_the_newest_is_for_new_games() -> None:
    with shelf(SECOND, FIRST):
        assert all_games()["lone_star"] is game("lone_star") is SECOND
        assert game_in("lone_star", 1) is FIRST
        assert versions("lone_star") == [SECOND, FIRST]
        assert [key for key in every_version() if key[0] == "lone_star"] == [("lone_star", 2), ("lone_star", 1)]
    assert all_games()["lone_star"] is FIRST
    assert versions("lone_star") == [FIRST]


def test_version_that_is_not_here_is_no_trouble_but_unknown() -> None:
    with pytest.raises(UnknownRules, match="does not have the rules of lone_star in version 2") as caught:
        game_in("lone_star", 2)
    assert plain(caught.value.message) == (
        "This game is being updated: its rules are not ready here yet. Nothing is lost; please try again in a minute."
    )
    with shelf():
        assert "lone_star" not in all_games()
        with pytest.raises(UnknownRules):
            game_in("lone_star", 1)


@pytest.mark.parametrize("versions", [(FIRST, SECOND), (SECOND, SECOND), (SECOND, FIRST, FIRST)], ids=["older first", "twice", "doubled"])
def test_folder_that_numbers_its_versions_otherwise_is_refused(versions: tuple[Brighter, ...]) -> None:
    with shelf(*versions), pytest.raises(TypeError, match="must export its versions by falling number, GAME before OLDER; they are: "):
        all_games()


def test_folder_with_a_version_of_another_game_is_refused() -> None:
    with shelf(SECOND, Toy()), pytest.raises(TypeError, match="in OLDER nothing but older versions of it"):
        all_games()


def test_table_is_taken_over_with_its_settings_and_other_choices() -> None:
    old = begun()
    new = SECOND.take_over(old.position, 1)
    assert new.table.options == {"low_wins": False, "bright": True}  # type: ignore[attr-defined]
    assert [old.question(0).tokens[:-1], old.question(1).tokens[:-1]] == [new.question(0).tokens, new.question(1).tokens]  # type: ignore[union-attr]
    assert old.position == begun().position, "the old table stays as it was"


def test_table_that_the_rules_refuse_is_not_taken_over_and_says_why() -> None:
    with pytest.raises(CannotUpgrade, match="Games that began with version 1 go on under it"):
        Settled().take_over(begun().position, 1)
    with pytest.raises(TypeError, match="constellation"):
        Broken().take_over(begun().position, 1)


def test_turn_whose_answers_do_not_fit_the_new_rules_is_not_taken_over() -> None:
    """A draw of the current step was answered for a deck of another size."""
    session: Session[object] = FIRST.begin(2)
    at = session.position

    class Smaller(Brighter):
        def upgrade(self, table: dict[str, object], from_version: int) -> dict[str, object]:
            return table | {"options": {"low_wins": False, "bright": True}}

    assert at.since == ()
    early = type(at)(at.table, ((-1, "0 1 2"),), {}, 1)
    with pytest.raises(CannotUpgrade, match="can be tried again after it"):
        Smaller().take_over(early, 1)


def test_settings_of_another_version_are_kept_where_they_are_known_and_allowed() -> None:
    given = {"low_wins": True, "bright": False, "gone": 3}
    assert SECOND.known_options(given) == {"low_wins": True, "bright": False}
    assert FIRST.known_options({"low_wins": 7}) == {}
