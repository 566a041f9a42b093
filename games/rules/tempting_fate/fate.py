"""Fate's turn: three actions, collected in a private draft and carried out together (section 4.1)."""

from functools import partial
from typing import Any

from games.rules.ask import Question, ask, pick
from games.rules.tempting_fate import words
from games.rules.tempting_fate.board import DECK_SOURCE, HAND_SOURCE, Duel, refill
from games.rules.tempting_fate.ending import end_game
from games.rules.tempting_fate.plan import DECK, READ, REMOVE, Plan, legal_actions, plan_of
from games.rules.tempting_fate.refusals import barred_for_fate
from games.rules.tempting_fate.zener import in_order


async def fate_turn(t: Duel) -> None:
    """Ask for the actions one by one, then carry them out and end the turn."""
    if not begin_turn(t):
        return
    plan = plan_of(t)
    while plan.left and not plan.won:
        t.draft.append(await ask(action_question(t, plan)))
        plan = plan_of(t)
    end_turn(t, plan)


def begin_turn(t: Duel) -> bool:
    """Count the round. Returns False if Fate cannot act (R16): then she has lost, and there is no turn."""
    t.round += 1
    if legal_actions(plan_of(t)):
        return True
    end_game(t, t.querent, "fate_cannot_act")
    return False


def end_turn(t: Duel, plan: Plan) -> None:
    """Carry the draft out; then Fate wins, or draws up to five cards and the querent's turn is next."""
    carry_out(t)
    t.begun = False
    if plan.won:
        end_game(t, t.fate, "path_complete")
        return
    drawn = refill(t.zener_deck, t.fate_hand)
    if drawn:
        t.log("drawn", {t.fate: {"cards": in_order(drawn)}}, reveals=True, who=t.fate, count=len(drawn), left=len(t.zener_deck))
    t.phase = "attack"


def action_question(t: Duel, plan: Plan) -> Question:
    """The decision about the next action."""
    prompt, say = words.of_game(t, words.fate_prompt(t.round, plan)), partial(words.fate_option, plan)
    barred = partial(barred_for_fate, plan)
    return pick(t.fate, "action", legal_actions(plan), prompt=prompt, say=say, rule="R16", barred=barred)


def carry_out(t: Duel) -> None:
    """Carry out the draft. The log has kinds of actions and paths for all, faces of hand cards for Fate only."""
    actions: list[dict[str, Any]] = []
    faces: list[str | None] = []
    for token in t.draft:
        verb, path = READ[token]
        if verb == REMOVE:
            t.paths[path][-1]["tokens"] -= 1
        elif verb == DECK:
            if t.returned == HAND_SOURCE and len(t.zener_deck) == 1:
                t.laid = [path, len(t.paths[path])]
            t.paths[path].append({"face": t.zener_deck.pop(0), "up": False, "source": DECK_SOURCE, "tokens": 0})
        else:
            t.fate_hand.remove(verb)
            t.paths[path].append({"face": verb, "up": False, "source": HAND_SOURCE, "tokens": 0})
        placed = verb not in (REMOVE, DECK)
        actions.append({"do": HAND_SOURCE if placed else verb, "path": path + 1})
        faces.append(verb if placed else None)
    t.draft.clear()
    t.log("placed", {t.fate: {"faces": faces}}, reveals=True, who=t.fate, round=t.round, actions=actions)
