"""Mail as it is read, and what it says."""
