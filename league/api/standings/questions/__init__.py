"""Questions asked of a table beyond its rows."""
