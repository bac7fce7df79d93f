"""A league as files, out and in."""
