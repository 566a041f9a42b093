"""HTTP calls to servers whose URLs users provide: which addresses are allowed, and one POST with limits."""
