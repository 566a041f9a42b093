"""Both games of a match at once (R30): whoever is asked in one of them may answer, in any order.

A seat that is asked in both is asked one after the other. A step ends with a turn, so that the actions of an unfinished one can be
taken back until anybody has ended one; what Fate has thought out by then stays in her draft.
"""

from __future__ import annotations

from games.rules.ask import Question, ask_any
from games.rules.tempting_fate.board import Duel
from games.rules.tempting_fate.fate import action_question, begin_turn, end_turn
from games.rules.tempting_fate.plan import plan_of
from games.rules.tempting_fate.querent import attack_question, carry_out


async def both(t: Duel) -> None:
    """One turn in one of the games."""
    while not _begins_or_ends(t):
        seat, token = await ask_any([_question(t.before(seat)) for seat in t.all_seats if t.before(seat).actor == seat])
        t.turn_to(t.before(seat).game)
        if t.phase == "attack":
            carry_out(t, token)
            return
        t.draft.append(token)
        plan = plan_of(t)
        if plan.won or not plan.left:
            end_turn(t, plan)
            return


def _begins_or_ends(t: Duel) -> bool:
    """What needs nobody's answer: a turn of Fate that begins, an attack that leaves no choice."""
    for game in [board.game for board in t.running]:
        t.turn_to(game)
        if t.phase == "fate" and not t.begun:
            t.begun = begin_turn(t)
            return True
        if t.phase == "attack" and (question := attack_question(t)).forced:
            carry_out(t, question.only_answer, forced=True)
            return True
    return False


def _question(board: Duel) -> Question:
    return attack_question(board) if board.phase == "attack" else action_question(board, plan_of(board))
