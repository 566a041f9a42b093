"""Parse answers in the language in which the choices were shown: `Wüste auf Barde` where an English reader types `desert on bard`.

The stored answer is the same in every language. Callers try the English names first, so that an answer which is valid in English has the
same meaning for every reader.
"""

from dataclasses import replace

from games.rules import notation
from games.rules.contract import Decision, Option, Shape
from games.rules.errors import Ambiguous, RulesError
from games.rules.messages import Message, Reader


def read(decision: Decision, text: str, reader: Reader) -> str | None:
    """Return the canonical answer that the text means in the language of `reader`; None if it fits no choice.

    Raises `Ambiguous` if it fits several choices.
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
    """Return the choice with its label as pages and mails print it for this reader."""
    return replace(option, label=Message(reader.say(option.label)))
