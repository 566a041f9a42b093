"""Tests of the decks that several games may share."""
