"""What every game must pass, whoever wrote it. A new folder below games/rules is picked up by itself.

A playout that breaks writes its transcript to tests/failures/; `manage.py playout KEY --replay FILE` plays it again.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.rules import notation
from games.rules.contract import CHANCE, Position, Seat
from games.rules.errors import BadOption, CannotUpgrade, RulesError
from games.rules.game import Game
from games.rules.messages import plain
from games.rules.playout import Playout, PlayoutError, play, random_answer, random_draw
from games.rules.registry import all_games, every_version, game
from games.rules.scene import Scene
from games.rules.session import Session
from tests.rules import golden, raised
from tests.rules.cases import Case, all_cases, name_of, plain_cases

ROOT = Path(__file__).parents[2]
FAILURES = ROOT / "tests" / "failures"
LARGEST_POSITION = 10_000
RANDOM_GAMES = 2_000
"""Random games over the whole suite, at the least."""

every_case = pytest.mark.parametrize("case", list(all_cases()), ids=str)
plain_case = pytest.mark.parametrize("case", list(plain_cases()), ids=str)
every_game = pytest.mark.parametrize("game", list(every_version().values()), ids=name_of)
NAMES = [f"Player{seat}" for seat in range(8)]


def games_per_case() -> int:
    """Enough random games of every case to reach `RANDOM_GAMES` in all."""
    return max(15, -(-RANDOM_GAMES // len(list(all_cases()))))


def played(case: Case, seed: int, **how: Any) -> Playout:
    """A seeded playout; a broken one is saved before the test fails."""
    try:
        return play(case.game, case.seats, random.Random(seed), case.options, **how)
    except PlayoutError as error:
        error.playout.save(FAILURES / f"{case}-{seed}.json")
        raise


def advance(session: Session[Any], rng: random.Random) -> None:
    """One random answer, of chance or of a person."""
    draw = session.wants_chance
    if draw is not None:
        session.answer_chance(random_draw(rng, draw.n, draw.k))
        return
    question = session.question(rng.choice(session.unanswered))
    assert question is not None
    session.answer(question.seat, random_answer(question, rng))


def moments(case: Case, seed: int, share: float = 0.15) -> list[Position]:
    """A sample of the positions of one random game, the first two and the last included."""
    rng = random.Random(seed)
    session = case.game.begin(case.seats, case.options)
    found = [session.position]
    while session.result is None:
        advance(session, rng)
        if len(found) < 2 or rng.random() < share:
            found.append(session.position)
    return [*found[:40], session.position]


def told(game: Game[Any], at: Position, viewer: Seat | None) -> list[dict[str, Any]]:
    """What a viewer was told since the last quiet point."""
    session = Session(game, game.table.load(at.table), draws=at.draws)
    events = list(session.opening())
    for seat, text in at.since:
        events += [event for entry in session.feed(seat, text) for event in entry.events]
    return [event.seen_by(viewer) for event in events]


def as_text(value: Any) -> str:
    """Canonical JSON, for comparing views byte by byte."""
    return json.dumps(value, sort_keys=True)


@every_case
def test_random_games_end_and_give_every_seat_a_rank(case: Case) -> None:
    for seed in range(games_per_case()):
        result = played(case, seed, log=True).result
        assert result is not None
        assert len(result.ranks) == len(result.scores) == case.seats
        assert min(result.ranks) == 1
        assert plain(case.game.reason(result))


@every_case
def test_nothing_is_lost_or_doubled_after_any_answer(case: Case) -> None:
    assert type(case.game).audit is not Game.audit, "write audit(): which cards, coins and tokens must be somewhere exactly once?"
    for position in moments(case, seed=1, share=0.5):
        assert case.game.audit(case.game.table.load(position.table)) == []


@every_case
def test_position_survives_json_and_stays_small(case: Case) -> None:
    for position in moments(case, seed=2):
        text = json.dumps(position.to_json(), separators=(",", ":"))
        assert len(text) <= LARGEST_POSITION
        again = Position.from_json(json.loads(text))
        assert again == position
        assert case.game.resume(again).position == position


@every_case
def test_only_who_is_asked_may_answer(case: Case) -> None:
    for position in moments(case, seed=3):
        session = case.game.resume(position)
        for seat in range(case.seats):
            if session.decision(seat) is None:
                with pytest.raises(RulesError):
                    session.answer(seat, "1")
        assert session.position == position


@every_case
def test_every_offered_option_is_accepted_and_the_old_position_stays(case: Case) -> None:
    rng = random.Random(4)
    for position in moments(case, seed=4):
        before = as_text(position.to_json())
        for decision in case.game.pending(position):
            if decision.seat == CHANCE:
                continue
            for _ in range(3):
                question = case.game.resume(position).question(decision.seat)
                assert question is not None
                case.game.apply(position, decision.seat, random_answer(question, rng))
        assert as_text(position.to_json()) == before


@every_case
def test_option_tokens_are_distinct_short_and_typeable(case: Case) -> None:
    for position in moments(case, seed=5):
        for decision in case.game.pending(position):
            tokens = decision.tokens
            assert len(set(tokens)) == len(tokens)
            assert all(0 < len(token) <= 60 and not token.startswith("!") for token in tokens)
            assert not any(char.isspace() or not char.isprintable() for token in tokens for char in token)
            assert plain(decision.prompt, NAMES)
            for option in decision.options:
                assert plain(option.label, NAMES)
                assert case.game.resume(position).question(decision.seat) is not None
                assert decision.seat == CHANCE or option.token == option.token.casefold()


@every_case
@pytest.mark.parametrize("text", ["", "   ", "0", "99999", "-1", "no_such_card", "!unheard", "\x00", "a" * 5000, "1 1", "🂡", "{seat}"])
def test_anything_else_is_refused_and_changes_nothing(case: Case, text: str) -> None:
    for position in moments(case, seed=6, share=0.03):
        session = case.game.resume(position)
        for question in session.questions:
            offered = {token.casefold() for token in question.tokens}
            if text in offered or (question.shape == "number" and question.least <= 0):
                continue
            if question.shape == "some" and question.least == 0 and text == "0":
                continue
            with pytest.raises(RulesError):
                session.answer(question.seat, text)
        assert session.position == position


@every_case
def test_fallback_is_legal_and_alone_ends_the_game(case: Case) -> None:
    rng = random.Random(7)
    session = case.game.begin(case.seats, case.options)
    for _ in range(case.game.longest):
        if session.result is not None:
            return
        if session.wants_chance is not None:
            advance(session, rng)
            continue
        decision = session.decision(session.unanswered[0])
        assert decision is not None
        session.answer(decision.seat, case.game.fallback(session.table, decision))
    pytest.fail(f"The fallback alone does not end {case} within {case.game.longest} answers.")


@every_case
def test_advice_is_legal_and_ends_the_game(case: Case) -> None:
    assert played(case, 8, advised=range(case.seats)).result is not None


@plain_case
def test_taking_back_and_playing_again_gives_the_same_position(case: Case) -> None:
    rng = random.Random(9)
    session = case.game.begin(case.seats, case.options)
    while session.result is None:
        before = session.position
        advance(session, rng)
        seat = session.can_undo
        if seat is None or len(session.position.since) <= len(before.since):
            continue
        after = session.position
        assert case.game.undo(after, seat) == before
        assert case.game.apply(before, seat, after.since[-1][1])[0] == after


@every_case
def test_scene_and_log_can_be_shown_to_everybody(case: Case) -> None:
    rng = random.Random(10)
    session = case.game.begin(case.seats, case.options)
    viewers = [None, *range(case.seats)]
    events = list(session.opening())
    while session.result is None:
        draw = session.wants_chance
        if draw is not None:
            events += session.answer_chance(random_draw(rng, draw.n, draw.k)).events
        else:
            question = session.question(rng.choice(session.unanswered))
            assert question is not None
            for entry in session.answer(question.seat, random_answer(question, rng)):
                events += entry.events
        for viewer in viewers:
            if rng.random() < 0.2 or session.result is not None:
                view = session.view(viewer)
                assert json.loads(json.dumps(view.table)) == view.table
                assert isinstance(case.game.scene(view), Scene)
                assert len(case.game.standing(view)) == case.seats
    for event in events:
        assert json.loads(json.dumps(event.public)) == event.public
        for viewer in viewers:
            assert plain(case.game.tell(event.seen_by(viewer)), NAMES).strip()


@every_case
def test_nobody_can_tell_a_position_from_its_redeal(case: Case) -> None:
    rng = random.Random(11)
    changed = 0
    for position in moments(case, seed=11, share=0.3):
        game = case.game
        here = game.resume(position)
        if here.result is not None:
            continue
        for viewer in (None, *range(case.seats)):
            other = game.redeal(position, viewer, rng)
            changed += other.table != position.table
            there = game.resume(other)
            seen = "look() shows what hide() redealt: hide must leave it, or an event of this step must name it"
            assert as_text(there.view(viewer).table) == as_text(here.view(viewer).table), seen
            assert game.scene(there.view(viewer)) == game.scene(here.view(viewer))
            if viewer is not None:
                assert there.decision(viewer) == here.decision(viewer)
            assert there.waiting_for == here.waiting_for
            assert as_text(told(game, other, viewer)) == as_text(told(game, position, viewer))
    if type(case.game).hide is not Game.hide:
        assert changed > 5, "hide() never changed anything: this test proved nothing"


@every_game
def test_same_log_gives_same_bytes_in_another_process(game: Game[Any]) -> None:
    digests = {golden.digest_elsewhere(game.key, game.version, game.seats[-1], hash_seed) for hash_seed in (1, 2)}
    assert digests == {golden.digest(game.key, game.version, game.seats[-1])}


@every_game
def test_golden_transcript_is_unchanged(game: Game[Any]) -> None:
    path = golden.path(game)
    assert path.exists(), f"Write it once with: python -m tests.rules.golden {game.key}"
    assert golden.transcript(game) == path.read_text(encoding="utf-8")


def carried_over(older: Game[Any], newest: Game[Any]) -> int:
    """Take over every kind of moment of an older version, or be refused in words; returns how many were taken over.

    What is taken over is sound, survives its storage and shows itself to everybody.
    """
    count = 0
    assert (older.low_standing_leads, older.readings) == (newest.low_standing_leads, newest.readings), "lists and pages take the newest's"
    for case in (case for case in all_cases() if case.game is older and case.seats in newest.seats):
        for position in moments(case, seed=12):
            if older.resume(position).result is not None:
                continue
            session, refused = None, None
            try:
                session = newest.take_over(position, older.version)
            except CannotUpgrade as error:
                refused = plain(error.message)
            assert session is not None or refused
            if session is None:
                continue
            count += 1
            assert newest.audit(newest.table.load(session.position.table)) == []
            assert newest.resume(session.position).position == session.position
            for viewer in (None, *range(case.seats)):
                assert isinstance(newest.scene(session.view(viewer)), Scene)
    return count


def test_older_versions_are_taken_over_soundly_or_refused_in_words() -> None:
    """Those of the tree, and the sixth game with a second version."""
    for older in every_version().values():
        if older is not all_games()[older.key]:
            carried_over(older, all_games()[older.key])
    with raised.shelf(raised.Settled(), raised.FIRST):
        assert carried_over(raised.FIRST, game("lone_star")) == 0
    with raised.shelf(raised.Brighter(), raised.FIRST):
        assert carried_over(raised.FIRST, game("lone_star")) > 20
    with raised.shelf(raised.Broken(), raised.FIRST), pytest.raises(TypeError, match="constellation"):
        carried_over(raised.FIRST, game("lone_star"))


def test_suite_runs_over_older_versions_too() -> None:
    with raised.shelf(raised.Brighter(), raised.FIRST):
        names = {str(case) for case in all_cases()}
    assert {"lone_star-2", "lone_star-2-bright=False", "lone_star-v1-2", "lone_star-v1-5-low_wins=True"} <= names


@every_game
def test_wrong_settings_are_refused_with_a_sentence(game: Game[Any]) -> None:
    for seats in (0, 1, game.seats[0] - 1, game.seats[-1] + 1):
        if seats not in game.seats:
            with pytest.raises(BadOption):
                game.begin(seats)
    with pytest.raises(BadOption):
        game.begin(game.seats[0], {"no_such_setting": 1})
    for option in game.options:
        for value in ("no such word", -1, 10**9, 1.5, [], {}):
            with pytest.raises(BadOption):
                game.begin(game.seats[0], {option.key: value})


def test_rules_import_nothing_but_the_standard_library() -> None:
    code = "import sys; from games.rules.registry import all_games; import games.rules.playout; all_games(); print(*sorted(sys.modules))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, env=environment, cwd=ROOT)
    foreign = {name.split(".")[0] for name in run.stdout.split()} - set(sys.stdlib_module_names) - {"games", "__main__"}
    assert foreign == set()


@pytest.mark.parametrize("game", [game for game in every_version().values() if type(game).orders is not Game.orders], ids=name_of)
def test_standing_orders_on_offer_are_read_kept_and_answer_within_the_choices(game: Game[Any]) -> None:
    rng, answered = random.Random(11), 0
    session = game.begin(game.seats[0])
    while session.result is None:
        for seat in range(game.seats[0]):
            book = game.orders(session.view(seat))
            for offer in book.offers if book is not None else ():
                assert book is not None
                order = book.read(offer.example)
                assert (order.slot, book.kept(order.text)) == (offer.slot, order)
                assert book.holds(offer.slot)
                decision, question = session.decision(seat), session.question(seat)
                if decision is not None and question is not None:
                    answer = book.answer(decision, {order.slot: order.text})
                    assert answer is None or notation.canonical(question, answer) == answer
                    answered += answer is not None
        advance(session, rng)
    assert answered > 10
    assert game.orders(session.view(0)) is None, "nothing can be ordered any more"
    assert game.orders(session.view(None)) is None, "spectators order nothing"
