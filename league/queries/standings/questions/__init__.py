"""Questions that people ask of a table: what is still possible, who beat whom, what if, and how it was before."""
