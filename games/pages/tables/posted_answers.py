"""From a posted decision form to one line of text, as a mail or a program would send it."""

from collections.abc import Callable

from django.http import QueryDict

from games.pages.requests import number_of
from games.rules.contract import Decision, Shape

MOST_PLACES = 200


def text_of(decision: Callable[[], Decision | None], posted: QueryDict) -> str:
    """The answer of a form. Typed text takes precedence over selected choices.

    For an order, each choice has a field `place-<token>` with its place; a missing or invalid place is left out and the
    rules then report what is missing. Only for orders is `decision` called.
    """
    typed = posted.get("text", "").strip()
    if typed:
        return typed
    if "choice" not in posted and any(name.startswith("place-") for name in posted):
        asked = decision()
        if asked is not None and asked.shape is Shape.ORDER:
            return " ".join(_ordered(asked, posted))
    return " ".join(posted.getlist("choice")[:MOST_PLACES])


def _ordered(decision: Decision, posted: QueryDict) -> list[str]:
    places = []
    for index, token in enumerate(decision.tokens):
        place = number_of(posted.get(f"place-{token}", "").strip(), digits=5)
        if place is not None:
            places.append((place, index, token))
    return [token for _place, _index, token in sorted(places)]
