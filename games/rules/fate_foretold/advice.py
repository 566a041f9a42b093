"""The game's own bot: it collects cards of its best suit and takes cards from players who are close to winning."""

from collections.abc import Callable, Mapping, Sequence

from games.rules.contract import Decision, Seat, View
from games.rules.fate_foretold.cards import CARDS, HORSES
from games.rules.fate_foretold.kinds import BODY, MIND, SUITS
from games.rules.fate_foretold.reading import IN_CONVERGENCE, ONE_SHORT, SPARING, Reading
from games.rules.fate_foretold.words import DRAW, NEST, NONE, PASS, STACK, seat_token

Advice = Callable[[Reading, Decision], str]

HITS: Mapping[str, int] = {
    "strength": 8, "war": 6, "calamity": 10, "witch": 9, "devil": 8, "moon": 8, "labyrinth": 8, "dancer": 7, "judgement": 6,
    "death": 4, "pestilence": 5, "transcended": 4, "emperor": 5,
}  # fmt: skip
"""Cards that take a card from an opponent's field (or their next turn), and how much that is worth, out of ten."""

DRAWS: Mapping[str, int] = {
    "sun": 5, "empress": 3, "hanged_man": 4, "dreamer": 4, "radiant": 3, "ouroboros": 4, "temperance": 3, "magician": 4, "star": 5,
    "oracle": 5, "huntress": 4, "angel": 3, "insight": 3, "architect": 3, "metamorphosis": 2, "wanderer": 6, "forge": 3, "alchemist": 3,
    "chariot": 6,
}  # fmt: skip
"""Cards that draw or gain cards, and about how much that is worth."""

LASTING: Mapping[str, int] = {
    "virgo": 3, "aegis": 3, "leo": 3, "gemini": 2, "sagittarius": 5, "harvest": 3, "hermit": 3, "musician": 3, "colossus": 3, "tower": 2,
    "phoenix": 2, "taurus": 2, "pisces": 1, "aquarius": 2, "whisperer": 3, "hierophant": 2, "doppelganger": 4, "lovers": 3,
}  # fmt: skip
"""Cards with an ongoing ability, and about how much it is worth."""


def advise(view: View, decision: Decision) -> str:
    return ADVICE[decision.kind](Reading(view, decision.seat), decision)


# ---- playing ---------------------------------------------------------------------------------------------------------


def _play_value(read: Reading, card: str) -> int:
    """The value of playing a card from the hand; a card of the best suit on the field is worth ten."""
    threshold, have = read.table["threshold"], read.me["counts"][read.best]
    adds = read.weight(card, read.best)
    value = 10 * adds + DRAWS.get(card, 0) + LASTING.get(card, 0)
    if adds and have + adds >= threshold and not read.me["aligned"]:
        value += 40
    if card in HITS:
        worst = max((read.danger[seat] for seat in read.reached(card)), default=0)
        value += HITS[card] * (5 if worst >= IN_CONVERGENCE else 2 if worst >= ONE_SHORT else 1) // 2
    if len(read.me["field"]) >= read.me["limit"] and not adds:
        value -= 6
    return value - _drawbacks(read, card)


def _drawbacks(read: Reading, card: str) -> int:
    """What is subtracted from the value of playing a card: its side effects, and Apocalypse with the fourth Horse."""
    field = read.me["field"]
    if card in HORSES and sum(horse in field for horse in HORSES) == len(HORSES) - 1:
        return 1000
    if card in SPARING and card != "strength" and field and not read.reached(card):
        return 10
    if card == "scorpio" and read.best == MIND:
        return 40
    if card in ("death", "pestilence") and read.me["aligned"]:
        return 30
    if card == "death":
        return 10 * max(0, sum(1 for one in field if read.weight(one, read.best)) - 2)
    if card in ("sacred_darkness", "fool", "wheel_of_fortune", "jester"):
        return 4
    return 0


def _main(read: Reading, decision: Decision) -> str:
    cards = [token for token in decision.tokens if token in CARDS]
    if not cards:
        return decision.tokens[0]
    best = max(cards, key=lambda card: _play_value(read, card))
    return best if _play_value(read, best) >= (6 if len(read.hand) <= 3 else 3) else DRAW


def _extra(read: Reading, decision: Decision) -> str:
    cards = [token for token in decision.tokens if token in CARDS]
    best = max(cards, key=lambda card: _play_value(read, card), default=PASS)
    return best if best != PASS and _play_value(read, best) > 5 else PASS


def _reveal(read: Reading, decision: Decision) -> str:
    """The Nest, or the stack when the Nest is empty: the cards of the best suit were played, so fewer are left in the stack."""
    return STACK if STACK in decision.tokens and NEST not in decision.tokens else NEST


# ---- cards -----------------------------------------------------------------------------------------------------------


def _worth(read: Reading, token: str) -> int:
    """The value of keeping an own card; 0 for a face-down card, which is unknown."""
    if token not in CARDS:
        return 0
    return 20 * read.weight(token, read.best) + LASTING.get(token, 0) + (HITS.get(token, 0) if token in read.hand else 0)


def _useful(decision: Decision) -> list[str]:
    """The choices without a warning (`Option.outcome`), or all when every one has a warning."""
    plain = [option.token for option in decision.options if option.outcome is None and option.token != NONE]
    return plain or [option.token for option in decision.options if option.token != NONE]


def _lose(read: Reading, decision: Decision) -> str:
    return " ".join(sorted(decision.tokens, key=lambda token: _worth(read, token))[: decision.least])


