"""Players in the admin, and signals of unfair play."""
