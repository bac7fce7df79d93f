"""Upkeep of seasons, venues and teams: added, renamed, moved, merged, hidden, restored and deleted."""
