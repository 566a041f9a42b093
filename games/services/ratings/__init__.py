"""Ratings: which players a game rates and how; games are rated in order, and again when an earlier one is declared void.

The rules (docs/decisions/0051-ratings.md has the reasons): every finished game between at least two people counts. The site's bots have
no rating; programs of others are rated among themselves (0191). A player who resigned, ran out of time or was on autopilot at the end
shares the last rank. Substitutes are not rated. A game in which one of the rated players never made a decision rates nobody.
"""
