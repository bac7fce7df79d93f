"""A season set up step by step, and like the one before it."""
