"""Pure functions: what a table, a lesson and a trainer do next, and what each reader sees of it."""
