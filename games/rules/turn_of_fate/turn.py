"""A turn (§4): play or pass, draw, introduce; and the two ways in which the game ends."""

from __future__ import annotations

from functools import partial

from games.rules.ask import ask, pick
from games.rules.contract import Seat
from games.rules.turn_of_fate import words
from games.rules.turn_of_fate.board import AGORA, TEMPLE, Jacynth, Stack, rival
from games.rules.turn_of_fate.citizens import introduce_next
from games.rules.turn_of_fate.drawing import can_draw, draw_fates
from games.rules.turn_of_fate.plays import PASS, destination, legal_plays, moment_of_truth, read_play
from games.rules.turn_of_fate.scoring import ranks, scores

NULL_PASSES = 2


async def take_turn(t: Jacynth) -> None:
    """One turn: the end is tested first (R27), then the seat plays or passes (R12); R33: a forced pass asks nobody."""
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


def _resolve(t: Jacynth, seat: Seat, answer: str, *, forced: bool = False) -> None:
    if answer == PASS:
        t.log("passed", seat=seat, forced=forced)
        drawn = draw_fates(t, seat, 2)
    else:
        _play_fate(t, seat, answer)
        drawn = draw_fates(t, seat, 1)
    introduced = introduce_next(t)
    # R28: a pass that changed nothing; anything else starts the count anew.
    t.null_passes = t.null_passes + 1 if answer == PASS and not drawn and not introduced else 0
    t.turn += 1
    if t.null_passes == NULL_PASSES:
        end(t, "both_passed")
    else:
        t.active = rival(seat)


def _play_fate(t: Jacynth, seat: Seat, answer: str) -> None:
    """Pay for a wild Crown (R13), put the Fate on top, and move the Citizen (R19)."""
    fate, citizen, ace = read_play(answer)
    if ace:
        t.hands[seat].remove(ace)
        t.discard.append(ace)
        t.log("ace_discarded", reveals=True, seat=seat, ace=ace)
    t.hands[seat].remove(fate)
    place, stacks, stack = _find(t, seat, citizen)
    moment = moment_of_truth(fate, stack[-1], place)
    stack.append(fate)
    t.played[fate] = [seat, t.turn]
    goal = destination(place, moment)
    if goal != place:
        stacks.remove(stack)
        _zone(t, seat, goal).append(stack)
    t.log("fate_played", reveals=True, seat=seat, fate=fate, citizen=citizen, place=place, goal=goal, moment=moment, wild=bool(ace))


def _find(t: Jacynth, seat: Seat, citizen: str) -> tuple[str, list[Stack], Stack]:
    """Where a Citizen in play is. The token was legal, so they are somewhere."""
    return next((place, stacks, stack) for place, stacks in t.in_play(seat) for stack in stacks if stack[0] == citizen)


def _zone(t: Jacynth, seat: Seat, goal: str) -> list[Stack]:
    """The Citizens of a place that one can be moved to: the rival's Congregation is none."""
    if goal == TEMPLE:
        return t.temple_piles[seat]
    return t.agora if goal == AGORA else t.congregations[seat]


def end(t: Jacynth, reason: str) -> None:
    """The game is over. R27 ("stuck") and R28 ("both_passed") are the only ends that the rules know."""
    final = scores(t)
    t.finish(ranks(t), final, reason)
    t.log("game_over", reveals=True, reason=reason, scores=final, hands=t.hands)
