"""Compare the schema of a database with the one that this version's migrations make.

`catalogue` reads a database, `expected` has the expected schema (expected.json), `difference` compares, `repair` adds what is missing,
`watch` is for serving processes.
"""
