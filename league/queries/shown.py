"""The conditions for what people see: a season that is published and not hidden, of a league that is not hidden.

A team that is hidden is in no table, list or calendar; its fixtures are all cancelled. What is hidden stays in the
database and in the journal, and comes back as it was.

A notice about a season is one of its fixtures, or one whose key names a part of it.
"""

from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from league.enums import NoticeKind
from league.models import Adjustment, Charge, Entry, Fixture, League, LotsDrawn, RuleChange, Season, Timetable, User


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


# A team's entry is in their keys, and behind it a number where it came, left or returned more than once.
_OF_ENTRIES = "added|home|withdrawn|returned"


def about_hidden(league: League) -> Q:
    """Return the condition that a notice of a league is about what is hidden in it (a query where no season is)."""
    return sides_hidden("fixture__") | about_seasons(Season.objects.filter(league=league, hidden_at__isnull=False))


def about_seasons(seasons: Iterable[Season]) -> Q:
    """Return the condition that a notice is about one of these seasons (six queries, besides theirs)."""
    found = list(seasons)
    if not found:
        return Q(pk__in=())
    entries = Entry.objects.filter(season__in=found).values_list("pk", flat=True)
    timetables = Timetable.objects.filter(season__in=found).values_list("pk", flat=True)
    adjusted = Adjustment.objects.filter(entry__season__in=found).values_list("pk", flat=True)
    lots = LotsDrawn.objects.filter(division__season__in=found).values_list("pk", flat=True)
    charged = Charge.objects.filter(season__in=found).values_list("pk", flat=True)
    keys = Q(key__in=[f"timetable:{pk}" for pk in timetables])
    if of_charges := "|".join(str(pk) for pk in charged):
        keys |= Q(kind__in=(NoticeKind.CHARGED, NoticeKind.CHARGE_CHANGED), key__regex=rf"^({of_charges})(:|$)")
    keys |= Q(kind=NoticeKind.POINTS_ADJUSTED, key__in=[str(pk) for pk in adjusted])
    keys |= Q(kind=NoticeKind.LOTS_RECORDED, key__in=[key for pk in lots for key in (str(pk), f"lots-withdrawn:{pk}")])
    ruled = RuleChange.objects.filter(season__in=found).values_list("pk", flat=True)
    keys |= Q(kind=NoticeKind.RULES_CHANGED, key__in=[str(pk) for pk in ruled])
    if entered := "|".join(str(pk) for pk in entries):
        keys |= Q(key__regex=rf"^({_OF_ENTRIES}):({entered})(:|$)")
    return Q(fixture__division__season__in=found) | (Q(league__in={season.league_id for season in found}) & keys)
