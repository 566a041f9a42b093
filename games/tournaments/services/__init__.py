"""A tournament's life: entering and leaving it, its rounds, and what its director decides."""
