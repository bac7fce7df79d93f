"""Settings of a league, its seasons and their divisions: read, tried and changed."""
