"""The card laboratory: the effect of a number on a card, measured by many games between advisers.

`python -m tests.bench.cards FILE council_of_kings --seats 4 --games 2000 --option mode=advanced --set hedge_witch.cost=12 --jobs 2`
plays the games that FILE lacks of that row, writes one line per game, and prints the row's table. A row is a game, a version of its
rules, a number of players, settings and changed numbers. The number of a game is its seed, so two rows with the same number of players
differ only by what was changed.
"""
