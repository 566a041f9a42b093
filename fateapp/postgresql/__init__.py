"""Django's PostgreSQL, with prepared statements and a connection check that costs nothing (docs/decisions/0070)."""
