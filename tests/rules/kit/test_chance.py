"""Tests of the provable shuffle: known answers, uniformity, and the effect of any change of its inputs."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from games.rules.chance import Chance, commitment

SECRET = bytes(range(64))


def chance(
    secret: bytes = SECRET, game: str = "k7q2", rules: str = "turn_of_fate/1", seats: int = 2, words: tuple[str, ...] = ()
) -> Chance:
    return Chance(secret, game=game, rules=rules, seats=seats, words=words)


def by_hand(number: int, label: str, n: int, k: int) -> list[int]:
    """The draw implemented again from the description in the module's docstring, without its code."""
    facts = '{"game":"k7q2","rules":"turn_of_fate/1","seats":2,"words":[]}'
    key = hmac.new(SECRET, facts.encode(), hashlib.sha512).digest()
    stream = b"".join(hmac.new(key, f"{number}|{label}|{n}|{c}".encode(), hashlib.sha256).digest() for c in range(200))
    words = [int.from_bytes(stream[at : at + 8], "big") for at in range(0, len(stream), 8)]
    cards = list(range(n))
    for at in range(min(k, n - 1)):
        size = n - at
        while words[0] >= 2**64 // size * size:
            words.pop(0)
        other = at + words.pop(0) % size
        cards[at], cards[other] = cards[other], cards[at]
    return cards[:k]


@pytest.mark.parametrize(
    ("number", "label", "n", "k", "answer"),
    [
        (0, "citizens", 11, 11, [1, 6, 3, 2, 7, 9, 5, 8, 0, 4, 10]),
        (1, "fates", 25, 25, [19, 3, 8, 5, 17, 4, 2, 12, 15, 9, 1, 11, 21, 0, 6, 16, 18, 10, 7, 20, 14, 24, 22, 13, 23]),
        (2, "die", 6, 1, [4]),
        (3, "deck", 78, 10, [73, 33, 4, 42, 10, 75, 19, 12, 28, 48]),
    ],
)
def test_known_answers(number: int, label: str, n: int, k: int, answer: list[int]) -> None:
    """Recorded results, computed a second way. They must never change: old games could not be verified otherwise."""
    assert chance().draw(number, label, n, k) == answer
    assert by_hand(number, label, n, k) == answer


def test_known_commitment() -> None:
    text = SECRET + b"|k7q2|turn_of_fate/1"
    assert commitment(SECRET, "k7q2", "turn_of_fate/1") == hashlib.sha256(text).hexdigest()


def test_all_orders_of_three_cards_are_even_within_five_sigma() -> None:
    source, draws = chance(), 6_000
    seen = Counter(tuple(source.draw(number, "deck", 3, 3)) for number in range(draws))
    mean, sigma = draws / 6, (draws * 1 / 6 * 5 / 6) ** 0.5
    assert set(seen) == set(permutations(range(3)))
    assert max(abs(count - mean) for count in seen.values()) < 5 * sigma


def test_every_card_is_drawn_evenly_from_a_large_deck() -> None:
    source, draws = chance(), 7_800
    seen = Counter(source.draw(number, "deck", 78, 1)[0] for number in range(draws))
    sigma = (draws / 78 * 77 / 78) ** 0.5
    assert max(abs(seen[card] - draws / 78) for card in range(78)) < 5 * sigma


@pytest.mark.parametrize(("n", "k"), [(1, 1), (1, 0), (2, 1), (78, 78), (52, 13), (5, 0)])
def test_a_draw_is_k_different_numbers_below_n(n: int, k: int) -> None:
    drawn = chance().draw(0, "deck", n, k)
    assert len(drawn) == len(set(drawn)) == k
    assert all(0 <= card < n for card in drawn)


def test_the_same_facts_give_the_same_draw_for_ever_and_in_any_order() -> None:
    source = chance()
    second = source.draw(1, "deck", 25, 25)
    assert source.draw(0, "deck", 25, 25) == chance().draw(0, "deck", 25, 25)
    assert second == chance().draw(1, "deck", 25, 25)


@pytest.mark.parametrize(
    "other",
    [
        chance(secret=b"\x01" + SECRET[1:]),
        chance(secret=SECRET[:-1] + b"\x00"),
        chance(game="k7q3"),
        chance(rules="turn_of_fate/2"),
        chance(seats=3),
        chance(words=("luck",)),
    ],
)
def test_any_tampering_changes_the_deal(other: Chance) -> None:
    assert other.draw(0, "deck", 25, 25) != chance().draw(0, "deck", 25, 25)


@pytest.mark.parametrize(("number", "label", "n"), [(1, "deck", 25), (0, "desk", 25), (0, "deck", 26)])
def test_number_label_and_size_separate_the_draws(number: int, label: str, n: int) -> None:
    assert chance().draw(number, label, n, 25) != chance().draw(0, "deck", 25, 25)


def test_words_of_players_count_in_their_order_and_cannot_be_shifted() -> None:
    draws = {words: tuple(chance(words=words).draw(0, "deck", 25, 25)) for words in (("a", "b"), ("b", "a"), ("ab",), ("a,b",), ('a","b',))}
    assert len(set(draws.values())) == len(draws)


def test_commitment_binds_secret_game_and_rules() -> None:
    kept = commitment(SECRET, "k7q2", "turn_of_fate/1")
    assert len({kept, commitment(SECRET[::-1], "k7q2", "turn_of_fate/1"), commitment(SECRET, "k7q3", "turn_of_fate/1"),
                commitment(SECRET, "k7q2", "turn_of_fate/2")}) == 4  # fmt: skip


@pytest.mark.parametrize("length", [0, 32, 63, 65])
def test_a_secret_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=f"64 bytes, this one has {length}"):
        chance(secret=bytes(length))
