"""Reads about scores that are being played: one fixture, tonight, a division as it stands."""
