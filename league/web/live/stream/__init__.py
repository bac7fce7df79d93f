"""The process that streams live scores: what changes is looked for and drawn once, and sent to all who follow."""
