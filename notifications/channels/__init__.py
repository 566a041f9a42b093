"""Channels: one package each, found by `registry`."""
