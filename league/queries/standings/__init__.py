"""Tables, and where their points come from."""
