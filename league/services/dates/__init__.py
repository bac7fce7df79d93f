"""The date of a fixture: postponed, placed, or moved by the secretary."""
