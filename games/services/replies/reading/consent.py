"""Recognise lines that are a yes or a no."""

from games.services.replies.reading import vocabulary
from games.services.replies.reading.folding import with_thumbs, words
from games.services.replies.reading.lines import bare
from games.services.replies.reading.tokens import line_of


def consent_of(line: str) -> bool | None:
    """Return True for a yes ("Yes!", "ja, das meinte ich", "👍"), False for a no, None for neither."""
    text = with_thumbs(bare(line))
    taken = line_of(text)
    said = " ".join(words(text))
    if "?" in text or not said:
        return None
    if said in vocabulary.CONSENTS:
        return True
    if said in vocabulary.REFUSED:
        return False
    clauses = [taken.words[start:end] for start, end in taken.clauses()]
    if not clauses or " ".join(clauses[0]) not in vocabulary.CONSENTS or len(said.split()) > 10:
        return None
    rest = [word for clause in clauses[1:] for word in clause]
    unclear = vocabulary.NEGATIONS | vocabulary.DOUBTS | {"but", "aber", "mais"}
    if not rest or any(word in unclear or word.isdigit() for word in rest):
        return None
    if " ".join(rest) in vocabulary.CONSENTS:
        return True
    manners = vocabulary.HEAD | vocabulary.TAIL | vocabulary.COURTESY | vocabulary.MEANT
    if all(word in manners for word in rest):
        return True
    return None
