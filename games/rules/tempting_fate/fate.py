"""Fate's turn: three actions, thought over in private and carried out together (section 4.1 of the rulebook)."""

from __future__ import annotations

from typing import Any

from games.rules.ask import ask, pick
from games.rules.tempting_fate import words
from games.rules.tempting_fate.board import DECK_SOURCE, HAND_SOURCE, Duel, draw_up
from games.rules.tempting_fate.ending import end_game
from games.rules.tempting_fate.plan import DECK, READ, REMOVE, Plan, legal_actions, plan_of
from games.rules.tempting_fate.refusals import barred_for_fate
from games.rules.tempting_fate.zener import in_order


async def fate_turn(t: Duel) -> None:
    """Ask for actions one by one; then carry them out, draw up to five, and let the querent attack."""
    t.round += 1
    plan = plan_of(t)
    if not legal_actions(plan):
        end_game(t, t.querent, "fate_cannot_act")
        return
    while plan.left and not plan.won:
        token = await _ask_action(t, plan)
        t.draft.append(token)
        plan = plan.after(token)
    carry_out(t)
    if plan.won:
        end_game(t, t.fate, "path_complete")
        return
    drawn = draw_up(t.zener_deck, t.fate_hand)
    if drawn:
        t.log("drawn", {t.fate: {"cards": in_order(drawn)}}, reveals=True, who=t.fate, count=len(drawn), left=len(t.zener_deck))
    t.phase = "attack"


async def _ask_action(t: Duel, plan: Plan) -> str:
    question = pick(
        t.fate,
        "action",
        legal_actions(plan),
        prompt=words.fate_prompt(t.round, plan),
        say=lambda token: words.fate_option(plan, token),
        rule="R16",
        barred=lambda: barred_for_fate(plan),
    )
    return await ask(question)


def carry_out(t: Duel) -> None:
    """Do what the draft says. The log names kinds of actions and paths to all, faces of hand cards to Fate alone."""
    told: list[dict[str, Any]] = []
    faces: list[str | None] = []
    for token in t.draft:
        verb, path = READ[token]
        if verb == REMOVE:
            t.paths[path][-1]["tokens"] -= 1
        elif verb == DECK:
            t.paths[path].append({"face": t.zener_deck.pop(0), "up": False, "source": DECK_SOURCE, "tokens": 0})
        else:
            t.fate_hand.remove(verb)
            t.paths[path].append({"face": verb, "up": False, "source": HAND_SOURCE, "tokens": 0})
        placed = verb not in (REMOVE, DECK)
        told.append({"do": HAND_SOURCE if placed else verb, "path": path + 1})
        faces.append(verb if placed else None)
    t.draft.clear()
    t.log("placed", {t.fate: {"faces": faces}}, reveals=True, who=t.fate, round=t.round, actions=told)
