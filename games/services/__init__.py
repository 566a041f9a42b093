"""Verbs: each function is the only door to its change. Views, API, mail, tasks and admin call these and nothing below.

`play` answers questions (the hot path, with `store` for its SQL), `lobby` brings people to a table, `leaving` lets them go,
`undo` takes back, `sweep` judges clocks, `bots` plays for bots, `clock` and `pace` compute times and touch nothing.
"""
