"""Searching a league. Nothing is written here; it is a service because rulebooks are made by one."""
