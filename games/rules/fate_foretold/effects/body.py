"""The abilities of the Body cards."""

from games.rules.fate_foretold.abilities import on, played
from games.rules.fate_foretold.board import has_suit
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.kinds import AEGIS_TOKEN, BODY, When
from games.rules.fate_foretold.verbs.burying import bury
from games.rules.fate_foretold.verbs.choosing import choose_in_hand, choose_on_field, choose_word
from games.rules.fate_foretold.verbs.drawing import discard_own_choice, draw
from games.rules.fate_foretold.verbs.moving import place_token, put_onto_field, reveal


@played("aegis")
async def aegis(x: Deed) -> None:
    """Put the Aegis token on another card on your field. The card with the Aegis token can't be buried."""
    await place_token(x, AEGIS_TOKEN, await choose_on_field(x, "protect", [x.you], another=True))


@on(When.YOU_DRAW_IN_DRAW_STEP, "harvest")
async def harvest(x: Deed) -> None:
    """Whenever you draw a card in your Draw step, you may reveal it. If it is a Body card, draw another card.

    A player who sees that the card is no Body card is not asked; a face-down card may be revealed without knowing it (SD-5).
    """
    card = x.event["card"]
    held = card in x.t.hands[x.you]
    in_sight = not held or not x.t.hidden(x.you)
    if in_sight and not has_suit(x.t, card, BODY):
        return
    if await choose_word(x, "harvest", ("reveal", "skip"), seen=[card] if held and in_sight else ()) == "reveal":
        reveal(x, [card], x.you)
        if has_suit(x.t, card, BODY):
            await draw(x, 1)


@played("strength")
async def strength(x: Deed) -> None:
    """Bury a card on an opponent's field; since the second printing, of one who is not in Convergence."""
    await bury(x, await choose_on_field(x, "bury", x.opponents, sparing=x.reprinted))


@played("hanged_man")
async def hanged_man(x: Deed) -> None:
    """Draw three cards, then discard two cards."""
    await draw(x, 3)
    await discard_own_choice(x, {x.you: 2})


@played("forge")
async def forge(x: Deed) -> None:
    """You may put a Body card from your hand onto your field."""
    await put_onto_field(x, await choose_in_hand(x, "put", BODY, optional=True))
