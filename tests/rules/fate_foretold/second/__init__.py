"""A second engine, written from the specification alone: it interprets the ability programs of the card list as data.

It shares no code with `games/rules/fate_foretold` (which has a function per card) and plays along with it, move for move, in
`test_second_engine`. It knows no concessions, views or events: only what lies where, who is asked, and what may be answered.
"""
