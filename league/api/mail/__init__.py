"""A person's choice of how to be sent mail."""
