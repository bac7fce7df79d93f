"""Live scores as programs read and write them."""
