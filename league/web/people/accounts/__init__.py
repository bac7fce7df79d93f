"""The pages of an account, and how allauth asks for what is ours."""
