"""Reads of the secretary's desk: what is to do tonight, and what each button of it would do."""
