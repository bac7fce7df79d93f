"""A season set up step by step, by a program."""
