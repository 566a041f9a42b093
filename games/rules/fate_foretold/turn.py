"""The set-up (§2 of the specification) and the turn, from the Check step to the End step (§4)."""

from games.rules.ask import Question, shuffled
from games.rules.contract import Seat
from games.rules.fate_foretold import memory
from games.rules.fate_foretold.asking import Conceded, ask_seat, stop_if_conceded
from games.rules.fate_foretold.board import HAND_LIMIT, STARTING_HAND, FateForetoldTable, count, field_limit, has_suit, protector
from games.rules.fate_foretold.cards import CARDS, DECKS, HORSES, SIGIL, SIGILS
from games.rules.fate_foretold.conceding import end
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.kinds import SUITS, When
from games.rules.fate_foretold.triggers import listeners, resolve
from games.rules.fate_foretold.verbs.burying import bury_batch
from games.rules.fate_foretold.verbs.choosing import cards_at, in_hand, question
from games.rules.fate_foretold.verbs.drawing import discard_own_choice, draw, draw_for
from games.rules.fate_foretold.verbs.playing import play_card
from games.rules.fate_foretold.words import DRAW, NEST, STACK


async def set_up(t: FateForetoldTable) -> None:
    """Deal a random sigil to each seat (R2), then three cards each, one at a time; the highest sigil begins. A deal is no draw (R4)."""
    t.alive, t.skips, t.spoke = [True] * t.seats, [False] * t.seats, [False] * t.seats
    t.aligned, t.fields = [[] for _ in t.all_seats], [[] for _ in t.all_seats]
    t.sigils = (await shuffled("sigils", [sigil.id for sigil in SIGILS]))[: t.seats]
    t.nest = await shuffled("nest", DECKS[t.printing])
    dealt, t.nest = t.nest[: STARTING_HAND * t.seats], t.nest[STARTING_HAND * t.seats :]
    t.hands = [dealt[seat :: t.seats] for seat in t.all_seats]
    memory.begin(t)
    t.first = t.active = max(t.all_seats, key=lambda seat: SIGIL[t.sigils[seat]].rank)
    t.log("dealt", {seat: {"cards": t.hands[seat]} for seat in t.all_seats}, sigils=t.sigils, first=t.first)
    t.phase = "turn"


async def take_turn(t: FateForetoldTable) -> None:
    """Play one turn of the active player. When the player concedes, the rest is dropped and the other players' triggers are carried out."""
    seat = t.active
    t.log("turn", seat=seat, turn=t.turn, round=t.round)
    try:
        await _steps(t, seat)
    except Conceded:
        await resolve(t)
    _next_turn(t)


async def _steps(t: FateForetoldTable, seat: Seat) -> None:
    convergence = bool(t.aligned[seat])
    t.shields = [shield for shield in t.shields if shield["owner"] != seat]
    skip, t.skips[seat] = t.skips[seat], False
    t.queue += listeners(t, When.TURN_START, [seat])
    await _resolve_queue(t, seat)
    if convergence and t.aligned[seat]:  # the Convergence began before this turn and still lasts (R14)
        await _reveal(t, seat, skip=skip)
    else:
        await _draw_and_play(t, seat, skip=skip)
    await _end(t, seat)


async def _resolve_queue(t: FateForetoldTable, seat: Seat) -> None:
    """End a step: carry out the queue; raise `Conceded` when the active player has conceded."""
    await resolve(t)
    stop_if_conceded(t, seat)


# ---- normal turn -----------------------------------------------------------------------------------------------------


async def _draw_and_play(t: FateForetoldTable, seat: Seat, *, skip: bool) -> None:
    """The Draw step and the Play step: draw a card, then play one or draw a second (R7)."""
    await draw_for(t, {seat: 1}, draw_step=True)
    await _resolve_queue(t, seat)
    if skip:
        t.log("skipped", seat=seat)
        return
    answer = await ask_seat(t, seat, lambda: question(t, seat, "main", [*in_hand(t, seat), DRAW]))
    if answer is None or answer == DRAW:
        t.log("draws_second", seat=seat)
        await draw(Deed(t, seat, ""), 1)
    else:
        await play_card(t, seat, cards_at(t, seat, [answer])[0], t.hands[seat])
    await _resolve_queue(t, seat)


