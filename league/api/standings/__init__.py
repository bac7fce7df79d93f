"""Leagues, tables, teams and players, for everybody to read."""
