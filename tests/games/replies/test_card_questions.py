"""Tests of questions about cards and rules by mail: the answer has the text, and the open question with its choices."""

from __future__ import annotations

import pytest

from games.models import Game, Player
from games.models.stored_position import resume
from games.rulebooks import summary_lines, summary_of
from games.rules.messages import plain
from games.rules.registry import all_games
from games.services.replies.reading import Command, CommandName
from games.services.replies.reading.card_names import cards_named
from games.services.replies.understanding import in_a_mail
from tests.games.conftest import start
from tests.games.moves import asked
from tests.games.replies.mailing import facts, newest, post, words
from tests.games.replies.reading import unseen
from tests.games.replies.test_commands import write

pytestmark = pytest.mark.django_db

BREAD = "Bread and Circuses: Action: remove 1 Chaos from your Populace and gain 1 coin."
HEDGE_WITCH = "Hedge Witch (2, H Hero), Mage, 2 points, Order 2, costs 12: Action: spend 1 Order from this Hero"


@pytest.fixture
def council(alice: Player, bob: Player, carol: Player) -> Game:
    """Council of Kings; the mails about its beginning have been sent."""
    game = start(alice, bob, carol, rules="council_of_kings")
    post()
    return game


def answer_in(game: Game, text: str) -> str:
    """The answer to a reply to the mail that asks for a move, without line breaks. Nothing has been played."""
    before, player = facts(game), asked(game).player
    assert player is not None
    mail = write(player, text, newest(player, "your_turn").reply_to)
    assert mail is not None
    assert facts(game) == before
    return words(mail.text)


@pytest.mark.parametrize(
    "text",
    ["What does Bread and Circuses do?", "hi,\nI don't know bread and circuses.\nWhat is it for?\nBen", "rules bread and circuses"],
)
def test_question_about_a_card_gets_its_text_and_the_open_question(council: Game, text: str) -> None:
    answer = answer_in(council, text)
    assert BREAD in answer
    assert "Reply with the number or the name of one of your choices below" in answer
    assert "1) B" in answer


def test_question_about_a_card_that_can_be_played_gets_its_text_and_may_be_confirmed(council: Game) -> None:
    player = asked(council).player
    assert player is not None
    session = resume(council)
    decision = session.decision(asked(council).index)
    assert decision is not None
    option = next(option for option in decision.options if option.token.startswith("bargain>"))
    card = session.game.faces[option.token.removeprefix("bargain>")]
    assert card.text is not None
    answer = answer_in(council, f"what's {plain(card.name)} for?")
    assert answer.count(f"what's {plain(card.name)} for?") == 1
    assert f"{plain(card.name)}: {plain(card.text)}" in answer
    assert f"{plain(option.label)}? Then answer yes." in answer
    write(player, "yes", newest(player, "reply_answer").reply_to)
    assert asked(council).player != player


def test_hint_beside_a_question_about_a_card_is_not_asked_back_about() -> None:
    """ "Money" only hints at the taxes, which are a choice; Hush Money is none."""
    (part,) = in_a_mail(["what does hush money do again?"], unseen.question("council_of_kings-9937003")).parts
    assert isinstance(part, Command)
    assert part.name is CommandName.RULES


def test_guess_that_is_asked_back_about_says_what_comes_of_it(council: Game) -> None:
    assert "Tax your people? Then answer yes. (You gain 3 coins for one Chaos." in answer_in(council, "what about the taxes maybe?")


@pytest.mark.parametrize("text", ["Was macht die Heckenhexe?", "à quoi sert la Sorcière des haies ?", "What does the hedge witch do again"])
def test_card_is_found_in_every_language(council: Game, text: str) -> None:
    assert HEDGE_WITCH in answer_in(council, text)


def test_rules_by_mail_are_one_page_of_text(council: Game) -> None:
    answer = answer_in(council, "rules")
    assert "Council of Kings on one page" in answer
    assert "Bid – Good card (coins on it): take 1 coin from it; Evil card (no coins at first): lay 1 coin on it" in answer
    assert "1) B" in answer


def test_card_of_several_games_is_explained_for_each(carol: Player) -> None:
    def answered(text: str) -> str:
        mail = write(carol, text)
        assert mail is not None
        return words(mail.text)

    answer = answered("What does the Hermit do?")
    assert "Fate Foretold: The Hermit (20, M Mind): At the beginning of your turn" in answer
    assert "Tempting Fate: The Hermit (4, T Trumps)" in answer
    answer = answered("What does the Hermit do in Tempting Fate?")
    assert "The Hermit (4, T Trumps)" in answer
    assert "Fate Foretold" not in answer


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_summaries_have_no_markup(language: str) -> None:
    for game in filter(summary_of, all_games().values()):
        lines = summary_lines(game, language)
        assert len(lines) > 5
        assert not any(mark in line for line in lines for mark in ("|", "**", "`", "# ", "picture"))


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("Aries, the Ram", ["aries"]),
        ("what is ARIES worth", ["aries"]),
        ("das Ass der Schwerter und die Sonne 4", ["swords-01", "sun-4"]),
        ("a mail about nothing", []),
        ("2", []),
    ],
)
def test_names_of_cards_are_found_in_texts(text: str, cards: list[str]) -> None:
    assert [id_ for _game, id_ in cards_named(text)] == cards
