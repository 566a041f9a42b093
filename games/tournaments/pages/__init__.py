"""Public pages, downloads and feeds of tournaments."""
