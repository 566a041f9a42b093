"""Tests of Turn of Fate: `build` makes positions from short texts."""
