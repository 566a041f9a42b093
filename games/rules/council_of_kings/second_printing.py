"""The second printing: the cards whose numbers or texts were changed by measurement (docs/measurements/cards.md).

A card with other numbers has a new id and the same name, since stored games refer to cards by id. Cards that are not listed here
are the same in both printings (`first_printing`).
"""

from collections.abc import Mapping
from typing import Any

from games.rules.council_of_kings.card_rows import blessing, event, hero, sequence
from games.rules.council_of_kings.kinds import (
    ACTION,
    BARGAIN,
    BARGAIN_NOW,
    CURSE,
    HERO,
    MAGE,
    MONSTER,
    PRIEST,
    ROGUE,
    WARRIOR,
    Ability,
    Bonus,
    FateCard,
    Favor,
)
from games.rules.messages import msg


async def _feast(x: Any) -> None:
    payers = x.richest
    await x.lose(3, payers)
    await x.gain(2, [seat for seat in x.everybody if seat not in payers])


# fmt: off
FATE: Mapping[str, FateCard] = {
    "hedge_witch": hero(
        "hedgewitch", msg("Hedge Witch"), MAGE, 12, 2, 2, 13, basic=True,
        text=msg("Action: spend 1 Order from this Hero to remove 1 Chaos from your Populace."),
        ability=Ability(order=1, do=lambda x: x.lower_populace(1))),
    "spymistress": hero(
        "lady_quill", msg("Lady Quill, Spymistress"), ROGUE, 12, 1, 2, 15,
        text=msg("When you buy this card, draw 2 Favors."),
        on_buy=lambda x: x.draw(2)),
    "tollmaster": hero(
        "pennyworth", msg("Pennyworth the Tollmaster"), ROGUE, 11, 1, 3, 14,
        text=msg("Your taxes yield 1 additional coin."),
        tax_yield=1),
    "confessor": hero(
        "brother_confessor", msg("Brother Confessor"), PRIEST, 11, 2, 2, 11,
        text=msg("When you buy this card, remove up to 2 Chaos from your Populace."),
        on_buy=lambda x: x.lower_populace(2)),
    "corsair_queen": hero(
        "queen_maro", msg("Corsair Queen Maro"), ROGUE, 11, 2, 2, 12,
        text=msg("Action, once per Action phase: spend 1 Order from this Hero; another player of your choice gives you 2 coins."),
        ability=Ability(order=1, once=True, target=("player",), do=lambda x: x.steal(2, x.chosen_player))),
    "berserker": hero(
        "hrolf", msg("Hrolf the Berserker"), WARRIOR, 11, 5, 3, 17,
        text=msg("When this Hero has no Order left, it dies."),
        fragile=True),
    "blessed_blades": blessing(
        "holy_blades", msg("Blessed Blades"), 5, 4,
        text=msg("Each attack by your Heroes removes 1 additional Chaos."),
        attack_bonus=Bonus(1)),
    "temple_of_mercy": blessing(
        "mercy_temple", msg("Temple of Mercy"), 8, 8,
        text=msg("Whenever you buy an Evil card, remove up to 2 Chaos from your Populace."),
        owner_buys=(MONSTER, CURSE), on_owner_buys=lambda x: x.lower_populace(2)),
    "oracles_whisper": blessing(
        "oracle_whisper", msg("The Oracle's Whisper"), 9, 10,
        text=msg("When you buy this card, draw 3 Favors and look at the top 2 cards of the Fate deck."),
        on_buy=sequence(lambda x: x.draw(3), lambda x: x.peek(2))),
    "royal_mint": blessing(
        "crown_mint", msg("Royal Mint"), 7, 9,
        text=msg("At the end of the game, 1 point for every 3 coins you have."),
        score=lambda k: k.coins // 3),
    "festival": event(
        "midsummer", msg("Midsummer Festival"), basic=True,
        text=msg("The player or players with the most coins lose 3 coins. Each other player gains 2 coins."),
        on_reveal=_feast),
    "winter_of_discontent": event(
        "discontent", msg("Winter of Discontent"),
        text=msg("The player or players with the most coins put 2 Chaos in their Populace."),
        on_reveal=lambda x: x.raise_populace(2, x.richest)),
}
"""By the id of the card that each replaces."""

FAVORS: Mapping[str, Favor] = {
    "silver_lining": Favor(
        "silver_cloud", msg("Silver Lining"), BARGAIN, copies=2,
        text=msg("Bargain: gain 1 coin; if nobody has fewer coins than you, gain 3 coins instead."),
        do=lambda x: x.gain(3 if x.owner in x.poorest else 1)),
    "sweeten_the_pot": Favor(
        "sweet_pot", msg("Sweeten the Pot"), BARGAIN_NOW,
        text=msg("Bargain, revealed at once: put 3 coins from the bank on the card up for auction and gain 1 coin."),
        do=sequence(lambda x: x.add_lot_coins(3), lambda x: x.gain(1))),
    "cutpurses": Favor(
        "light_fingers", msg("Cutpurses"), ACTION, target=("player",),
        text=msg("Action: another player of your choice gives you 2 coins."),
        do=lambda x: x.steal(2, x.chosen_player)),
    "old_debts": Favor(
        "old_debt", msg("Old Debts"), BARGAIN,
        text=msg("Bargain: draw 1 Favor and look at the top card of the Fate deck."),
        do=sequence(lambda x: x.draw(1), lambda x: x.peek(1))),
    "bread_and_circuses": Favor(
        "bread_and_games", msg("Bread and Circuses"), ACTION, copies=2,
        text=msg("Action: remove 1 Chaos from your Populace and gain 1 coin."),
        do=sequence(lambda x: x.lower_populace(1), lambda x: x.gain(1))),
    "rallying_cry": Favor(
        "rally", msg("Rallying Cry"), ACTION, target=(HERO,),
        text=msg("Action: put 2 Order on one of your Heroes and gain 1 coin."),
        do=sequence(lambda x: x.add_order(2, x.chosen_hero), lambda x: x.gain(1))),
    "scrying_bowl": Favor(
        "seers_bowl", msg("Scrying Bowl"), ACTION,
        text=msg("Action: gain 2 coins and look at the top 3 cards of the Fate deck."),
        do=sequence(lambda x: x.gain(2), lambda x: x.peek(3))),
    "noble_sacrifice": Favor(
        "great_sacrifice", msg("Noble Sacrifice"), ACTION, target=(HERO, MONSTER),
        text=msg("Action: one of your Heroes dies; remove up to 4 Chaos from one of your Monsters and gain 4 coins."),
        do=sequence(lambda x: x.die(x.chosen_hero), lambda x: x.remove_chaos(4, x.chosen_monster), lambda x: x.gain(4))),
}
"""By the id of the Favor that each replaces."""
# fmt: on
