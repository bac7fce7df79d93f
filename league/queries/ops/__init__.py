"""Queries about the running of the server and the league: health, outages, the secretary's desk."""
