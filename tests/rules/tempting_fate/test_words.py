"""Tests of typed answers and texts: tokens and names, outcomes, the warning of R24, refusals, the scene."""

from __future__ import annotations

import pytest

from games.render.text import decision_text, scene_text
from games.rules.errors import Ambiguous, Illegal, Unreadable
from games.rules.messages import Reader, plain
from games.rules.session import Session
from games.rules.tempting_fate import GAME
from games.rules.tempting_fate.board import Duel
from tests.rules.tempting_fate.build import FATE, QUERENT, at, paths, play

ANN_AND_BOB = Reader(["Ann", "Bob"])


def outcome(session: Session[Duel], token: str) -> str:
    decision = session.decision(session.waiting_for[0])
    assert decision is not None
    option = next(option for option in decision.options if option.token == token)
    assert option.outcome is not None
    return plain(option.outcome)


@pytest.mark.parametrize(
    "text",
    [
        *("cups-05>1", "Five of Cups on path 1", "five cups 1", "CUPS-05 on 1", "place the five of cups on 1", "cups-05 on path 1"),
        *("5 of cups on 1", "cups 5 on 1", "cups5 > 1", "path 1: cups 5", "Attack path 1 with the 5 of Cups, please.", "cups 1"),
    ],
)
def test_attack_can_be_typed_in_many_ways(text: str) -> None:
    session = at("waves star", "waves waves", phase="attack", querent_hand="cups-05 coins-05")
    assert session.answer(QUERENT, text)[0].text == "cups-05>1"


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("XIV on 1", "major-14>1"),
        ("trump 14 on path 1", "major-14>1"),
        ("I attack path 2 with V", "major-05>2"),
        ("the pope on 2", "major-05>2"),
        ("major I on 1", "major-01>1"),
        ("Queen of Pentacles on 2", "coins-13>2"),
        ("top card on 2", "deck>2"),
        ("deck2", "deck>2"),
    ],
)
def test_cards_can_be_called_by_numeral_and_by_the_names_of_other_decks(text: str, token: str) -> None:
    session = at("waves star", "waves waves", phase="attack", querent_hand="major-01 major-05 major-14 coins-13")
    assert session.read(QUERENT, text) == token


@pytest.mark.parametrize("text", ["attack path 1", "path 1", "on 1"])
def test_a_path_alone_attacks_with_no_card(text: str) -> None:
    session = at("waves star", "waves waves", phase="attack", querent_hand="major-01 cups-05 coins-13")
    with pytest.raises(Ambiguous):
        session.read(QUERENT, text)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("take a token off 1", "remove>1"),
        ("star2", "star>2"),
        ("star on 2", "star>2"),
        ("Unseen card on path 3", "deck>3"),
        ("deck 3", "deck>3"),
        ("remove token from path 1", "remove>1"),
        ("token 1", "remove>1"),
    ],
)
def test_action_can_be_typed_in_many_ways(text: str, token: str) -> None:
    assert at("waves star!2").answer(FATE, text)[0].text == token


def test_text_that_fits_several_or_nothing_is_refused() -> None:
    session = at("waves star!2")
    with pytest.raises(Ambiguous):
        session.answer(FATE, "star")
    with pytest.raises(Unreadable):
        session.answer(FATE, "what should I do")


def test_a_card_of_the_other_deck_is_refused_though_it_has_the_same_name() -> None:
    session = at("waves", "star", fate_hand="star star circle circle circle")
    with pytest.raises(Illegal):
        session.answer(FATE, "major-17>3")
    session.answer(FATE, "star>3")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("5 cups 1", "unclear_card"),
        ("6 of cups on 1", "not_in_hand"),
        ("cups7 on 4", "path_empty"),
        ("ace of cups on 1", "not_in_hand"),
        ("five of cups on 4", "path_empty"),
        ("five of cups on 8", "no_such_path"),
    ],
)
def test_refusal_names_the_reason_to_the_querent(text: str, code: str) -> None:
    session = at("waves star", "waves waves", phase="attack", querent_hand="cups-05 coins-05")
    with pytest.raises(Illegal) as refused:
        session.answer(QUERENT, text)
    assert refused.value.code == code


