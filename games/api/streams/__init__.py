"""The stream of events: a small ASGI application and its hub."""
