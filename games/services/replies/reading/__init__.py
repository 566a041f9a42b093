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

__all__ = ["Answer", "Audience", "Command", "CommandName", "Confidence", "Consent", "Doubt", "Part", "Reading", "Words"]
