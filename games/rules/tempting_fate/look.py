"""The view of a seat or a spectator: only what it may know (the table of section 3).

Nothing more is revealed at the end: a card that was never turned up stays unknown, also to its owner.
"""

from typing import Any

from games.rules.contract import Seat
from games.rules.tempting_fate.board import HAND_SOURCE, Duel, Finished, need, tokens_on
from games.rules.tempting_fate.plan import ACTIONS, DECK, READ, REMOVE
from games.rules.tempting_fate.zener import in_order


def look(t: Duel, viewer: Seat | None) -> dict[str, Any]:
    """The game in which the viewer is to act, or the first one; the other one of two side by side is in `beside`."""
    shown = t.game_of(viewer)
    seen = _board(shown, viewer)
    if t.aside is not None and t.phase != "setup":
        seen["beside"] = next(_board(board, viewer) for board in t.running if board.game != shown.game)
    return seen


def _board(t: Duel, viewer: Seat | None) -> dict[str, Any]:
    """One game: paths, discards and counts for all, the own hand for a player, the own draft for Fate."""
    games = [_finished(game, place) for place, game in enumerate(t.finished, start=1)]
    if t.phase == "setup":
        return {"phase": t.phase, "game": t.game, "games": games, "paths": []}
    seen = t.copied("phase", "game", "fate", "round", "zener_discard", "tarot_discard") | {
        "games": games,
        "querent": t.querent,
        "to_act": t.actor,
        "limit": t.limit,
        "paths": _paths(t, viewer),
        **{name: len(getattr(t, name)) for name in ("zener_deck", "tarot_deck", "fate_hand", "querent_hand")},
    }
    if viewer == t.fate:
        seen |= {"hand": in_order(t.fate_hand), "actions_left": ACTIONS - len(t.draft), "draft": list(t.draft)}
        apply_actions(seen, t.draft)
        if t.returned == HAND_SOURCE and seen["zener_deck"]:
            seen["bottom"] = t.zener_deck[-1]  # R13: she placed that card herself
    elif viewer is not None:
        seen["hand"] = sorted(t.querent_hand)
    seen["need"] = [need(len(path), tokens_on(path), t.limit) for path in seen["paths"]]
    return seen


def _paths(t: Duel, viewer: Seat | None) -> list[list[dict[str, Any]]]:
    """The paths with the faces of face-up cards, for Fate also of those that she placed from her hand (R14)."""
    own = viewer == t.fate
    return [
        [{**card, "face": card["face"] if card["up"] or (own and card["source"] == HAND_SOURCE) else None} for card in path]
        for path in t.paths
    ]


def apply_actions(seen: dict[str, Any], actions: list[str]) -> None:
    """Apply actions to Fate's view; cards from the deck stay unknown."""
    for token in actions:
        verb, path = READ[token]
        if verb == REMOVE:
            seen["paths"][path][-1]["tokens"] -= 1
        elif verb == DECK:
            seen["zener_deck"] -= 1
            seen["paths"][path].append({"face": None, "up": False, "source": DECK, "tokens": 0})
        else:
            seen["hand"].remove(verb)
            seen["fate_hand"] -= 1
            seen["paths"][path].append({"face": verb, "up": False, "source": HAND_SOURCE, "tokens": 0})


def _finished(game: Finished, place: int) -> dict[str, Any]:
    seen = {"game": game.get("game", place)}
    return seen | {key: game[key] for key in ("fate", "winner", "reason", "rounds", "points")}
