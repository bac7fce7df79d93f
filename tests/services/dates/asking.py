"""Things that the tests of postponements share: the evenings of a short season, and a request."""

import datetime as dt

from league.models import Fixture, Notice, Postponement, User
from league.services.dates import postpone

# Weeks 1 and 2 are for play, week 3 (28 September) is the catch-up week, week 4 (5 October) the last.
NOW = dt.datetime(2026, 9, 9, 12, tzinfo=dt.UTC)


def evening(day: int, month: int = 9, hour: int = 19) -> dt.datetime:
    """Eight in the evening in London, in summer."""
    return dt.datetime(2026, month, day, hour, tzinfo=dt.UTC)


TWENTY_THIRD, TWENTY_NINTH = evening(23), evening(29)


def ask(fixture: Fixture, by: User, *slots: dt.datetime, now: dt.datetime = NOW) -> Postponement:
    return postpone.request(fixture, slots=slots, reason="Half the team is away.", by=by, now=now)


def notices_of(user: User) -> list[tuple[str, str]]:
    """Return the kinds and texts of a user's notices, oldest first."""
    return list(Notice.objects.filter(recipient=user).order_by("pk").values_list("kind", "text"))
