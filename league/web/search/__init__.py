"""The search box's page."""
