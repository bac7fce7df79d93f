"""The part that needs ortools, which is optional: nothing outside imports this package but by name, in `make`."""
