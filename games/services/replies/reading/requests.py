"""Rewrite polite requests as statements: "Could you play the Star for me, please?" becomes "play the Star for me, please"."""

import re

from games.services.replies.reading import vocabulary
from games.services.replies.reading.folding import words

_FIRST_TWO = re.compile(r"^\W*\w+[\s-]+\w+\s+")
_REQUEST = re.compile(
    r"(?:could|can|would|will) you (?:please |kindly |just )?"
    r"(?:play|put|place|take|throw|lay|lead|bury|buy|use|attack|draw|give|pass|send)\b"
    r"|(?:can|could|may) i (?:please )?(?:have|get|take|draw|play|use|buy|keep)\b"
    r"|(?:kannst|konntest|koenntest|konnt|konntet|konnten) (?:du|ihr|sie) (?:bitte |mir |mal )?"
    r"|(?:kann|konnte|koennte|darf|durfte) ich (?:bitte )?(?:den|die|das|eine?n?)\b.* (?:haben|bekommen|nehmen)\b"
    r"|(?:peux tu|pouvez vous|pourrais tu|pourriez vous|tu peux|vous pouvez) |(?:puis je|pourrais je|je peux) (?:avoir|prendre)\b"
)
"""The beginning of a request in the form of a question."""
_SO_KIND = re.compile(
    r"^\W*(?:would|could|will) you be (?:so|as) (?:kind|good) (?:as )?to "
    r"|^\W*(?:wärst|wärest|wären) (?:du|sie) so (?:nett|lieb|freundlich) und |^\W*(?:auriez-vous|aurais-tu) la (?:gentillesse|bonté) de ",
    re.IGNORECASE,
)
"""Courtesies before a request, which is left."""
_AND_WIN = re.compile(
    r"\s+(?:and|und|et)\s+(?:i|ich|j['’ ]ai|je|i['’]ve|hab ich|ich hab)\s+(?:win|won|gewinne|gewonnen|gagn[eé])\s*\?+\s*$", re.IGNORECASE
)
"""A question after a choice that asks for no answer: "The Fool on path 2 and I win?"."""

_NOT_YET = re.compile(
    r"^\W*(?:(?:not yet|noch nicht|pas encore|wait|warte|attends|no|nein|non|nn|nope)\b[\s,.!]+){1,3}"
    r"(?=[^.!?]{0,60}?\b(?:first|zuerst|erst|erstmal|d['’]abord)\b)",
    re.IGNORECASE,
)
"""What precedes another step that comes first: "Not yet, tax first please"."""
_LET_IT_BE = re.compile(r"^\W*que\s+(.{3,40}?)\s+soi(?:t|ent)\s+(?=\w+[ée]s?\b)", re.IGNORECASE)
"""A French wish: "Que le Chuchoteur soit défaussé"."""


_DICTATED = {
    **dict.fromkeys(("full stop", "new line", "new paragraph", "exclamation mark", "exclamation point", "ausrufezeichen"), "."),
    **dict.fromkeys(("neue zeile", "neuer absatz", "point d'exclamation", "point d’exclamation", "à la ligne"), "."),
    **dict.fromkeys(("comma", "komma", "virgule"), ","),
}
"""The spoken names of marks, which a dictated text may have instead of the marks."""


def as_told(text: str) -> str:
    """Return a text with dictated marks as marks, and a polite request as a statement, with the text after it."""
    lower = text.lower()
    for name in [name for name in _DICTATED if name in lower]:
        text = re.sub(rf"\s*\b{name}(?=\s|$)", _DICTATED[name], text, flags=re.IGNORECASE)
    text = _LET_IT_BE.sub(r"\1 ", _AND_WIN.sub(".", _NOT_YET.sub("", _SO_KIND.sub("", text))))
    request, mark, rest = text.partition("?")
    asked = " ".join(words(request))
    polite = any(word in vocabulary.COURTESY for word in asked.split()) or asked.endswith(("for me", "fur mich", "pour moi"))
    if not (polite and mark and "?" not in rest and _REQUEST.match(asked)):
        return text
    told = _FIRST_TWO.sub("", request).rstrip()
    return f"{told}.{rest}" if rest.strip() else told
