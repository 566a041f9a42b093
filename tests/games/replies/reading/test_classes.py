"""Tests of phrasings other than names and numbers: comparisons, places, rejected choices, pronouns, requests; and similar talk."""

from __future__ import annotations

import pytest

from games.services.replies.reading import Answer, Choice, Confidence, Question
from games.services.replies.understanding import in_a_mail
from tests.games.replies.reading import unseen

AUCTION, TRICK, TOKENS, PATHS = "council_of_kings-0", "destined_to_fail-13", "destined_to_fail-10", "tempting_fate-38"
PASSING, BURY, ORDER, TOP = "destined_to_fail-20", "fate_foretold-33", "fate_foretold-32", "fate_foretold-515006"
SUITS, EYES, MAIN, TOP_DEVIL = "destined_to_fail-410002", "destined_to_fail-410013", "fate_foretold-410001", "fate_foretold-410000"
SUIT, KEPT, FOES, WHETHER = "fate_foretold-410005", "fate_foretold-410012", "council_of_kings-410013", "fate_foretold-410007"
BESIDES, SIDES, ACE, WINS = "turn_of_fate-410000", "fate_foretold-410010", "turn_of_fate-410003", "destined_to_fail-410009"
PLAY, ONLY, HANDS, LEAVE = "turn_of_fate-40", "turn_of_fate-44", "fate_foretold-37", "fate_foretold-40447"
STEAL, KEEP_THREE, TAKEN = "fate_foretold-7700044", "fate_foretold-7700054", "fate_foretold-7700058"


def _priced() -> Question:
    labels = (("ale", 4), ("bread", 2), ("cheese", 9))
    return Question(tuple(Choice(token, (f"{token} for {price} coins",)) for token, price in labels))


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("the cheapest one", "bread"), ("die teuerste bitte", "cheese"), ("la moins chère", "bread"), ("the least expensive", "bread"),
        ("the most expensive one please", "cheese"), ("das billigste", "bread"), ("cheese or bread, the cheaper one", ""),
        ("cheap!", "bread"),
        ("is it cheaper?", ""),
    ],
)  # fmt: skip
def test_prices_are_compared_where_the_choices_have_prices(text: str, token: str) -> None:
    assert unseen.played(text, _priced()) == token


