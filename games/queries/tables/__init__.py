"""Reads about tables: lists, one table as one person sees it, its talk and its state digest."""
