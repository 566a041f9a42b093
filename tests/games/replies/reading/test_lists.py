"""Tests of questions for several choices, of names that are signatures, and of cards and values that are no choices."""

from __future__ import annotations

import pytest

from games.rules.contract import Shape
from games.services.replies.game_synonyms import synonyms_of
from games.services.replies.reading import Choice, Question
from tests.games.replies.reading import unseen

_CARDS = (
    Choice("tower", ("The Tower", "Turm", "La Tour")),
    Choice("lion", ("Leo, the Lion", "Leo (Löwe)", "Leo, le Lion")),
    Choice("devil", ("The Devil", "Teufel", "Le Diable")),
    Choice("harvest", ("The Harvest", "Ernte", "La Moisson")),
)
OFFER = Question(_CARDS[:3], Shape.SOME, 0, 2, kind="offer")
KEEP = Question(_CARDS, Shape.SOME, 3, 3, kind="keep")
TWO = Question(_CARDS, Shape.ORDER, 2, 2, kind="discard")
JESTER = Question((*_CARDS[:2], Choice("jester", ("The Jester", "Hofnarr", "Le Bouffon"))), Shape.ORDER, 2, 2, kind="bury_two")
PEOPLE = Question(
    tuple(Choice(f"seat-{at}", (name,), person=True) for at, name in enumerate(("Ada", "Bob", "Eve"), start=1)),
    people=frozenset({"ada", "bob", "eve"}),
)
VALUES = Question((Choice("keep-0", ("keep the 0", "die 0 behalten")), Choice("keep-2", ("keep the 2", "die 2 behalten"))))
SUITS = Question(tuple(Choice(token, (name,)) for token, name in (("sun-1", "Sun 1"), ("star-1", "Star 1"), ("eyes-4", "Eyes 4"))))
AGENT = Question(
    (
        Choice("use>agent", ("Use Agent", "„Agent“ nutzen")),
        Choice("attack>agent>giants", ("Agent attacks Giants", "„Agent“ greift „Riesen“ an")),
    )
)
PLACED = Question(
    (Choice("desert>painter", ("The Desert on The Painter",)), Choice("pass", ("Pass: play nothing",))),
    known=frozenset({"desert", "painter", "mill", "market"}),
)
SWORDS = Question(
    tuple(
        Choice(f"swords-0{rank}>{path}", (f"{name} of Swords on path {path}",))
        for rank, name in ((2, "Two"), (5, "Five"))
        for path in (1, 4)
    )
)

