"""Photographs decoded apart: by a process of their own, which holds nothing and may die."""
