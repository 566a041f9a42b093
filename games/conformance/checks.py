"""The checks of a case: each function takes a `Case` and raises AssertionError."""

import json
import random

from games.conformance.cases import NAMES, Case
from games.conformance.playing import advance, as_text, events_seen, games_per_case, played, refused, sample_positions
from games.rules.ask import Question
from games.rules.contract import Position
from games.rules.errors import RulesError
from games.rules.game import Game
from games.rules.messages import plain
from games.rules.playout import random_answer
from games.rules.scene import Scene

LARGEST_POSITION = 10_000
"""Characters of a stored position as JSON."""
INVALID_TEXTS = ("", "   ", "0", "99999", "-1", "no_such_card", "!unheard", "\x00", "a" * 5000, "1 1", "🂡", "{seat}")


def random_games_end_and_give_every_seat_a_rank(case: Case) -> None:
    """Random games end within `Game.longest` answers, with ranks, scores and a reason."""
    for seed in range(games_per_case()):
        result = played(case, seed, log=True).result
        assert result is not None
        assert len(result.ranks) == len(result.scores) == case.seats
        assert min(result.ranks) == 1
        assert plain(case.game.reason(result))


def nothing_is_lost_or_doubled_after_any_answer(case: Case) -> None:
    """`Game.audit` is written and finds every sampled position sound."""
    assert type(case.game).audit is not Game.audit, "write audit(): which cards, coins and tokens must be somewhere exactly once?"
    for position in sample_positions(case, seed=1, share=0.5):
        assert case.game.audit(case.game.table.load(position.table)) == []


def position_survives_json_and_stays_small(case: Case) -> None:
    """A position that is stored and loaded is equal, and resumes as the same position."""
    for position in sample_positions(case, seed=2):
        text = json.dumps(position.to_json(), separators=(",", ":"))
        assert len(text) <= LARGEST_POSITION
        again = Position.from_json(json.loads(text))
        assert again == position
        assert case.game.resume(again).position == position


def only_who_is_asked_may_answer(case: Case) -> None:
    """Answers of seats without an open question are refused and change nothing."""
    for position in sample_positions(case, seed=3):
        session = case.game.resume(position)
        for seat in range(case.seats):
            if session.decision(seat) is None:
                with refused(RulesError):
                    session.answer(seat, "1")
        assert session.position == position


def every_offered_option_is_accepted_and_the_old_position_stays(case: Case) -> None:
    """Random legal answers are accepted, and a session does not change the position that it resumes."""
    rng = random.Random(4)
    for position in sample_positions(case, seed=4):
        before = as_text(position.to_json())
        for question in case.game.resume(position).questions:
            for _ in range(3):
                case.game.resume(position).answer(question.seat, random_answer(question, rng))
        assert as_text(position.to_json()) == before


def option_tokens_are_distinct_short_and_typeable(case: Case) -> None:
    """Tokens can be typed and stored; every prompt and label has a text."""
    for position in sample_positions(case, seed=5):
        for question in case.game.resume(position).questions:
            decision = question.decision()
            tokens = decision.tokens
            assert len(set(tokens)) == len(tokens)
            assert all(0 < len(token) <= 60 and not token.startswith("!") for token in tokens)
            assert not any(char.isspace() or not char.isprintable() for token in tokens for char in token)
            assert plain(decision.prompt, NAMES)
            assert decision.shape != "order" or decision.least == decision.most, "an order is of exactly `least`"
            for option in decision.options:
                assert plain(option.label, NAMES)
                assert option.token == option.token.casefold()


def anything_else_is_refused_and_changes_nothing(case: Case) -> None:
    """`INVALID_TEXTS`, which are nonsense for most questions, raise `RulesError`."""
    for position in sample_positions(case, seed=6, share=0.03):
        session = case.game.resume(position)
        for question in session.questions:
            offered = {token.casefold() for token in question.tokens}
            for text in INVALID_TEXTS:
                if not _is_answer(question, offered, text):
                    with refused(RulesError):
                        session.answer(question.seat, text)
        assert session.position == position


