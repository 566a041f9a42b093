"""API operations on standing orders: answers stored in advance for future questions of a game."""

from typing import Any

from rest_framework.response import Response

from games.api.base.describe import operation, ref
from games.api.base.fields import Body, StrictCharField
from games.api.base.requests import me
from games.api.base.shapes import say
from games.api.base.views import View
from games.queries.orders.standing_orders import Sheet, sheet
from games.queries.tables.table import Look
from games.render.reader import reader_for
from games.requests import moment
from games.rules import order_book
from games.rules.messages import Reader, msg
from games.rules.orders import Field, Offer
from games.services.errors import NotYours
from games.services.orders import filing
from games.services.replies.leaving_orders import leave


class StandingOrderRequest(Body):
    """A standing order in the words of the game."""

    text = StrictCharField(allow_blank=False, max_length=order_book.LONGEST, help_text="The order, like the `example` of an offer.")


class _Own(View):
    def own(self, request: Any, code: str) -> Look:
        """The table. Raises `Problem` for callers without a seat of their own."""
        look = self.look(request, code)
        if look.mine is None or look.mine.player_id != me(request).pk:
            raise NotYours(msg("Only those who sit at the table leave orders here."))
        return look


class Orders(_Own):
    @operation("orders_list", "play", {200: ref("Orders")})
    def get(self, request: Any, code: str) -> Response:
        """List your standing orders in a running game, and the orders you can place now. Other players cannot see that you have any."""
        look = self.own(request, code)
        return self.reply(request, shape(sheet(look) or Sheet(()), reader_for(look.names)))

    @operation("orders_create", "play", {200: ref("Orders")}, body=StandingOrderRequest, once=True)
    def post(self, request: Any, code: str) -> Response:
        """Place a standing order. It replaces the order in the same slot. If its question is open already, it answers immediately."""
        player, now = me(request), moment(request)
        look = self.own(request, code)
        given = self.body(request, StandingOrderRequest)

        def effect() -> tuple[int, dict[str, Any]]:
            leave(look.game, look.acting_seat, given["text"], [reader_for(look.names)], now=now, player_id=player.pk)
            fresh = self.look(request, code)
            return 200, shape(sheet(fresh) or Sheet(()), reader_for(fresh.names))

        return self.change(request, effect)

    @operation("orders_clear", "play", {204: None})
    def delete(self, request: Any, code: str) -> Response:
        """Delete all your standing orders in a game."""
        look = self.own(request, code)
        filing.withdraw(look.game.pk, look.acting_seat, None, now=moment(request), player_id=me(request).pk)
        return Response(status=204)


class OrderDetail(_Own):
    @operation("orders_delete", "play", {204: None})
    def delete(self, request: Any, code: str, slot: str) -> Response:
        """Delete the standing order in a slot. Succeeds also if the slot is empty."""
        look = self.own(request, code)
        filing.withdraw(look.game.pk, look.acting_seat, slot, now=moment(request), player_id=me(request).pk)
        return Response(status=204)


def shape(mine: Sheet, reader: Reader) -> dict[str, Any]:
    standing = [{"slot": one.slot, "text": one.text, "words": [say(sentence, reader) for sentence in one.says]} for one in mine.standing]
    return {"standing": standing, "answers_at": mine.answers_at, "offers": [_offer(one, reader) for one in mine.offers]}


def _offer(offer: Offer, reader: Reader) -> dict[str, Any]:
    fields = [_field(one, reader) for one in offer.fields]
    return {"slot": offer.slot, "title": say(offer.title, reader), "opening": offer.opening, "example": offer.example, "fields": fields}


def _field(field: Field, reader: Reader) -> dict[str, Any]:
    choices = [{"token": token, "label": say(label, reader)} for token, label in field.choices]
    return {
        "key": field.key, "title": say(field.title, reader), "least": field.least, "most": field.most, "choices": choices,
        "several": field.several,
    }  # fmt: skip
