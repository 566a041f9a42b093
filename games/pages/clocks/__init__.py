"""Pages about time: personal time, the clocks of one table, the pace of a new one."""
