"""The making of the tables: deals played by the million and counted. `bin/strategy-tables` starts it."""
