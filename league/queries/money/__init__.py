"""Charges: who owes the league what."""
