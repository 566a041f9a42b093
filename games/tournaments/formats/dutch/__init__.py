"""The FIDE (Dutch) system, C.04.3 of the handbook as in force until January 2026: who meets whom, from what happened before.

Standard library only; the matching of greatest weight is given by the caller. Nothing here knows what a tournament is.
"""
