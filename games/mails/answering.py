"""The reply part of a mail: address, examples, and the marker line above which to write."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.models import Game
from games.queries.orders.standing_orders import sheet
from games.queries.tables.table import Look
from games.render.words import said
from games.rules.contract import Decision, Shape
from games.rules.messages import Reader
from games.rules.orders import Offer
from notifications.inbound.addresses import address_for
from notifications.inbound.quotes import MARKER

TURN, INVITATION, READY, OVER, ASKED, LETTER = "turn", "invitation", "ready", "over", "asked", "letter"
"""The purposes of our reply addresses; `reply_handlers` has a handler for each. ASKED: we asked a question back; the payload holds it."""

QUICKLY_TYPED = 60
"""The longest example in characters that a player would type by hand."""


def turn_context(look: Look, person: Any) -> dict[str, Any]:
    """The reply context of a turn mail's template; `answers` is "" if this site receives no mail."""
    if look.mine is None or look.decision is None:
        return {"answers": ""}
    ids = {"game": look.game.code, "seat": look.mine.index, "nth": look.mine.nth}
    address = address_for(person.pk, TURN, f"{look.game.code}:{look.mine.index}:{look.mine.nth}", ids)
    mine = sheet(look)
    return {
        "answers": address,
        "marker": MARKER,
        "examples": examples(look.decision),
        "order": order_example(look),
        "may_order": bool(mine and mine.presets),
        "asks": mine.asks if mine else None,
    }


def order_example(look: Look) -> str:
    """An example of a standing order, "" if none can be set."""
    mine = sheet(look)
    return _quickly_typed(mine.offers) if mine and mine.offers else ""


def ahead(look: Look, reader: Reader) -> list[str]:
    """What "order proposed" would do now, for somebody who is not asked, or has given a sealed answer, and has ordered nothing; an order
    a line."""
    mine = sheet(look) if look.decision is None or look.decision.given is not None else None
    if mine is None or not mine.ahead or mine.ahead[0] not in mine.presets[:1]:
        return []
    return [" ".join(said(sentence, reader) for sentence in says) for says in mine.sentences_of(mine.ahead[0])]


def _quickly_typed(offers: Sequence[Offer]) -> str:
    """Prefer an example that is quick to type."""
    first = offers[0].example
    short = [preset.text for offer in offers for preset in offer.presets if "\n" not in preset.text]
    return first if len(first) <= QUICKLY_TYPED else min((first, *short), key=len)


def game_address(game: Game, person: Any, purpose: str) -> str:
    """The reply address of invitations, ready checks and mails about finished games."""
    return address_for(person.pk, purpose, game.code, {"game": game.code})


def receives() -> bool:
    return bool(settings.FATE_REPLIES)


def reply_to(address: str) -> dict[str, str]:
    return {"Reply-To": address} if address else {}


def examples(decision: Decision) -> list[str]:
    """Three valid replies: numbers, other numbers with a line of story, a question."""
    count, most = max(decision.least, 1), len(decision.tokens)
    if decision.shape is Shape.NUMBER:
        first, second = str(decision.least), str(decision.most)
    elif decision.shape is Shape.ONE:
        first, second = "1", str(min(2, most))
    else:
        first, second = (
            " ".join(str(number) for number in numbers) for numbers in (range(1, count + 1), range(most - count + 1, most + 1))
        )
    return [first, _("%(answer)s story: The moon was full that night.") % {"answer": second}, "?"]
