"""API operations on messages, channels, devices and webhooks."""
