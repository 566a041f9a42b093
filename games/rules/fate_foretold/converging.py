"""The state-based check (§4.3 of the specification): removes tokens, begins and ends Convergences."""

from games.rules.ask import shuffled
from games.rules.fate_foretold import memory
from games.rules.fate_foretold.board import CREATOR, FateForetoldTable, alignment, controllers
from games.rules.fate_foretold.kinds import Power


async def settle(t: FateForetoldTable) -> None:
    """Run the check. Called after every change of the fields; players are checked clockwise from the active one (R21)."""
    drop_loose_tokens(t)
    _update_face_down(t)
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
            memory.stack_became_hand(t, seat)
        else:
            t.log("aligned", seat=seat, suits=now)


async def _begin_convergence(t: FateForetoldTable, seat: int) -> None:
    """Shuffle the hand, which becomes a face-down stack."""
    t.log("converged", seat=seat, suits=t.aligned[seat])
    t.hands[seat] = await shuffled("stack", t.hands[seat])
    memory.hand_became_stack(t, seat)


def _update_face_down(t: FateForetoldTable) -> None:
    """Note whether hands are face down (The Sacred Darkness); players remember the hand that they lay down (R41)."""
    dark = bool(controllers(t, Power.FACE_DOWN))
    if dark and not t.dark:
        memory.hands_laid_face_down(t)
    t.dark = dark


def drop_loose_tokens(t: FateForetoldTable) -> None:
    """Remove tokens whose card or creator is on no field, and the link of The Lovers when it is on no field (R70)."""
    if t.tokens:
        for token, host in list(t.tokens.items()):
            if t.field_of(host) is None or t.field_of(CREATOR[token]) is None:
                del t.tokens[token]
                t.log("token_removed", token=token, card=host)
    if t.beloved is not None and t.field_of("lovers") is None:
        t.beloved = None
