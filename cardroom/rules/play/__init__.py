"""A table to play at: its seats, its shuffles, the entries of a game, what is due, and what each seat may see."""
