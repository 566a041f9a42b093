"""Pages about messages: views on `queries`, `preferences.changes` and `selftest`."""
