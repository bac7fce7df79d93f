"""Posts of the secretary's, pages of the league's own, and captains' match reports."""
