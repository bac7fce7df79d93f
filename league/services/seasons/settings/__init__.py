"""Settings that change while a season runs."""
