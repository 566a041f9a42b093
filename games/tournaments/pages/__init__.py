"""Pages and feeds of tournaments."""
