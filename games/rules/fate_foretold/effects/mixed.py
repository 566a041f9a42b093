"""The abilities of the cards with two suits or none."""

from games.rules.fate_foretold.abilities import played
from games.rules.fate_foretold.conceding import end
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.kinds import DOPPELGANGER_TOKEN
from games.rules.fate_foretold.verbs import moving
from games.rules.fate_foretold.verbs.burying import bury
from games.rules.fate_foretold.verbs.choosing import (
    choose_in_hand,
    choose_on_field,
    choose_order,
    choose_player,
    choose_some_on_field,
    choose_word,
)
from games.rules.fate_foretold.verbs.drawing import at_random, discard, draw, draw_for
from games.rules.fate_foretold.verbs.playing import play_card
from games.rules.fate_foretold.verbs.trading import trade_hands_around, trade_two_hands


@played("alchemist")
async def alchemist(x: Deed) -> None:
    """You may return another card on your field to your hand and put a card from your hand onto your field in its place."""
    new = await choose_in_hand(x, "put", optional=True)
    if new is None:
        return
    old = await choose_on_field(x, "return_own", [x.you], another=True)
    if old is not None:
        await moving.return_to_hand(x, old)
        await moving.put_onto_field(x, new)


@played("jester")
async def jester(x: Deed) -> None:
    """Choose two players. They trade hands."""
    one = await choose_player(x, "trade_hands", x.everybody)
    other = await choose_player(x, "trade_hands_with", [seat for seat in x.everybody if seat != one])
    await trade_two_hands(x, one, other)


@played("witch")
async def witch(x: Deed) -> None:
    """Bury another card on your field. If you do, take a card from an opponent's field onto yours."""
    if await bury(x, await choose_on_field(x, "sacrifice", [x.you], another=True)):
        await moving.take_onto_field(x, await choose_on_field(x, "take", x.opponents), x.you)


@played("huntress")
async def huntress(x: Deed) -> None:
    """Take a card at random from an opponent's hand into your hand."""
    player = await choose_player(x, "steal_from", x.opponents)
    if player is not None:
        for card in await at_random(x.t.hands[player]):
            await moving.move_between_hands(x, card, player, x.you, take=True)


@played("sun")
async def sun(x: Deed) -> None:
    """Every player draws a card. Then draw a card."""
    await draw_for(x.t, dict.fromkeys(x.everybody, 1))
    await draw(x, 1)


@played("architect")
async def architect(x: Deed) -> None:
    """Look at the top three cards of the Nest and put them back in any order. Then draw a card."""
    await moving.reorder_nest(x, await choose_order(x, "order", moving.look_at_nest(x, 3)))
    await draw(x, 1)


@played("metamorphosis")
async def metamorphosis(x: Deed) -> None:
    """Bury another card on your field. If you do, reveal the top card of the Nest and play it."""
    if await bury(x, await choose_on_field(x, "sacrifice", [x.you], another=True)):
        for card in moving.reveal_nest(x, 1):
            await play_card(x.t, x.you, card, x.t.nest)


@played("moon")
async def moon(x: Deed) -> None:
    """Put another card on any field on top of the Nest; the second printing spares others in Convergence."""
    await moving.put_on_nest(x, [await choose_on_field(x, "topdeck", x.everybody, another=True, sparing=x.reprinted)])


@played("dreamer")
async def dreamer(x: Deed) -> None:
    """Draw two cards, then put a card from your hand on top of the Nest."""
    await draw(x, 2)
    await moving.put_on_nest(x, [await choose_in_hand(x, "topdeck_own")])


@played("ouroboros")
async def ouroboros(x: Deed) -> None:
    """Discard your hand, then draw as many cards as you discarded plus one."""
    gone = await discard(x, x.t.hands[x.you])
    await draw(x, len(gone) + 1)


@played("temperance")
async def temperance(x: Deed) -> None:
    """Each player with fewer than three cards in hand draws up to three."""
    await draw_for(x.t, {seat: 3 - len(x.t.hands[seat]) for seat in x.everybody})


@played("wanderer")
async def wanderer(x: Deed) -> None:
    """Shuffle it into the Nest, then reveal the top card (in the first printing, two). If it is there, you win. Otherwise draw two."""
    await moving.shuffle_into_nest(x, x.card)
    if x.card in moving.reveal_nest(x, 1 if x.reprinted else 2):
        end(x.t, [x.you], "twist")
    await draw(x, 2)


@played("wheel_of_fortune")
async def wheel_of_fortune(x: Deed) -> None:
    """Choose left or right. All players trade hands that way around the table."""
    await trade_hands_around(x, await choose_word(x, "direction", ("left", "right")) or "left")


@played("calamity")
async def calamity(x: Deed) -> None:
    """Choose a player; the second printing spares others in Convergence. Bury two cards on their field at the same time."""
    player = await choose_player(x, "calamity", x.everybody, sparing=x.reprinted)
    if player is not None:
        await bury(x, *await choose_some_on_field(x, "bury_two", [player], 2))


@played("doppelganger")
async def doppelganger(x: Deed) -> None:
    """Put the Doppelganger token on another card on any field; it has that card's suits and ongoing abilities."""
    await moving.place_token(x, DOPPELGANGER_TOKEN, await choose_on_field(x, "copy", x.everybody, another=True))
