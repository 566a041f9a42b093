"""People in the admin, and signs of unfair play."""
