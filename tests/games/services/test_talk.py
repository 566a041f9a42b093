"""Tests of table talk: all players read it, it moves no clock, and rules may receive it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games.models import Game, Move, Player, Seat, Talk
from games.rules.messages import plain
from games.services.clocks.pace import per_move
from games.services.errors import NotYours, Refused
from games.services.tables import answers, lobby, talk
from tests.games.conftest import NOON, start
from tests.games.moves import asked


def say(game: Game, player: Player, text: str, **how: object) -> Talk:
    seat = Seat.objects.get(game=game, player=player)
    return talk.say(game.pk, seat.index, text, source="form", now=NOON, player_id=player.pk, **how)  # type: ignore[arg-type]


def test_remark_is_read_by_everybody_at_the_table_escaped(game: Game, client: Client, alice: Player, bob: Player) -> None:
    client.force_login(alice)
    client.post(f"{game.get_absolute_url()}say/", {"say": "  Well   <b>met</b>!  "})
    client.force_login(bob)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Well &lt;b&gt;met&lt;/b&gt;!" in page


def test_remark_changes_no_question_and_no_clock(game: Game) -> None:
    before = list(Seat.objects.order_by("pk").values())
    seat = asked(game)
    assert seat.player is not None
    say(game, seat.player, "Hmm.")
    assert list(Seat.objects.order_by("pk").values()) == before


@pytest.mark.parametrize("text", ["", "   ", "x" * 601, "a\x00b", "\u200b \u2060"])
def test_remark_that_makes_no_sense_is_refused(game: Game, alice: Player, text: str) -> None:
    with pytest.raises(Refused):
        say(game, alice, text)
    assert not Talk.objects.exists()


def test_strangers_do_not_talk(game: Game, carol: Player) -> None:
    with pytest.raises(NotYours):
        talk.say(game.pk, 0, "Hello?", source="form", now=NOON, player_id=carol.pk)


def test_too_much_talk_is_refused_for_an_hour(game: Game, alice: Player) -> None:
    for _ in range(talk.MOST_PER_HOUR):
        say(game, alice, "and another thing")
    with pytest.raises(Refused, match="written a lot"):
        say(game, alice, "and another thing")
    seat = Seat.objects.get(game=game, player=alice)
    talk.say(game.pk, seat.index, "later", source="form", now=NOON + timedelta(hours=2), player_id=alice.pk)


def test_remark_before_the_start_or_in_a_troubled_game_is_kept_and_no_rules_hear_it(alice: Player, bob: Player, carol: Player) -> None:
    waiting = lobby.create(alice, "fate_foretold", 3, now=NOON, pace=per_move(86_400))
    assert say(waiting, alice, "Who is coming?") == Talk.objects.get()
    troubled = start(alice, bob, carol, rules="fate_foretold")
    lines = Move.objects.filter(game=troubled).count()
    answers.mark_trouble(troubled.pk, "made up")
    assert say(troubled, alice, "What is wrong?").text == "What is wrong?"
    assert Move.objects.filter(game=troubled).count() == lines


def test_rules_that_listen_hear_a_remark_as_a_line_of_the_log(alice: Player, bob: Player, carol: Player) -> None:
    game = start(alice, bob, carol, rules="fate_foretold")
    before = {seat.index: (seat.nth, seat.due_at) for seat in game.seats.all()}
    say(game, alice, "I whisper to nobody.")
    line = Move.objects.filter(game=game).latest("seq")
    assert (line.kind, line.text, line.player_id) == ("remark", "!talk", alice.pk)
    assert {seat.index: (seat.nth, seat.due_at) for seat in Seat.objects.filter(game=game)} == before
    assert plain(game.book.title) == "Fate Foretold"
