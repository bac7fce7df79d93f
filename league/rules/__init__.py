"""Rules as pure functions: they return values or problems and never raise for what a person typed."""
