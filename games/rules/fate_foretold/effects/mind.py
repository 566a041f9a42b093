"""The abilities of the Mind cards."""

from games.rules.fate_foretold.abilities import on, played
from games.rules.fate_foretold.cards import CARDS
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.kinds import When
from games.rules.fate_foretold.verbs import moving
from games.rules.fate_foretold.verbs.burying import bury
from games.rules.fate_foretold.verbs.choosing import choose_among, choose_on_field, choose_player, choose_word, each_on_own_field, name_suit
from games.rules.fate_foretold.verbs.drawing import at_random, discard, draw, draw_for
from games.rules.fate_foretold.words import DRAW


@on(When.BURIED_ALONE, "libra")
async def libra(x: Deed) -> None:
    """When Libra is buried, and no other card at the same time, you may bury a card on any field."""
    await bury(x, await choose_on_field(x, "may_bury", x.everybody, optional=True))


@on(When.TURN_START, "aquarius")
async def aquarius(x: Deed) -> None:
    """At the beginning of your turn: look at the top card of the Nest. You may put it on the bottom."""
    seen = moving.look_at_nest(x, 1)
    if seen and await choose_word(x, "scry", ("keep", "bottom"), seen=seen) == "bottom":
        await moving.put_under_nest(x, seen)


@played("pestilence")
async def pestilence(x: Deed) -> None:
    """Every player buries a card on their own field."""
    chosen = await each_on_own_field(x, "sacrifice", 1)
    await bury(x, *(card for cards in chosen.values() for card in cards))


@played("insight")
async def insight(x: Deed) -> None:
    """Choose another player and name a suit. They reveal a card at random from their hand. If it has that suit, take it."""
    player = await choose_player(x, "guess_at", x.opponents)
    suit = await name_suit(x)
    if player is None:
        return
    for card in await at_random(x.t.hands[player]):
        moving.reveal(x, [card], player)
        if suit in CARDS[card].suits:
            await moving.move_between_hands(x, card, player, x.you, take=True, shown=True)


@played("third_eye")
async def third_eye(x: Deed) -> None:
    """Choose a player and look at their hand. You may choose a card in it; they discard that card and draw a card."""
    player = await choose_player(x, "look_at", x.everybody)
    if player is None:
        return
    seen = moving.look_at_hand(x, player)
    card = await choose_among(x, "discard_of", seen, lambda: x.t.hands[player], optional=True)
    if card is not None:
        await discard(x, [card], player)
        await draw_for(x.t, {player: 1})


@on(When.TURN_START, "whisperer")
async def whisperer(x: Deed) -> None:
    """At the beginning of your turn: if you have kept silent at the table since your last turn, you may draw a card."""
    if await choose_word(x, "whisper", (DRAW, "skip"), still=lambda: not x.t.spoke[x.you]) == DRAW:
        await draw(x, 1)


@played("magician")
async def magician(x: Deed) -> None:
    """Look at the top four cards of the Nest. Put one into your hand and the others on the bottom, in the same order."""
    seen = moving.look_at_nest(x, 4)
    card = await choose_among(x, "gain", seen, lambda: x.t.nest)
    await moving.put_into_hand(x, card, seen=False)
    await moving.put_under_nest(x, [other for other in seen if other != card])


@on(When.TURN_START, "hermit")
async def hermit(x: Deed) -> None:
    """At the beginning of your turn: if you have two or fewer cards in hand, draw a card."""
    if len(x.t.hands[x.you]) <= 2:
        await draw(x, 1)


@played("emperor")
async def emperor(x: Deed) -> None:
    """Choose an opponent. They skip the Play step of their next turn (and the Reveal step, if they are in Convergence)."""
    moving.skip_play_step(x, await choose_player(x, "skip", x.opponents))


@played("labyrinth")
async def labyrinth(x: Deed) -> None:
    """Return another card on any field to its controller's hand; the second printing spares others in Convergence."""
    await moving.return_to_hand(x, await choose_on_field(x, "bounce", x.everybody, another=True, sparing=x.reprinted))
