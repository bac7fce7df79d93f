"""Helps of the captain beside the sheet itself: a line-up, a missing player, the move in the table, plain text."""
