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
        on_page: a further sentence for whoever reads it on a page; a program is told `plain`, without it.
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
    """The person could do this, but the league asks for a second factor first, and they have none."""

    code = "second-factor"


class NotFresh(NotAllowed):
    """The person has not signed in lately enough for this; see `access.freshness`."""

    code = "fresh-sign-in"


class WrongState(LeagueError):
    """It could have been done, but not as things stand now: somebody was quicker, or it is already settled."""

    code = "wrong-state"


class Changed(WrongState):
    """Things no longer stand as the person saw them and decided by."""

    code = "changed"


class Invalid(LeagueError):
    """The input is wrong. Carries every problem at once."""

    code = "invalid"

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(Text.joined("; ", [p.message for p in self.problems]) or N_("The input is wrong."))


class NothingThere(Http404):
    """There is nothing at an address, and a sentence says what it was that there is not."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
