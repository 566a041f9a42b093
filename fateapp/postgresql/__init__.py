"""Django's PostgreSQL backend with prepared statements and a connection check without a query (docs/decisions/0070)."""
