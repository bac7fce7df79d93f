"""The errors that services raise, and no others on purpose. The web and the API each map these in one place."""

from collections.abc import Iterable

from django.http import Http404

from league.rules.problems import Problem
from league.translation import N_, Text


class LeagueError(Exception):
    """Something a person asked for cannot be done.

    Args:
        message: one sentence for that person: what was wrong and what would be right.
        code: a stable word for machines.
        field: the form field it belongs to, if any.
        on_page: a further sentence for pages; programs get `plain`, without it.
    """

    code = "error"

    def __init__(self, message: str, *, code: str = "", field: str = "", on_page: str = "") -> None:
        self.plain = message
        self.message = Text.joined(" ", (message, on_page)) if on_page else message
        super().__init__(self.message)
        self.code = code or self.code
        self.field = field


class NotAllowed(LeagueError):
    """The person may not do this."""

    code = "not-allowed"


class FactorMissing(NotAllowed):
    """The league requires a second factor first, and they have none."""

    code = "second-factor"


class NotFresh(NotAllowed):
    """A fresh sign-in is needed; see `access.freshness`."""

    code = "fresh-sign-in"


class WrongState(LeagueError):
    """It cannot be done as things stand now: somebody was quicker, or it is settled."""

    code = "wrong-state"


class Changed(WrongState):
    """Things are no longer as the person saw them."""

    code = "changed"


class Suspended(WrongState):
    """The server's operator lets the league only be read."""

    code = "suspended"


class Invalid(LeagueError):
    """The input is wrong; carries every problem."""

    code = "invalid"

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(Text.joined("; ", [p.message for p in self.problems]) or N_("The input is wrong."))


class NothingThere(Http404):
    """Nothing at an address, with a sentence that says what is missing."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
