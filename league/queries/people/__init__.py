"""People as they are read."""
