"""Called hands and conduct."""
