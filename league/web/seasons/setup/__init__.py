"""A season set up step by step."""
