"""Views about time: personal time settings, the clocks of one table, the pace of a new table."""
