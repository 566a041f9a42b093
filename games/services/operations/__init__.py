"""Actions of directors, moderators and operators: each has a reason, is recorded with it, and is shown in the log of its table.

Nobody acts on a game they sit in. `writing` keeps the audit and the log, the other modules hold the verbs.
"""
