"""The Action phase (section 5.4): upkeep triggers, then an open wait in which the seats asked act in any order.

Each answer is one complete action with its targets, because another seat may act between two answers of a seat. A step is one
action.
"""

from games.rules.ask import Question, ask_any, pick
from games.rules.contract import Seat
from games.rules.council_of_kings import words
from games.rules.council_of_kings.auction import taxing
from games.rules.council_of_kings.board import Council, Held, attacks, can_tax, could_act, designs, muted, strength, targets, usable
from games.rules.council_of_kings.cards import CARDS, FAVOR
from games.rules.council_of_kings.kinds import ACTION, HERO, MONSTER
from games.rules.council_of_kings.verbs import EffectContext, check, discard_favor, tax


async def upkeep(t: Council) -> None:
    """Start the phase: reset its counters, then run upkeep triggers of cards not just bought (R30), clockwise, oldest first (R31)."""
    t.used, t.attacked = [], []
    for seat in t.clockwise(t.auctioneer):
        for held in list(t.kingdoms[seat]):
            card = CARDS[held["id"]]
            if card.on_upkeep and held["bought"] < t.auction:
                await card.on_upkeep(EffectContext(t, seat, card.id))
    t.waiting = [seat for seat in t.all_seats if could_act(t, seat)]
    t.phase = "action" if t.waiting else "reveal"


async def act(t: Council) -> None:
    """One action of the seat that answers first (R34)."""
    seat, answer = await ask_any([_question(t, seat) for seat in t.waiting])
    before = [_resources(t, other) for other in t.all_seats]
    if answer == "done":
        t.waiting.remove(seat)
        t.log("done", seat=seat)
    else:
        await carry_out(t, seat, answer)
    # A seat that was done is asked again when another seat's action changed its coins, hand, Populace or cards.
    affected = [other for other in t.others(seat) if _resources(t, other) != before[other] and could_act(t, other)]
    t.waiting = sorted({*t.waiting, *affected})
    t.phase = "action" if t.waiting else "reveal"


async def carry_out(t: Council, seat: Seat, answer: str) -> None:
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
    """The tokens of all actions of a seat now: abilities, Favors, attacks, a tax, and done."""
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
    """Pay the attack cost in Order and remove Chaos; then check the Monster, then a fragile Hero."""
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
    """Pay the cost of an activated ability and run its effect."""
    held = held_card(t, seat, name)
    ability = CARDS[name].ability
    assert ability is not None
    context = with_targets(t, seat, name, ability.target, names)
    t.log("use", seat=seat, card=name, order=ability.order, coins=ability.coins, targets=names)
    t.coins[seat] -= ability.coins
    t.bank += ability.coins
    if ability.once:
        t.used.append(name)
    if ability.discard:
        await (context.die if CARDS[name].kind == HERO else context.give_up)([(seat, held)])
    if ability.order:
        await context.remove_order(ability.order, [(seat, held)])
    await ability.do(context)


async def play(t: Council, seat: Seat, name: str, names: list[str]) -> None:
    """Play a Favor of the Action phase: reveal and discard it, then run its effect."""
    favor = FAVOR[name]
    context = with_targets(t, seat, name, favor.target, names)
    discard_favor(t, seat, name)
    t.log("favor", reveals=True, seat=seat, favor=name, targets=names)
    assert favor.do is not None
    await favor.do(context)


def with_targets(t: Council, seat: Seat, name: str, wanted: tuple[str, ...], names: list[str]) -> EffectContext:
    context = EffectContext(t, seat, name)
    for what, target in zip(wanted, names, strict=True):
        if what == HERO:
            context.hero = held_card(t, seat, target)
        elif what == MONSTER:
            context.monster = held_card(t, seat, target)
        else:
            context.player = int(target.removeprefix("seat_")) - 1
    return context


def held_card(t: Council, seat: Seat, name: str) -> Held:
    return next(held for held in t.kingdoms[seat] if held["id"] == name)


def _resources(t: Council, seat: Seat) -> tuple[int, int, int, int]:
    """The values of a seat whose change by another seat's action makes it be asked again."""
    return t.coins[seat], t.populace[seat], len(t.hands[seat]), len(t.kingdoms[seat])


def _question(t: Council, seat: Seat) -> Question:
    prompt, say = words.action(t.kingdoms[seat], taxing(t, seat), first=seat not in t.attacked)
    return pick(seat, "action", choices(t, seat), prompt=prompt, say=say, rule="R34")
