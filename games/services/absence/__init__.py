"""Absent players: autopilot, deputies, the absence ladder of a table, nudges, and the move played for somebody absent.

The arithmetic is in `games.services.clocks`, in `availability`, `pace` and `deadlines`; here are the functions that change rows.
"""
