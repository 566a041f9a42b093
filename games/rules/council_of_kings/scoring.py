"""Scoring (section 5.5): penalties, scores and ranks, from a seat's coins, Populace and Kingdom, in tables and views alike."""

from collections.abc import Sequence

from games.rules.council_of_kings.board import Council, Held
from games.rules.council_of_kings.cards import CARDS
from games.rules.council_of_kings.kinds import BLESSING, HERO, Tally
from games.rules.table import ranks_by

STEPS = (0, 1, 3, 6, 10)
FURTHER = 5


def penalty(chaos: int) -> int:
    """Points lost for that many Chaos counters: 0, 1, 3, 6, 10, then 5 more for each further one."""
    return STEPS[chaos] if chaos < len(STEPS) else STEPS[-1] + FURTHER * (chaos - len(STEPS) + 1)


def chaos_counted(populace: int, kingdom: Sequence[Held]) -> int:
    """The Chaos that counts: Populace and Monsters, less `chaos_ignored` (R33)."""
    for held in kingdom:
        populace += held["chaos"] - CARDS[held["id"]].chaos_ignored
    return max(0, populace)


def next_price(populace: int, kingdom: Sequence[Held], more: int = 1) -> int:
    """The points that `more` Chaos in the Populace or on a new Monster costs."""
    return penalty(chaos_counted(populace + more, kingdom)) - penalty(chaos_counted(populace, kingdom))


def wealth(coins: int, kingdom: Sequence[Held]) -> int:
    """The score before the penalty: coins, points of Heroes and `score` statics."""
    cards = [CARDS[held["id"]] for held in kingdom]
    value, texts = coins, []
    for card in cards:
        value += card.points
        if card.score is not None:
            texts.append(card.score)
    if texts:
        kinds = [card.kind for card in cards]
        tally = Tally(coins, kinds.count(HERO), kinds.count(BLESSING))
        value += sum(text(tally) for text in texts)
    return value


def score(coins: int, populace: int, kingdom: Sequence[Held]) -> int:
    """The score of a seat: its wealth less the penalty for its Chaos."""
    return wealth(coins, kingdom) - penalty(chaos_counted(populace, kingdom))


def end(t: Council) -> None:
    """End the game: all seats score; the highest score wins, equal scores share the rank (R42)."""
    scores = [score(t.coins[seat], t.populace[seat], t.kingdoms[seat]) for seat in t.all_seats]
    t.log("over", scores=scores, reveals=True)
    t.finish(ranks_by(scores), scores, "game_ends")
