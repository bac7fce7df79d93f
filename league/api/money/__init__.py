"""Read and make charges of teams and players."""
