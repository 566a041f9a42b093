"""A turn (§4 of the specification): play or pass, draw, introduce a Citizen; and the two ends of the game."""

from functools import partial

from games.rules.ask import ask, pick
from games.rules.contract import Seat
from games.rules.turn_of_fate import words
from games.rules.turn_of_fate.board import AGORA, TEMPLE, Stack, TurnOfFateTable, rival
from games.rules.turn_of_fate.citizens import introduce_next
from games.rules.turn_of_fate.drawing import can_draw, draw_fates
from games.rules.turn_of_fate.plays import PASS, destination, legal_plays, moment_of_truth, read_play
from games.rules.turn_of_fate.scoring import ranks, scores

NULL_PASSES = 2
"""Passes in a row that change nothing and end the game (R28)."""


async def take_turn(t: TurnOfFateTable) -> None:
    """Play one turn: test for the end (R27), then ask for a play or a pass (R12); a forced pass is taken without asking (R33)."""
    seat = t.active
    plays = legal_plays(t, seat)
    if not plays and not t.citizen_deck and not can_draw(t, seat):
        end(t, "stuck")
    elif not plays and t.options["auto_pass"]:
        _resolve(t, seat, PASS, forced=True)
    else:
        say = partial(words.option, t, seat)
        barred = partial(words.barred, t, seat)
        answer = await ask(pick(seat, "play", (*plays, PASS), prompt=words.prompt(t, seat), say=say, rule="R12", barred=barred))
        _resolve(t, seat, answer)


def _resolve(t: TurnOfFateTable, seat: Seat, answer: str, *, forced: bool = False) -> None:
    """Carry out a play or a pass: draw one or two Fates, introduce one Citizen, and end the game or pass the turn."""
    if answer == PASS:
        t.log("passed", seat=seat, forced=forced)
        drawn = draw_fates(t, seat, 2)
    else:
        _play_fate(t, seat, answer)
        drawn = draw_fates(t, seat, 1)
    introduced = introduce_next(t)
    # R28 counts passes that change nothing; any other turn resets the count.
    t.null_passes = t.null_passes + 1 if answer == PASS and not drawn and not introduced else 0
    t.turn += 1
    if t.null_passes == NULL_PASSES:
        end(t, "both_passed")
    else:
        t.active = rival(seat)


def _play_fate(t: TurnOfFateTable, seat: Seat, answer: str) -> None:
    """Pay the Ace for a wild Crown (R13), put the Fate on the stack, and move the Citizen (R19)."""
    fate, citizen, ace = read_play(answer)
    if ace:
        t.hands[seat].remove(ace)
        t.discard.append(ace)
        t.log("ace_discarded", reveals=True, seat=seat, ace=ace)
    t.hands[seat].remove(fate)
    place, stacks, stack = next((place, stacks, stack) for place, stacks in t.in_play(seat) for stack in stacks if stack[0] == citizen)
    moment = moment_of_truth(fate, stack[-1], place)
    stack.append(fate)
    t.played[fate] = [seat, t.turn]
    goal = destination(place, moment)
    if goal != place:
        stacks.remove(stack)
        _zone(t, seat, goal).append(stack)
    t.log("fate_played", reveals=True, seat=seat, fate=fate, citizen=citizen, place=place, goal=goal, moment=moment, wild=bool(ace))


def _zone(t: TurnOfFateTable, seat: Seat, goal: str) -> list[Stack]:
    """The stacks of a place to which a Citizen can move: the Agora, or the seat's own Congregation or Temple."""
    if goal == TEMPLE:
        return t.temple_piles[seat]
    return t.agora if goal == AGORA else t.congregations[seat]


def end(t: TurnOfFateTable, reason: str) -> None:
    """End the game; the reason is "stuck" (R27) or "both_passed" (R28)."""
    final = scores(t)
    t.finish(ranks(t), final, reason)
    t.log("game_over", reveals=True, reason=reason, scores=final, hands=t.hands)
