"""The first printing of the cards: numbers, classes, texts, and next to each text its effect.

The rules were published with three named cards (Goldentongue, Kobolds, Troll) and Game Ends; every other card, number and
text is a house design. The `x` of an effect is a `verbs.EffectContext`.
"""

from typing import Any

from games.rules.council_of_kings.card_rows import blessing, curse, event, hero, monster
from games.rules.council_of_kings.kinds import (
    ACTION,
    BARD,
    BARGAIN,
    BARGAIN_NOW,
    BEAST,
    BEFORE_BUY,
    BOUGHT,
    CURSE,
    EVIL,
    FIEND,
    GIANT,
    GOBLINOID,
    GOOD,
    HERO,
    MAGE,
    MONSTER,
    PRIEST,
    ROGUE,
    UNDEAD,
    WARRIOR,
    Ability,
    Bonus,
    FateCard,
    Favor,
)
from games.rules.messages import msg


async def draw_three_and_look(x: Any) -> None:
    await x.draw(3)
    await x.peek(2)


async def _one_hero_dies(x: Any) -> None:
    await x.die(await x.choose_own_hero())


async def _levy(x: Any) -> None:
    await x.lose(3, x.richest)
    await x.gain(3, x.poorest)


async def _coin_and_look(x: Any) -> None:
    await x.gain(1)
    await x.peek(3)


async def _hero_for_chaos(x: Any) -> None:
    await x.die(x.chosen_hero)
    await x.remove_chaos(4, x.chosen_monster)


