"""Ratings: who is rated by a game and how, one game after the other, and again when one turns out not to count.

The rules in words (docs/decisions/0051-ratings.md has the reasons): every finished game between at least two people counts, whoever
arranged it; the house's bots have no rating, and programs of others are rated among themselves (0191). Who resigned, ran out of time
or was away at the end shares the last rank. Substitutes are neither rewarded nor punished. A game in which somebody never made a
decision of their own counts for nobody.
"""
