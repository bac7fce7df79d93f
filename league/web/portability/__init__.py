"""Pages about what is loaded and taken along."""
