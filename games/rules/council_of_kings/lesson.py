"""The guided first game: the basic game of three, led through four auctions and then played to the end."""

from games.rules.council_of_kings.cards import PRINTINGS
from games.rules.council_of_kings.kinds import GAME_ENDS
from games.rules.lesson import Lesson, Step, stacked
from games.rules.messages import msg

_CARDS = PRINTINGS[2]
_LAST = ("blight", "hedgewitch", "barrow_wight")
_UPPER = (
    *("old_marshal", "kobolds", "troll", "midsummer", "goldentongue"),
    *("highwaymen", "shieldbreaker", "bountiful_harvest", "hallowed_ground"),
)
_FAVORS = (
    *("hush_money", "haggle", "bread_and_games"),
    *("silver_cloud", "ambush", "heros_welcome"),
    *("poisoned_gift", "rally", "agitators"),
)
_QUIET = {1: ("done",), 2: ("done",)}
_LATER = (
    "R1", "R3", "R7", "R9", "R17", "R21", "R22", "R24", "R27", "R28", "R29", "R30", "R31", "R32", "R33", "R35", "R36", "R37", "R38",
    "R40", "R42", "R43",
)  # fmt: skip

LESSON = Lesson(
    seats=3,
    deals={
        "fate": (stacked(_CARDS.deck("basic"), *_LAST, *_UPPER),),
        "ending": (stacked([*_LAST, GAME_ENDS], GAME_ENDS),),
        "favors": (stacked(_CARDS.favor_deck, *_FAVORS),),
        "auctioneer": ((0,),),
    },
    intro=msg("You bid for heroes, are paid to take monsters, and tax your people. Coins and heroes are points, Chaos costs points."),
    steps=(
        Step(
            msg(
                "Coins and Heroes are points, and the most points win. You are the Auctioneer and begin. The Old Marshal, a Hero, "
                "is for sale: the 11 coins on him are his price. Do not buy yet, bid: you take 1 of the coins, he gets cheaper, "
                "and it is Anna's turn."
            ),
            ("bid",),
            ("old_marshal",),
            msg("That is allowed. But first see how a price falls: bid, and take a coin."),
            {"tax": msg("Taxes bring 3 coins and Chaos among your people. You have coins enough: bid.")},
            ("R2", "R4", "R11"),
            {1: ("bid",), 2: ("bid",)},
        ),
        Step(
            msg(
                "Each of you took a coin; he costs 8 now. If you bid again, Anna may buy him for 7. He is worth 2 points, "
                "the number on his card, and comes with 4 Order, the strength to fight with: choose him and buy."
            ),
            ("buy",),
            ("old_marshal",),
            msg("Then Anna might buy him for 7 or less. A Hero who fights will soon be worth his price: buy."),
            shows=("R11", "R19"),
            replies=_QUIET,
        ),
        Step(
            msg(
                "After each auction comes the Action phase: attack Monsters, use Favors (the cards in your hand) and "
                "abilities, tax. There is nothing for you to do yet: say that you are done."
            ),
            ("done",),
            ("kingdom-1",),
            msg("You may. But you have no Chaos to remove and coins enough: you are done."),
            shows=("R34",),
            replies={1: ("bid",), 2: ("bid",)},
        ),
        Step(
            msg(
                "Kobolds, a Monster, that is an Evil card; the 2 on it is its Chaos. Nobody wants it, so whoever passes "
                "it on lays a coin on it, and whoever takes it gets the coins. 2 coins are too few: bid, and lay one more."
            ),
            ("bid",),
            ("kobolds",),
            msg("Not yet. One round more, and there will be 5 coins on the Kobolds: bid."),
            shows=("R6",),
            replies={1: ("bid",), 2: ("bid",)},
        ),
        Step(
            msg("Now 5 coins lie there, and your Marshal can deal with Kobolds: they have only 2 Chaos. Take them with the coins: buy."),
            ("buy",),
            ("kobolds", "old_marshal"),
            msg("Anna and Ben see the 5 coins too. You are the one with a Hero who can fight: take the Kobolds."),
            shows=("R6", "R19"),
            replies=_QUIET,
        ),
        Step(
            msg(
                "Chaos costs points in the end, the more of it the more each counts. So attack: the Marshal spends 1 of "
                "his 4 Order and removes 1 Chaos from the Kobolds. The second blow we strike for you."
            ),
            ("attack>old_marshal>kobolds",),
            ("old_marshal", "kobolds"),
            msg("First the Kobolds: while they have Chaos they cost you points. Attack them with the Marshal."),
            shows=("R23", "R25", "R26"),
            replies={0: ("attack>old_marshal>kobolds",)},
        ),
        Step(
            msg(
                "Slain, and the 5 coins that lay on it stay yours. Now tax your people: 3 coins for 1 Chaos in your "
                "Populace, as the rules call your people. The first Chaos costs 1 point only, and each coin is a point: 2 "
                "points gained."
            ),
            ("tax",),
            ("kingdom-1",),
            msg("You can do that later. Tax once: 3 coins for 1 Chaos are 2 points gained."),
            shows=("R8", "R10", "R41"),
            replies={0: ("done",), 1: ("bid",), 2: ("bargain>poisoned_gift",)},
        ),
        Step(
            msg(
                "A Troll, 3 Chaos. You may pass it on without paying: bargain, that is, place a Favor face down. With Hush"
                " Money the buyer will give you 2 coins if it is somebody else."
            ),
            ("bargain>hush_money",),
            ("hush_money",),
            msg("Any Favor passes the card on, but your other two have no effect as a bargain and a better use. Bargain with Hush Money."),
            {
                "bid": msg("A coin passes the Troll on too. But Hush Money costs you nothing and brings 2 coins: bargain."),
                "buy": msg("3 Chaos cost 6 points, and only 1 coin lies there. Pass it on: bargain with Hush Money."),
                "tax": msg("A second Chaos costs 2 points more. You need no coins for this: bargain with Hush Money."),
            },
            ("R15", "R16", "R18"),
            {1: ("bid", "done"), 2: ("buy", "done")},
        ),
        Step(
            msg(
                "Ben took the Troll. All Favors placed were turned up, and Hush Money made him give you 2 coins. In the "
                "Action phase, Bread and Circuses removes the Chaos from your people: play it."
            ),
            ("play>bread_and_games",),
            ("bread_and_games",),
            msg("Allowed, but first let the people celebrate: play Bread and Circuses, and your Chaos is gone."),
            shows=("R14", "R15", "R34"),
            replies={0: ("done",)},
        ),
        Step(
            msg(
                "An Event came up, the Festival: you had most coins and lost 3, the others gained 2. Now Goldentongue, a Hero worth 4 "
                "points. You sit to the left of Ben, who bought last, so you are the Auctioneer: bid, and let him get cheaper."
            ),
            ("bid",),
            ("goldentongue",),
            msg("11 is much. Bid first and see what Anna and Ben do."),
            shows=("R19", "R20"),
            replies={1: ("bid",), 2: ("bid",)},
        ),
        Step(
            msg(
                "He costs 8. You hold Haggle: played before you buy a Good card, and each Hero is one, it takes 3 coins "
                "off. Choose it and play it; after that you can only go on to buy."
            ),
            ("play>haggle",),
            ("haggle", "goldentongue"),
            msg("Use your Favor first: with Haggle, Goldentongue costs 5 instead of 8."),
            shows=("R12", "R13"),
        ),
        Step(
            msg("8 coins lie on him, Haggle takes 3 off, so you pay 5. Buy Goldentongue."),
            ("buy",),
            ("goldentongue",),
            msg("Once Haggle is played you go on to buy."),
            shows=("R12",),
            replies=_QUIET,
        ),
        Step(
            msg(
                "Some cards can do more: Goldentongue spends 1 Order and brings you 2 coins. Order is worth nothing in the"
                " end, coins are points: use Goldentongue. His second Order we spend for you."
            ),
            ("use>goldentongue",),
            ("goldentongue",),
            msg("You may. But Order left over is worth nothing in the end: use Goldentongue, 2 coins for 1 Order."),
            shows=("R26", "R34"),
            replies={0: ("use>goldentongue", "done")},
        ),
    ),
    outro=msg(
        "The bots played the remaining auctions for all three of you, until the card “Game Ends” was revealed. Points are "
        "your coins and your Heroes, less the price of your Chaos: 1, 3, 6, 10, 15, 20 points for 1 to 6 counters."
    ),
    play_on=True,
    later=_LATER,
)
