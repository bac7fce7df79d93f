"""The pages of tables and points."""
