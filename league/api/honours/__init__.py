"""Honours: high hands of fixtures, and boards."""
