"""Lanes: concurrent HTTP calls to webhooks and push services, with limits per person and host, and circuit breakers."""