@pytest.mark.parametrize(
    ("name", "text", "token"),
    [
        (TRICK, "my highest star", "star-3"), (TRICK, "den niedrigsten Stern", "star-1"), (TRICK, "star, but the big one", "star-3"),
        (TRICK, "la plus petite étoile", "star-1"), (TRICK, "the lowest", ""), (TRICK, "the number that is lowest", "star-1"),
        (TRICK, "star one please, nice and harmless", "star-1"), (TRICK, "the star one", ""),
        (TOKENS, "den mit der höheren Zahl", "keep-2"), (TOKENS, "weg mit der 2", "keep-1"), (TOKENS, "the 1 goes back", "keep-2"),
        (TOKENS, "the 1 does not go back", ""), (TOKENS, "one of the two, hm", ""),
        (PATHS, "cross on the last path", "cross>5"), (PATHS, "Kreis auf den mittleren Pfad", "circle>3"), (PATHS, "the last path", ""),
        (BURY, "second from the bottom", "sun"), (BURY, "top of the list please", "wheel_of_fortune"),
        (BURY, "Not the angel, the crab.", "cancer"), (BURY, "Not the angel. The crab.", "cancer"),
        (BURY, "the crab, not the angel", "cancer"),
        (BURY, "not the angel", ""), (BURY, "not 2, 3", ""),
        (BURY, "the crab or not the angel", ""),
        (PLAY, "Not the painter! The savage goes to battle", "battle>savage"), (PLAY, "no battle for me, pass", "pass"),
        (PLAY, "I take one", "ace_knots>painter"),
        (ORDER, "darkness first, radiant last, the other one in between", "sacred_darkness ouroboros radiant"),
        (ORDER, "darkness first, radiant last", ""),
        (TOP, "leave it on top please", "keep"), (TOP, "bury it at the bottom", "bottom"), (LEAVE, "I don't want one", "skip"),
        (ONLY, "yes, play it", "discovery>lunatic"), (ONLY, "je la joue", "discovery>lunatic"), (ONLY, "don't play it", "pass"),
        (BURY, "Could you bury the angel please?", "angel"), (BURY, "Should I bury the angel?", ""),
        (BURY, "Could you bury the angel?", ""),
        (BURY, "the angel, if nobody objects", "angel"), (BURY, "the angel if that wins", ""),
        (PASSING, "my neighbour gets the eyes", "eyes-2"), (HANDS, "show me Finn's cards", "seat-6"),
        (SUITS, "den 2er Mond", "moon-2"), (EYES, "the five", "eyes-5"), (EYES, "5", ""), (EYES, "die kleinere", "eyes-5"),
        (SUITS, "die kleinere", ""), (MAIN, "loracle", "oracle"), (MAIN, "jpioche", "draw"),
        ("fate_foretold-410003", "3e oeil", "third_eye"),
        ("turn_of_fate-970026", "je passe ! bonne soirée", "pass"), ("turn_of_fate-970026", "je passe une bonne soirée", ""),
        ("destined_to_fail-970010", "die Sonne, die vier", "sun-4"), ("council_of_kings-970000", "Brot u Spiele", "play>bread_and_games"),
        ("destined_to_fail-970009", "weg mit der 1", "hands-1"), ("council_of_kings-970000", "Nora va encore nous voler", ""),
        ("council_of_kings-410001", "agitators on ada lol she has it coming", "play>agitators>seat_1"),
        (MAIN, "the huntress lol or the oracle", ""),
        (MAIN, "I slept on it and I play the huntress", "huntress"), (MAIN, "I do not think I play the huntress", ""),
        (MAIN, "every time I play the huntress I lose", ""), (BESIDES, "les ténèbres sur le marin mdr il va adorer", "darkness>sailor"),
        (TOP_DEVIL, "put the devil underneath", "bottom"), (TOP_DEVIL, "lass den Teufel oben", "keep"),
        (TOP_DEVIL, "mets le diable en dessous", "bottom"), (TOP_DEVIL, "the devil", ""),
        (KEPT, "the last three", "labyrinth harvest wheel_of_fortune"), (KEPT, "die ersten drei", "emperor labyrinth harvest"),
        (KEPT, "the first two", ""), (WHETHER, "yes, one card for me", "draw"), (WHETHER, "ja bitte, her damit", "draw"),
        (WHETHER, "yes, I am still here", ""), (WHETHER, "nein, so lassen", "skip"), (WHETHER, "oui mais combien", ""),
        (BESIDES, "les ténèbres sur le diplo", "darkness>diplomat"), (BESIDES, "diplo", ""),
        (ACE, "not this time", "pass"), (ACE, "diesmal nicht", "pass"), (ACE, "pas ce tour-ci", "pass"), (ACE, "not this time?", ""),
        (WINS, "je perds avec la lune", "lose:moon-1"), (WINS, "gewinnen. Mond.", "win:moon-1"), (WINS, "der Mond", ""),
        (FOES, "let Brenna smack the wight (option 1)", "attack>shieldbreaker>barrow_wight"), (FOES, "option 1: Tax your people", ""),
        (AUCTION, "pay the nine coins", "buy"), (AUCTION, "too expensive for me", ""),
        (STEAL, "From Chloe please", "seat-3"), (STEAL, "Von Dörte", "seat-4"), (STEAL, "steal from bob", "seat-2"),
        (STEAL, "Von: Dörte", ""), (STEAL, "greetings from Chloe", ""), (STEAL, "de Chloé, stp", "seat-3"),
        (KEEP_THREE, "Keep the first three", "radiant musician virgo"),
        (KEEP_THREE, "ich behalte die letzten drei", "virgo whisperer aquarius"),
        (KEEP_THREE, "je garde les trois premières", "radiant musician virgo"), (KEEP_THREE, "keep the first two", ""),
        (TAKEN, "le bateleur, je l'ai eu la dernière fois aussi", ""), (TAKEN, "comme la dernière fois : le bateleur", "magician"),
        (TAKEN, "the Magician as last time", "magician"), (TAKEN, "The Magician is me, obviously", ""),
        (TAKEN, "Le bateleur, c'est moi", ""), (TAKEN, "Magier, Nr. 8", "magician"), (TAKEN, "Magier, Nr. 7", ""),
    ],
)  # fmt: skip
def test_what_is_said_by_kind(name: str, text: str, token: str) -> None:
    assert unseen.played(text, unseen.question(name)) == token


