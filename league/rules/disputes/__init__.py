"""The ground of rulings: the numbers of the league's rules."""
