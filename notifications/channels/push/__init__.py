"""Web push: the site's key pair, and the subscribed browsers."""
