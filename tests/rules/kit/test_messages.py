"""Texts as data: gaps, people, plurals, other languages."""

from __future__ import annotations

from games.rules.messages import Message, Reader, Who, msg, plain, plural


def test_gaps_are_filled_with_numbers_texts_people_and_messages() -> None:
    message = msg("{who} plays {card} for {n} {unit}.", who=Who(1), card=msg("The Cave"), n=3, unit="coins")
    assert plain(message, ["Ann", "Ben"]) == "Ben plays The Cave for 3 coins."


def test_a_tuple_is_read_as_a_list() -> None:
    assert plain(msg("Left: {cards}.", cards=(msg("Sun"), "Moon", Who(0))), ["Ann"]) == "Left: Sun, Moon, Ann."
    assert plain(msg("Left: {cards}.", cards=())) == "Left: ."


def test_a_person_is_not_mistaken_for_a_list() -> None:
    assert plain(msg("{who}", who=Who(0)), ["Ann"]) == "Ann"


def test_an_empty_seat_is_named_by_its_number() -> None:
    assert plain(msg("{who}", who=Who(2)), ["Ann"]) == "Seat 3"


def test_names_are_never_read_as_texts_with_gaps() -> None:
    assert plain(msg("{who} passes.", who=Who(0)), ["{card}"]) == "{card} passes."
    assert plain(msg("{text}", text="{0.__class__}")) == "{0.__class__}"


def test_a_text_without_gaps_keeps_its_braces() -> None:
    assert plain(msg("Set {} is empty.")) == "Set {} is empty."


def test_plural_chooses_by_count() -> None:
    texts = [plain(plural("{count} card of {who}", "{count} cards of {who}", n, who=Who(0)), ["Ann"]) for n in (0, 1, 2)]
    assert texts == ["0 cards of Ann", "1 card of Ann", "2 cards of Ann"]


def test_a_reader_translates_the_text_and_the_messages_inside() -> None:
    german = {"{card} is played.": "{card} wird gespielt.", "The Cave": "Die Höhle", "Seat {number}": "Platz {number}"}
    reader = Reader((), lambda text: german.get(text, text), lambda one, many, n: {1: "{count} Karte"}.get(n, "{count} Karten"))
    assert reader.say(msg("{card} is played.", card=msg("The Cave"))) == "Die Höhle wird gespielt."
    assert reader.say(plural("{count} card", "{count} cards", 2)) == "2 Karten"
    assert reader.name(0) == "Platz 1"


def test_an_empty_text_is_never_looked_up() -> None:
    """In gettext the empty text is the header of the catalogue."""
    assert Reader((), lambda text: text if text else "Project-Id-Version").say(msg("")) == ""


def test_messages_are_values() -> None:
    assert msg("{n}", n=1) == Message("{n}", {"n": 1})
    assert msg("{n}", n=1) != msg("{n}", n=2)
