"""Parse searches and rank names. The database finds candidates (league/queries/search.py)."""

from league.rules.search.help_topics import HELPS, Help
from league.rules.search.ranking import Rank, as_sought, best, rank
from league.rules.search.search_query import LONGEST_SEARCH, DayNames, SearchQuery, read

__all__ = ["HELPS", "LONGEST_SEARCH", "DayNames", "Help", "Rank", "SearchQuery", "as_sought", "best", "rank", "read"]
