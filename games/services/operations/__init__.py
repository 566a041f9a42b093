"""What the house does: every action has a reason, is written down with it, and is told to the table it concerns.

Nobody acts on a game they sit in. `writing` keeps the audit and the log, the other modules hold the verbs.
"""