def _keep(read: Reading, decision: Decision) -> str:
    return " ".join(sorted(decision.tokens, key=lambda token: -_worth(read, token))[: decision.least])


def _put(read: Reading, decision: Decision) -> str:
    """The most valuable card of the best suit, or nothing."""
    best = max(_useful(decision), key=lambda token: _worth(read, token))
    return best if best in CARDS and read.weight(best, read.best) else NONE


def _harm(read: Reading, decision: Decision) -> str:
    """The cards whose loss is worth most; cards with a warning only where the others are too few (The Calamity needs two)."""
    useful = _useful(decision)
    return " ".join(sorted(decision.tokens, key=lambda card: (card not in useful, -read.harm(card)))[: decision.least])


def _may_harm(read: Reading, decision: Decision) -> str:
    best = max(_useful(decision), key=read.harm)
    return best if read.harm(best) > 0 else NONE


def _take(read: Reading, decision: Decision) -> str:
    return max(_useful(decision), key=lambda card: read.harm(card) + 15 * read.weight(card, read.best))


def _copy(read: Reading, decision: Decision) -> str:
    return max(decision.tokens, key=lambda card: _worth(read, card))


def _offer(read: Reading, decision: Decision) -> str:
    """Body cards that are not needed, when some player is one card short or in Convergence."""
    if read.best == BODY or max(read.danger) < ONE_SHORT:
        return ""
    return " ".join([token for token in decision.tokens if token in CARDS][: decision.most])


def _discard_of(read: Reading, decision: Decision) -> str:
    """A card of the leading suits of a dangerous player; never an own one."""
    wanted = {suit for seat, danger in enumerate(read.danger) if danger > 1 for suit in read.leading_suits(seat)}
    found = [token for token in decision.tokens if token in CARDS and token not in read.hand and wanted & set(CARDS[token].suits)]
    return found[0] if found else NONE


def _scry(read: Reading, decision: Decision) -> str:
    """A card of the best suit stays on top; others go to the bottom."""
    (card,) = decision.options[0].touches
    return "keep" if read.weight(card, read.best) else "bottom"


# ---- players and words -----------------------------------------------------------------------------------------------


def _seats(decision: Decision) -> list[Seat]:
    return [int(token.removeprefix("seat-")) - 1 for token in decision.tokens]


def _at_leader(read: Reading, decision: Decision) -> str:
    others = [seat for seat in _seats(decision) if seat != read.seat] or _seats(decision)
    return seat_token(read.most_dangerous(others))


def _at_fullest_hand(read: Reading, decision: Decision) -> str:
    others = [seat for seat in _seats(decision) if seat != read.seat] or _seats(decision)
    return seat_token(max(others, key=lambda seat: int(read.players[seat]["hand"])))


def _at_weakest(read: Reading, decision: Decision) -> str:
    return seat_token(min(_seats(decision), key=lambda seat: read.danger[seat]))


def _beloved(read: Reading, decision: Decision) -> str:
    """The own seat: each card drawn is then drawn twice."""
    return seat_token(read.seat)


def _first_trader(read: Reading, decision: Decision) -> str:
    """The own seat when another player on offer has more cards in hand, else the player with the most cards."""
    fullest = max(_seats(decision), key=lambda seat: int(read.players[seat]["hand"]))
    return seat_token(read.seat if read.players[fullest]["hand"] > len(read.hand) else fullest)


def _guess(read: Reading, decision: Decision) -> str:
    unseen = read.unseen()
    return max(SUITS, key=lambda suit: unseen[suit])


def _direction(read: Reading, decision: Decision) -> str:
    """The direction that brings the neighbour's hand with more cards."""
    living = [seat for seat, player in enumerate(read.players) if player["alive"]]
    at = living.index(read.seat)
    before, after = living[at - 1], living[(at + 1) % len(living)]
    return "left" if read.players[before]["hand"] >= read.players[after]["hand"] else "right"


def _always(word: str) -> Advice:
    return lambda read, decision: word


def _everything(read: Reading, decision: Decision) -> str:
    return " ".join(decision.tokens[: decision.most])


def _best_first(read: Reading, decision: Decision) -> str:
    return " ".join(sorted(decision.tokens, key=lambda token: -_worth(read, token)))


def _by_kind(groups: Mapping[Advice, Sequence[str]]) -> dict[str, Advice]:
    return {kind: advice for advice, kinds in groups.items() for kind in kinds}


ADVICE: Mapping[str, Advice] = {
    "main": _main, "extra": _extra, "reveal": _reveal, "scry": _scry, "offer": _offer, "discard_of": _discard_of, "order": _best_first,
    "copy": _copy, "beloved": _beloved, "trade_hands": _first_trader, "guess": _guess, "direction": _direction, "receiver": _at_weakest,
    "may_bury": _may_harm, "show": _everything, "whisper": _always(DRAW), "harvest": _always("reveal"),
    **_by_kind({
        _lose: ("sacrifice", "trade_away", "return_own", "give", "topdeck_own", "discard", "limit_bury", "limit_discard"),
        _keep: ("keep", "protect", "gain"),
        _put: ("put",),
        _harm: ("bury", "bury_two", "dance", "bounce", "topdeck"),
        _take: ("take",),
        _at_leader: ("skip", "calamity"),
        _at_fullest_hand: ("guess_at", "look_at", "steal_from", "trade_hands_with"),
    }),
}  # fmt: skip
"""The function that answers each kind of question."""
