"""A second implementation of the taking of a trick: it sorts cards into classes instead of comparing their power."""

from __future__ import annotations


def suit(face: str) -> str:
    """The part before the dash; an Orb is a suit of its own here."""
    return face.partition("-")[0]


def rank(face: str) -> int:
    """The number, 0 for an Orb."""
    return int(face.partition("-")[2] or 0)


def legal(hand: list[str], led: str | None, trump: str) -> set[str]:
    """The cards of a hand that may be played; `led` is None for the leader."""
    faces = set(hand)
    if led is None or led == "orb" or trump == "lunacy":
        return faces
    following = {face for face in faces if suit(face) == suit(led)}
    return following | (faces & {"orb"}) if following else faces


TRUMP_SUITS = {
    "moon": ("prophecy_curse", "reveal", "lunacy", "moonlight_exchange"),
    "sun": ("the_chosen_revealed", "solar_flare", "sunstrike", "purifying_light"),
    "star": ("double_prophecy", "echoes_of_the_future", "starlight_wonder", "constellation_collapse"),
}


def winner(plays: list[str], trump: str) -> int:
    """The position of the card that takes the trick."""
    orbs = [place for place, face in enumerate(plays) if face == "orb"]
    if orbs:
        return orbs[-1]
    trump_suit = next((name for name, keys in TRUMP_SUITS.items() if trump in keys), None)
    trumps = [place for place, face in enumerate(plays) if suit(face) == trump_suit]
    same = [place for place, face in enumerate(plays) if suit(face) == suit(plays[0])]
    field = trumps or (list(range(len(plays))) if trump == "lunacy" else same)
    wanted = min if trump == "fractured_reality" else max
    best = wanted(rank(plays[place]) for place in field)
    return [place for place in field if rank(plays[place]) == best][-1]


def round_glory(won: int, token: int, *, cursed: bool) -> int:
    """Glory for a prophecy, by the sentences of the original rules."""
    missed = abs(won - token)
    if cursed:
        return {0: 0, 1: 1, 2: 2, 4: 2, 5: 2, 3: -3}[missed]
    return {0: 2, 1: 1, 2: 0, 3: 3}.get(missed, 0)
