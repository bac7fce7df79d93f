"""Erase a person: what names them elsewhere than in their own rows."""
