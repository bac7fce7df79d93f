"""Running the server: its signs of life, its outages, the database's own users, and the daily head of the journal."""
