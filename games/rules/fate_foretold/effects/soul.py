"""The abilities of the Soul cards."""

from games.rules.fate_foretold.abilities import on, played
from games.rules.fate_foretold.cards import CARDS
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.kinds import BODY, SOUL, When
from games.rules.fate_foretold.verbs.burying import bury
from games.rules.fate_foretold.verbs.choosing import choose_on_field, choose_up_to_in_hand, each_on_own_field, name_suit
from games.rules.fate_foretold.verbs.drawing import discard, discard_random, draw
from games.rules.fate_foretold.verbs.moving import put_into_hand, put_onto_field, reveal, reveal_nest, shield_until_next_turn


@on(When.TURN_START, "cancer")
async def cancer(x: Deed) -> None:
    """At the beginning of your turn: each opponent with more than three cards in hand discards a card at random."""
    await discard_random(x, {seat: 1 for seat in x.opponents if len(x.t.hands[seat]) > 3})


@on(When.YOU_DISCARD_BY_EFFECT, "pisces")
async def pisces(x: Deed) -> None:
    """Whenever a card's effect makes you discard one or more cards, draw a card."""
    await draw(x, 1)


@played("death")
async def death(x: Deed) -> None:
    """Every player chooses three cards on their own field to keep, and buries the rest."""
    kept = await each_on_own_field(x, "keep", 3)
    await bury(x, *(card for seat in x.t.living(x.t.active) for card in x.t.fields[seat] if card not in kept[seat]))


@on(When.DRAWN, "angel")
async def angel_drawn(x: Deed) -> None:
    """When you draw The Angel: reveal it and put it onto your field."""
    reveal(x, [x.card], x.you)
    await put_onto_field(x, x.card)


@played("angel")
async def angel(x: Deed) -> None:
    """Draw a card."""
    await draw(x, 1)


@played("radiant")
async def radiant(x: Deed) -> None:
    """Reveal up to three Soul cards in your hand, and draw a card for each."""
    shown = await choose_up_to_in_hand(x, "show", 3, SOUL)
    reveal(x, shown, x.you)
    await draw(x, len(shown))


@played("transcended")
async def transcended(x: Deed) -> None:
    """Discard up to two Body cards. For each Body card discarded this way, you may bury a card on any field."""
    gone = await discard(x, await choose_up_to_in_hand(x, "offer", 2, BODY, blind=True))
    for _ in [card for card in gone if BODY in CARDS[card].suits]:
        await bury(x, await choose_on_field(x, "may_bury", x.everybody, optional=True))


@played("star")
async def star(x: Deed) -> None:
    """Put the top card of the Nest onto your field."""
    for card in reveal_nest(x, 1):
        await put_onto_field(x, card)


@played("hierophant")
async def hierophant(x: Deed) -> None:
    """Until the beginning of your next turn, cards on your field can't be buried by opponents' cards."""
    shield_until_next_turn(x)


@played("judgement")
async def judgement(x: Deed) -> None:
    """Bury a card on the field of each player who has more cards on their field than you."""
    own = len(x.t.fields[x.you])
    for seat in [seat for seat in x.opponents if len(x.t.fields[seat]) > own]:
        await bury(x, await choose_on_field(x, "bury", [seat]))


@played("oracle")
async def oracle(x: Deed) -> None:
    """Name a suit and reveal the top card of the Nest. If it has that suit, put it onto your field; otherwise into your hand."""
    suit = await name_suit(x)
    for card in reveal_nest(x, 1):
        if suit in CARDS[card].suits:
            await put_onto_field(x, card)
        else:
            await put_into_hand(x, card, seen=True)
