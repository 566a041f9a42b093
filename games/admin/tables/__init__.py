"""Games, seats and log lines in the admin."""
