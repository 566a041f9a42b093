"""What the tables really are, compared with what this version's migrations make of an empty database.

`catalogue` reads a database, `expected` knows what should be there (expected.json), `difference` compares, `repair` adds what
is missing, `watch` is for processes that serve.
"""
