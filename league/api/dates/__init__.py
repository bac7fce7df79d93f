"""Fixtures and their dates."""
