"""Deadlines and what changes them: pace, personal time, pauses and downtime of the site; and the sweep that carries out timeouts."""
