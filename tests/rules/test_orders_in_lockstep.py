"""Tests that each order's sentences, stored form and effect agree: a simulated person who knows only the sentences gives the same
answers.

With FATE_MANY_ORDERS set, ten thousand orders of each game instead of some hundred.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

import pytest

from games.rules import registry
from games.rules.contract import Decision, Option, View
from games.rules.council_of_kings import board as council_board, cards as council_cards
from games.rules.council_of_kings.caretaker import attack_routine
from games.rules.council_of_kings.filing import BY_TURN, FILING
from games.rules.council_of_kings.kinds import KINDS, FateCard
from games.rules.destined_to_fail.cards import ORB, RANK, SUIT
from games.rules.destined_to_fail.table import TOGETHER
from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.destined_to_fail.words import SUIT_NAMES
from games.rules.fate_foretold.cards import CARDS, COUNTS_AS, SHIFT
from games.rules.fate_foretold.kinds import SUITS
from games.rules.messages import plain
from games.rules.tempting_fate.orders.saying import action
from games.rules.turn_of_fate.plays import PASS, read_play
from tests.rules.ordering import Person, lockstep

WANTED = 10_000 if os.environ.get("FATE_MANY_ORDERS") else 150


def after(sentences: Sequence[str], beginning: str) -> list[str] | None:
    """The list that follows this beginning of a sentence."""
    for sentence in sentences:
        if sentence.startswith(beginning):
            return sentence.removeprefix(beginning).strip(" :").rstrip(".").split(", ")
    return None


def number(sentences: Sequence[str], pattern: str) -> int | None:
    """The number in the first sentence that matches the pattern."""
    found = next((match for sentence in sentences if (match := re.search(pattern, sentence))), None)
    return int(found[1]) if found else None


def named(decision: Decision, name: str) -> str | None:
    """The token of the choice with this name."""
    return next((option.token for option in decision.options if plain(option.label) == name), None)


# ---- Destined To Fail ------------------------------------------------------------------------------------------------

THROWN = "You throw off, hand on or lay into the Row the first of these that you can"
FIRST = "you play the first of these that you can"


def prophet(then: View, now: View, decision: Decision, sentences: Sequence[str]) -> str | None:
    """A person's answer at Destined To Fail, by the sentences alone."""
    lists = {
        "lead": "If you lead, " + FIRST,
        "give_trick": "A trick that you must give away goes to the first of these who can get it",
        **dict.fromkeys(("discard", "pass_card", "exchange_give"), THROWN),
    }
    won, tricks = now.table["tricks_won"][now.viewer or 0], number(sentences, r"only while you have (\d+) trick")
    if decision.kind == "choose_token":
        kept = number(sentences, r"You keep the prophecy (\d)")
        return None if tricks not in (None, won) or kept is None else f"keep-{kept}"
    if tricks not in (None, won):
        return None
    if decision.kind in ("follow", "follow_hidden"):
        if number(sentences, r"^For trick (\d) of") not in (None, now.table["trick"]):
            return None
        return _follows(now, decision, sentences, won)
    if decision.kind in ("exchange_take", "rank_row"):
        taken = after(sentences, "From the Row you take")
        if taken is None:
            return None
        if decision.kind == "exchange_take":
            return extreme(decision.options, highest=taken == ["the highest card"])
        down = sorted(decision.tokens, key=lambda token: (order_of(token.rstrip("+")), token), reverse=taken == ["the highest card"])
        return " ".join(down)
    named_first = after(sentences, lists[decision.kind])
    if decision.kind == "lead" and _steered(sentences):
        wish = "another trick" if _wants(now, sentences) else "none"
        named_first = after(sentences, f"If you lead and want {wish}, {FIRST}")
    for name in named_first or ():
        if name in ("the lowest card", "the highest card"):
            if ":" not in decision.tokens[0]:
                return extreme(decision.options, highest="highest" in name)
        elif (token := named(decision, name)) is not None:
            return token
    return None


def order_of(face: str) -> tuple[bool, int, int]:
    return face == ORB, RANK[face], list(SUIT).index(face)


def extreme(options: Sequence[Option], *, highest: bool) -> str | None:
    tokens = sorted((option.token for option in options), key=order_of)
    return (tokens[-1] if highest else tokens[0]) if tokens else None


