"""Reads only."""
