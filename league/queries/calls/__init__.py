"""Called hands and conduct as they are read."""
