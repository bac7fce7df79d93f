"""Appeals that a committee or judges decide by their votes."""
