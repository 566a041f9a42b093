"""Web push: the site's key pair, and the browsers people have subscribed."""
