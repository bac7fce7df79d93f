"""The admin: everything can be looked at; what an administrator changes here goes through a service, as elsewhere.

A row is never written by the admin itself, save an account's: a league's settings are checked, and each change of them
stands in its journal. Nothing is written after a sign-in that is too long ago (`web.ops.admin_guards`).
"""

from league.admin import accounts, leagues, play, records

__all__ = ["accounts", "leagues", "play", "records"]
