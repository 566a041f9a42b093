"""Standing orders: stored with the seat, private to its holder (`filing`), and executed when the seat is asked (`execution`).

The rules define which orders exist and what they answer (`games.rules.orders`). At some tables they answer later (`delay`, `release`).
"""