def _follows(now: View, decision: Decision, sentences: Sequence[str], won: int) -> str | None:
    faces = [face for _seat, face in now.table["plays"]]
    led = SUIT[faces[0]] or ORB
    trump = TRUMPS[now.table["trump"]]
    if "You are asked when an Orb lies before you." in sentences and ORB in faces:
        return None
    heeded = "You are asked when a trump lies in a trick led otherwise." in sentences and trump.trump_suit not in (None, led)
    if heeded and any(SUIT[face] == trump.trump_suit for face in faces):
        return None
    best = max(trump.power(face, SUIT[faces[0]]) for face in faces)
    takers = [one for one in decision.options if (power := trump.power(one.token, SUIT[faces[0]])) > 0 and power >= best]
    wishes = _if_led(sentences, plain(SUIT_NAMES[led]))
    wishes += after(sentences, "Otherwise you follow with the first of these that you can") or ()
    for wish in wishes:
        if (token := named(decision, wish)) is not None:
            return token
        if (found := _by_rule(wish, decision.options, takers)) is not None:
            return found
    given = any("counts there as one that does not take the trick" in sentence for sentence in sentences)
    if _steered(sentences):
        return _steers(now, decision, sentences, [one.token for one in takers if not (given and SUIT[one.token] == "eyes")])
    aim = 0 if any("ou follow with the highest card that does not take the trick as it lies, else" in one for one in sentences) else None
    aim = number(sentences, r"With (\d+) tricks? or more") if aim is None else aim
    if aim is None:
        return None
    mine = [one for one in takers if not (given and SUIT[one.token] == "eyes")]
    first = (
        _by_rule("the lowest card that takes", decision.options, mine)
        if won < aim
        else _by_rule("the highest card that does not", decision.options, mine)
    )
    return first or extreme(decision.options, highest=False)


def _if_led(sentences: Sequence[str], suit: str) -> list[str]:
    """The cards for a suit that is led, which may be named among others."""
    if (always := after(sentences, f"Whatever is led, {FIRST}")) is not None:
        return always
    pattern = re.compile(r"If one of these is led \((.*)\), you play the first of these that you can: (.*)\.")
    for found in filter(None, map(pattern.fullmatch, sentences)):
        if suit in found[1].split(", "):
            return found[2].split(", ")
    return list(after(sentences, f"If {suit} is led, {FIRST}") or ())


def _steered(sentences: Sequence[str]) -> bool:
    return any(one.startswith("While you want none,") for one in sentences)


def _wants(now: View, sentences: Sequence[str]) -> bool:
    won, trick = now.table["tricks_won"][now.viewer or 0], len(now.table["tricks"]) + 1
    said = [re.fullmatch(r"With (\d) tricks? you want another(?: up to trick (\d))?\.", one) for one in sentences]
    return any(one and int(one[1]) == won and trick <= int(one[2] or 9) for one in said)


def _steers(now: View, decision: Decision, sentences: Sequence[str], takers: Sequence[str]) -> str:
    """Rank the cards by whether the trick is wanted: of the cards that take it, those that bring Glory come last; of the others, an Orb."""
    last = next((one.partition(" come last there")[0] for one in sentences if "since they bring Glory" in one), "")
    cheap = [face for face in takers if plain(SUIT_NAMES[SUIT[face] or ORB]) != last]
    others = [face for face in decision.tokens if face not in takers]
    trump, led = TRUMPS[now.table["trump"]], SUIT[now.table["plays"][0][1]]

    def strong(face: str) -> tuple[int, tuple[bool, int, int]]:
        return trump.power(face, led), order_of(face)

    wants = _wants(now, sentences)
    if wants and cheap:
        return max(cheap, key=strong)
    if others:
        return max(others, key=lambda face: (face != ORB, order_of(face)))
    return (max if wants else min)(cheap or takers, key=strong)


def _by_rule(wish: str, options: Sequence[Option], takers: Sequence[Option]) -> str | None:
    if not wish.startswith("the "):
        return None
    fitting = list(takers) if "takes" in wish else list(options)
    if "does not" in wish:
        fitting = [one for one in options if one not in takers]
    return extreme(fitting, highest="highest" in wish)


# ---- Turn of Fate ----------------------------------------------------------------------------------------------------


