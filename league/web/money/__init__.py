"""The pages of what the league charges."""
