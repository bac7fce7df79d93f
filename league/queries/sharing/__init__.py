"""Reads for feeds and for search engines."""
