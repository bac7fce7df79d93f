"""What is sent and answered, a module a subject. A person is an id and a name, never an address or a number."""
