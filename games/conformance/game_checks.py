"""The checks of a version of a game: each function takes a `Game` and raises AssertionError."""

import random
from typing import Any, get_args

from games.conformance import golden
from games.conformance.lesson_checks import OF_LESSONS
from games.conformance.playing import advance, refused
from games.rules import notation
from games.rules.errors import BadOption
from games.rules.game import Game
from games.rules.scene import Cloth, Hue

INVALID_SETTINGS: tuple[Any, ...] = ("no such word", -1, 10**9, 1.5, [], {})
"""Values that no option allows."""


def same_log_gives_same_bytes_in_another_process(game: Game[Any]) -> None:
    """Replays do not depend on the process or on the order of sets (`PYTHONHASHSEED`)."""
    digests = {golden.digest_in_new_process(game.key, game.version, game.seats[-1], hash_seed) for hash_seed in (1, 2)}
    assert digests == {golden.digest(game, game.seats[-1])}


def golden_transcript_is_unchanged(game: Game[Any]) -> None:
    """The transcript of the seeded game is the stored one."""
    path = golden.path(game)
    write = f"python -m games.conformance {game.key}"
    assert path.exists(), f"Write it once with: {write}"
    assert golden.transcript(game) == path.read_text(encoding="utf-8"), (
        f"Version {game.version} of {game.key} plays or reads differently. If tables have been played with it and a position goes on "
        f'differently, the change needs a version of its own (CONTRIBUTING.md, "A change of a game\'s rules"); otherwise: {write}'
    )


def wrong_settings_are_refused_with_a_sentence(game: Game[Any]) -> None:
    """Wrong numbers of seats, unknown options and invalid values raise `BadOption`."""
    for seats in (0, 1, game.seats[0] - 1, game.seats[-1] + 1):
        if seats not in game.seats:
            with refused(BadOption):
                game.begin(seats)
    with refused(BadOption):
        game.begin(game.seats[0], {"no_such_setting": 1})
    for option in game.options:
        for value in INVALID_SETTINGS:
            with refused(BadOption):
                game.begin(game.seats[0], {option.key: value})


ENOUGH, MOST_GAMES = 10, 6
"""More questions than this have to be answered by orders, within that number of games."""


def standing_orders_on_offer_are_read_kept_and_answer_within_the_choices(game: Game[Any]) -> None:
    """The example of every offer is a valid order, is loaded as stored, and gives canonical answers."""
    if type(game).orders is Game.orders:
        return
    answered, rng = 0, random.Random(11)
    for _game in range(MOST_GAMES):
        answered += _orders_answered(game, rng)
        if answered > ENOUGH:
            return
    raise AssertionError(
        f"The examples of standing orders answered {answered} questions in {MOST_GAMES} games; more than {ENOUGH} are needed."
    )


def _orders_answered(game: Game[Any], rng: random.Random) -> int:
    """Play one game and test every offer in every position; returns how many questions their examples answered."""
    answered, session = 0, game.begin(game.seats[0])
    while session.result is None:
        for seat in range(game.seats[0]):
            order_book = game.orders(session.view(seat))
            for offer in order_book.offers if order_book is not None else ():
                assert order_book is not None
                order = order_book.read(offer.example)
                assert (order.slot, order_book.kept(order.text)) == (offer.slot, order)
                assert order_book.holds(offer.slot)
                decision, question = session.decision(seat), session.question(seat)
                if decision is not None and question is not None:
                    answer = order_book.answer(decision, {order.slot: order.text})
                    assert answer is None or notation.canonical(question, answer) == answer
                    answered += answer is not None
        advance(session, rng)
    assert game.orders(session.view(0)) is None, "nothing can be ordered any more"
    assert game.orders(session.view(None)) is None, "spectators order nothing"
    return answered


def colours_are_known_and_suits_differ(game: Game[Any]) -> None:
    """The cloth and the hues of the suits are among those that pages and pictures know, and no two suits have the same hue."""
    assert game.cloth in get_args(Cloth), f"cloth is one of {get_args(Cloth)}"
    cards = (card for zone in game.gallery() for pile in zone.piles for card in pile.cards)
    hues = {suit.key: suit.hue for card in cards for suit in card.suits}
    assert set(hues.values()) <= set(get_args(Hue)), f"the hue of a suit is one of {get_args(Hue)}"
    assert len(set(hues.values())) == len(hues), f"two suits have the same hue: {hues}"


OF_GAMES = (
    colours_are_known_and_suits_differ,
    same_log_gives_same_bytes_in_another_process,
    golden_transcript_is_unchanged,
    wrong_settings_are_refused_with_a_sentence,
    standing_orders_on_offer_are_read_kept_and_answer_within_the_choices,
    *OF_LESSONS,
)
