"""Actions of directors, moderators and operators. Each needs a reason, is recorded in the audit log, and appears in the game's log.

Members of staff cannot act on a game in which they play. `audit` records actions; the other modules have the actions.
"""
