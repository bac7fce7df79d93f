"""Tables to play at as they stand, and what a person has played."""
