"""API operations on accounts, players and API tokens."""