def priest(then: View, now: View, decision: Decision, sentences: Sequence[str]) -> str | None:
    """A person's answer at Turn of Fate, by the sentences alone."""
    text = next((sentence for sentence in sentences if sentence.startswith("At your next turn")), "")
    labels = {plain(option.label): option for option in decision.options}
    listed = text.partition(": ")[2].rstrip(".")
    mark = "; " if "; " in listed else ", "  # the sentence of a play for an Ace contains a comma
    rest = next((sentence for sentence in sentences if sentence.startswith("Each only ")), "")
    old, new = _lasts(then), _lasts(now)
    citizen = {one.token: read_play(one.token).citizen for one in decision.options if one.token != PASS}
    fresh = [one for one in decision.options if one.token != PASS and old.get(citizen[one.token]) != new[citizen[one.token]]]
    moment = [one for one in fresh if "Moment of Truth" in plain(one.outcome)]  # type: ignore[arg-type]
    blocked = bool(fresh if "if nothing can be played" in rest else moment if "if no Moment of Truth" in rest else ())
    if blocked:
        return None
    while listed:
        label = next((one for one in sorted(labels, key=len, reverse=True) if listed == one or listed.startswith(one + mark)), "")
        if label:
            option = labels[label]
            listed = listed.removeprefix(label).removeprefix(mark)
            changed = old.get(read_play(option.token).citizen) != new[read_play(option.token).citizen]
            allowed = not ("is the one that lies there now" in rest and changed)
            if allowed and not ("where it makes" in rest and "Moment of Truth" not in plain(option.outcome)):  # type: ignore[arg-type]
                return option.token
        else:
            listed = listed.partition(mark)[2]
    return PASS if sentences[-1] in ("At your next turn you pass.", "Otherwise you pass.") else None


def _lasts(view: View) -> dict[str, str]:
    zones = (*view.table["congregations"], view.table["agora"])
    return {stack[0]: stack[-1] for zone in zones for stack in zone}


# ---- Tempting Fate ---------------------------------------------------------------------------------------------------


def duellist(then: View, now: View, decision: Decision, sentences: Sequence[str]) -> str | None:
    """A person's answer at Tempting Fate, by the sentences alone."""
    attacks = after(sentences, "You make the first of these attacks that you can")
    if attacks is not None:
        if decision.kind != "attack":
            return None
        same = any(sentence.startswith("Each only where the path lies") for sentence in sentences)
        for name in attacks:
            token = named(decision, name)
            path = int(name[-1]) - 1
            if token and not (same and _shape(then)[path] != _shape(now)[path]):
                return token
        return None
    actions = next((found[1].split(", ") for one in sentences if (found := re.search(r"ou do this, in this order: (.*)\.$", one))), None)
    if actions is None or decision.kind != "action":
        return None
    done = [plain(action(token)) for token in now.table["draft"]]
    if done != actions[: len(done)]:
        return None
    condition = next((match for one in sentences if (match := re.search(r"card of path (\d)( stays)?", one))), None)
    if condition:
        path, stays = int(condition[1]) - 1, bool(condition[2])
        lengths, tokens = map(list, zip(*_shape(then), strict=True))
        lengths[path] -= not stays
        here, laid = map(list, zip(*_shape(now), strict=True))
        for name in done:
            taken = name.startswith("Remove")
            here[int(name[-1]) - 1] -= not taken
            laid[int(name[-1]) - 1] += taken
        gets = next((found[1] for one in sentences if (found := re.search(r"stays and gets ([\d, or]+) tokens,", one))), "")
        numbers = re.findall(r"\d+", gets)
        more = laid[path] - tokens[path]
        if here != lengths or (stays and (more <= 0 or (numbers and str(more) not in numbers))):
            return None
    return named(decision, actions[len(done)]) if len(done) < len(actions) else None


def _shape(view: View) -> list[tuple[int, int]]:
    return [(len(path), path[-1]["tokens"] if path else 0) for path in view.table["paths"]]


# ---- Fate Foretold ---------------------------------------------------------------------------------------------------

LOSING = ("sacrifice", "trade_away", "return_own", "give", "topdeck_own", "discard", "limit_bury", "limit_discard")
KEEPING = ("keep", "protect", "gain")


