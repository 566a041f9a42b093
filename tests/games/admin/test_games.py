"""Tests of staff actions on games: each action works, requires a reason, is logged, and is reported to the table."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import orjson
import pytest

from fateapp.ops.audit import complaints
from games.models import AuditEvent, Game, Move, Player, Rating, RatingEvent, Seat, Tenure
from games.queries.history.export import export
from games.queries.tables.table import look_at
from games.render.reader import reader_for
from games.render.text import scene_text
from games.services.errors import Closed, NotYours, Refused, Trouble
from games.services.operations import ending, running
from games.services.ratings import rate
from games.services.tables import answers
from games.tournaments.models import Tournament
from games.tournaments.services import director, entering
from notifications.clock import database_now
from notifications.delivery import deliver
from notifications.models import Message
from tests.games.conftest import DAY, NOON, person, start
from tests.games.moves import asked, move, play_out, sweep_at

pytestmark = pytest.mark.django_db(transaction=True)
WHY = "Because of the storm."


@pytest.fixture
def house(db: None) -> Player:
    """A staff member."""
    return person("house", is_staff=True)


def told(game: Game, viewer: Player | None = None) -> list[str]:
    """The log lines of staff actions that a viewer sees, with their reasons."""
    look = look_at(game.code, viewer or game.seats.get(index=0).player)
    voice = reader_for(look.names, "en")
    return [f"{voice.say(line.sentences[0])} {line.story}" for line in look.log() if line.kind == Move.Kind.DESK]


def kept(game: Game) -> list[tuple[str, str]]:
    return list(AuditEvent.objects.filter(subject=f"game {game.code}").order_by("pk").values_list("action", "reason"))


def test_more_time_moves_the_deadline(game: Game, house: Player) -> None:
    before = asked(game)
    running.extend(game.pk, house, WHY, seat=before.index, days=3, now=NOON)
    after = asked(game)
    assert after.due_at == before.due_at + timedelta(days=3)
    assert told(game) == [f"The staff gave {before.player.name} more time. {WHY}"]
    assert kept(game) == [("extend", WHY)]
    with pytest.raises(Refused, match="Between 1 and 30"):
        running.extend(game.pk, house, WHY, seat=0, days=31, now=NOON)
    with pytest.raises(Refused, match="no such seat"):
        running.extend(game.pk, house, WHY, seat=2, days=1, now=NOON)
    assert len(kept(game)) == 1


def test_every_action_needs_a_reason_a_running_game_and_somebody_else(game: Game, house: Player, alice: Player) -> None:
    acts = [
        lambda by, why: running.extend(game.pk, by, why, seat=0, days=1, now=NOON),
        lambda by, why: running.pause(game.pk, by, why, days=1, now=NOON),
        lambda by, why: running.resume(game.pk, by, why, now=NOON),
        lambda by, why: running.replace(game.pk, by, why, seat=0, substitute=house, now=NOON),
        lambda by, why: running.unstick(game.pk, by, why, now=NOON),
        lambda by, why: ending.adjudicate(game.pk, by, why, now=NOON),
        lambda by, why: ending.cancel(game.pk, by, why, now=NOON),
        lambda by, why: running.peek(game.pk, by, why, seat=0, now=NOON),
    ]
    for act in acts:
        with pytest.raises(Refused, match="Please give a reason"):
            act(house, "  ")
        with pytest.raises(NotYours, match="You play in"):
            act(alice, WHY)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OPEN)
    for act in acts:
        with pytest.raises(Closed):
            act(house, WHY)
    assert (kept(game), told(game)) == ([], [])


def test_pause_and_resume(game: Game, house: Player) -> None:
    due = asked(game).due_at
    running.pause(game.pk, house, WHY, days=5, now=NOON)
    assert asked(game).due_at == due + 5 * DAY
    with pytest.raises(Refused, match="already"):
        running.pause(game.pk, house, WHY, days=5, now=NOON + DAY)
    running.resume(game.pk, house, WHY, now=NOON + DAY)
    assert asked(game).due_at == due + DAY
    with pytest.raises(Closed, match="not paused"):
        running.resume(game.pk, house, WHY, now=NOON + DAY)
    assert Message.objects.filter(kind="pause").count() == 4


def test_a_substitute_gets_seat_clock_and_mail(game: Game, house: Player, carol: Player) -> None:
    seat = asked(game)
    away = seat.player
    running.replace(game.pk, house, WHY, seat=seat.index, substitute=carol, now=NOON + timedelta(hours=20))
    now = asked(game)
    assert (now.player, now.index, now.due_at) == (carol, seat.index, NOON + DAY + timedelta(hours=20))
    assert Message.objects.filter(kind="your_turn", recipient=carol).count() == 1
    assert Message.objects.filter(kind="seat_taken", recipient=away).count() == 1
    assert Tenure.objects.get(player=away).ended_by == "replaced"
    assert told(game, carol) == [f"The staff gave a seat to a substitute: carol. {WHY}"]
    with pytest.raises(NotYours):
        answers.answer(game.pk, seat.index, seat.nth, "x", source="form", now=NOON, player_id=away.pk)
    move(game)
    with pytest.raises(Refused, match="have had a seat in this game"):
        running.replace(game.pk, house, WHY, seat=1 - seat.index, substitute=away, now=NOON)
    game.refresh_from_db()
    assert complaints(game) == []


def test_a_bots_seat_is_not_given_away(alice: Player, dora: Player, carol: Player, house: Player) -> None:
    game = start(alice, dora)
    with pytest.raises(Refused, match="seat of a bot"):
        running.replace(game.pk, house, WHY, seat=1, substitute=carol, now=NOON)
    with pytest.raises(Refused, match="bots sit down before it begins"):
        running.replace(game.pk, house, WHY, seat=0, substitute=dora, now=NOON)


def test_judged_games_end_and_say_who_ended_them(game: Game, house: Player) -> None:
    while Move.objects.filter(game=game, seat__gte=0).values("seat").distinct().count() < 2:
        move(game)
    ending.adjudicate(game.pk, house, WHY, now=NOON)
    game.refresh_from_db()
    assert (game.status, game.result["reason"]) == (Game.Status.FINISHED, "judged")
    assert told(game) == [f"The staff ended the game and judged it. {WHY}"]
    assert complaints(game) == []


def test_a_game_called_off_tells_everybody_and_shows_nothing(game: Game, house: Player, alice: Player) -> None:
    move(game)
    ending.cancel(game.pk, house, WHY, now=NOON)
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED
    assert not Seat.objects.filter(game=game, live=True).exists()
    assert not Seat.objects.filter(game=game, due_at__isnull=False).exists()
    sweep_at(NOON + 9 * DAY)
    with pytest.raises(Closed):
        move_of(game)
    mail = Message.objects.get(kind="cancelled", recipient=alice)
    deliver.deliver_due(database_now())
    mail.refresh_from_db()
    assert mail.state == Message.State.SENT, mail.error
    assert WHY in mail.text
    assert "have cancelled" in mail.text
    assert rate.rate_due(NOON) == 0


def move_of(game: Game) -> None:
    seat = game.seats.get(index=0)
    answers.answer(game.pk, 0, seat.nth, "1", source="form", now=NOON, player_id=seat.player_id)


def test_a_tournaments_game_is_judged_not_called_off(alice: Player, bob: Player, house: Player) -> None:
    tournament = Tournament.objects.create(title="Spring", rules="turn_of_fate", format="round_robin", director=house)
    director.open_registration(tournament.pk, house, "Go.", now=NOON)
    for player in (alice, bob):
        entering.enter(tournament.pk, player, now=NOON)
    director.start(tournament.pk, house, "Go.", now=NOON)
    game = Game.objects.get()
    with pytest.raises(Refused, match="Judge it instead"):
        ending.cancel(game.pk, house, WHY, now=NOON)


def test_void_takes_the_rating_back(alice: Player, bob: Player, house: Player) -> None:
    game = start(alice, bob)
    play_out(game)
    rate.rate_due(NOON)
    assert Rating.objects.count() == 2
    ending.void(game.pk, house, WHY, now=NOON)
    assert Rating.objects.count() == 0
    assert RatingEvent.objects.filter(superseded=False).count() == 0
    assert told(game) == [f"The staff declared this game void. It does not count for ratings. {WHY}"]
    with pytest.raises(Closed, match="already void"):
        ending.void(game.pk, house, WHY, now=NOON)
    game.refresh_from_db()
    assert complaints(game) == []


def test_void_before_it_was_rated_means_it_never_is(alice: Player, bob: Player, house: Player) -> None:
    game = start(alice, bob)
    play_out(game)
    ending.void(game.pk, house, WHY, now=NOON)
    assert rate.rate_due(NOON) == 0
    assert Rating.objects.count() == 0


def test_a_repaired_game_goes_on_with_fresh_clocks(game: Game, house: Player) -> None:
    move(game)
    with pytest.raises(Closed, match="nothing to repair"):
        running.unstick(game.pk, house, WHY, now=NOON)
    answers.mark_trouble(game.pk, "KeyError: 'star'")
    assert not Seat.objects.filter(due_at__isnull=False).exists()
    running.unstick(game.pk, house, WHY, now=NOON + 9 * DAY)
    game.refresh_from_db()
    assert game.trouble == ""
    assert asked(game).due_at == NOON + 10 * DAY
    move(game, now=NOON + 9 * DAY)
    assert told(game) == [f"The staff repaired this game. It goes on. {WHY}"]
    assert complaints(Game.objects.get()) == []


def test_a_game_whose_rules_still_break_stays_as_it_is(game: Game, house: Player) -> None:
    answers.mark_trouble(game.pk, "KeyError: 'star'")
    Game.objects.update(position='{"nonsense": 1}')
    with pytest.raises(Trouble):
        running.unstick(game.pk, house, WHY, now=NOON)
    game.refresh_from_db()
    assert game.trouble == "KeyError: 'star'"
    assert kept(game) == []


def test_looking_at_hidden_cards_is_told_to_the_table(game: Game, house: Player, alice: Player, bob: Player) -> None:
    view = running.peek(game.pk, house, WHY, seat=1, now=NOON)
    own = look_at(game.code, bob)
    assert own.view is not None
    voice = reader_for(own.names, "en")
    assert scene_text(game.book.scene(view), voice) == scene_text(game.book.scene(own.view), voice)
    for player in (alice, bob):
        assert told(game, player) == [f"The staff looked at what bob sees. {WHY}"]
    move(game)
    assert complaints(Game.objects.get()) == []


def test_the_lines_of_the_house_leave_the_proof_alone(game: Game, house: Player) -> None:
    running.extend(game.pk, house, WHY, seat=0, days=1, now=NOON)
    running.peek(game.pk, house, WHY, seat=0, now=NOON)
    play_out(game)
    verify: dict[str, object] = {}
    exec(compile(Path("docs/verify.py").read_text(), "verify.py", "exec"), verify)
    document = orjson.loads(orjson.dumps(export(game, list(game.seats.select_related("player").order_by("index")))))
    faults, count = verify["check"](document)  # type: ignore[operator]
    assert (faults, count > 0) == ([], True)
    assert sum(line["kind"] == "desk" for line in document["log"]) == 2
