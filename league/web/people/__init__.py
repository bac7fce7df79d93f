"""The pages about people: roles, squads, invitations, one’s own details."""
