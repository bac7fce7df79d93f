"""Disputes, what is brought to them, the rulings on them and what takes those back."""
