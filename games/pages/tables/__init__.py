"""Pages of a table: home, lobby, the table itself, its form and its log."""
