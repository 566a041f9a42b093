"""Sites that earlier commits have made, kept as the backups those commits wrote, and what makes them (`make.py`)."""
