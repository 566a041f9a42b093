"""A guided first game by mail. The progress is stored in the reply address, as for every question that we ask back."""

from typing import Any

from django.utils.translation import gettext as _

from games.mails import table_words
from games.mails.commands.naming import game_in
from games.mails.commands.wish import Outcome, Wish
from games.models import Player
from games.render.reader import reader_for
from games.render.text import decision_text, scene_text
from games.render.words import said
from games.rules.errors import RulesError
from games.rules.lesson import LEARNER, OTHERS
from games.rules.lesson_walk import Walk, Wrong, farthest
from games.rules.messages import Reader, msg
from games.rules.registry import all_games
from games.services.errors import Refused

WIDE = 1000
"""A line of the text becomes a paragraph of the mail, which is wrapped."""
NEWS_TOLD = 8
"""The most log lines shown between two steps."""


def learn(wish: Wish) -> Outcome:
    """`learn turn of fate`: the first step; within a game, of that game."""
    book = game_in(wish.argument or wish.command.line, wish.player.language)
    book = wish.game.book if book is None and wish.game is not None and not wish.argument else book
    if book is None or book.lesson is None:
        raise Refused(msg("Which game do you want to learn? Write for example: learn turn of fate."), code="which_game")
    return _shown(Walk(book), wish.player, [said(book.lesson.intro, _reader(wish.player))])


def go_on(player: Player, ask: dict[str, Any], text: str) -> Outcome:
    """Answer a step: show the next one, or the same again with the reason."""
    walk, words = farthest(all_games()[ask["rules"]], ask["answers"]), _reader(player)
    try:
        walk.answer(text.strip().rstrip(".)!"))
    except Wrong as wrong:
        return _shown(walk, player, [said(wrong.why, words)], news=False)
    except RulesError as error:
        return _shown(walk, player, [said(error.message, words)], news=False)
    return _shown(walk, player, [])


def _shown(walk: Walk, player: Player, before: list[str], *, news: bool = True) -> Outcome:
    """The current step as text: log, instruction, choices, table."""
    words, lesson = _reader(player), walk.lesson
    told = [said(walk.game.tell(event.seen_by(LEARNER)), words) for event in walk.news[-NEWS_TOLD:]] if news else []
    step, decision = walk.step, walk.decision
    if step is None or decision is None:
        last = _("That was the last step. To start a game of your own, write: new %(game)s") % {"game": said(walk.game.title, words)}
        return Outcome([*before, *told, said(lesson.outro, words), last])
    where = {"number": len(walk.answers) + 1, "steps": len(lesson.steps)}
    scene = scene_text(walk.game.shown(walk.session.view(LEARNER), decision), words, WIDE)
    link = table_words.absolute(f"/learn/{walk.game.key}/")
    lines = [
        *before,
        *told,
        _("Step %(number)s of %(steps)s") % where + ": " + said(step.say, words),
        *_lines(decision_text(decision, words, WIDE)),
        _("Reply with the number of your choice. With pictures: %(link)s") % {"link": link},
        _("The table"),
        *_lines(scene),
    ]
    return Outcome(lines, ask={"do": "lesson", "rules": walk.game.key, "answers": walk.answers})


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


def _reader(player: Player) -> Reader:
    return reader_for([player.name, *OTHERS], player.language, LEARNER)
