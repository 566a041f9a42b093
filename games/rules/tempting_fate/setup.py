"""Setting up a game: roles, two shuffled decks, two hands, five empty paths (section 2 of the rulebook)."""

from __future__ import annotations

from games.rules.ask import roll, shuffled
from games.rules.table import copy_json
from games.rules.tempting_fate.board import PATHS, Duel, draw_up
from games.rules.tempting_fate.tarot import TAROT
from games.rules.tempting_fate.zener import DECK, in_order


async def set_up(t: Duel) -> None:
    """Deal a game. In the second game of a match the roles were swapped when the first one ended."""
    if t.game == 1:
        t.fate = await first_fate(t)
    zener = await shuffled("zener", DECK)
    tarot = await shuffled("tarot", tuple(TAROT))
    clear(t)
    t.zener_deck, t.tarot_deck = zener, tarot
    draw_up(t.zener_deck, t.fate_hand)
    draw_up(t.tarot_deck, t.querent_hand)
    t.phase = "fate"
    hands = {t.fate: {"hand": in_order(t.fate_hand)}, t.querent: {"hand": sorted(t.querent_hand)}}
    t.log("dealt", hands, reveals=True, game=t.game, fate=t.fate, querent=t.querent)
    if t.together:
        _other_game(t)


def _other_game(t: Duel) -> None:
    """The second game of a match side by side is set up next; then the first one lies on the table again."""
    if t.aside is None:
        t.aside = copy_json({name: getattr(t, name) for name in t.BOARD})
        t.game, t.fate, t.phase = 2, t.querent, "setup"
        clear(t)
    else:
        t.turn_to(1)


async def first_fate(t: Duel) -> int:
    """Who defends first: chance decides unless the host chose (R26)."""
    chosen: str = t.options["first_fate"]
    if chosen == "random":
        return await roll("first-fate", t.seats)
    return ("first", "second").index(chosen)


def clear(t: Duel) -> None:
    """An empty table: nothing of an earlier game stays."""
    t.round, t.returned, t.laid, t.begun = 0, None, [], False
    t.paths = [[] for _ in range(PATHS)]
    for cards in (t.zener_deck, t.tarot_deck, t.fate_hand, t.querent_hand, t.zener_discard, t.tarot_discard, t.draft):
        cards.clear()
