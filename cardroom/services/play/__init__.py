"""Tables to play at: opened, joined, played at, and thrown away."""
