"""Competitions beside the divisions: club nights and one-day tournaments."""
