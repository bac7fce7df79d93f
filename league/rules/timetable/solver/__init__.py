"""What needs ortools, which an installation chooses: nothing outside imports this package but by name, in `make`."""
