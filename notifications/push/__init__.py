"""Web push: the site's key pair, and the devices people have let in."""