@pytest.mark.parametrize(
    ("name", "text", "token"),
    [
        (AUCTION, "too expensive for me", "bid"), (AUCTION, "I'm broke", "tax"),
        ("fate_foretold-34", "a bit of luck with another card", "draw"), (ONLY, "not yet", "pass"),
    ],
)  # fmt: skip
def test_hints_are_asked_back_about(name: str, text: str, token: str) -> None:
    (answer,) = (part for part in in_a_mail([text], unseen.question(name)).parts if isinstance(part, Answer))
    assert answer.confidence is Confidence.GUESS
    assert answer.candidates[0] == token


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (AUCTION, "taxes are due next week, I'm swamped"), (AUCTION, "I bought a new car!"), (AUCTION, "nine coins, that is a lot"),
        ("council_of_kings-2", "Steuererklärung ist endlich fertig!"), ("council_of_kings-6", "Fertig mit der Arbeit, jetzt Feierabend"),
        ("council_of_kings-8", "that's all folks, see you at bridge"), ("council_of_kings-7", "les impôts m'ont encore coûté cher"),
        (HANDS, "Look Ada, that was my card"), (HANDS, "Bob, show me your new kitchen"), ("fate_foretold-25", "Ada goes on holiday"),
        ("fate_foretold-25", "Bob just wrote me that he has the Fool. I don't believe a word."),
        (BURY, "I could bury the sun, but that feels wrong. Let me think a bit."), (TOKENS, "lass mich kurz nachdenken, die 1 oder die 2"),
        ("destined_to_fail-23", "un des deux 4, faut que je réfléchisse"),
        ("destined_to_fail-15", "un 2... mais lequel ? je demande à ma femme"),
        (TOP, "Keep it up!"), (TOP, "we keep it simple"), (TOP, "stay safe"), (TOP, "thank you from the bottom of my heart"),
        (PLAY, "I think the strongest one would be good"), (PLAY, "the safest one"), (PLAY, "a nice one"), (PLAY, "that was a good one"),
        (AUCTION, "the clever one"), (ONLY, "You play it well"), (ONLY, "take it easy"), ("turn_of_fate-43", "je prends le train demain"),
        (LEAVE, "I don't want one of those days again"), ("fate_foretold-27", "I need one more day."),
        ("fate_foretold-34", "Zieh dich warm an!"),
        (SUIT, "De tout cœur avec vous"), (SUIT, "Das geht mir auf den Geist"), (SUIT, "bless your heart"), (SUIT, "never mind"),
        ("fate_foretold-410003", "over the moon with this hand!!"), (SIDES, "Tout droit, comme toujours"), (SIDES, "Recht hast du!"),
        (SUITS, "I want the sun back"), (SUITS, "My star pupil passed her exam today"),
        ("fate_foretold-410009", "I refuse to bury the emperor"),
        (FOES, "don't attack me please!! i have nothing"), (FOES, "greif mich nicht an, ich habe nichts"), (FOES, "I'm done for"),
        ("tempting_fate-410002", "bin um 3 wieder da"), (ACE, "you ace"), (MAIN, "I drew the oracle again"),
        ("council_of_kings-410006", "Ich kaufe noch ein, bis später"), ("council_of_kings-410006", "I paid my taxes"),
        ("fate_foretold-410000", "Laisse tomber"), (WHETHER, "oui oui je réfléchis"),
    ],
)  # fmt: skip
def test_talk_in_such_words_does_nothing(name: str, text: str) -> None:
    assert not unseen.done(text, unseen.question(name))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("the Wheel of Fortune not, the other three", "emperor labyrinth harvest"),
        ("das Glücksrad nicht, die anderen drei", "emperor labyrinth harvest"),
        ("Ernte nicht, den Rest", "emperor labyrinth wheel_of_fortune"),
        ("la Moisson non, les trois autres", "emperor labyrinth wheel_of_fortune"),
        ("the Wheel of Fortune not, the other two", ""),
        ("the other three not, the Wheel of Fortune", ""),
    ],
)
def test_the_others_are_all_that_is_not_turned_down(text: str, kept: str) -> None:
    assert unseen.played(text, unseen.question(KEPT)) == kept


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("Pact. I will answer tomorrow.", ""),
        ("Der Pakt? Antwort folgt heute Abend", ""),
        ("Pass vielleicht, ich antworte bald", ""),
        ("Le Pacte... réponse demain", ""),
        ("The Pact. Sorry that I answer only now", "pact>author"),
        ("Pakt auf den Autor. Bis morgen!", "pact>author"),
        ("Le Pacte, et à demain", "pact>author"),
    ],
)
def test_an_announced_answer_is_none_yet(text: str, token: str) -> None:
    assert unseen.played(text, unseen.question("turn_of_fate-515013")) == token


@pytest.mark.parametrize(
    ("name", "text", "answer"),
    [
        ("fate_foretold-8281101", "I'm keeping the Dreamer and the Harvest, more tonight", ""),
        ("fate_foretold-8281101", "ich behalte 1 und 2", ""),
        ("fate_foretold-8281101", "the Dreamer and the Harvest", "dreamer harvest"),
        ("fate_foretold-8281402", "Two of us and one dog are on the beach today", ""),
        ("fate_foretold-8281402", "two and one", "strength pestilence"),
        ("fate_foretold-8281402", "Calamity and Strength? My answer comes tonight", ""),
        ("fate_foretold-8281017", "Jester on top, Insight under it, Aegis at the bottom.", "jester insight aegis"),
        ("destined_to_fail-8281008", "Moon 3, Sun 4, Hands 5, Hands 5 (second), Eyes 1, Eyes 5",
         "moon-3 sun-4 hands-5 hands-5+ eyes-1 eyes-5"),
        ("destined_to_fail-8281010", "> It is your turn. What do you play?\n> Eyes 1\n> Orb\n\nThe last one, please.", "orb"),
        ("fate_foretold-8281016", "I would like the transcended full stop new line cheers", "transcended"),
        ("fate_foretold-9391022", "Leo, schon wieder", ""),
        ("fate_foretold-9391022", "encore cette Famine !", ""),
        ("fate_foretold-9391022", "Leo? Hmmm", ""),
        ("fate_foretold-9391022", "Leo? Ok", "leo"),
    ],
)  # fmt: skip
def test_phrasings_of_the_last_sets_with_other_words(name: str, text: str, answer: str) -> None:
    assert unseen.played(text, unseen.question(name)) == answer
