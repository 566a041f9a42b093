"""Set-up of a game: roles, two shuffled decks, two hands, five empty paths (section 2)."""

from games.rules.ask import roll, shuffled
from games.rules.tempting_fate.board import PATHS, Duel, refill
from games.rules.tempting_fate.tarot import TAROT
from games.rules.tempting_fate.zener import DECK, in_order


async def set_up(t: Duel) -> None:
    """Set up a game. For the second game of a match the roles are swapped by the caller."""
    if t.game == 1:
        t.fate = await first_fate(t)
    zener = await shuffled("zener", DECK)
    tarot = await shuffled("tarot", tuple(TAROT))
    clear(t)
    t.zener_deck, t.tarot_deck = zener, tarot
    refill(t.zener_deck, t.fate_hand)
    refill(t.tarot_deck, t.querent_hand)
    t.phase = "fate"
    hands = {t.fate: {"hand": in_order(t.fate_hand)}, t.querent: {"hand": sorted(t.querent_hand)}}
    t.log("dealt", hands, reveals=True, game=t.game, fate=t.fate, querent=t.querent)
    if t.together:
        _continue_set_up(t)


def _continue_set_up(t: Duel) -> None:
    """Games side by side: after the first set-up store that game aside and set up the second; then make the first one current."""
    if t.aside is None:
        t.aside = t.copied(*t.BOARD)
        t.game, t.fate, t.phase = 2, t.querent, "setup"
        clear(t)
    else:
        t.activate(1)


async def first_fate(t: Duel) -> int:
    """The seat that is Fate in the first game: random unless the host has chosen (R26)."""
    chosen: str = t.options["first_fate"]
    if chosen == "random":
        return await roll("first-fate", t.seats)
    return ("first", "second").index(chosen)


def clear(t: Duel) -> None:
    """Remove all cards and tokens of the current game."""
    t.round, t.returned, t.laid, t.begun = 0, None, [], False
    t.paths = [[] for _ in range(PATHS)]
    for cards in (t.zener_deck, t.tarot_deck, t.fate_hand, t.querent_hand, t.zener_discard, t.tarot_discard, t.draft):
        cards.clear()
