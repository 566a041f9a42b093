"""The card laboratory: what a number on a card does, told by many games between advisers.

`python -m tests.bench.cards FILE council_of_kings --seats 4 --games 2000 --option mode=advanced --set hedge_witch.cost=12 --jobs 2`
plays what FILE lacks of that row, a line for each game, and prints the row's table. A row is a game, a version of its rules, a number of
players, settings and changed numbers; its games have their number as seed, so rows for as many players differ by what was changed.
"""
