"""Webhooks of people and threads: making and changing them, their log, and when one is switched off."""
