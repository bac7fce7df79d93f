"""Taking a league along."""
