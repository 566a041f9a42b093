"""What operators do: check, back up, restore, upgrade. The commands in `fateapp/management/commands` only read arguments and call it."""
