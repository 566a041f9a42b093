"""Playing a card. Only a card that is played has its "when you play" effect (Rule 2)."""

from games.rules.ask import Question
from games.rules.contract import Seat
from games.rules.fate_foretold.abilities import EFFECTS
from games.rules.fate_foretold.asking import ask_seat
from games.rules.fate_foretold.board import FateForetoldTable
from games.rules.fate_foretold.converging import settle
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.kinds import When
from games.rules.fate_foretold.triggers import listeners
from games.rules.fate_foretold.verbs.choosing import cards_at, in_hand, question
from games.rules.fate_foretold.words import PASS


async def play_card(t: FateForetoldTable, seat: Seat, card: str, place: list[str]) -> None:
    """Move a card from its place to the right end of the field, then carry out its effect.

    Abilities triggered by the player's plays must have been on the field before (SAG-1, R22); they follow after the effect. A Convergence
    that the card completes or breaks begins or ends before its effect (R21).
    """
    place.remove(card)
    t.log("played", reveals=True, seat=seat, card=card)
    watchers = listeners(t, When.YOU_PLAY, [seat])
    t.fields[seat].append(card)
    await settle(t)
    effect = EFFECTS[When.PLAYED].get(card)
    if effect is not None:
        await effect(Deed(t, seat, card))
    t.queue += watchers


async def play_another(x: Deed) -> None:
    """Ask for a further card to play from the hand; not from a stack (R37)."""
    t = x.t

    def ask_for() -> Question | None:
        cards = in_hand(t, x.you)
        return question(t, x.you, "extra", [*cards, PASS], x.card) if cards else None

    answer = await ask_seat(t, x.you, ask_for)
    if answer is not None and answer != PASS:
        await play_card(t, x.you, cards_at(t, x.you, [answer])[0], t.hands[x.you])
