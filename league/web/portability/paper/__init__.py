"""Pages to print: cards, fixture lists and tables as PDF."""
