"""Recognise quoted lines that the writer chooses: "> 3) Tax your people" with "this one" below it, or with a mark behind it.

Such a line counts as the writer's own. Other quoted lines are dropped (`quotes`).
"""

import re
from collections.abc import Sequence

_QUOTED = re.compile(r"^\s*(?:[>›|]\s*)+")
_INDENTED = re.compile(r"^\s*(?:[>›|]\s?)+\s{3,}\S")
_ONCE = re.compile(r"^\s*(?:\|>|[>›|])\s*(?![\s>›|])")
_LISTED = re.compile(r"\(?#?\d{1,2}\s*[.):]\s*\S")
_NUMBER = re.compile(r"\d{1,2}")
_WORD = re.compile(r"[^\W_]+")
_FIRST_WORDS = re.compile(r"^[^.!?,;:\n]*[.!?,;:]*\s*")


def _set(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


_POINTS = _set(
    "this that one the thing option line here it yes yep yeah please pls exactly ok okay me for my choice answer is move i ll take want",
    "das der die den dem dies diese dieser dieses diesen hier da genau so ja jo jep bitte ich nehme nehm will mein zug meine wahl und zwar",
    "machen wir mach celle celui ceci cela ci la ca ce c est ici voila oui svp stp je prends veux celles mon choix ma reponse comme",
)
_MEANS = _set(
    "this that here it one genau das der die den dies diese dieser dieses diesen hier celle celui ceci cela ca voila exactly option",
    "ja jo yes oui so",
)
_PLACES = {
    **dict.fromkeys("former first erste ersten erster ersteres premier premiere".split(), 0),  # noqa: SIM905
    **dict.fromkeys("second zweite zweiten zweiter seconde deuxieme".split(), 1),  # noqa: SIM905
    **dict.fromkeys("latter last letzte letzten letzteres letztere dernier derniere".split(), -1),  # noqa: SIM905
}
_AMONG = _POINTS | _set("of le les un these those two ones von diesen beiden zweien ces deux de des les")
_MARKED = re.compile(
    r"\s*(?:<[-=~]+|[-=~]{2,}|←|⇐|👈|✓|✔|✅|☑|\^{2,}|\[[xX✓]\]|\([xX]\)|(?<=\s)[xX])\ufe0f?\s*(?P<said>[^\W\d_][^\d]{0,40})?$"
)
"""A mark at the end of a quoted line that chooses it: an arrow, a tick, an x."""

_MARKED_BEFORE = re.compile(r"(?:[-=~]+>|→|⇒|👉|✓|✔|✅|☑|\[[xX✓]\]|\([xX]\)|[xX](?=\s))\ufe0f?\s*(?=\(?#?\d)")
"""The same before the number of the choice."""
_ORDER = re.compile(r"\b(?:in (?:this|that) order|in dieser reihenfolge|dans cet ordre|de haut en bas|von oben nach unten|top to bottom)\b")
_ACCENTS = str.maketrans("àâéèêëîïôûüçöä", "aaeeeeiiouucoa")
LONGEST = 40


def marked(quoted: str) -> str:
    """Return the choice of a quoted line with a mark before or behind it, without the mark ("> 2) Buy the Troll <--" gives
    "2) Buy the Troll").

    Return "" for a line without a mark, and for one that is quoted twice, because another person may have marked it.
    """
    option = _ONCE.sub("", quoted).strip()
    if option != quoted.strip() and (before := _MARKED_BEFORE.match(option)) is not None:
        option = option[before.end() :]
        return option if _LISTED.match(option) else ""
    found = _MARKED.search(option)
    if found is None or option == quoted.strip() or not _LISTED.match(option):
        return ""
    said = _WORD.findall((found["said"] or "").casefold())
    return option[: found.start()].strip() if all(word in _POINTS for word in said) else ""


def pointed_at(quoted: Sequence[str], line: str, *, directly: bool) -> list[str] | None:
    """Return the lines that replace the writer's `line` below the quotation `quoted`; None if it refers to no quoted line.

    The result is the quoted choice, followed by the rest of the line. `directly`: no blank line is between quotation and line, or the list
    of choices goes on below the line.
    """
    options = _options(quoted)
    if not options:
        return None
    first = _FIRST_WORDS.match(line)
    head = first[0] if first is not None else line
    said = _WORD.findall(head.casefold().translate(_ACCENTS))
    rest = [line[len(head) :].strip()] if line[len(head) :].strip() else []
    if len(options) > 1 and _ORDER.search(line.casefold().translate(_ACCENTS)) and all(_LISTED.match(one) for one in options):
        return [", ".join(number[0] for one in options if (number := _NUMBER.search(one)))]
    if not said:
        return (
            [options[-1]]
            if len(options) == 1 and _LISTED.match(options[-1]) and line and not any(char.isalnum() for char in line) and "?" not in line
            else None
        )
    if "?" in head:
        return None
    if 1 < len(options) <= 4 and (places := {_PLACES[word] for word in said if word in _PLACES}):
        fits = len(places) == 1 and all(word in _PLACES or word in _AMONG for word in said)
        return [options[min(places)] if -len(options) <= min(places) < len(options) else "", *rest] if fits else None
    points = any(word in _MEANS for word in said) and all(word in _POINTS for word in said)
    clear = len(options) == 1 or (directly and _LISTED.match(options[-1]) is not None)
    return [options[-1], *rest] if points and clear and len(options[-1]) < 200 else None


def in_a_list(quoted: str) -> bool:
    return _QUOTED.match(quoted) is not None and (_LISTED.match(_QUOTED.sub("", quoted)) is not None or _INDENTED.match(quoted) is not None)


def _options(quoted: Sequence[str]) -> list[str]:
    """Return the quoted lines that are not blank, without the sentences of the mail and the indented outcomes below the choices."""
    found: list[str] = []
    for line in quoted[-LONGEST:]:
        bare = _QUOTED.sub("", line).strip()
        outcome = found and _LISTED.match(found[-1]) and not _LISTED.match(bare) and _INDENTED.match(line)
        prompt = bare.endswith((".", "?", ":")) and not _LISTED.match(bare)
        if bare and not outcome and not prompt:
            found.append(bare)
    return found
