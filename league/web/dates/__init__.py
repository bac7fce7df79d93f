"""The pages about when fixtures are played."""
