"""What follows from the state of the table at any time: tokens that leave, Convergences that begin and end."""

from __future__ import annotations

from games.rules.ask import shuffled
from games.rules.fate_foretold import memory
from games.rules.fate_foretold.board import CREATOR, Fates, alignment, holders
from games.rules.fate_foretold.kinds import Power


async def settle(t: Fates) -> None:
    """Done after every change of the fields, clockwise from the active player (R21)."""
    drop_loose_tokens(t)
    _darken(t)
    for seat in t.living(t.active):
        before = t.aligned[seat]
        now = alignment(t, seat, before)
        if now == before:
            continue
        t.aligned[seat] = now
        if not before:
            await _begin_convergence(t, seat)
        elif not now:
            t.log("converged_no_more", seat=seat)
            memory.taken_up(t, seat)
        else:
            t.log("aligned", seat=seat, suits=now)


async def _begin_convergence(t: Fates, seat: int) -> None:
    """The hand is shuffled and becomes a face-down stack."""
    t.log("converged", seat=seat, suits=t.aligned[seat])
    t.hands[seat] = await shuffled("stack", t.hands[seat])
    memory.shuffled_stack(t, seat)


def _darken(t: Fates) -> None:
    """Whoever remembers the own hand lays it face down, and takes it up again."""
    dark = bool(holders(t, Power.FACE_DOWN))
    if dark and not t.dark:
        memory.darkened(t)
    t.dark = dark


def drop_loose_tokens(t: Fates) -> None:
    """A token leaves with its card or with the card that made it; the bond leaves with The Lovers."""
    if t.tokens:
        for token, host in list(t.tokens.items()):
            if t.field_of(host) is None or t.field_of(CREATOR[token]) is None:
                del t.tokens[token]
                t.log("token_removed", token=token, card=host)
    if t.beloved is not None and t.field_of("lovers") is None:
        t.beloved = None
