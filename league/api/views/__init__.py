"""The addresses of the API, a module a subject."""