# ---- convergence turn ------------------------------------------------------------------------------------------------


async def _reveal(t: FateForetoldTable, seat: Seat, *, skip: bool) -> None:
    """The Reveal step: reveal the top card of the Nest or of the own stack. A card of an aligned suit wins, another is played (R16–R20)."""
    if skip:
        t.log("skipped", seat=seat)
        return
    places = {NEST: t.nest, STACK: t.hands[seat]}
    if not any(places.values()):
        t.log("nothing_to_reveal", seat=seat)
        return
    answer = await ask_seat(t, seat, lambda: question(t, seat, "reveal", [NEST] * bool(t.nest) + [STACK] * bool(t.hands[seat])))
    place, card = (t.nest, t.nest[0]) if answer == NEST else (t.hands[seat], t.hands[seat][-1])
    t.log("foretold", reveals=True, seat=seat, card=card, place=NEST if answer == NEST else STACK)
    matching = [suit for suit in t.aligned[seat] if suit in CARDS[card].suits]
    if matching:
        end(t, [seat], "convergence", suit=matching[0], card=card)
    await play_card(t, seat, card, place)
    await _resolve_queue(t, seat)


# ---- end -------------------------------------------------------------------------------------------------------------


async def _end(t: FateForetoldTable, seat: Seat) -> None:
    """The End step: end-of-turn abilities, field limit, hand limit, Apocalypse, in this order (R8)."""
    t.queue += listeners(t, When.TURN_END, t.living(seat))
    await _resolve_queue(t, seat)
    while await _bury_surplus(t, seat):
        await _resolve_queue(t, seat)
    surplus = len(t.hands[seat]) - HAND_LIMIT
    if surplus > 0:
        await discard_own_choice(Deed(t, seat, ""), {seat: surplus}, kind="limit_discard", by_effect=False)
        await _resolve_queue(t, seat)
    if all(horse in t.fields[seat] for horse in HORSES):
        end(t, [], "apocalypse")


async def _bury_surplus(t: FateForetoldTable, seat: Seat) -> bool:
    """Bury one card over the field limit; False when the field is within the limit or no card can be buried (R10)."""

    def ask_for() -> Question | None:
        cards = [card for card in t.fields[seat] if protector(t, card, seat, None) is None]
        over = len(t.fields[seat]) > field_limit(t, seat)
        return question(t, seat, "limit_bury", cards) if over and cards else None

    card = await ask_seat(t, seat, ask_for)
    if card is not None:
        await bury_batch(t, [card], by=None)
    return card is not None


def _next_turn(t: FateForetoldTable) -> None:
    """The turn goes to the next living player; a round is over when it comes to or passes the first player's place (R63)."""
    t.spoke[t.active] = False
    following = t.living((t.active + 1) % t.seats)[0]
    passed = [(t.active + step) % t.seats for step in range(1, (following - t.active - 1) % t.seats + 2)]
    t.active = following
    t.turn += 1
    if t.first in passed:
        t.round += 1
        limit = t.options["round_limit"]
        if limit is not None and t.round > limit:
            _end_of_rounds(t)


def _end_of_rounds(t: FateForetoldTable) -> None:
    """End the game: the highest count of one suit wins, then more cards of that suit on the field, then the higher sigil."""

    def strength(seat: Seat) -> tuple[int, int, int]:
        best = max((count(t, seat, suit), sum(has_suit(t, card, suit) for card in t.fields[seat])) for suit in SUITS)
        return (*best, SIGIL[t.sigils[seat]].rank)

    end(t, [max(t.living(t.first), key=strength)], "round_limit")
