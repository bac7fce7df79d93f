"""The journal and its histories."""
