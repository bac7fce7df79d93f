"""Rulings on called hands: one ruling a hand, whom R43 awards a game, what follows from one, and its revocation."""
