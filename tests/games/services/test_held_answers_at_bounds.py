"""Tests of limits of held answers: which question, whose, in which language, and what happens if the game has changed meanwhile."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, Move, Player, Seat
from games.services.absence import deputies
from games.services.clocks.pace import Pace
from games.services.errors import Closed, NotYours, Refused
from games.services.tables import answers, consequences, held_answers, store
from notifications.models import Message
from tests.games.conftest import DAY, NOON, person, start
from tests.games.moves import asked, legal, sweep_at

SECONDS = timedelta(seconds=20)
SENT = NOON + SECONDS


def keep(game: Game, text: str = "", *, nth: int = 0, by: Player | None = None, **more: str) -> bool:
    """Hold an answer of the player who is asked, or of `by` for them, to question `nth` from there."""
    seat = asked(game)
    player = (by.pk if by else seat.player_id) or 0
    text = text or legal(game, seat)
    return held_answers.hold(store.read_game(id=game.pk), seat.index, seat.nth + nth, text, seconds=20, now=NOON, player_id=player, **more)


def sent(game: Game) -> list[tuple[str, int | None]]:
    """The answers of people, each with the person who gave it."""
    return list(Move.objects.filter(game=game, player__isnull=False).order_by("seq").values_list("source", "player_id"))


@pytest.mark.parametrize("nth", [-1, 1])
def test_only_the_open_question_is_waited_with(game: Game, nth: int) -> None:
    assert not keep(game, nth=nth)
    assert not Seat.objects.exclude(held_answer=None).exists()


def test_an_answer_that_may_be_revised_is_not_waited_with(alice: Player, bob: Player) -> None:
    """A player who has answered a sealed question is asked nothing until the others have answered."""
    game = start(alice, bob, rules="lone_star")
    seat = asked(game)
    text = legal(game, seat)
    answers.answer(game.pk, seat.index, seat.nth, text, source="form", now=NOON, player_id=seat.player_id)
    assert not held_answers.hold(
        store.read_game(id=game.pk), seat.index, seat.nth, text, seconds=20, now=NOON, player_id=seat.player_id or 0
    )


def test_without_a_deadline_it_waits_too(alice: Player, bob: Player) -> None:
    assert keep(start(alice, bob, pace=Pace("none")))


def test_it_is_kept_in_the_words_of_the_rules_and_as_typed(game: Game) -> None:
    seat = asked(game)
    text = legal(game, seat)
    keep(game, f" {text.upper()} ", said="my best card", story="Now.")
    row = {"nth": seat.nth, "text": text, "said": "my best card", "story": "Now.", "player": seat.player_id}
    assert Seat.objects.get(pk=seat.pk).held_answer == row
    sweep_at(SENT)
    assert Move.objects.filter(player=seat.player).values_list("text", "said", "story").get() == (text, "my best card", "Now.")


def test_what_was_typed_is_the_text_unless_it_is_named(game: Game) -> None:
    text = legal(game, asked(game))
    keep(game, text)
    assert (asked(game).held_answer or {})["said"] == text


def test_a_story_that_is_too_long_is_refused_before_the_seconds_begin(game: Game) -> None:
    with pytest.raises(Refused):
        keep(game, story="x" * 601)


def test_a_deputy_is_waited_for_and_named_when_it_is_sent(game: Game, carol: Player) -> None:
    deputies.appoint(game.pk, asked(game).player_id or 0, carol, 3, now=NOON)
    assert keep(game, by=carol)
    with pytest.raises(NotYours):
        keep(game, by=person("eve"))
    sweep_at(SENT)
    assert sent(game) == [("deputy", carol.pk)]


def test_nothing_is_sent_where_nothing_is_kept(game: Game) -> None:
    seat = asked(game)
    held_answers.send_now(game.pk, seat.index, now=NOON, player_id=seat.player_id or 0)
    assert sent(game) == []


@pytest.mark.parametrize("act", [held_answers.take_back, held_answers.send_now])
def test_an_answer_of_a_game_that_is_over_is_neither_sent_nor_taken_back(game: Game, act: object) -> None:
    seat = asked(game)
    keep(game)
    Game.objects.update(status=Game.Status.FINISHED)
    with pytest.raises(Closed):
        act(game.pk, seat.index, now=NOON, player_id=seat.player_id or 0)  # type: ignore[operator]


def test_a_game_in_trouble_keeps_its_answer_until_it_goes_on(game: Game) -> None:
    keep(game)
    Game.objects.update(trouble="made up")
    assert sweep_at(SENT).held == 0
    Game.objects.update(trouble="")
    assert sweep_at(SENT).held == 1


def test_a_game_that_breaks_is_marked_and_stops_no_other(alice: Player, bob: Player) -> None:
    broken, sound = start(alice, bob), start(alice, bob)
    for game in (broken, sound):
        keep(game)
    Game.objects.filter(pk=broken.pk).update(position="{}")
    assert held_answers.play_due(SENT) == 1
    broken.refresh_from_db()
    assert (bool(broken.trouble), sent(broken), len(sent(sound))) == (True, [], 1)


def test_a_round_sends_those_that_have_waited_longest(alice: Player, bob: Player) -> None:
    games = [start(alice, bob) for _game in range(2)]
    for game in games:
        keep(game)
    Seat.objects.filter(game=games[1]).exclude(held_until=None).update(held_until=NOON)
    assert held_answers.play_due(SENT, limit=1) == 1
    assert [len(sent(game)) for game in games] == [0, 1]


def test_who_is_asked_next_by_an_answer_that_was_kept_is_not_mailed_at_once(alice: Player, bob: Player, carol: Player) -> None:
    """The page shows the next question of the turn."""
    game = start(alice, bob, carol, rules="fate_foretold")
    for _answer in range(30):
        seat = asked(game)
        if keep(game):
            held_answers.play_due(SENT)
            news = Message.objects.filter(kind="your_turn", recipient=seat.player, payload__nth=seat.nth + 1).first()
            if news is not None:
                assert news.not_before == SENT + timedelta(seconds=consequences.ON_PAGE_DELAY)
                return
        else:
            answers.answer(game.pk, seat.index, seat.nth, legal(game, seat), source="form", now=NOON, player_id=seat.player_id)
    pytest.fail("No turn of two questions came up.")


def test_a_late_round_dates_what_it_sends_by_its_own_clock(game: Game) -> None:
    keep(game)
    sweep_at(SENT + DAY / 2)
    assert Move.objects.get(source="form").at == SENT + DAY / 2
