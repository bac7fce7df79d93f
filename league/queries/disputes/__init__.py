"""Disputes, rulings and appeals as they are read."""
