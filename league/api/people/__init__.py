"""People: squads, roles, one’s own things. A person is an id and a name, never an address or a number."""