HORSES = Question(
    (
        Choice("war", ("War, the Red Horse", "Krieg, das Rote Pferd", "La Guerre, le Cheval roux")),
        Choice("famine", ("Famine, the White Horse", "Hungersnot, das Weiße Pferd", "La Famine, le Cheval blanc")),
    )
)
TRICK = Question(
    (Choice("hands-3", ("Hands 3", "Hände 3", "Mains 3")), Choice("orb", ("Orb", "Sphäre", "Orbe"))), people=frozenset({"bob", "ada"})
)
EVIL = Question(
    (
        Choice("bid", ("Bid and pass: lay a coin on Blight", "Bieten und weitergeben: eine Münze auf „Seuche“ legen")),
        Choice("buy", ("Buy Blight: take it with what lies on it", "„Seuche“ kaufen: nehmen samt allem, was darauf liegt")),
    ),
    synonyms=synonyms_of("council_of_kings"),
)
AUCTION = Question((Choice("bid", ("Bid 1 coin", "1 Münze bieten")), Choice("tax", ("Tax your people", "Steuern erheben"))))
SLOTS = Question(tuple(Choice(f"slot-{at}", (f"Card {at}", f"Karte {at}")) for at in (1, 2, 3)), Shape.ORDER, 2, 2, kind="peek")


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("I'd offer the Tower.", "tower"), ("Ich biete den Turm an, danke", "tower"), ("Je propose la Tour et le Lion.", "tower lion"),
        ("Show them the Lion, hide the rest", "lion"), ("Only the Devil. I need the Lion.", "devil"),
        ("I keep the Tower and offer the others", "lion devil"), ("Den Löwen behalte ich, den Rest biete ich an", "tower devil"),
        ("Tour et Lion, le Diable reste chez moi", "tower lion"), ("The last two, so Lion and Devil", "lion devil"),
        ("I keep all of them", ""), ("Ich zeige nichts", ""),
    ],
)  # fmt: skip
def test_what_is_offered_and_what_is_kept_are_told_apart(text: str, offered: str) -> None:
    assert unseen.done(text, OFFER) == bool(offered)
    assert unseen.played(text, OFFER) == offered


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("all except the Tower. It leaks.", "lion devil harvest"), ("Tout sauf le Diable, j'en veux plus", "tower lion harvest"),
        ("Turm weg, den Rest behalte ich", "lion devil harvest"), ("Ernte und Turm bleiben, der Löwe auch", "tower lion harvest"),
        ("I'm giving up the Lion and keeping the rest", "tower devil harvest"),
        ("everything but the Harvest please, so Tower, Lion, Devil stay", "tower lion devil"),
        ("Sans la Tour : Lion, Diable et Moisson", "lion devil harvest"),
        ("the first three", "tower lion devil"), ("The Tower can go", ""), ("Ich behalte den Turm nicht", ""),
        ("Everyone except me has the flu", ""), ("Everything stays the same here.", ""),
    ],
)  # fmt: skip
def test_what_is_kept_and_what_is_given_away_are_told_apart(text: str, kept: str) -> None:
    assert unseen.played(text, KEEP) == kept


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("First the Lion, second the Tower. Keeping the Devil no matter what.", "lion tower"),
        ("the first two in order", "tower lion"), ("the first two", ""), ("third, first", "devil tower"),
        ("The Lion roars, the Devil laughs", ""), ("My Lion is a Devil", ""), ("Der Löwe ist ein Teufel!", ""),
        ("Out with the Devil first, Lion afterwards", "devil lion"), ("Did you see the Lion? The Devil!", ""),
    ],
)  # fmt: skip
def test_an_order_is_no_sentence_about_the_cards(text: str, order: str) -> None:
    assert unseen.played(text, TWO) == order


def test_everyday_words_are_no_typos_of_a_choice() -> None:
    assert not unseen.done("Habt ihr gestern den Löwen gesehen? Riesig!", JESTER)
    assert not unseen.done("Gestern der Löwe", JESTER)


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("Sorry Ada, it had to be somebody.\nEve", ""), ("Bob ! Montre-nous tout.\n\nEve", ""), ("Thanks for waiting!\nBob x", ""),
        ("Ada.\nBob", "seat-1"), ("Bob\n\nAda", ""),
        ("Hi all,\n\nBob", "seat-2"), ("Hallo zusammen!\nEve", "seat-3"), ("My answer:\nEve", "seat-3"),
        ("Eve", "seat-3"),
    ],
)  # fmt: skip
def test_a_name_below_a_text_is_a_signature(text: str, chosen: str) -> None:
    assert unseen.played(text, PEOPLE) == chosen


@pytest.mark.parametrize(
    ("text", "asked", "chosen"),
    [
        ("die 1 behalten", VALUES, ""), ("keep the 1", VALUES, ""), ("keep the 2", VALUES, "keep-2"), ("1", VALUES, "keep-0"),
        ("Eine Eins", SUITS, ""), ("a four", SUITS, "eyes-4"),
        ("five of swords on 2", SWORDS, ""), ("five of swords on 4", SWORDS, "swords-05>4"),
        ("Agent.", AGENT, ""), ("use agent", AGENT, "use>agent"), ("let agent attack", AGENT, "attack>agent>giants"),
        ("I'll play the Mill on the Painter.", PLACED, ""), ("Play the Market with the Painter", PLACED, ""),
        ("Desert on the Painter. The Mill is for Bob.", PLACED, "desert>painter"),
        ("Bob leading the Hands 3 on the very first trick, the cheek of it", TRICK, ""), ("Bob, Hands 3 then", TRICK, "hands-3"),
        ("So I get to take one of those and Hands 6 goes into the Row? I'll answer after supper.", TRICK, ""),
        ("Aucun pli pour moi : le 0, et remettez l'autre dans le sac", VALUES, ""),
        ("Happy to take Blight for the 1 coin.", EVIL, "buy"), ("a coin on Blight", EVIL, "bid"),
    ],
)  # fmt: skip
def test_values_and_cards_that_are_no_choices_are_asked_back_about(text: str, asked: Question, chosen: str) -> None:
    assert unseen.played(text, asked) == chosen


