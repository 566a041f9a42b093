"""Pages about messages: views on `queries`, `preference_changes` and `selftest`."""
