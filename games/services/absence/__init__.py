"""Time and absence at a table: what happens to who is away, who may play for them, pauses, time given, nudges.

The arithmetic is in `games.services.clocks.availability`, `pace` and `clock`; here are the verbs that change rows.
"""
