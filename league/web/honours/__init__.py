"""Pages of honours: high hands of a fixture, boards, pictures of hands."""