def seer(then: View, now: View, decision: Decision, sentences: Sequence[str]) -> str | None:
    """A person's answer at Fate Foretold, by the sentences alone."""
    until = number(sentences, r"end of round (\d+)")
    if until is not None and now.table["round"] > until:
        return None
    mine = now.table["players"][now.viewer or 0]["counts"]
    best = max(SUITS, key=lambda suit: mine[suit])
    if decision.kind in LOSING + KEEPING:
        lose = decision.kind in LOSING
        if any(token not in CARDS for token in decision.tokens):
            return None
        names = next((one for one in sentences if one.startswith("You lose these first" if lose else "You keep these first")), "")
        there = [one for one in decision.options if any(f" {plain(one.label)}{mark}" in names for mark in ",;.")]
        first = [one.token for one in sorted(there, key=lambda one: names.index(plain(one.label)))]
        then_all = any(f"you {'lose' if lose else 'keep'} what counts" in one.casefold() for one in sentences)
        if not then_all and (not names or len(first) < decision.least):
            return None
        rest = [token for token in decision.tokens[::-1] if token not in first]
        rest.sort(key=lambda token: weight(token, best) if lose else -weight(token, best))
        return " ".join([*first, *rest][: decision.least])
    if decision.kind == "put":
        suit = best if any("of the suit of which you have most, else none" in one for one in sentences) else None
        for one in sentences:
            if (found := re.search(r"it is the first of (Heart|Mind|Body|Soul), else none", one)) is not None:
                suit = found[1].casefold()
        if suit:
            return next((token for token in decision.tokens if token in CARDS and suit in CARDS[token].suits), "none")
        return "none" if any(one.startswith("You put no card") for one in sentences) else None
    words = {
        "whisper": {"The Whisperer: draw a card.": "draw", "The Whisperer: draw nothing.": "skip"},
        "harvest": {"The Harvest: reveal the card drawn.": "reveal", "The Harvest: keep it hidden.": "skip"},
        "extra": {"Playing another card: play nothing more.": "pass"},
    }
    said = words.get(decision.kind, {})
    return next((said[one] for one in sentences if one in said and said[one] in decision.tokens), None)


def weight(card: str, suit: str) -> int:
    """The weight of a card for a suit."""
    return COUNTS_AS[card] >> SHIFT[suit] & 0xFF


# ---- Council of Kings --------------------------------------------------------------------------------------------------

PRICES = (
    r"until it costs (\d+) coins? or less",
    r"at your turn for (\d+) coins? or less",
    r"and buy at (\d+), if",
    r"once (\d+) coins? lie",
)


def king(then: View, now: View, decision: Decision, sentences: Sequence[str]) -> str | None:
    """A person's answer at Council of Kings, by the sentences alone."""
    if "Action phase" in " ".join(sentences) or "Heroes attack" in sentences[0]:
        return _acts(now, decision, sentences) if decision.kind == "action" else None
    if decision.kind == "action" or not _speaks_of(council_cards.CARDS[now.table["lot"]["card"]], sentences):
        return None
    if decision.kind == FILING:
        return BY_TURN
    if sentences[0] == "You are asked at each of your turns in this auction.":
        return None
    if decision.kind == "sacrifice":
        hero = next((one for one in sentences if one.startswith("If one of your Heroes must die")), "")
        return next((token for token in decision.tokens if hero.endswith(f" {plain(council_cards.CARDS[token].name)}.")), None)
    put = [plain(council_cards.FAVOR[favor].name) for favor in now.table["lot"]["playing"]]
    if any(name not in _names(sentences, "You buy with ", ", where they fit.") for name in put):
        return None
    wish = _takes(now, decision, sentences) if _for_evil(sentences) else _buys(now, decision, sentences)
    return wish if wish in decision.tokens else None


def _acts(now: View, decision: Decision, sentences: Sequence[str]) -> str | None:
    if sentences[0] == "You do nothing in the Action phase.":
        return "done"
    kingdom = now.table["players"][now.viewer or 0]["cards"]
    if "only when a Hero of yours can attack" in sentences[0]:
        return None if any(True for _attack in council_board.attacks(kingdom)) else "done"
    if sentences[0].startswith("You are asked"):
        return None
    spared = [
        held["id"] for held in kingdom if plain(council_cards.CARDS[held["id"]].name) in _names(sentences, "These do not attack: ", ".")
    ]
    wish = attack_routine(kingdom, first=now.viewer not in now.table["attacked"], reserve=spared) or "done"
    return wish if wish in decision.tokens else None


def _speaks_of(card: FateCard, sentences: Sequence[str]) -> bool:
    """Whether an order applies to the card up for auction: by its name, by its kind, or as an order to buy Good or take Evil cards."""
    only = next((one for one in sentences if one.startswith("This is only for ")), "").removeprefix("This is only for ").rstrip(".")
    if only:
        return only in (plain(card.name), plain(KINDS[card.kind]))
    return sentences[0].startswith("You are asked at") or _for_evil(sentences) != card.good


def _for_evil(sentences: Sequence[str]) -> bool:
    return any(one.startswith("Until then you bid") for one in sentences)


