"""API operations on time: the clocks of a table, and personal time."""
