"""A second engine, written from the specification alone: it interprets the ability programs of the card list as data.

It shares no code with `games/rules/fate_foretold` (which has a function per card); `test_second_engine` plays both move for move. It
has no concessions, views or events: only where the cards are, who is asked, and which answers are legal.
"""
