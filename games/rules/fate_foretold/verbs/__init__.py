"""The verbs of card texts (§5.1 of the specification): draw, discard, bury, choose, move, trade, play. All effects are made of these."""
