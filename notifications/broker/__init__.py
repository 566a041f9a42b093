"""Signals to other processes through the broker; each may be lost, because the database is polled, too."""
