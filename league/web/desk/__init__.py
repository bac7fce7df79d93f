"""The secretary's desk and its buttons."""
