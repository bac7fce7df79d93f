"""Honours: high hands, boards of honour and what a player has done over the years."""
