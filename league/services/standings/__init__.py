"""Changes to a table besides results."""
