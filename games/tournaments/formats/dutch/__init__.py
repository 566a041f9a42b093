"""Pairing of a round by the FIDE (Dutch) system: C.04.3 of the FIDE Handbook as in force until January 2026.

Standard library only. The caller passes the function that finds a matching of greatest weight. Input and output are pairing numbers and
`Card` objects; the package does not import the data types of tournaments.

`docs/verify_tournament.py` imports these modules with a matching of its own.
"""
