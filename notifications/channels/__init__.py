"""Channels: one folder each, found by `registry`."""
