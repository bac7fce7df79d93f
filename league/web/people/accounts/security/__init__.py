"""The security log in pages and sign-in: the receivers that feed it, and its owner's page."""
