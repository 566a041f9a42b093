"""Pages about messages: thin views over `queries`, `choices` and `selftest`."""
