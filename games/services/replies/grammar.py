"""From lines of text to steps: answers, commands, and the story told with an answer. Knows no game and no database.

2                           an option's number, token or name: one answer per line
2 -- The moon was full.     with a line of story; quotation marks do the same
?  status  undo             once more, the table only, take the last choice back
note buy the cave           keep a note to yourself
say well played             words for everybody: told with the answer of the same reply, or at the table
order buy_at 4              a standing order, where the game takes them; `order none` withdraws all, `order` alone tells them
pause 3 going hiking        propose a pause of three days
resign  rematch             give up (asks to confirm: `resign yes`), play again
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

MOST_STEPS = 60


class Verb(StrEnum):
    """What a line asks for."""

    ANSWER = "answer"
    HELP = "help"
    STATUS = "status"
    UNDO = "undo"
    NOTE = "note"
    SAY = "say"
    ORDER = "order"
    PAUSE = "pause"
    RESIGN = "resign"
    REMATCH = "rematch"


@dataclass(slots=True)
class Step:
    """One thing asked for. `rest` is the answer or what follows the command; `apart`: a blank line stands before it."""

    verb: Verb
    line: str
    rest: str = ""
    story: str = ""
    apart: bool = False


_COMMANDS = {
    **dict.fromkeys(("?", "help", "hilfe", "aide"), Verb.HELP),
    **dict.fromkeys(("status", "table", "tisch"), Verb.STATUS),
    **dict.fromkeys(("undo", "take back", "takeback"), Verb.UNDO),
    "note": Verb.NOTE,
    "say": Verb.SAY,
    "order": Verb.ORDER,
    "pause": Verb.PAUSE,
    "resign": Verb.RESIGN,
    "rematch": Verb.REMATCH,
}
_WITH_REST = {Verb.NOTE, Verb.SAY, Verb.ORDER, Verb.PAUSE, Verb.RESIGN}
_QUOTES = {'"': '"', "“": "”", "„": "“”", "«": "»", "»": "«"}
_STORY = re.compile(r"(?:^|\s)(?:--|—)\s*(?=[^\s-])")


def steps_of(lines: Sequence[str], *, tokens: Sequence[str] = (), orders: bool = True) -> list[Step]:
    """What the lines ask for, in order. A line that is a token of the open question is an answer, whatever else it may mean.

    `order 2 1 3` answers a question for an order, as everything does that begins so where the game takes no standing orders.
    """
    own = {token.casefold() for token in tokens}
    steps: list[Step] = []
    loose: list[str] = []
    apart, place = False, 0
    while place < len(lines) and len(steps) < MOST_STEPS:
        line = lines[place].strip()
        place += 1
        if not line:
            apart = bool(steps)
            continue
        answer, story, taken = _told(line, lines[place:])
        place += taken
        if answer:
            steps.append(_step(answer, line, own, apart=apart))
        if story:
            _attach(steps, loose, story, fresh=bool(answer))
        apart = False
    for step in steps:
        if step.verb is Verb.ORDER and (not orders or step.rest[:1].isdigit()):
            step.verb, step.rest = Verb.ANSWER, f"order {step.rest}".strip()
    return _with_story(steps, loose)


def _told(line: str, below: Sequence[str]) -> tuple[str, str, int]:
    """A line taken apart: the answer before the story, the story, and how many lines below belong to it."""
    if found := _STORY.search(line):
        answer, told = line[: found.start()].strip(), line[found.end() :]
        going_on = _until_blank(below)
        return answer, " ".join([told, *going_on]).strip(), len(going_on)
    for opening, closings in _QUOTES.items():
        start = line.find(opening)
        if start < 0 or (start and not line[start - 1].isspace()):
            continue
        told, taken = line[start + 1 :], 0
        while not any(mark in told for mark in closings) and taken < len(below) and below[taken].strip() and taken < 20:
            told, taken = f"{told} {below[taken].strip()}", taken + 1
        end = next((told.index(mark) for mark in closings if mark in told), -1)
        if end > 0:
            return line[:start].strip(), told[:end].strip(), taken
    return line, "", 0


def _until_blank(below: Sequence[str]) -> list[str]:
    """A long line of story goes on in the next ones, where the mail program has broken it."""
    kept: list[str] = []
    for line in below[:12]:
        if not line.strip() or _looks_like_step(line.strip()):
            break
        kept.append(line.strip())
    return kept


def _looks_like_step(line: str) -> bool:
    return line.casefold().rstrip(".!") in _COMMANDS or bool(re.fullmatch(r"#?[0-9 ,;]{1,40}[.)]?", line)) or bool(_STORY.search(line))


def _step(answer: str, line: str, own: set[str], *, apart: bool) -> Step:
    plain = answer.casefold().rstrip(".!").strip()
    if plain not in own:
        if plain in _COMMANDS:
            return Step(_COMMANDS[plain], line, apart=apart)
        word, _space, rest = answer.partition(" ")
        verb = _COMMANDS.get(word.casefold().rstrip(":,"))
        if verb in _WITH_REST and rest.strip():
            return Step(verb, line, rest.strip(), apart=apart)
    return Step(Verb.ANSWER, line, answer, apart=apart)


def _attach(steps: list[Step], loose: list[str], story: str, *, fresh: bool) -> None:
    """A story belongs to the answer before it, else to the one that follows."""
    last = next((step for step in reversed(steps) if step.verb is Verb.ANSWER), None)
    if last is None:
        loose.append(story)
    elif fresh or not last.story:
        last.story = story
    else:
        last.story = f"{last.story} {story}"


def _with_story(steps: list[Step], loose: list[str]) -> list[Step]:
    """What was said aside travels with the first answer; without one it stays a step of its own."""
    first = next((step for step in steps if step.verb is Verb.ANSWER), None)
    if first is None:
        return [*steps, *(Step(Verb.SAY, text, text) for text in loose)]
    said = [step.rest for step in steps if step.verb is Verb.SAY]
    first.story = " ".join(part for part in (*loose, first.story, *said) if part)
    return [step for step in steps if step.verb is not Verb.SAY]
