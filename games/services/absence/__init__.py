"""Absent players: autopilot, deputies, the absence ladder of a table, nudges, and the move played for an absent player.

The computations are in `games.services.clocks` (`availability`, `pace`, `deadlines`); these modules change rows.
"""
