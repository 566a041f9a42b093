"""Calling servers whose addresses strangers gave us: which ones may be called, and one POST within limits."""
