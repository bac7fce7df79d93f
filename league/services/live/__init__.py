"""Writing a score while it is played: begun, taken over, written, ended by a result."""
