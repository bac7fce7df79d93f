"""Settings: all of them in one list, and what would follow if some were changed."""
