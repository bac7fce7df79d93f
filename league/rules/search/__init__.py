"""Searching: reading what somebody typed, and judging how well a name answers it. Which rows come into question is the
database's part (league/queries/search/alike.py); in which order people see them is decided here, on every database.
"""

from league.rules.search.help_topics import HELPS, Help
from league.rules.search.ranking import Rank, as_sought, best, rank
from league.rules.search.search_query import LONGEST_SEARCH, DayNames, SearchQuery, read

__all__ = ["HELPS", "LONGEST_SEARCH", "DayNames", "Help", "Rank", "SearchQuery", "as_sought", "best", "rank", "read"]
