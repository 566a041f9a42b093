"""The querent's turn: one attack on the outermost card of a path (section 4.2)."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from games.rules.ask import Question, ask, pick
from games.rules.tempting_fate import words
from games.rules.tempting_fate.board import HAND_SOURCE, PATHS, Duel, need, refill, tarot_points, tokens_on, zener_points
from games.rules.tempting_fate.ending import end_game
from games.rules.tempting_fate.refusals import barred_for_querent
from games.rules.tempting_fate.tarot import FOOL, POINTS, TAROT
from games.rules.tempting_fate.zener import IMMUNE, VALUE

DECK = "deck"
TOKENS: Mapping[str, tuple[str, ...]] = {card: tuple(f"{card}>{path + 1}" for path in range(PATHS)) for card in (*TAROT, DECK)}
"""The tokens of all attacks, by card (or deck) and by path from 0: `cups-05>2`, `deck>2`."""
READ: Mapping[str, tuple[str, int]] = {token: (card, path) for card, tokens in TOKENS.items() for path, token in enumerate(tokens)}


def legal_attacks(hand: Sequence[str], deck: int, lengths: Sequence[int]) -> list[str]:
    """The tokens of legal attacks: hand cards by code, then the top card of the deck, each on every non-empty path (R1)."""
    targets = [path for path in range(PATHS) if lengths[path]]
    cards = [*sorted(hand), DECK] if deck else sorted(hand)
    return [TOKENS[card][path] for card in cards for path in targets]


async def attack(t: Duel) -> None:
    """Ask for source and target, which are fixed before anything is turned, and carry the attack out."""
    question = attack_question(t)
    carry_out(t, await ask(question, auto=True), forced=question.forced)


def attack_question(t: Duel) -> Question:
    """The decision about source and target of the attack."""
    paths, limit, deck = t.paths, t.limit, len(t.tarot_deck)
    lengths = [len(path) for path in paths]
    prompt = words.of_game(t, words.attack_prompt([need(len(path), tokens_on(path), limit) for path in paths]))
    say, barred = partial(words.attack_option, paths, limit), partial(barred_for_querent, lengths, deck)
    return pick(t.querent, "attack", legal_attacks(t.querent_hand, deck, lengths), prompt=prompt, say=say, rule="R2", barred=barred)


def carry_out(t: Duel, token: str, *, forced: bool = False) -> None:
    """Resolve an attack; then end the game or the turn."""
    source, path = READ[token]
    resolve_attack(t, source, path, forced=forced)
    _end_turn(t, path)


def resolve_attack(t: Duel, source: str, path: int, *, forced: bool = False) -> None:
    """Resolve one attack: the tarot card is discarded; its target is returned unseen, extinguished, or gets tokens."""
    blind = source == DECK
    code = t.tarot_deck[0] if blind else source
    (t.tarot_deck if blind else t.querent_hand).remove(code)
    t.tarot_discard.append(code)
    if code == FOOL and not t.paths[path][-1]["up"]:
        _return_unseen(t, path, blind=blind, forced=forced)
    else:
        _turn_up_and_resolve(t, code, path, blind=blind, forced=forced)


def _return_unseen(t: Duel, path: int, *, blind: bool, forced: bool) -> None:
    """The Fool returns a face-down card to the bottom of Fate's deck, even an immune one (R10); it is shown to nobody (R13)."""
    card = t.paths[path].pop()
    t.zener_deck.append(card["face"])
    t.returned = card["source"]
    known = {t.fate: {"face": card["face"]}} if card["source"] == HAND_SOURCE else None
    t.log("fool", known, reveals=True, who=t.querent, path=path + 1, blind=blind, forced=forced, source=card["source"])


def _turn_up_and_resolve(t: Duel, code: str, path: int, *, blind: bool, forced: bool) -> None:
    """Turn the target up for good (R6). An immune target stays at any total (R7), but gets the tokens (R8)."""
    card = t.paths[path][-1]
    face, turned = card["face"], not card["up"]
    card["up"] = True
    total = card["tokens"] + POINTS[code]
    immune = code in IMMUNE[face]
    extinguished = not immune and total >= VALUE[face]
    if extinguished:
        t.paths[path].pop()
        t.zener_discard.append(face)
        if t.laid == [path, len(t.paths[path])]:
            t.laid = []
    else:
        card["tokens"] = total
    outcome: dict[str, Any] = {"face": face, "turned": turned, "immune": immune, "extinguished": extinguished, "tokens": total}
    t.log("attack", reveals=True, who=t.querent, card=code, blind=blind, forced=forced, path=path + 1, **outcome)


def _end_turn(t: Duel, path: int) -> None:
    """Check the ends of the game in the order of section 4.2 (R22); without one the querent draws and Fate's turn is next."""
    if not t.paths[path]:
        end_game(t, t.querent, "path_extinguished")
        return
    drawn = refill(t.tarot_deck, t.querent_hand)
    if drawn:
        t.log("drawn", {t.querent: {"cards": sorted(drawn)}}, reveals=True, who=t.querent, count=len(drawn), left=len(t.tarot_deck))
    if not t.querent_hand:
        end_game(t, t.fate, "querent_exhausted")
    elif _discard_limit_passed(t):
        more = tarot_points(t.tarot_discard) > zener_points(t.zener_discard)
        end_game(t, t.querent if more else t.fate, "short_game")
    else:
        t.phase = "fate"


def _discard_limit_passed(t: Duel) -> bool:
    """Whether both discard piles together exceed the limit of a short game (R21)."""
    most: int | None = t.options["short_game"]
    return most is not None and len(t.zener_discard) + len(t.tarot_discard) > most
