"""Tests of texts as data: gaps, players, plurals, other languages."""

from __future__ import annotations

from games.rules.messages import Message, Reader, Who, msg, plain, plural

GIVES = msg("{who:{who} gives|You give} a card to {to:{to}|you}.", who=Who(0), to=Who(1))


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
    """gettext maps the empty text to the header of the catalogue."""
    assert Reader((), lambda text: text if text else "Project-Id-Version").say(msg("")) == ""


def test_messages_are_values() -> None:
    assert msg("{n}", n=1) == Message("{n}", {"n": 1})
    assert msg("{n}", n=1) != msg("{n}", n=2)


def test_sentence_about_the_reader_is_in_the_second_person() -> None:
    said = [Reader(["Ann", "Bob"], you=you).say(GIVES) for you in (None, 0, 1, 2)]
    assert said == ["Ann gives a card to Bob.", "You give a card to Bob.", "Ann gives a card to you.", "Ann gives a card to Bob."]


def test_names_cannot_change_the_forms_of_a_sentence() -> None:
    names = ["a|b{who}", "{0}|}"]
    assert Reader(names).say(GIVES) == "a|b{who} gives a card to {0}|}."
    assert Reader(names, you=0).say(GIVES) == "You give a card to {0}|}."


def test_gap_without_forms_is_a_name_for_its_reader_too() -> None:
    assert Reader(["Ann"], you=0).say(msg("{who} passes.", who=Who(0))) == "Ann passes."


def test_a_list_of_names_with_commas_is_separated_by_semicolons() -> None:
    assert plain(msg("{cards}", cards=(msg("The Tower"), msg("The Sun")))) == "The Tower, The Sun"
    assert plain(msg("{cards}", cards=(msg("The Tower"), msg("Aries, the Ram"), msg("The Sun")))) == "The Tower; Aries, the Ram; The Sun"


def test_a_negative_number_has_a_minus_sign() -> None:
    assert plain(msg("{who} {n}", who=Who(0), n=-3), ["Mary-Ann"]) == "Mary-Ann −3"
    assert plain(msg("{all}", all=(-1, 2))) == "−1, 2"
