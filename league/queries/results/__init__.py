"""Results as they are read."""