def _names(sentences: Sequence[str], before: str, behind: str) -> list[str]:
    said = next((one for one in sentences if one.startswith(before)), "")
    return said.removeprefix(before).removesuffix(behind).split(", ") if said else []


def _to_put(now: View, decision: Decision, sentences: Sequence[str]) -> list[str]:
    """The Favors named for the purchase that can still be played."""
    wanted = [favor.id for name in _names(sentences, "You buy with ", ", where they fit.") for favor in council_cards.FAVORS
              if plain(favor.name) == name]  # fmt: skip
    left = list(now.table["players"][now.viewer or 0]["hand"])
    for favor in now.table["lot"]["playing"]:
        left.remove(favor)
    kind = council_cards.CARDS[now.table["lot"]["card"]].kind
    mute = council_board.muted(now.table["players"][now.viewer or 0]["cards"])
    return [favor for favor in wanted if not mute and favor in left and kind in council_cards.FAVOR[favor].needs
            and favor not in now.table["lot"]["playing"]]  # fmt: skip


def _at(sentences: Sequence[str]) -> int | None:
    return next((at for pattern in PRICES if (at := number(sentences, pattern)) is not None), None)


def _buys(now: View, decision: Decision, sentences: Sequence[str]) -> str:
    """A Good card: buy at the order's price, with taxes if they are allowed and sufficient; else pass."""
    me, lot, at = now.table["players"][now.viewer or 0], now.table["lot"], _at(sentences)
    put = _to_put(now, decision, sentences)
    buying = f"play>{put[0]}" if put else "buy"
    if at is not None and lot["coins"] <= at:
        price = max(0, lot["coins"] + sum(council_cards.FAVOR[favor].price for favor in (*lot["playing"], *put)))
        missing, brings = price - me["coins"], council_board.tax_yield(me["cards"])
        if missing <= 0:
            return buying
        taxes = -(-missing // brings) if brings else 99
        if taxes <= (number(sentences, r"You tax at most (\d+) time") or 0) and me["populace"] + taxes <= council_cards.TAX_LIMIT:
            return "tax"
    if lot["coins"] and not lot["playing"]:
        return "bid"
    free = [favor for favor in put if not council_cards.FAVOR[favor].price]
    return f"play>{free[0]}" if free else "buy"


def _takes(now: View, decision: Decision, sentences: Sequence[str]) -> str | None:
    """An Evil card: take it when enough coins are on it; until then bid, bargain, or do what the order says for the end."""
    me, lot, at = now.table["players"][now.viewer or 0], now.table["lot"], _at(sentences)
    put = _to_put(now, decision, sentences)
    taking = f"play>{put[0]}" if put else "buy"
    if lot["playing"] or (at is not None and lot["coins"] >= at):
        return taking
    held = {plain(council_cards.FAVOR[favor].name): favor for favor in me["hand"]}
    for beginning in ("First you bargain with ", "Then you bargain with "):
        gift = next((held[name] for name in _names(sentences, beginning, ".") if name in held), None)
        if beginning.startswith("Then"):
            most = number(sentences, r"you bid at most (\d+) coin")
            if most is None or lot["bids"][now.viewer or 0] < most:
                if me["coins"]:
                    return "bid"
                taxes = number(sentences, r"You tax at most (\d+) time") or 0
                if lot["taxes"][now.viewer or 0] < taxes and me["populace"] < council_cards.TAX_LIMIT:
                    return "tax"
        if gift:
            return f"bargain>{gift}"
    return None if "After that you are asked." in sentences else taking


PEOPLE: tuple[tuple[str, int, Person], ...] = (
    ("council_of_kings", 4, king),
    ("destined_to_fail", 4, prophet),
    ("turn_of_fate", 2, priest),
    ("tempting_fate", 2, duellist),
    ("fate_foretold", 4, seer),
)


@pytest.mark.parametrize(("key", "seats", "person"), PEOPLE, ids=[key for key, _seats, _person in PEOPLE])
@pytest.mark.timeout(3600)
def test_a_person_who_knows_the_sentences_answers_what_the_order_answers(key: str, seats: int, person: Person) -> None:
    assert lockstep(registry.game(key), seats, 1, person, WANTED) > WANTED / 10


@pytest.mark.timeout(3600)
def test_orders_for_this_trick_and_the_next_one_where_followers_choose_at_once() -> None:
    assert lockstep(registry.game("destined_to_fail"), 4, 1, prophet, WANTED, {"followers": TOGETHER}) > WANTED / 10
