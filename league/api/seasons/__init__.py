"""A season in its secretary’s hands."""
