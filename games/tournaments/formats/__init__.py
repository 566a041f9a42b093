"""Tournament formats as pure functions: pairings with their reasons, and standings. No database, no clock; all draws follow from a seed.

An entrant is a number. `meetings` has the data types, one module per format plans the next round, `scoring` and `c07` compute points and
tie-breaks, `registry` selects the format by name.
"""
