"""A postponement's life: one captain asks, the other agrees to a date, offers others, or refuses."""

from league.services.moves import move_fixture

__all__ = ["move_fixture"]