def test_bottom_card_that_fate_knows_is_noted_for_her_alone() -> None:
    session = at("waves star", "cross cross", phase="attack", querent_hand="major-00")
    play(session, "major-00>1")
    noted = [sum("bottom" in note.text for note in GAME.scene(session.view(viewer)).notes) for viewer in (None, FATE, QUERENT)]
    assert noted == [0, 1, 0]


@pytest.mark.parametrize(
    ("path", "card", "words"),
    [
        ("waves star", "cups-05", "Face down. Extinguishes up to 5 points unless immune; otherwise the card stays, with 5 tokens."),
        (
            "star",
            "cups-05",
            "Face down. Extinguishes up to 5 points unless immune, and you win then; otherwise the card stays, with 5 tokens.",
        ),
        ("waves star", "major-00", "The face-down card leaves the path unseen."),
        ("star", "major-00", "The face-down card leaves the path unseen, and you win."),
        ("waves star!2", "major-05", "Star is immune: it stays, with 7 tokens."),
        ("waves star!2", "cups-03", "Extinguishes Star."),
        ("circle!", "cups-03", "Extinguishes Circle, and you win."),
        ("waves square!", "cups-01", "Square stays, with 1 token of 4."),
    ],
)
def test_querent_reads_what_is_certain_about_an_attack(path: str, card: str, words: str) -> None:
    assert outcome(at(path, "circle circle", phase="attack", querent_hand=f"{card} coins-01"), f"{card}>1") == words


def test_querent_is_warned_of_the_paths_on_which_fate_can_win_in_her_next_turn() -> None:
    calm, near = at("waves", "circle circle", phase="attack"), at("waves", "circle circle circle", phase="attack")
    prompts = [plain(session.decision(QUERENT).prompt) for session in (calm, near)]  # type: ignore[union-attr]
    assert prompts == [
        "You are the querent: attack the outermost card of a path.",
        "You are the querent: attack the outermost card of a path. Fate can win in her next turn on path 2.",
    ]


def test_log_counts_equal_actions_of_fate() -> None:
    session = at("waves waves", "circle", fate_hand="star star cross")
    play(session, "star>1", "star>1")
    events = session.answer(FATE, "cross>2")[0].events
    said = [plain(GAME.tell(events[0].seen_by(viewer)), ["Ann", "Bob"]) for viewer in (QUERENT, FATE)]
    assert said[0].endswith("Ann (Fate): 2 hand cards on path 1, a hand card on path 2.")
    assert said[1].endswith("Ann (Fate): 2 × Star from the hand on path 1, Cross from the hand on path 2.")


def test_aim_says_how_each_side_wins() -> None:
    match, single = plain(GAME.aim(2, {})), plain(GAME.aim(2, {"mode": "single", "path_limit": 4}))
    assert match.startswith("Fate wins with 6 cards on one path, the querent by emptying a path. After a second game")
    assert single == "Fate wins with 5 cards on one path, the querent by emptying a path."


def test_fate_reads_how_far_a_path_is_from_winning() -> None:
    session = at("waves waves", "waves star!2", "circle circle circle circle circle")
    assert outcome(session, "star>1") == "Path 1 then needs 3 more actions to win."
    assert outcome(session, "remove>2") == "Path 2 then needs 5 more actions to win."
    assert outcome(session, "deck>3") == "Path 3 has 6 cards: you win."


def test_r24_fate_is_warned_before_she_leaves_a_single_card() -> None:
    warning = "Warning: this leaves a single card on path {}; the querent wins by removing it."
    session = at("waves", "cross cross")
    assert outcome(session, "star>2") == "Path 2 then needs 3 more actions to win."
    session.answer(FATE, "star>2")
    assert outcome(session, "deck>3") == warning.format("1, 3")
    session.answer(FATE, "deck>2")
    assert outcome(session, "cross>2") == warning.format("1")
    assert outcome(session, "cross>1") == "Path 1 then needs 4 more actions to win."
    decision = session.decision(FATE)
    assert decision is not None
    assert plain(decision.prompt) == (
        "You are Fate, round 3, 1 action left. One card only on path 1: add to it, or the querent may win there."
    )


