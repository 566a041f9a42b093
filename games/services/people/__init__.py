"""Services for accounts and relations between people: profile, sign-in links, API tokens, guests, blocks, erasure."""
