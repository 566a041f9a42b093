"""Rulebooks and the gallery of cards."""