def test_r24_no_warning_where_the_actions_left_suffice() -> None:
    session = at("waves waves")
    assert outcome(session, "star>2") == "Path 2 then needs 5 more actions to win."
    session.answer(FATE, "star>2")
    assert outcome(session, "cross>2") == "Path 2 then needs 4 more actions to win."
    assert outcome(session, "cross>1").startswith("Path 1 then needs")
    assert outcome(session, "cross>3").startswith("Warning")


def test_blocked_and_empty_things_are_shown_dimmed_with_the_reason() -> None:
    fate = at("waves star!2", zener_deck="").decision(FATE)
    assert fate is not None
    assert [(barred.touches, barred.rule) for barred in fate.barred] == [(("path-1",), "R3"), (("zener-deck",), "R18")]
    querent = at("waves star", "cross cross", phase="attack", tarot_deck="").decision(QUERENT)
    assert querent is not None
    assert [barred.touches[0] for barred in querent.barred] == ["path-3", "path-4", "path-5", "tarot-deck"]


def test_scene_counts_unseen_symbols_from_what_the_viewer_knows() -> None:
    session = at("star star!", zener_discard="star", fate_hand="star star cross cross cross")
    counted = {viewer: _unseen_stars(session, viewer) for viewer in (None, FATE, QUERENT)}
    assert counted == {None: 18, FATE: 15, QUERENT: 18}


def _unseen_stars(session: Session[Duel], viewer: int | None) -> int | str:
    scene = GAME.scene(session.view(viewer))
    return next(counter.value for counter in scene.counters if plain(counter.title) == "Star unseen")


def test_scene_reads_well_as_plain_text() -> None:
    session = at("waves circle? star!4", "cross", zener_discard="circle", tarot_discard="cups-06")
    text = scene_text(GAME.scene(session.view(QUERENT)), ANN_AND_BOB)
    for line in (
        "Ann is Fate and defends; Bob is the querent and attacks.",
        "One card left on path 2: the querent wins by removing it.",
        "Path 1: Outermost: ●●●●○ 4 tokens of 5. Fate needs 7 actions to win here.",
        "  1. a card from Fate's hand, face down",
        "  2. an unseen card",
        "  3. Star (5), from the hand",
        "Path 3: empty.",
    ):
        assert line in text, text


def test_question_reads_well_as_plain_text() -> None:
    session = at("waves circle", phase="attack", querent_hand="cups-06 major-00", tarot_deck="")
    decision = session.decision(QUERENT)
    assert decision is not None
    assert decision_text(decision, ANN_AND_BOB).splitlines() == [
        "You are the querent: attack the outermost card of a path.",
        "  1) Six of Cups on path 1  [cups-06>1]",
        "     -> Face down. Extinguishes 1 point unless immune; otherwise the card stays,",
        "        with 1 token.",
        "  2) The Fool on path 1  [major-00>1]",
        "     -> The face-down card leaves the path unseen.",
    ]


def test_log_lines_of_attacks() -> None:
    names = ["Ann", "Bob"]
    session = at(
        "waves circle",
        "cross cross",
        phase="attack",
        querent_hand="cups-06 coins-05",
        tarot_deck="wands-01 wands-02 wands-03 wands-04 cups-11",
    )
    told = play(session, "coins-05>1")
    assert plain(GAME.tell(told[0]), names) == "Bob attacks path 1 with Five of Coins: Circle is immune and has 5 tokens now."
    play(session, "star>2", "cross>2", "waves>2")
    told = play(session, "deck>1")
    assert plain(GAME.tell(told[0]), names) == "Bob attacks path 1 with the top card of the deck, Page of Cups: Circle is extinguished."
    assert paths(session)[0] == "waves"
