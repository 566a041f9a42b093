"""Operations: check, back up, restore, upgrade. The commands in `fateapp/management/commands` parse options and call these functions."""
