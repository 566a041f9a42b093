"""API operations on the catalogue of games."""
