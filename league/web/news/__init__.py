"""Pages of the news: posts, pages of the league's own, match reports."""
