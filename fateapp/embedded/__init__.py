"""Embedded PostgreSQL and Valkey: programs from wheels or the system, run by our own supervisor.

Nothing in this package imports Django. The reasons for its rules are in docs/decisions/0020-embedded-stores.md.
"""
