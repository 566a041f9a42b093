"""Tests of `manage.py audit` and `replay --check`: sound games pass, every kind of damage is reported."""

from __future__ import annotations

import io

import orjson
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from fateapp.ops import audit, rehearsal
from games.models import Game, Player
from games.rules.registry import all_games
from games.services.errors import RulesError
from games.services.tables import leaving, undo
from tests.games.conftest import NOON, alice, bob, game, start  # noqa: F401 - fixtures
from tests.games.moves import asked, move, play_out


def person(number: int) -> Player:
    """The account of this number."""
    return Player.objects.create_user(f"p{number}@example.org", None, name=f"Person {number}")


@pytest.mark.django_db
@pytest.mark.parametrize("key", sorted(all_games()))
def test_finished_game_of_every_kind_is_sound(key: str) -> None:
    """The game is played at random to its end; replaying the log must give the stored position."""
    table = start(*(person(number) for number in range(all_games()[key].seats[0])), rules=key)
    play_out(table)
    assert audit.complaints(Game.objects.get(pk=table.pk)) == []


@pytest.mark.django_db
def test_game_with_an_undo_and_a_resignation_is_sound(game: Game) -> None:  # noqa: F811
    """Lines of the log that are not answers are replayed, too."""
    for _ in range(12):
        move(game)
        seat = asked(game)
        try:
            undo.take_back(game.pk, seat.index, seat.nth, source="form", now=NOON, player_id=seat.player_id or 0)
        except RulesError:
            continue
    leaving.resign(game.pk, 0, source="form", now=NOON, player_id=game.seats.get(index=0).player_id or 0)
    assert audit.complaints(Game.objects.get(pk=game.pk)) == []


@pytest.mark.django_db
def test_running_game_is_sound_and_can_go_on(game: Game) -> None:  # noqa: F811
    said = io.StringIO()
    move(game)
    call_command("audit", stdout=said)
    call_command("replay", check=True, stdout=said)
    assert said.getvalue().splitlines() == [
        "1 games looked at: every log is unbroken and leads to the stored position.",
        "All 1 running games can go on.",
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("key", sorted(all_games()))
def test_running_game_is_sound_after_every_answer(key: str) -> None:
    """Also in the middle of a turn with several questions."""
    table = start(*(person(number) for number in range(all_games()[key].seats[0])), rules=key)
    for _ in range(25):
        if not table.seats.filter(pending=True).exists():
            break
        move(table)
        assert audit.complaints(Game.objects.get(pk=table.pk)) == []


@pytest.mark.django_db
def test_gap_in_the_log_is_named(game: Game) -> None:  # noqa: F811
    """A line in the middle of the log is missing."""
    for _ in range(3):
        move(game)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_move WHERE game_id = %s AND seq = 1", [game.pk])
    game.refresh_from_db()
    assert audit.complaints(game) == [f"{game.code}: the log is broken near line 1; it should have {game.seq} lines."]
    with pytest.raises(CommandError, match="1 games looked at; 1 things are wrong"):
        call_command("audit", game.code, stdout=io.StringIO())


@pytest.mark.django_db
def test_altered_position_is_named(game: Game) -> None:  # noqa: F811
    """The stored position was changed to give another draw."""
    move(game)
    game.refresh_from_db()
    Game.objects.filter(pk=game.pk).update(position=game.position.replace('"draws":', '"draws":1'))
    game.refresh_from_db()
    assert audit.complaints(game) == [f"{game.code}: the stored turn is not the one its log leads to."]


@pytest.mark.django_db
def test_unreadable_position_cannot_go_on(game: Game) -> None:  # noqa: F811
    Game.objects.filter(pk=game.pk).update(position='{"table": 7}')
    game.refresh_from_db()
    assert [(one.game, one.state) for one in rehearsal.findings()] == [(game.code, rehearsal.BROKEN)]
    with pytest.raises(CommandError, match="1 of 1 running games could not go on"):
        call_command("replay", check=True, stdout=io.StringIO())


@pytest.mark.django_db
@pytest.mark.parametrize("key", sorted(all_games()))
@pytest.mark.parametrize("finished", [False, True])
def test_unreadable_position_is_rebuilt_from_the_log(key: str, finished: bool) -> None:
    """The rebuilt position is the stored one without answers of an incomplete sealed wait, whose seats are asked again."""
    table = start(*(person(number) for number in range(all_games()[key].seats[0])), rules=key)
    for _ in range(5):
        move(table)
    if finished:
        play_out(table)
    table.refresh_from_db()
    before = orjson.loads(table.position)
    Game.objects.filter(pk=table.pk).update(position=table.position[: len(table.position) // 2])
    with pytest.raises(CommandError, match="1 games looked at; 1 things are wrong"):
        call_command("audit", table.code, stdout=(said := io.StringIO()))
    assert f"manage.py audit --rebuild {table.code}" in said.getvalue()
    call_command("audit", table.code, rebuild=True, stdout=(said := io.StringIO()))
    assert said.getvalue().startswith(f"{table.code}: the position was rebuilt from the log.")
    table.refresh_from_db()
    after = orjson.loads(table.position)
    assert {**after, "memory": None} == {**before, "sealed": {}, "memory": None}
    if not finished:
        move(table)
        assert audit.complaints(Game.objects.get(pk=table.pk)) == []


@pytest.mark.django_db
def test_rebuilding_resumes_a_stopped_game(game: Game) -> None:  # noqa: F811
    """The seat that is asked gets a new deadline."""
    Game.objects.filter(pk=game.pk).update(position="{", trouble="unreadable")
    game.seats.update(due_at=None)
    call_command("audit", game.code, rebuild=True, stdout=io.StringIO())
    game.refresh_from_db()
    assert game.trouble == ""
    assert asked(game).due_at is not None


@pytest.mark.django_db
def test_only_unreadable_positions_with_a_whole_log_are_rebuilt(game: Game) -> None:  # noqa: F811
    move(game)
    with pytest.raises(CommandError, match="can be read; nothing was changed"):
        call_command("audit", game.code, rebuild=True)
    with pytest.raises(CommandError, match="needs the codes"):
        call_command("audit", rebuild=True)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_move WHERE game_id = %s AND seq = 1", [game.pk])
    Game.objects.filter(pk=game.pk).update(position="{")
    with pytest.raises(CommandError, match="has gaps"):
        call_command("audit", game.code, rebuild=True)
    game.refresh_from_db()
    assert game.position == "{"


@pytest.mark.django_db
def test_unknown_code_is_refused() -> None:
    with pytest.raises(CommandError, match="There is no played game zzz"):
        call_command("audit", "zzz")
