"""Tournaments as pure functions: who meets whom and why, who stands where. No Django, no clock, no dice but a stored seed.

An entrant is a number. `meetings` holds the vocabulary, one module per format says who meets next, `scoring` who leads.
"""
