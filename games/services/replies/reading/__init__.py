"""Natural-language parser for the texts of players in English, German and French.

It removes the noise of mail programs and courtesies, recognises commands and words for others, and matches the rest with the choices of the
open question. Pure functions: text and `Question` in, `Reading` out; no database and no mail.
"""

from games.services.replies.reading.parts import (
    Answer,
    Audience,
    Command,
    CommandName,
    Confidence,
    Consent,
    Doubt,
    Part,
    Reading,
    Words,
)
from games.services.replies.reading.question import Choice, Question, question_of
from games.services.replies.reading.reading import read

__all__ = [
    "Answer",
    "Audience",
    "Choice",
    "Command",
    "CommandName",
    "Confidence",
    "Consent",
    "Doubt",
    "Part",
    "Question",
    "Reading",
    "Words",
    "question_of",
    "read",
]
