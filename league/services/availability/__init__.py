"""Writes about who can play in a coming fixture, and who is chosen for it."""
