"""Both games of a match side by side (R30): the seats that are to act in them answer in any order.

A seat that is to act in both is asked about one after the other. A step ends with a turn: the actions of an unfinished turn can be
taken back until any turn has ended, and stay in the draft then.
"""

from games.rules.ask import Question, ask_any
from games.rules.tempting_fate.board import Duel
from games.rules.tempting_fate.fate import action_question, begin_turn, end_turn
from games.rules.tempting_fate.plan import plan_of
from games.rules.tempting_fate.querent import attack_question, carry_out


async def play_side_by_side(t: Duel) -> None:
    while not _automatic_step(t):
        seat, token = await ask_any([_question(t.game_of(seat)) for seat in t.all_seats if t.game_of(seat).actor == seat])
        t.activate(t.game_of(seat).game)
        if t.phase == "attack":
            carry_out(t, token)
            return
        t.draft.append(token)
        plan = plan_of(t)
        if plan.won or not plan.left:
            end_turn(t, plan)
            return


def _automatic_step(t: Duel) -> bool:
    """Do what needs no answer: begin a turn of Fate, or carry out a forced attack. Returns whether there was something to do."""
    for game in [board.game for board in t.running]:
        t.activate(game)
        if t.phase == "fate" and not t.begun:
            t.begun = begin_turn(t)
            return True
        if t.phase == "attack" and (question := attack_question(t)).forced:
            carry_out(t, question.only_answer, forced=True)
            return True
    return False


def _question(board: Duel) -> Question:
    return attack_question(board) if board.phase == "attack" else action_question(board, plan_of(board))
