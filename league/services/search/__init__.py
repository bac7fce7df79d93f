"""Search a league. It writes nothing; it is a service because rulebooks are made by one."""
