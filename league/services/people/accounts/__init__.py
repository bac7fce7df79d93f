"""A person’s account: what opens it, what proves it, and what was done with it."""
