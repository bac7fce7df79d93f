"""Queries about the running of the server: health, outages."""