def fallback_is_legal_and_alone_ends_the_game(case: Case) -> None:
    """A game in which all players are absent ends within `Game.longest` answers."""
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
    raise AssertionError(f"The fallback alone does not end {case} within {case.game.longest} answers.")


def advice_is_legal_and_ends_the_game(case: Case) -> None:
    """A game between the game's own bots ends."""
    assert played(case, 8, advised=range(case.seats)).result is not None


def taking_back_and_playing_again_gives_the_same_position(case: Case) -> None:
    """Undo restores the position before the answer, and the same answer leads to the same position again."""
    if case.options:
        return  # settings do not influence undo
    rng = random.Random(9)
    session = case.game.begin(case.seats, case.options)
    while session.result is None:
        before = session.position
        advance(session, rng)
        seat = session.can_undo
        if seat is None or len(session.position.since) <= len(before.since):
            continue
        after = session.position
        assert case.game.resume(after).undone(seat) == before
        again = case.game.resume(before)
        again.answer(seat, after.since[-1][1])
        assert again.position == after


def scene_and_log_can_be_shown_to_everybody(case: Case) -> None:
    """Views and events are plain JSON; scenes, standings and log lines exist for every viewer."""
    rng = random.Random(10)
    session = case.game.begin(case.seats, case.options)
    viewers = [None, *range(case.seats)]
    events = list(session.opening())
    while session.result is None:
        for entry in advance(session, rng):
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


LEAST_CHANGED, GAMES_REDEALT = 5, 4
"""More redeals than this have to differ from their position, within that number of games: short games have few positions."""


def nobody_can_tell_a_position_from_its_redeal(case: Case) -> None:
    """Views, scenes, decisions and events of a redeal are those of the position: no hidden information reaches a viewer."""
    changed = 0
    for seed in range(11, 11 + GAMES_REDEALT):
        changed += _redeals_that_differ(case, seed)
        if changed > LEAST_CHANGED:
            return
    if type(case.game).hide is not Game.hide:
        raise AssertionError("hide() never changed anything: this test proved nothing")


def _redeals_that_differ(case: Case, seed: int) -> int:
    """Compare what every viewer sees in positions of a random game and in their redeals; returns how many redeals differ."""
    rng, changed, game = random.Random(seed), 0, case.game
    for position in sample_positions(case, seed=seed, share=0.3):
        here = game.resume(position)
        if here.result is not None:
            continue
        for viewer in (None, *range(case.seats)):
            other = game.redeal(position, viewer, rng)
            changed += other.table != position.table
            there = game.resume(other)
            seen = "look() shows what hide() redealt: hide must leave it, or an event of this step must name it"
            views = there.view(viewer), here.view(viewer)
            assert as_text(views[0].table) == as_text(views[1].table), seen
            assert game.scene(views[0]) == game.scene(views[1])
            if viewer is not None:
                assert there.decision(viewer) == here.decision(viewer)
            assert there.waiting_for == here.waiting_for
            assert as_text(events_seen(game, other, viewer)) == as_text(events_seen(game, position, viewer))
    return changed


def _is_answer(question: Question, offered: set[str], text: str) -> bool:
    if text in offered or (question.shape == "number" and question.least <= 0):
        return True
    return question.shape == "some" and question.least == 0 and text == "0"


OF_CASES = (
    random_games_end_and_give_every_seat_a_rank,
    nothing_is_lost_or_doubled_after_any_answer,
    position_survives_json_and_stays_small,
    only_who_is_asked_may_answer,
    every_offered_option_is_accepted_and_the_old_position_stays,
    option_tokens_are_distinct_short_and_typeable,
    anything_else_is_refused_and_changes_nothing,
    fallback_is_legal_and_alone_ends_the_game,
    advice_is_legal_and_ends_the_game,
    taking_back_and_playing_again_gives_the_same_position,
    scene_and_log_can_be_shown_to_everybody,
    nobody_can_tell_a_position_from_its_redeal,
)
