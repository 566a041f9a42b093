"""Reads for directors, moderators and operators."""
