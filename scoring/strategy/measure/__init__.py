"""The players measured: whole games against each other on fixed seeds."""
