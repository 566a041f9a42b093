"""What people change about themselves and each other: profile, sign-in links, API tokens, guests, blocks, erasure."""
