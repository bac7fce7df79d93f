"""The conditions for what people see: a season that is published and not hidden, of a league that is not hidden.

A team that is hidden is in no table, list or calendar; its fixtures are all cancelled. What is hidden stays in the
database and in the journal, and comes back as it was.
"""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from league.models import Fixture, League, User


def shown(season: str = "") -> Q:
    """Return the condition that a season, and its league, are not hidden.

    Args:
        season: how the query reaches the season, such as "division__season__" from a fixture.
    """
    return Q(**{f"{season}hidden_at": None, f"{season}league__hidden_at": None})


def not_hidden(season: str = "") -> Q:
    """Return the condition that a season of a league that one is in is not hidden."""
    return Q(**{f"{season}hidden_at": None})


def public(season: str = "") -> Q:
    """Return the condition that everybody may see a season of a league that is shown."""
    return Q(**{f"{season}published_at__isnull": False, f"{season}hidden_at": None})


def sides_shown(fixture: str = "") -> Q:
    """Return the condition that neither team of a fixture is hidden."""
    return Q(**{f"{fixture}home__hidden_at": None, f"{fixture}away__hidden_at": None})


def sides_hidden(fixture: str = "") -> Q:
    """Return the condition that a team of a fixture is hidden."""
    return Q(**{f"{fixture}home__hidden_at__isnull": False}) | Q(**{f"{fixture}away__hidden_at__isnull": False})


def is_public(fixture: Fixture) -> bool:
    """Return True if everybody may see a fixture, with season and teams joined."""
    sides = (fixture.home.hidden_at, fixture.away.hidden_at)
    return fixture.division.season.is_public and sides == (None, None)


def leagues_for(user: User | AnonymousUser) -> QuerySet[League]:
    """Return the leagues that somebody can enter: a hidden one is there for administrators alone."""
    administers = isinstance(user, User) and user.is_active and user.is_superuser
    return League.objects.all() if administers else League.objects.filter(hidden_at=None)