# fmt: off
FATE: tuple[FateCard, ...] = (
    # ---- Heroes: class, cost, Order, points, worth in half points -----------------------------------------------------
    hero("goldentongue", msg("Goldentongue"), BARD, 11, 2, 4, 15, basic=True,
         text=msg("Action: spend 1 Order from this Hero to gain 2 coins."),
         ability=Ability(order=1, do=lambda x: x.gain(2))),
    hero("shieldbreaker", msg("Brenna Shieldbreaker"), WARRIOR, 9, 3, 2, 13, basic=True),
    hero("hedge_witch", msg("Hedge Witch"), MAGE, 9, 2, 2, 13, basic=True,
         text=msg("Action: spend 1 Order from this Hero to remove 1 Chaos from your Populace."),
         ability=Ability(order=1, do=lambda x: x.lower_populace(1))),
    hero("old_marshal", msg("The Old Marshal"), WARRIOR, 11, 4, 2, 17, basic=True),
    hero("dawn_paladin", msg("Paladin of the Dawn"), PRIEST, 10, 2, 3, 15,
         text=msg("Each attack by this Hero on an Undead or a Fiend removes 1 additional Chaos."),
         attack_bonus=Bonus(1, vs=(UNDEAD, FIEND))),
    hero("giant_killer", msg("Torvin Giant-Killer"), WARRIOR, 9, 2, 2, 12,
         text=msg("Each attack by this Hero on a Giant or a Beast removes 1 additional Chaos."),
         attack_bonus=Bonus(1, vs=(GIANT, BEAST))),
    hero("spymistress", msg("Lady Quill, Spymistress"), ROGUE, 9, 1, 2, 15,
         text=msg("When you buy this card, draw 2 Favors."),
         on_buy=lambda x: x.draw(2)),
    hero("tollmaster", msg("Pennyworth the Tollmaster"), ROGUE, 9, 1, 3, 14,
         text=msg("Your taxes yield 1 additional coin."),
         tax_yield=1),
    hero("archmage", msg("Archmage Seraphel"), MAGE, 10, 3, 3, 15,
         text=msg("Action, once per Action phase: pay 2 coins to put 1 Order on this Hero."),
         ability=Ability(coins=2, once=True, do=lambda x: x.add_order(1, x.this))),
    hero("confessor", msg("Brother Confessor"), PRIEST, 9, 2, 2, 11,
         text=msg("When you buy this card, remove up to 2 Chaos from your Populace."),
         on_buy=lambda x: x.lower_populace(2)),
    hero("martyr", msg("Sister Cael, Martyr"), PRIEST, 8, 1, 3, 12,
         text=msg("Action: this Hero dies; banish one Monster in your Kingdom."),
         ability=Ability(discard=True, target=(MONSTER,), do=lambda x: x.banish(x.chosen_monster))),
    hero("minstrels", msg("The Wandering Minstrels"), BARD, 8, 1, 1, 11,
         text=msg("At the end of the game, 1 point for each Hero in your Kingdom (this one included)."),
         score=lambda k: k.heroes),
    hero("corsair_queen", msg("Corsair Queen Maro"), ROGUE, 9, 2, 2, 12,
         text=msg("Action, once per Action phase: spend 1 Order from this Hero; another player of your choice gives you 2 coins."),
         ability=Ability(order=1, once=True, target=("player",), do=lambda x: x.steal(2, x.chosen_player))),
    hero("berserker", msg("Hrolf the Berserker"), WARRIOR, 10, 5, 3, 17,
         text=msg("When this Hero has no Order left, it dies."),
         fragile=True),
    hero("squire", msg("Eager Squire"), WARRIOR, 6, 1, 1, 7,
         text=msg("Whenever you buy another Hero, put 1 Order on this Hero."),
         owner_buys=(HERO,), on_owner_buys=lambda x: x.add_order(1, x.this)),

    # ---- Blessings: cost, worth ---------------------------------------------------------------------------------------
    blessing("bountiful_harvest", msg("Bountiful Harvest"), 8, 10, basic=True,
             text=msg("Whenever you buy another card, gain 2 coins."),
             owner_buys=BOUGHT, on_owner_buys=lambda x: x.gain(2)),
    blessing("hallowed_ground", msg("Hallowed Ground"), 8, 11, basic=True,
             text=msg("At the end of the game, ignore up to 2 of your Chaos counters."),
             chaos_ignored=2),
    blessing("blessed_blades", msg("Blessed Blades"), 5, 3,
             text=msg("Each attack by your Warriors and your Priests removes 1 additional Chaos."),
             attack_bonus=Bonus(1, by=(WARRIOR, PRIEST))),
    blessing("temple_of_mercy", msg("Temple of Mercy"), 10, 16,
             text=msg("Action, once per Action phase: pay 2 coins to remove 1 Chaos from your Populace."),
             ability=Ability(coins=2, once=True, do=lambda x: x.lower_populace(1))),
    blessing("oracles_whisper", msg("The Oracle's Whisper"), 6, 7,
             text=msg("When you buy this card, draw 3 Favors and look at the top 2 cards of the Fate deck."),
             on_buy=draw_three_and_look),
    blessing("royal_mint", msg("Royal Mint"), 6, 7,
             text=msg("At the end of the game, 1 point for every 4 coins you have."),
             score=lambda k: k.coins // 4),
    blessing("royal_hunt", msg("The Royal Hunt"), 6, 6,
             text=msg("Action: discard this Blessing; banish one Monster in your Kingdom."),
             ability=Ability(discard=True, target=(MONSTER,), do=lambda x: x.banish(x.chosen_monster))),

    # ---- Monsters: class, Chaos, worth --------------------------------------------------------------------------------
    monster("kobolds", msg("Kobolds"), GOBLINOID, 2, -6, basic=True),
    monster("troll", msg("Troll"), GIANT, 3, -11, basic=True),
    monster("highwaymen", msg("Highwaymen"), GOBLINOID, 2, -3, basic=True,
            text=msg("When slain, gain 2 coins."),
            on_slain=lambda x: x.gain(2)),
    monster("barrow_wight", msg("Barrow Wight"), UNDEAD, 4, -15, basic=True),
    monster("wolf_pack", msg("Wolf Pack"), BEAST, 2, -9,
            text=msg("Enters with 1 additional Chaos for each Monster already in your Kingdom."),
            enters_with_monsters=True),
    monster("red_dragon", msg("Red Dragon"), BEAST, 6, -22,
            text=msg("When slain, gain 4 coins."),
            on_slain=lambda x: x.gain(4)),
    monster("hydra", msg("Marsh Hydra"), BEAST, 2, -18,
            text=msg("At the start of each Action phase, put 1 Chaos on this Monster if it has fewer than 4."),
            on_upkeep=lambda x: x.add_chaos(1, x.this, most=4)),
    monster("goblin_thieves", msg("Goblin Thieves"), GOBLINOID, 1, -14,
            text=msg("At the start of each Action phase, lose 1 coin."),
            on_upkeep=lambda x: x.lose(1)),
    monster("lich", msg("The Lich"), UNDEAD, 3, -14,
            text=msg("When you buy this card, one of your Heroes of your choice dies."),
            on_buy=_one_hero_dies),
    monster("tempter", msg("The Tempter"), FIEND, 3, -15,
            text=msg("Warriors cannot attack this Monster."),
            immune_to=(WARRIOR,)),
    monster("frost_giant", msg("Frost Giant"), GIANT, 3, -16,
            text=msg("Each attack on this Monster costs 2 Order instead of 1."),
            attack_cost=2),
    monster("imps", msg("Mischievous Imps"), FIEND, 2, -9,
            text=msg("When you buy this card, discard 1 Favor at random."),
            on_buy=lambda x: x.discard_random_favor()),
    monster("vampire_count", msg("The Vampire Count"), UNDEAD, 3, -13,
            text=msg("At the end of the game, lose 3 points if this Monster is in your Kingdom."),
            score=lambda k: -3),
    monster("demon_prince", msg("Demon Prince"), FIEND, 5, -18,
            text=msg("When slain, draw 2 Favors."),
            on_slain=lambda x: x.draw(2)),

    # ---- Curses: worth ------------------------------------------------------------------------------------------------
    curse("blight", msg("Blight"), -8, basic=True,
          text=msg("At the end of the game, lose 4 points."),
          score=lambda k: -4),
    curse("faint_hearts", msg("Faint Hearts"), -9,
          text=msg("The first attack you make in each Action phase removes 1 Chaos fewer. At the end of the game, lose 2 points."),
          first_attack=-1, score=lambda k: -2),
    curse("tax_revolt", msg("Tax Revolt"), -7,
          text=msg("Your taxes yield 1 coin fewer. At the end of the game, lose 2 points."),
          tax_yield=-1, score=lambda k: -2),
    curse("desertion", msg("Desertion"), -7,
          text=msg("When you buy this card, each of your Heroes loses 1 Order. At the end of the game, lose 3 points."),
          on_buy=lambda x: x.remove_order(1, x.own_heroes), score=lambda k: -3),
    curse("mad_jester", msg("The Mad Jester"), -9,
          text=msg("At the end of the game, lose 1 point for each Hero and each Blessing in your Kingdom, and 2 points more."),
          score=lambda k: -k.heroes - k.blessings - 2),
    curse("silent_gods", msg("Silence of the Gods"), -9,
          text=msg("Your Favors can be used only to bargain, and have no bargain effect. At the end of the game, lose 2 points."),
          mutes_favors=True, score=lambda k: -2),
    curse("black_tithe", msg("Black Tithe"), -10,
          text=msg("Whenever you buy another card, lose 2 coins."),
          owner_buys=BOUGHT, on_owner_buys=lambda x: x.lose(2)),

    # ---- Events -------------------------------------------------------------------------------------------------------
    event("festival", msg("Midsummer Festival"), basic=True,
          text=msg("Each player gains 2 coins."),
          on_reveal=lambda x: x.gain(2, x.everybody)),
    event("call_to_arms", msg("Call to Arms"),
          text=msg("Put 1 Order on each Hero."),
          on_reveal=lambda x: x.add_order(1, x.all_heroes)),
    event("blood_moon", msg("Blood Moon"),
          text=msg("Put 1 Chaos on each Monster."),
          on_reveal=lambda x: x.add_chaos(1, x.all_monsters)),
    event("winter_of_discontent", msg("Winter of Discontent"),
          text=msg("Each player puts 1 Chaos in their Populace."),
          on_reveal=lambda x: x.raise_populace(1, x.everybody)),
    event("emperors_levy", msg("The Emperor's Levy"),
          text=msg("The player or players with the most coins lose 3 coins. "
                   "Then the player or players with the fewest coins gain 3 coins."),
          on_reveal=_levy),
    event("royal_amnesty", msg("Royal Amnesty"),
          text=msg("Each player removes 1 Chaos from their Populace."),
          on_reveal=lambda x: x.lower_populace(1, x.everybody)),
    event("fickle_fates", msg("Fickle Fates"),
          text=msg("Each player draws 1 Favor."),
          on_reveal=lambda x: x.draw(1, x.everybody)),
)

FAVORS: tuple[Favor, ...] = (
    # ---- with a bargain effect ----------------------------------------------------------------------------------------
    Favor("hush_money", msg("Hush Money"), BARGAIN, copies=2,
          text=msg("Bargain: if another player bought the card, that player gives you 2 coins."),
          do=lambda x: x.steal(2, x.other_buyer)),
    Favor("poisoned_gift", msg("Poisoned Gift"), BARGAIN,
          text=msg("Bargain: if another player bought a Monster, put 1 Chaos on that Monster."),
          do=lambda x: x.add_chaos(1, x.other_buyers_monster)),
    Favor("forged_orders", msg("Forged Orders"), BARGAIN,
          text=msg("Bargain: if another player bought a Hero, remove 1 Order from that Hero."),
          do=lambda x: x.remove_order(1, x.other_buyers_hero)),
    Favor("silver_lining", msg("Silver Lining"), BARGAIN, copies=2,
          text=msg("Bargain: gain 2 coins."),
          do=lambda x: x.gain(2)),
    Favor("old_debts", msg("Old Debts"), BARGAIN,
          text=msg("Bargain: draw 2 Favors."),
          do=lambda x: x.draw(2)),
    Favor("rightful_claim", msg("Rightful Claim"), BARGAIN,
          text=msg("Bargain: if you bought the card, gain 4 coins."),
          do=lambda x: x.gain(4, x.owner_if_buyer)),
    Favor("sweeten_the_pot", msg("Sweeten the Pot"), BARGAIN_NOW,
          text=msg("Bargain, revealed at once: put 3 coins from the bank on the card up for auction."),
          do=lambda x: x.add_lot_coins(3)),
    # ---- played right before buying -----------------------------------------------------------------------------------
    Favor("haggle", msg("Haggle"), BEFORE_BUY, copies=2, needs=GOOD, price=-3,
          text=msg("Before you buy a Good card: it costs you 3 coins less.")),
    Favor("iron_cage", msg("Iron Cage"), BEFORE_BUY, needs=(MONSTER,), entry=-2,
          text=msg("Before you buy a Monster: it enters with 2 Chaos less.")),
    Favor("heros_welcome", msg("A Hero's Welcome"), BEFORE_BUY, needs=(HERO,), entry=2,
          text=msg("Before you buy a Hero: it enters with 2 additional Order.")),
    Favor("hazard_pay", msg("Hazard Pay"), BEFORE_BUY, needs=EVIL,
          text=msg("Before you buy an Evil card: gain 3 coins."),
          do=lambda x: x.gain(3)),
    Favor("ward_of_salt", msg("Ward of Salt"), BEFORE_BUY, needs=(CURSE,), voids=True,
          text=msg("Before you buy a Curse: discard that Curse instead of placing it in your Kingdom.")),
    # ---- played in the Action phase -----------------------------------------------------------------------------------
    Favor("bread_and_circuses", msg("Bread and Circuses"), ACTION, copies=2,
          text=msg("Action: remove up to 2 Chaos from your Populace."),
          do=lambda x: x.lower_populace(2)),
    Favor("rallying_cry", msg("Rallying Cry"), ACTION, target=(HERO,),
          text=msg("Action: put 2 Order on one of your Heroes."),
          do=lambda x: x.add_order(2, x.chosen_hero)),
    Favor("ambush", msg("Ambush"), ACTION, copies=2, target=(MONSTER,),
          text=msg("Action: remove up to 2 Chaos from one of your Monsters."),
          do=lambda x: x.remove_chaos(2, x.chosen_monster)),
    Favor("cutpurses", msg("Cutpurses"), ACTION, target=("player",),
          text=msg("Action: another player of your choice gives you 3 coins."),
          do=lambda x: x.steal(3, x.chosen_player)),
    Favor("agitators", msg("Agitators"), ACTION, target=("player",),
          text=msg("Action: another player of your choice puts 1 Chaos in their Populace."),
          do=lambda x: x.raise_populace(1, x.chosen_player)),
    Favor("scrying_bowl", msg("Scrying Bowl"), ACTION,
          text=msg("Action: gain 1 coin and look at the top 3 cards of the Fate deck."),
          do=_coin_and_look),
    Favor("noble_sacrifice", msg("Noble Sacrifice"), ACTION, target=(HERO, MONSTER),
          text=msg("Action: one of your Heroes dies; remove up to 4 Chaos from one of your Monsters."),
          do=_hero_for_chaos),
)
# fmt: on
