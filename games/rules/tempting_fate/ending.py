"""The end of a game, and the result of a match of two games (R25)."""

from games.rules.contract import Seat
from games.rules.table import ranks_by
from games.rules.tempting_fate.board import Duel, Finished, Remains, zener_points
from games.rules.tempting_fate.setup import clear

READ_FROM_DECK = 3
"""The number of Zener cards on top of Fate's deck that are kept for a reading when her hand is short."""


def end_game(t: Duel, winner: Seat, reason: str) -> None:
    """Record a finished game; then the other game of the match goes on or begins, or the match ends."""
    points = zener_points(t.zener_discard)
    over: Finished = {**remains(t), "winner": winner, "reason": reason, "rounds": t.round, "points": points}
    if t.together:
        over["game"] = t.game
    t.finished.append(over)
    t.log("game_over", reveals=True, game=t.game, winner=winner, fate=t.fate, reason=reason, rounds=t.round)
    if t.options["mode"] == "single":
        t.finish([1 if seat == winner else 2 for seat in t.all_seats], games_won(t), reason)
    elif t.aside is not None:
        t.activate(3 - t.game)
        t.aside = None
    elif len(t.finished) == 1:
        t.game, t.fate, t.phase = 2, t.querent, "setup"
        clear(t)
    else:
        _end_match(t)


def remains(t: Duel) -> Remains:
    """The cards of the current game from which readings are drawn."""
    return {
        "fate": t.fate,
        "fate_hand": list(t.fate_hand),
        "querent_hand": list(t.querent_hand),
        "zener_top": t.zener_deck[:READ_FROM_DECK],
        "tarot_deck": list(t.tarot_deck),
        "tarot_discard": list(t.tarot_discard),
    }


def games_won(t: Duel) -> list[int]:
    """The number of finished games won, by seat."""
    return [sum(game["winner"] == seat for game in t.finished) for seat in t.all_seats]


def _end_match(t: Duel) -> None:
    """R25: more games won; at 1-1 the win in fewer rounds, then more Zener points extinguished as querent, then a draw."""
    won = games_won(t)
    if won[0] != won[1]:
        t.finish(ranks_by(won), won, "match_won")
        return
    speed = [-next(game["rounds"] for game in t.finished if game["winner"] == seat) for seat in t.all_seats]
    if speed[0] != speed[1]:
        t.finish(ranks_by(speed), won, "match_rounds")
        return
    points = [next(game["points"] for game in t.finished if game["fate"] != seat) for seat in t.all_seats]
    t.finish(ranks_by(points), won, "match_points" if points[0] != points[1] else "match_drawn")
