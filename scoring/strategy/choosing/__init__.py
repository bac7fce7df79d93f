"""The choices of a player: what to lay away and what to play, and what the others may hold."""
