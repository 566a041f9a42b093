"""The forms of the orders that may be left now, each with the order that the adviser proposes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.rules.contract import View
from games.rules.messages import msg, plural
from games.rules.order_book import ranked, supposed
from games.rules.orders import Field, Offer, Preset
from games.rules.tempting_fate.advice import advise
from games.rules.tempting_fate.board import PATHS
from games.rules.tempting_fate.look import apply_actions
from games.rules.tempting_fate.orders.saying import PLACES, action, attack
from games.rules.tempting_fate.plan import ACTIONS, DECK, REMOVE, TOKENS, legal_actions, plan_seen
from games.rules.tempting_fate.querent import legal_attacks
from games.rules.tempting_fate.tarot import POINTS

TURN, REACT, ATTACK, SINCE = "turn", "react", "attack", "since"
ACTION_TITLES = (msg("First action"), msg("Second action"), msg("Third action"))
ATTACK_TITLES = (msg("First choice"), msg("If that cannot be done"), msg("If neither can be done"))
ATTACKS = sorted(set(POINTS.values()) - {0})
"""The numbers of tokens that an attack can put on a card that stays."""
TOKEN_NUMBERS = tuple((str(count), plural("{count} token", "{count} tokens", count)) for count in ATTACKS)
OUTCOMES = (("removed", msg("is removed")), ("stays", msg("stays with tokens")))


def turn_slot(view: View) -> str:
    """The slot of the own next turn: its game of the match and its round."""
    table = view.table
    next_round = view.viewer == table["fate"] and table["phase"] == "attack"
    return f"{TURN}:{table['game']}.{table['round'] + next_round}"


def offers(view: View) -> tuple[Offer, ...]:
    """The forms for the role of this seat."""
    return _of_fate(view) if view.viewer == view.table["fate"] else _of_querent(view)


def _of_fate(view: View) -> tuple[Offer, ...]:
    hand = list(dict.fromkeys(view.table["hand"]))
    verbs = [*hand, *([DECK] if view.table["zener_deck"] else []), REMOVE]
    choices = tuple((token, action(token)) for verb in verbs for token in TOKENS[verb])
    actions = tuple(Field(place, title, choices=choices, optional=True) for place, title in zip(PLACES, ACTION_TITLES, strict=True))
    example = f"{TURN} {text_of(proposed_turn(view.table, view))}"
    own_turn = view.table["phase"] == "fate"
    presets = (Preset(msg("Play my turn for me"), example),) if own_turn else ()
    offered = [Offer(turn_slot(view), msg("My turn, all three actions at once"), actions, example, TURN, presets)]
    open_paths = [path for path in range(PATHS) if view.table["paths"][path]]
    if view.table["phase"] == "attack" and open_paths:
        paths = tuple((str(path + 1), msg("path {n}", n=path + 1)) for path in open_paths)
        fields = (
            Field("path", msg("If the querent attacks"), choices=paths),
            Field("card", msg("and its card"), choices=OUTCOMES),
            Field("gets", msg("only if it gets"), choices=TOKEN_NUMBERS, several=True, optional=True),
            *actions,
        )
        first = open_paths[0]
        each = [text for path in open_paths for text in proposed_reactions(view, path)]
        presets = (Preset(msg("Play my next turn for me"), "\n".join(each)),)
        slot = f"{turn_slot(view)}:{first + 1}:removed"
        offered.append(Offer(slot, msg("My next turn, by what becomes of a path"), fields, each[0], REACT, presets))
    return tuple(offered)


def _of_querent(view: View) -> tuple[Offer, ...]:
    table = view.table
    tokens = legal_attacks(table["hand"], table["tarot_deck"], [len(path) for path in table["paths"]])
    if not tokens:
        return ()
    choices = tuple((token, attack(token)) for token in tokens)
    attacks = tuple(Field(place, title, choices=choices, optional=True) for place, title in zip(PLACES, ATTACK_TITLES, strict=True))
    only = Field("only", msg("Only"), choices=(("unchanged", msg("where the path lies as it does now")),), optional=True)
    seat = view.viewer or 0
    best = ranked(advise, view, lambda left: supposed("attack", seat, left), tokens, len(PLACES))
    example = f"{ATTACK} {text_of(best)} only unchanged"
    return (Offer(turn_slot(view), msg("My next attack"), (*attacks, only), example, ATTACK),)


# ---- what the adviser proposes ----------------------------------------------------------------------------------------------


def text_of(values: list[str]) -> str:
    """The text of an order: each value after its key."""
    return " ".join(word for pair in zip(PLACES, values, strict=False) for word in pair)


def proposed_reactions(view: View, path: int) -> list[str]:
    """The turns of the adviser if the attack removes the path's card, and for each number of tokens that it may put on it."""
    turns: dict[str, list[str]] = {}
    for points in ATTACKS:
        turns.setdefault(text_of(_turn_after(view, path, points)), []).append(str(points))
    if_removed = text_of(_turn_after(view, path, None))
    if len(turns) == 1:
        return [f"{REACT} path {path + 1} card removed {if_removed}", f"{REACT} path {path + 1} card stays {next(iter(turns))}"]
    stays = [f"{REACT} path {path + 1} card stays gets {' '.join(tokens)} {actions}" for actions, tokens in turns.items()]
    return [f"{REACT} path {path + 1} card removed {if_removed}", *stays]


def _turn_after(view: View, path: int, points: int | None) -> list[str]:
    """The adviser's turn after an attack that puts so many tokens on the path's card; None: that removes it."""
    paths = [[dict(card) for card in cards] for cards in view.table["paths"]]
    if points is None:
        paths[path].pop()
    else:
        paths[path][-1] |= {"up": True, "tokens": paths[path][-1]["tokens"] + points}
    return proposed_turn({**view.table, "paths": paths, "phase": "fate", "actions_left": ACTIONS}, view)


def proposed_turn(table: Mapping[str, Any], view: View) -> list[str]:
    """The three actions of the adviser's turn, or fewer with which it wins."""
    state: dict[str, Any] = {**table, "phase": "fate", "actions_left": table.get("actions_left", 3) or 3}
    state |= {"paths": [list(map(dict, path)) for path in table["paths"]], "hand": list(table["hand"])}
    actions: list[str] = []
    while state["actions_left"] and not plan_seen(state).won and (tokens := legal_actions(plan_seen(state))):
        actions.append(advise(replace(view, table=state), supposed("action", view.viewer or 0, tokens)))
        apply_actions(state, actions[-1:])
        state["actions_left"] -= 1
    return actions or [TOKENS[REMOVE][0]]
