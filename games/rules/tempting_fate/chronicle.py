"""Log lines: one for each kind of event, from what its reader may know."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from games.rules.messages import Message, Who, msg, plural
from games.rules.tempting_fate.plan import REMOVE
from games.rules.tempting_fate.tarot import TAROT
from games.rules.tempting_fate.zener import ZENER

REASONS: Mapping[str, Message] = {
    "path_complete": msg("A path grew beyond its limit: Fate wins."),
    "path_extinguished": msg("The last card of a path was removed: the querent wins."),
    "querent_exhausted": msg("The querent has no card left: Fate wins."),
    "fate_cannot_act": msg("Fate cannot make her three actions: the querent wins."),
    "short_game": msg("The agreed number of discards was exceeded, and the discarded points were compared."),
    "match_won": msg("Both games of the match were won by the same player."),
    "match_rounds": msg("One game each: the win in fewer rounds decides."),
    "match_points": msg("One game each, in the same number of rounds: the points extinguished as querent decide."),
    "match_drawn": msg("One game each, equal in rounds and in points: the match is drawn."),
}


NAMED = ("dealt", "game_over")
"""Kinds of events whose lines always contain the number of the game."""


def tell(event: Mapping[str, Any]) -> Message:
    """The line for an event as a viewer saw it, with the number of the game where two run side by side."""
    line = _LINES[event["kind"]](event)
    return msg("Game {n}: {line}", n=event["game"], line=line) if "game" in event and event["kind"] not in NAMED else line


def card_names(codes: list[str]) -> tuple[Message, ...]:
    return tuple(ZENER[code].name if code in ZENER else TAROT[code].name for code in codes)


def _dealt(event: Mapping[str, Any]) -> Message:
    roles = msg(
        "Game {n}: {fate:{fate} is|you are} Fate, {querent:{querent} is|you are} the querent.",
        n=event["game"],
        fate=Who(event["fate"]),
        querent=Who(event["querent"]),
    )
    if "hand" not in event:
        return roles
    return msg("{roles} You hold: {cards}.", roles=roles, cards=card_names(event["hand"]))


def _placed(event: Mapping[str, Any]) -> Message:
    faces = event.get("faces") or [None] * len(event["actions"])
    alike = groupby(zip(event["actions"], faces, strict=True), key=lambda done: (done[0]["do"], done[0]["path"], done[1]))
    actions = tuple(_action(do, path, face, len(list(several))) for (do, path, face), several in alike)
    return msg("Round {n}, {who:{who}|you} (Fate): {actions}.", n=event["round"], who=Who(event["who"]), actions=actions)


def _action(do: str, path: int, face: str | None, count: int) -> Message:
    """One action of Fate, or several alike in a row."""
    if do == REMOVE:
        return plural("a token off path {n}", "{count} tokens off path {n}", count, n=path)
    if do == "deck":
        return plural("an unseen card on path {n}", "{count} unseen cards on path {n}", count, n=path)
    if face is None:
        return plural("a hand card on path {n}", "{count} hand cards on path {n}", count, n=path)
    card = ZENER[face].name
    return plural("{card} from the hand on path {n}", "{count} × {card} from the hand on path {n}", count, card=card, n=path)


def _drawn(event: Mapping[str, Any]) -> Message:
    if "cards" in event:
        return msg("You draw: {cards}.", cards=card_names(event["cards"]))
    return plural(
        "{who:{who} draws|You draw} {count} card.", "{who:{who} draws|You draw} {count} cards.", event["count"], who=Who(event["who"])
    )


def _attack_opening(event: Mapping[str, Any], code: str) -> Message:
    """The beginning of the line of an attack: player, card, source, path."""
    params: dict[str, Any] = {"who": Who(event["who"]), "card": TAROT[code].name, "n": event["path"]}
    if event["forced"]:
        return msg("{who:{who} attacks|You attack} path {n} with {card}, the only possible attack", **params)
    if event["blind"]:
        return msg("{who:{who} attacks|You attack} path {n} with the top card of the deck, {card}", **params)
    return msg("{who:{who} attacks|You attack} path {n} with {card}", **params)


def _fool(event: Mapping[str, Any]) -> Message:
    attack = _attack_opening(event, "major-00")
    if "face" in event:
        return msg("{attack}: your {card} goes unseen to the bottom of your deck.", attack=attack, card=ZENER[event["face"]].name)
    return msg("{attack}: the face-down card goes unseen to the bottom of Fate's deck.", attack=attack)


def _attack(event: Mapping[str, Any]) -> Message:
    attack, zener = _attack_opening(event, event["card"]), ZENER[event["face"]]
    if event["extinguished"]:
        return msg("{attack}: {card} is extinguished.", attack=attack, card=zener.name)
    if event["immune"]:
        return plural(
            "{attack}: {card} is immune and has {count} token now.",
            "{attack}: {card} is immune and has {count} tokens now.",
            event["tokens"],
            attack=attack,
            card=zener.name,
        )
    return plural(
        "{attack}: {card} holds, with {count} token of {points}.",
        "{attack}: {card} holds, with {count} tokens of {points}.",
        event["tokens"],
        attack=attack,
        card=zener.name,
        points=zener.points,
    )


def _game_over(event: Mapping[str, Any]) -> Message:
    return plural(
        "{who:{who} wins|You win} game {n} after {count} round. {reason}",
        "{who:{who} wins|You win} game {n} after {count} rounds. {reason}",
        event["rounds"],
        who=Who(event["winner"]),
        n=event["game"],
        reason=REASONS[event["reason"]],
    )


_LINES = {"dealt": _dealt, "placed": _placed, "drawn": _drawn, "fool": _fool, "attack": _attack, "game_over": _game_over}
