"""Searching a league: the rows that come into question, and those of them that the asker may see, in their order."""
