"""PostgreSQL and Valkey without installing them: programs from wheels, run and watched by our own supervisor.

Nothing in here imports Django. The reasons for the rules it follows are in docs/decisions/0020-embedded-stores.md.
"""
