"""Deadlines and what moves them: pace, personal time, pauses, downtime of the site, and the sweep that carries out timeouts."""
