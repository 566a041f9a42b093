"""Match positions in a row of cards: "the second from the left", "die Karte ganz rechts"."""

import re

from games.services.replies.reading import vocabulary
from games.services.replies.reading.claims import Claim
from games.services.replies.reading.folding import plain
from games.services.replies.reading.numbers import is_ordinal, number_of
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question
from games.services.replies.reading.tokens import line_of

_SIDE = re.compile(
    r"(?P<first>from (?:the )?(?:far )?left|von (?:ganz )?links|(?:en partant|a partir) de la gauche|depuis la gauche"
    r"|leftmost|left most|linkeste|(?:on the )?far left|ganz links|tout a gauche)"
    r"|(?P<last>from (?:the )?(?:far )?right|von (?:ganz )?rechts|(?:en partant|a partir) de la droite|depuis la droite"
    r"|rightmost|right most|rechteste|(?:on the )?far right|ganz rechts|tout a droite)"
)
_IN_A_ROW = re.compile(r"slot-\d+")
_BESIDE = vocabulary.IDLE | vocabulary.NOUNS | frozenset({"also"})


def by_left_right(text: str, question: Question) -> Claim | None:
    """Return the choice at this position. It is certain only if the choices are positions of a row; if they are cards, it is a guess."""
    folded = plain(text)
    found = _SIDE.search(folded)
    if found is None or "?" in text or any(choice.person for choice in question.choices):
        return None
    rest = line_of(f"{folded[: found.start()]} {folded[found.end() :]}").words
    numbers = [number_of(word) for word in rest if is_ordinal(word) or word.isdigit()]
    if len(numbers) > 1 or any(word not in _BESIDE and not is_ordinal(word) and not word.isdigit() for word in rest):
        return None
    nth = (numbers[0] if numbers else 1) or 0
    place = nth - 1 if found["first"] else len(question.choices) - nth
    if not 0 <= place < len(question.choices) or nth < 1:
        return None
    return Claim((question.tokens[place],), all(map(_IN_A_ROW.fullmatch, question.tokens)), Doubt.AROUND, number=True)
