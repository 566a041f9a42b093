"""The Action phase: texts at its start, then an open wait in which everybody who might act does so in any order.

Each answer is one whole action, targets included: between two answers of one player another one may act, and nothing may
be half carried out then. A step is one action, so a position never holds more than one.
"""

from __future__ import annotations

from games.rules.ask import Question, ask_any, pick
from games.rules.contract import Seat
from games.rules.council_of_kings import words
from games.rules.council_of_kings.board import Council, Held, attacks, can_tax, could_act, designs, muted, strength, targets, usable
from games.rules.council_of_kings.cards import CARDS, FAVOR
from games.rules.council_of_kings.kinds import ACTION, HERO, MONSTER
from games.rules.council_of_kings.verbs import Deed, check, discard_favor, tax


async def upkeep(t: Council) -> None:
    """The phase begins: counters are reset, then texts of cards not just bought (R30), clockwise, oldest first (R31)."""
    t.used, t.attacked = [], []
    for seat in t.clockwise(t.auctioneer):
        for held in list(t.kingdoms[seat]):
            card = CARDS[held["id"]]
            if card.on_upkeep and held["bought"] < t.auction:
                await card.on_upkeep(Deed(t, seat, card.id))
    t.waiting = [seat for seat in t.all_seats if could_act(t, seat)]
    t.phase = "action" if t.waiting else "reveal"


async def act(t: Council) -> None:
    """One action of whoever answers first (R34)."""
    seat, answer = await ask_any([_question(t, seat) for seat in t.waiting])
    before = [_purse(t, other) for other in t.all_seats]
    if answer == "done":
        t.waiting.remove(seat)
        t.log("done", seat=seat)
    else:
        await carry_out(t, seat, answer)
    _ask_again(t, [other for other in t.others(seat) if _purse(t, other) != before[other]])
    t.phase = "action" if t.waiting else "reveal"


async def carry_out(t: Council, seat: Seat, answer: str) -> None:
    """One action, at once and in full."""
    verb, *names = answer.split(">")
    if verb == "attack":
        await attack(t, seat, names[0], names[1])
    elif verb == "use":
        await use(t, seat, names[0], names[1:])
    elif verb == "play":
        await play(t, seat, names[0], names[1:])
    else:
        tax(t, seat)


def choices(t: Council, seat: Seat) -> list[str]:
    """Every action open to a seat now: abilities, Favors, attacks, a tax, and being done."""
    tokens = usable(t, seat)
    if not muted(t.kingdoms[seat]):
        for favor in designs(t.hands[seat]):
            if FAVOR[favor].when == ACTION:
                tokens += [f"play>{favor}{ending}" for ending in targets(t, seat, FAVOR[favor].target)]
    tokens += [f"attack>{hero['id']}>{monster['id']}" for hero, monster in attacks(t.kingdoms[seat])]
    if can_tax(t, seat):
        tokens.append("tax")
    tokens.append("done")
    return tokens


async def attack(t: Council, seat: Seat, hero_name: str, monster_name: str) -> None:
    """Pay the Monster's price in Order, remove Chaos, then see who falls: the Monster first, then a fragile Hero."""
    hero, monster = held_card(t, seat, hero_name), held_card(t, seat, monster_name)
    removed = min(monster["chaos"], strength(t.kingdoms[seat], hero, monster, first=seat not in t.attacked))
    if seat not in t.attacked:
        t.attacked.append(seat)
    hero["order"] -= CARDS[monster_name].attack_cost
    monster["chaos"] -= removed
    t.log("attack", seat=seat, hero=hero_name, monster=monster_name, order=hero["order"], removed=removed, chaos=monster["chaos"])
    await check(t, seat, monster)
    await check(t, seat, hero)


async def use(t: Council, seat: Seat, name: str, names: list[str]) -> None:
    """Pay for an ability and carry it out."""
    held = held_card(t, seat, name)
    ability = CARDS[name].ability
    assert ability is not None
    deed = aimed(t, seat, name, ability.target, names)
    t.log("use", seat=seat, card=name, order=ability.order, coins=ability.coins, targets=names)
    t.coins[seat] -= ability.coins
    t.bank += ability.coins
    if ability.once:
        t.used.append(name)
    if ability.discard:
        await (deed.die if CARDS[name].kind == HERO else deed.give_up)([(seat, held)])
    if ability.order:
        await deed.remove_order(ability.order, [(seat, held)])
    await ability.do(deed)


async def play(t: Council, seat: Seat, name: str, names: list[str]) -> None:
    """Play a Favor of the Action phase: revealed as it is played, then carried out."""
    favor = FAVOR[name]
    deed = aimed(t, seat, name, favor.target, names)
    discard_favor(t, seat, name)
    t.log("favor", reveals=True, seat=seat, favor=name, targets=names)
    assert favor.do is not None
    await favor.do(deed)


def aimed(t: Council, seat: Seat, name: str, wanted: tuple[str, ...], names: list[str]) -> Deed:
    """A deed with the targets that were named."""
    deed = Deed(t, seat, name)
    for what, target in zip(wanted, names, strict=True):
        if what == HERO:
            deed.hero = held_card(t, seat, target)
        elif what == MONSTER:
            deed.monster = held_card(t, seat, target)
        else:
            deed.player = int(target.removeprefix("seat_")) - 1
    return deed


def held_card(t: Council, seat: Seat, name: str) -> Held:
    """The card of that name in the seat's Kingdom."""
    return next(held for held in t.kingdoms[seat] if held["id"] == name)


def _ask_again(t: Council, touched: list[Seat]) -> None:
    """Who was done is asked again when somebody else's action changed its coins, hand, Populace or cards."""
    for seat in touched:
        if seat not in t.waiting and could_act(t, seat):
            t.waiting = sorted([*t.waiting, seat])


def _purse(t: Council, seat: Seat) -> tuple[int, int, int, int]:
    """What another player's action could change of a seat."""
    return t.coins[seat], t.populace[seat], len(t.hands[seat]), len(t.kingdoms[seat])


def _question(t: Council, seat: Seat) -> Question:
    prompt, say = words.action(t.kingdoms[seat], first=seat not in t.attacked)
    return pick(seat, "action", choices(t, seat), prompt=prompt, say=say, rule="R34")
