"""The REST API below /api/v1/ for everything that people do by form or mail. See docs/api.md."""
