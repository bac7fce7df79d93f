"""Seasons, and what is made in them, as they are read."""
