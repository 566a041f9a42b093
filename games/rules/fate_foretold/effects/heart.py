"""The abilities of the Heart cards."""

from games.rules.fate_foretold.abilities import on, played
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.kinds import When
from games.rules.fate_foretold.verbs.burying import bury
from games.rules.fate_foretold.verbs.choosing import choose_in_hand, choose_on_field, choose_player
from games.rules.fate_foretold.verbs.drawing import discard_own_choice, draw, mirror
from games.rules.fate_foretold.verbs.moving import link_players, move_between_hands, put_onto_field, random_player, take_onto_field
from games.rules.fate_foretold.verbs.playing import play_another
from games.rules.fate_foretold.verbs.trading import pass_random_cards, trade_on_fields


@on(When.TURN_END, "aries")
async def aries(x: Deed) -> None:
    """At the end of every turn, each player with more than three cards in hand discards down to three."""
    await discard_own_choice(x, {seat: len(x.t.hands[seat]) - 3 for seat in x.everybody if len(x.t.hands[seat]) > 3})


@on(When.YOU_PLAY, "sagittarius")
async def sagittarius(x: Deed) -> None:
    """Whenever you play a card, draw a card."""
    await draw(x, 1)


@played("war")
async def war(x: Deed) -> None:
    """Bury a card on an opponent's field, then bury a card on your own field."""
    await bury(x, await choose_on_field(x, "bury", x.opponents))
    await bury(x, await choose_on_field(x, "sacrifice", [x.you]))


@played("lovers")
async def lovers(x: Deed) -> None:
    """Choose a player."""
    link_players(x, await choose_player(x, "beloved", x.everybody))


@on(When.LINKED_DRAW_OR_DISCARD, "lovers")
async def lovers_bond(x: Deed) -> None:
    """Whenever one of you draws or discards cards, the other draws or discards as many."""
    await mirror(x)


@played("dancer")
async def dancer(x: Deed) -> None:
    """Choose a card on any field; the second printing spares others in Convergence. A player chosen at random takes it onto their field."""
    partner = await choose_on_field(x, "dance", x.everybody, sparing=x.reprinted)
    if partner is not None:
        await take_onto_field(x, partner, await random_player(x))


@on(When.YOUR_CARDS_BURIED, "musician")
async def musician(x: Deed) -> None:
    """Whenever other cards are buried from your field, you may put one card from your hand onto your field."""
    await put_onto_field(x, await choose_in_hand(x, "put", optional=True))


@played("empress")
async def empress(x: Deed) -> None:
    """Draw two cards, then give a card from your hand to an opponent."""
    await draw(x, 2)
    gift = await choose_in_hand(x, "give")
    if gift is not None:
        receiver = await choose_player(x, "receiver", x.opponents)
        if receiver is not None:
            await move_between_hands(x, gift, x.you, receiver, take=False)


@played("chariot")
async def chariot(x: Deed) -> None:
    """You may play another card from your hand."""
    await play_another(x)


@played("devil")
async def devil(x: Deed) -> None:
    """Trade a card on your field for a card on an opponent's field."""
    mine = await choose_on_field(x, "trade_away", [x.you])
    theirs = await choose_on_field(x, "take", x.opponents)
    await trade_on_fields(x, mine, theirs)


@played("fool")
async def fool(x: Deed) -> None:
    """Every player passes one card at random from their hand to the player on their left."""
    await pass_random_cards(x)
