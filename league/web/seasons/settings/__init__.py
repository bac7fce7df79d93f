"""The pages on which a league, its seasons and their divisions are set up otherwise."""
