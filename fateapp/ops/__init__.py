"""What operators do: measure, look after, keep copies. Commands in `fateapp/management/commands` are the thin doors to it."""
