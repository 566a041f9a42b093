"""Backups of sites made by earlier commits, and the program that makes them (`make.py`)."""
