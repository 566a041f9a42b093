"""Split the lines of a text box or API request into steps: answers with their stories, and commands. Uses no game and no database.

2                           an answer, one per line: the number, token or name of a choice
2 -- The moon was full.     an answer with a story; quotation marks around the story do the same
?  status  undo             show the table (`?`, `status`); undo the last choice
note buy the cave           add a private note
say well played             words for everybody: the story of the answer in the same text, else table talk
order buy_at 4              file a standing order, if the game has them; `order none` withdraws all, `order` lists them
pause 3 going hiking        propose a pause of three days
resign  rematch             resign (to be confirmed with `resign yes`), start a rematch
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from games.services.replies.reading import CommandName
from games.services.replies.reading.command_phrases import BY_PHRASE
from games.services.replies.reading.folding import words

MOST_STEPS = 60


class Kind(Enum):
    """The kinds of steps that are no commands: an answer, and words for everybody."""

    ANSWER = "answer"
    SAY = "say"


@dataclass(slots=True)
class Step:
    """One request of a text. `rest` is the answer or the argument of the command; `apart` says that a blank line precedes it."""

    kind: Kind | CommandName
    line: str
    rest: str = ""
    story: str = ""
    apart: bool = False


_AT_TABLE = frozenset(
    {CommandName.HELP, CommandName.STATUS, CommandName.UNDO, CommandName.NOTE, CommandName.ORDER, CommandName.PAUSE}
    | {CommandName.RESIGN, CommandName.REMATCH}
)
_COMMANDS: dict[str, Kind | CommandName] = {
    "say": Kind.SAY,
    "?": CommandName.STATUS,
    **{phrase: name for phrase, name in BY_PHRASE.items() if name in _AT_TABLE},
}
_WITH_REST: dict[str, Kind | CommandName] = {
    "say": Kind.SAY,
    **{name.value: name for name in (CommandName.NOTE, CommandName.ORDER, CommandName.PAUSE, CommandName.RESIGN)},
}
"""Commands whose first word is followed by an argument; other phrases with an argument may be the name of a choice."""
_QUOTES = {'"': '"', "“": "”", "„": "“”", "«": "»", "»": "«"}
_STORY = re.compile(r"(?:^|\s)(?:--|—)\s*(?=[^\s-])")


def steps_of(lines: Sequence[str], *, tokens: Sequence[str] = (), orders: bool = True) -> list[Step]:
    """Return the steps of the lines, in order. A line that is one of `tokens` (of the open question) is always an answer.

    A line that begins with `order` is an answer if a digit follows (`order 2 1 3`) or if the game has no standing orders (`orders`).
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
        if step.kind is CommandName.ORDER and (not orders or step.rest[:1].isdigit()):
            step.kind, step.rest = Kind.ANSWER, f"order {step.rest}".strip()
    return _with_story(steps, loose)


def _told(line: str, below: Sequence[str]) -> tuple[str, str, int]:
    """Split a line into the answer and the story; the third value is the number of lines below that continue the story."""
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
    """Return the lines below that continue a story which a mail program has wrapped: up to a blank line or the next step."""
    kept: list[str] = []
    for line in below[:12]:
        if not line.strip() or _looks_like_step(line.strip()):
            break
        kept.append(line.strip())
    return kept


def _looks_like_step(line: str) -> bool:
    return _phrase(line) in _COMMANDS or bool(re.fullmatch(r"#?[0-9 ,;]{1,40}[.)]?", line)) or bool(_STORY.search(line))


def _phrase(text: str) -> str:
    """Return the folded words of a text; a text without words itself ("?")."""
    return " ".join(words(text)) or text.strip()


def _step(answer: str, line: str, own: set[str], *, apart: bool) -> Step:
    """Build the step of a line without its story. `own` are the tokens of the open question, which are always answers."""
    if answer.casefold().rstrip(".!").strip() not in own:
        if (phrase := _phrase(answer)) in _COMMANDS:
            return Step(_COMMANDS[phrase], line, apart=apart)
        word, _space, rest = answer.partition(" ")
        kind = _WITH_REST.get(word.casefold().rstrip(":,"))
        if kind is not None and rest.strip():
            return Step(kind, line, rest.strip(), apart=apart)
    return Step(Kind.ANSWER, line, answer, apart=apart)


def _attach(steps: list[Step], loose: list[str], story: str, *, fresh: bool) -> None:
    """Add a story to the last answer. Without an answer so far, keep it in `loose` for the next. `fresh`: the line has an answer itself."""
    last = next((step for step in reversed(steps) if step.kind is Kind.ANSWER), None)
    if last is None:
        loose.append(story)
    elif fresh or not last.story:
        last.story = story
    else:
        last.story = f"{last.story} {story}"


def _with_story(steps: list[Step], loose: list[str]) -> list[Step]:
    """Join stories and `say` steps to the first answer. Without an answer they stay `say` steps."""
    first = next((step for step in steps if step.kind is Kind.ANSWER), None)
    if first is None:
        return [*steps, *(Step(Kind.SAY, text, text) for text in loose)]
    said = [step.rest for step in steps if step.kind is Kind.SAY]
    first.story = " ".join(part for part in (*loose, first.story, *said) if part)
    return [step for step in steps if step.kind is not Kind.SAY]
