"""Disputes, rulings and appeals."""
