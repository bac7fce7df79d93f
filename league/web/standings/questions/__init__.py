"""Pages and rows that answer questions about a table."""
