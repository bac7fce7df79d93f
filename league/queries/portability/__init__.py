"""Queries behind what a league can take away."""
