"""Read posts, pages of the league's own, and match reports."""
