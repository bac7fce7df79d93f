"""The pages about mail."""
