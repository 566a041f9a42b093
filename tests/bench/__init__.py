"""Measuring and simulating: the site measured against plainer versions of the same work (`python3 manage.py bench`)."""
