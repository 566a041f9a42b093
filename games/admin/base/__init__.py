"""Shared parts of the admin: confirmed actions and an estimating paginator."""
