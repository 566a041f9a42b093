"""Answers in the words a person was shown: `Wüste auf Barde` where an English reader types `desert on bard`.

What is stored stays the same in every language; only the reading is wider. English words are tried first, so nobody's answer
changes its meaning with the language.
"""

from __future__ import annotations

from dataclasses import replace

from games.rules import notation
from games.rules.contract import Decision, Option, Shape
from games.rules.errors import Ambiguous, RulesError
from games.rules.messages import Message, Reader


def read(decision: Decision, text: str, reader: Reader) -> str | None:
    """The canonical answer that a text means in the words this person reads, or None when it means nothing there.

    Raises `Ambiguous` when it fits several choices.
    """
    if decision.shape is Shape.NUMBER:
        return None
    shown = replace(decision, options=tuple(_shown(option, reader) for option in decision.options))
    try:
        return notation.read(shown, text)
    except Ambiguous:
        raise
    except RulesError:
        return None


def _shown(option: Option, reader: Reader) -> Option:
    """The choice as the page and the mail print it for this reader."""
    return replace(option, label=Message(reader.say(option.label)))
