"""Sharing beyond the site: pictures of its pages, widgets for other sites, feeds, and what search engines ask for."""
