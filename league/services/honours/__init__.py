"""High hands: recorded with a fixture, and removed."""
