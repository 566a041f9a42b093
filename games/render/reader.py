"""The reader of a request or a mail: the names at the table and a language's gettext catalogue."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation.trans_real import translation

from games.rules.messages import Reader


def reader_for(names: Sequence[str], language: str) -> Reader:
    """Somebody who reads `language` ("en", "de", …) at a table where `names` sit, seat by seat.

    The catalogue is asked directly instead of switching the thread's language for each of some hundred short texts.
    A language without a catalogue reads English.
    """
    catalogue = translation(language)
    return Reader(tuple(names), catalogue.gettext, catalogue.ngettext)
