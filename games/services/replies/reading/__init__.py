"""What a person has written, read in stages: noise of mail programs and manners, then commands and words, then the open question.

Pure: texts and a `Question` in, a `Reading` out. Knows no game, no database, no mail.
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
