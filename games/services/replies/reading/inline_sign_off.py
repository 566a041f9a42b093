"""Remove a sign-off or a form of address at the end of a line: "the Sun, lg Tom", "bid and have a nice day", "2 please, Tom"."""

import re
from dataclasses import replace

from games.services.replies.reading.question import Question
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import APOLOGIES, COURTESY

_GOOD = "nice|good|great|lovely|fine|wonderful|schonen?|schones|schoenen|gute[nr]?|angenehmen|bonne?|belle|excellente?|agreable"
_DAY = (
    "day|evening|night|week|weekend|afternoon|morning|sunday|tag|abend|nacht|woche|wochenende|feierabend|sonntag"
    "|journee|soiree|nuit|semaine|fin de semaine|apres midi|dimanche|we"
)
_NAMES = r"(?: (?!(?:for|to|a|an|fur|fuer|pour|on|auf|sur|is|ist|est)\b)[^\W\d]+){0,3}"
_WISHED = re.compile(
    r" (?:(?:and|und|et|dann|noch|sowie) )*"
    r"(?:(?:have|enjoy|wish|wunsche|wunsch|habt|hab|passez|passe|je|i|ich|you|euch|dir|allen|all|te|vous|souhaite) )*"
    r"(?:(?:a|an|einen|eine|ein|noch|une?|ne|nen|the|your|den|very|tres|ganz) )*"
    rf"(?:{_GOOD}) (?:rest of the |restlichen )?(?:{_DAY}){_NAMES}$"
)
_SIGNED = re.compile(
    r"(?<! my)(?<! the)(?<! pass) "
    r"(?:(?:and|und|et|mit|with|viele|vielen|liebe|lieben|beste|besten|schone|herzliche|kind|best|warm|grosses|ganz|freundlichen) )*"
    r"(?:lg|vg|glg|mfg|bg|gruss|grusse|gruesse|grussen|regards|cheers|bises|bisous|biz|bizz|xoxo|xx|xxx)"
    rf"{_NAMES}$"
)


def without_inline_sign_off(line: Line, question: Question) -> Line:
    """Return the line without a sign-off at its end; unchanged if nothing precedes the sign-off, or if it contains a choice's name."""
    line = _without_address(line, question)
    text = " ".join(line.words)
    found = _WISHED.search(text) or _SIGNED.search(text)
    if found is None:
        return line
    end = _behind_mark(line, text.count(" ", 0, found.start() + 1) if found.start() else 0)
    if not end or any((word,) in question.full_names for word in line.words[end:]):
        return line
    return line.part(0, end)


def _without_address(line: Line, question: Question) -> Line:
    """Return the line without the name of a person behind a courtesy at its end, if no choice has the name: "2 please, Tom"."""
    end = next((at for at in range(len(line.words), 0, -1) if line.words[at - 1] not in question.people), 0)
    named = any(word in question.holders for word in line.words[end:])
    polite = end > 1 and (line.words[end - 1] in COURTESY | APOLOGIES or line.words[end - 1] == "leid")
    return replace(line.part(0, end), end=line.end) if polite and end < len(line.words) and not named else line


def _behind_mark(line: Line, start: int) -> int:
    """Return the word at which a sign-off found from `start` on begins: after the last mark that leaves the sign-off whole.

    The verb in "je passe ! Bonne soirée" is therefore not part of it.
    """
    marks = [at for at in range(len(line.words) - 1, start, -1) if line.breaks[at]]
    return next((at for at in marks if (found := _WISHED.search(f" {' '.join(line.words[at:])}")) and not found.start()), start)