@pytest.mark.parametrize("text", ["the horse", "I want the horse", "das Pferd", "le cheval"])
def test_a_word_that_several_names_have_is_none_of_them_even_if_the_rest_of_one_is_an_everyday_word(text: str) -> None:
    assert unseen.played(text, HORSES) == ""


@pytest.mark.parametrize(
    "text", ["The second one suits me better than bidding", "Steuern sind besser als bieten", "lieber Steuern als bieten"]
)
def test_what_a_choice_is_compared_with_is_not_chosen(text: str) -> None:
    assert unseen.played(text, AUCTION) != "bid"


@pytest.mark.parametrize("text", ["Karte drei, danach Karte eins", "card 3, afterwards card 1", "die dritte und danach die erste"])
def test_order_is_said_with_after_that(text: str) -> None:
    assert unseen.played(text, SLOTS) == "slot-3 slot-1"


@pytest.mark.parametrize("text", ["le roi de coupe sur le chemin 3", "König der Kelche auf Pfad 3", "king of cups on path 3"])
def test_rank_that_no_choice_has_is_another_card_in_every_language(text: str) -> None:
    assert unseen.played(text, unseen.question("tempting_fate-8800746")) == ""


def test_what_could_help_asks_for_no_help() -> None:
    text = "Ada keeps stealing my best stuff, so I thought for a while about what could help. I want the Gemini."
    assert unseen.verdict_of(("fate_foretold-8800063", "en", "answer", "gemini", text))[0] in (unseen.RIGHT, unseen.ASKED)


RIDERS = Question((*_CARDS, HORSES.choices[0]), Shape.ORDER, 2, 2, kind="discard")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Löwe ganz nach unten, der Turm danach", "lion tower"), ("the Lion to the bottom, then the Tower", "lion tower"),
        ("le Lion tout au fond, ensuite la Tour", "lion tower"),
        ("the Tower first and then the Harvest. I hate to see the Tower go.", "tower harvest"),
        ("lion then war", "lion war"), ("the lion and the war", "lion war"),
    ],
)  # fmt: skip
def test_first_of_two_cards_that_go_to_the_bottom_is_the_one_named_first(text: str, order: str) -> None:
    assert unseen.played(text, RIDERS) == order


@pytest.mark.parametrize(
    "text",
    [
        "4 but before that the 2", "4 mais avant ca le 2", "Turm, aber davor den Löwen", "the Lion on top of the Tower",
        "the Tower goes to the bottom, the Lion on top of it",
        "the Tower first and then the Harvest. Not the Tower.",
    ],
)  # fmt: skip
def test_a_turned_order_of_two_cards_is_asked_back(text: str) -> None:
    assert unseen.played(text, RIDERS) == ""


@pytest.mark.parametrize("text", ["Star 1, not the 4", "Star 1, pas le 4", "Star 1, nicht Eyes 4", "Star 1, not the sun"])
def test_a_card_stays_chosen_where_another_value_is_turned_down(text: str) -> None:
    assert unseen.played(text, SUITS) == "star-1"


@pytest.mark.parametrize("text", ["2, not 1", "1, nicht 2", "Star, not 2"])
def test_a_number_of_the_list_that_is_turned_down_is_asked_back(text: str) -> None:
    assert unseen.played(text, SUITS) == ""


@pytest.mark.parametrize("text", ["Nice one Bob.", "good move, Eve", "Thanks for nothing, Ada!", "Joli coup, Eve", "Gut gespielt, Bob"])
def test_a_person_who_is_praised_or_thanked_is_not_chosen(text: str) -> None:
    assert unseen.played(text, PEOPLE) == ""
