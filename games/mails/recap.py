"""What happened since a player's last move: a sentence for the subject, a few for the first lines, the full list for later."""

from dataclasses import dataclass
from typing import Any

from games.mails import table_words
from games.queries.history.log import LogLine, said_since_my_last_move, since_my_last_move
from games.queries.tables.table import Look
from games.render.words import said
from games.rules.messages import Reader
from notifications.sanitise import one_line

MOST_LINES = 40
FIRST_LINES, FIRST_LENGTH = 3, 260
SUBJECT_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Recap:
    """`first` is for the top of the mail and `news` for its subject; `lines` is the full list if `first` is incomplete."""

    news: str
    first: str
    lines: list[dict[str, str]]
    talk: list[Any]

    @property
    def length(self) -> int:
        return len(self.first) + sum(len(line["text"]) + len(line["story"]) for line in self.lines)


def recap(look: Look, reader: Reader) -> Recap:
    """What the viewer has not seen yet. Four queries."""
    assert look.mine is not None
    mine = look.mine.index
    lines = since_my_last_move(look.game, mine, look.view, most=MOST_LINES, deputy=look.deputy)
    others = [line for line in lines if line.seat != mine and line.sentences]
    first = _newest(others, reader)
    told = table_words.log_lines(lines, reader)
    all_is_said = len(first) == len(lines) and not any(line.story for line in lines)
    talk = said_since_my_last_move(look.game, mine, deputy=look.deputy)
    return Recap(_news(others, reader), " ".join(first), [] if all_is_said else told, talk)


def _newest(lines: list[LogLine], reader: Reader) -> list[str]:
    """The newest lines that fit, oldest first; at least one, truncated if necessary."""
    kept: list[str] = []
    for line in reversed(lines[-FIRST_LINES:]):
        words = " ".join(said(sentence, reader) for sentence in line.sentences)
        if kept and len(words) + sum(map(len, kept)) > FIRST_LENGTH:
            break
        kept.insert(0, one_line(words, FIRST_LENGTH))
    return kept


def _news(lines: list[LogLine], reader: Reader) -> str:
    """The latest action in a few words; "" if there was none."""
    by_people = [line for line in lines if not line.by_chance] or lines
    if not by_people:
        return ""
    return one_line(said(by_people[-1].sentences[0], reader), SUBJECT_LENGTH).rstrip(".")
