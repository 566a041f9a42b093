"""Benchmarks and simulations; `python3 manage.py bench` compares the site with plainer implementations of the same work."""
