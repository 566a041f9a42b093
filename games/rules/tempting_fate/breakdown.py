"""The score of a finished match, game by game."""

from collections.abc import Iterator

from games.rules.contract import View
from games.rules.messages import msg, plural
from games.rules.scene import Part, untouched
from games.rules.tempting_fate.chronicle import REASONS
from games.rules.tempting_fate.scene import tarot_card, zener_card
from games.rules.tempting_fate.tarot import TAROT
from games.rules.tempting_fate.zener import ZENER


def breakdown(view: View) -> Iterator[Part]:
    """A point for each game won, with the reason, and the discards of the last game."""
    seen = view.table
    for game in seen["games"]:
        words = plural(
            "Game {n}, {count} round: {reason}",
            "Game {n}, {count} rounds: {reason}",
            game["rounds"],
            n=game["game"],
            reason=REASONS[game["reason"]],
        )
        yield Part(game["winner"], words, points=1)
    if seen.get("zener_discard"):
        spent = tuple(untouched(zener_card(ZENER[face])) for face in seen["zener_discard"])
        yield Part(seen["fate"], msg("Extinguished Zener cards"), spent)
    if seen.get("tarot_discard"):
        spent = tuple(untouched(tarot_card(TAROT[code])) for code in seen["tarot_discard"])
        yield Part(seen["querent"], msg("Spent tarot cards"), spent)
