"""The lanes of webhooks and push: calls side by side, bounded by person and by host, with a circuit breaker for servers that fail."""
