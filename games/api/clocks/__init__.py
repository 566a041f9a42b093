"""Operations about time: the clocks of one table, personal time."""
