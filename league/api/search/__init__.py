"""Search, for programs."""
