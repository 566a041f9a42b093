"""Standing orders: kept with the seat for its holder alone (`filing`), carried out in the transaction that asks the seat (`execution`).

What an order may say and what it answers is the game's own business (`games.rules.orders`).
"""
