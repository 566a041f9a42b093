"""Read-only queries about tournaments. The number of SQL queries of each function does not depend on the number of rows."""
