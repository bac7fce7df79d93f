"""Results: sent, answered, corrected, decided on."""
