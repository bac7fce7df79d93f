"""The secretary’s pages about the league and its seasons."""
