"""The REST API below /api/v1/: what a person can do by form or mail, a program can do here. See docs/api.md."""
