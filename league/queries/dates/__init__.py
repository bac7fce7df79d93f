"""Dates of fixtures as they are read."""
