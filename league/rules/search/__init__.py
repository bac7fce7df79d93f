"""Searching: reading what somebody typed, and judging how well a name answers it. Which rows come into question is the
database's part (league/queries/search/alike.py); in which order people see them is decided here, on every database.
"""

from league.rules.search.helps import HELPS, Help
from league.rules.search.ranking import Rank, as_sought, best, rank
from league.rules.search.sought import LONGEST_SEARCH, DayNames, Sought, read

__all__ = ["HELPS", "LONGEST_SEARCH", "DayNames", "Help", "Rank", "Sought", "as_sought", "best", "rank", "read"]
