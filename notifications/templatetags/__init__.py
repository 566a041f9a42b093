"""Template tags about messages."""
