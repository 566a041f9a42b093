"""Pages about people: account, profile, sign-in links, guests, API tokens."""
