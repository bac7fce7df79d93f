"""The pages of the journal."""
