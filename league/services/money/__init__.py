"""Charge fees, fines and pennies."""
