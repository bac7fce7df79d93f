"""Reads about who can play in a coming fixture."""
