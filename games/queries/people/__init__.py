"""Reads about people: profiles, last seen, calendars, their own data."""
