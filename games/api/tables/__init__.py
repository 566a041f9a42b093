"""API operations on tables: find, announce, join, play, talk."""
