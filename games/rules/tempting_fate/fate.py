"""Fate's turn: three actions, thought over in private and carried out together (section 4.1 of the rulebook)."""

from __future__ import annotations

from typing import Any

from games.rules.ask import Question, ask, pick
from games.rules.tempting_fate import words
from games.rules.tempting_fate.board import DECK_SOURCE, HAND_SOURCE, Duel, draw_up
from games.rules.tempting_fate.ending import end_game
from games.rules.tempting_fate.plan import DECK, READ, REMOVE, Plan, legal_actions, plan_of
from games.rules.tempting_fate.refusals import barred_for_fate
from games.rules.tempting_fate.zener import in_order


async def fate_turn(t: Duel) -> None:
    """Ask for actions one by one; then carry them out, draw up to five, and let the querent attack."""
    if not begin_turn(t):
        return
    plan = plan_of(t)
    while plan.left and not plan.won:
        t.draft.append(await ask(action_question(t, plan)))
        plan = plan_of(t)
    end_turn(t, plan)


def begin_turn(t: Duel) -> bool:
    """Count the round; Fate who cannot act has lost, and there is no turn."""
    t.round += 1
    if legal_actions(plan_of(t)):
        return True
    end_game(t, t.querent, "fate_cannot_act")
    return False


def end_turn(t: Duel, plan: Plan) -> None:
    """Carry the draft out; win, or draw up to five and let the querent attack."""
    carry_out(t)
    t.begun = False
    if plan.won:
        end_game(t, t.fate, "path_complete")
        return
    drawn = draw_up(t.zener_deck, t.fate_hand)
    if drawn:
        t.log("drawn", {t.fate: {"cards": in_order(drawn)}}, reveals=True, who=t.fate, count=len(drawn), left=len(t.zener_deck))
    t.phase = "attack"


def action_question(t: Duel, plan: Plan) -> Question:
    """The next action of the turn so far."""
    return pick(
        t.fate,
        "action",
        legal_actions(plan),
        prompt=words.of_game(t, words.fate_prompt(t.round, plan)),
        say=lambda token: words.fate_option(plan, token),
        rule="R16",
        barred=lambda: barred_for_fate(plan),
    )


def carry_out(t: Duel) -> None:
    """Do what the draft says. The log names kinds of actions and paths to all, faces of hand cards to Fate alone."""
    told: list[dict[str, Any]] = []
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
        told.append({"do": HAND_SOURCE if placed else verb, "path": path + 1})
        faces.append(verb if placed else None)
    t.draft.clear()
    t.log("placed", {t.fate: {"faces": faces}}, reveals=True, who=t.fate, round=t.round, actions=told)
