"""Knock-outs: their entries, their draws, and what follows from the results of their ties."""
