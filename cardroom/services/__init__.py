"""Writes only: one typed function a use case."""
