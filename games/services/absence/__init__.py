"""Absent players: autopilot, deputies, the absence ladder of a table, nudges, and the move played for somebody absent.

The arithmetic is in `games.services.clocks.availability`, `pace` and `clock`; here are the verbs that change rows.
"""
