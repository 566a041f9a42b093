"""Mail that comes back: stored as it came, read as people write, believed only with reason, handed to whoever asked."""
