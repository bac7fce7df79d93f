"""The parts that every address of the API shares: the way in, what an operation asks for, pages, filters and tags."""
