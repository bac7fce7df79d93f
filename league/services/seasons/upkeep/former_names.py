import datetime as dt
from typing import Any

from django.db.models import Model

from league.models import Entry, Fixture, Registration, Team, Venue
from league.queries.leagues import seasons_over

# By the kind of thing: the rows of a season that refer to it, by which column, and how they reach their season.
ROWS: dict[type[Model], tuple[tuple[type[Model], str, str], ...]] = {
    Team: (
        (Entry, "team", "season"),
        (Registration, "team", "season"),
        (Fixture, "home", "division__season"),
        (Fixture, "away", "division__season"),
    ),
    Venue: ((Entry, "venue", "season"), (Fixture, "venue", "division__season")),
}


def keep_former_name(thing: Team | Venue, former: str, *, now: dt.datetime) -> None:
    """Store a renamed thing's former name on seasons that are over, unless they have an older one
    (docs/decisions/seasons.md).
    """
    if thing.name == former:
        return
    over = seasons_over(thing.league, now=now)
    for model, column, season in ROWS[type(thing)]:
        which: dict[str, Any] = {column: thing, f"{season}__in": over, f"{column}_called": ""}
        rows = model._default_manager.filter(**which).values_list("pk", flat=True)
        model._default_manager.filter(pk__in=list(rows)).update(**{f"{column}_called": former})
