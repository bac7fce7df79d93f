"""People: the ways into their accounts, what they are told of them, entries made one, and who plays as a guest."""
