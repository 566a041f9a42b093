"""Tests of Tempting Fate."""
