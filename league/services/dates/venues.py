"""Move fixtures to another venue with a team's home or a merged venue, and find evenings that are then too full."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection

from django.db.models import F, Q, QuerySet

from league.enums import FixtureState, NoticeKind
from league.errors import Invalid
from league.models import Entry, Fixture, Season, Venue
from league.queries.dates.postponements import movings_of
from league.queries.people.people import captains_of_season
from league.rules import slots
from league.rules.problems import Problem
from league.services.locks import lock_venues_and_teams
from league.services.notices import notify, queue_notice
from league.translation import Text

# What another venue can have against the date that a fixture has.
FULL = "full"
OF_A_VENUE = frozenset({"closed", FULL})


def filter_upcoming(fixtures: QuerySet[Fixture], now: dt.datetime) -> QuerySet[Fixture]:
    """Filter those still to be played; one without a date keeps its last one."""
    to_be_played = Q(starts_at__gte=now) | ~Q(state=FixtureState.SCHEDULED)
    return fixtures.filter(to_be_played).exclude(results__live=True)


def move_to_venue(fixtures: QuerySet[Fixture], venue: Venue, *, now: dt.datetime) -> list[int]:
    """Move those to come to another venue, at their dates; return their ids.

    Fixtures are locked, then venues, and filtered again under the locks: one may have got a result meanwhile.
    """
    upcoming = filter_upcoming(fixtures, now).exclude(venue=venue)
    locked = Fixture.objects.select_for_update(of=("self",), no_key=True).filter(
        pk__in=list(upcoming.values_list("pk", flat=True))
    )
    former = dict(locked.order_by("pk").values_list("pk", "venue"))
    lock_venues_and_teams(venues={venue.pk, *former.values()}, teams=())
    moved = list(upcoming.filter(pk__in=former).order_by("pk").values_list("pk", flat=True))
    Fixture.objects.filter(pk__in=moved).update(venue=venue, sequence=F("sequence") + 1, changed_at=now)
    return moved


def against_venues(fixtures: QuerySet[Fixture], *, now: dt.datetime, about: Collection[str] = OF_A_VENUE) -> list[Text]:
    """Return why fixtures to come cannot be played where they are: evenings full or closed, each once, in order.

    Five queries for each season of theirs; the venues must be locked for the answer to stay true. `about` are codes of
    `rules.slots`.
    """
    joined = fixtures.select_related("division__season__league", "home", "away", "venue", "week__round")
    by_season: dict[Season, list[Fixture]] = defaultdict(list)
    for fixture in filter_upcoming(joined, now).filter(state=FixtureState.SCHEDULED):
        by_season[fixture.division.season].append(fixture)
    reasons = []
    for theirs in by_season.values():
        movings = movings_of(theirs, now=now)
        for fixture in theirs:
            evening = slots.judge(movings[fixture.pk], fixture.starts_at, now=now)
            reasons += [(evening.date, reason.message) for reason in evening.reasons if reason.code in about]
    unique = dict.fromkeys(sorted(reasons, key=lambda one: one[0]))
    return [Text("{day}: {reason}", day=slots.format_day(day), reason=reason) for day, reason in unique]


def require_confirmed(against: Collection[Text], *, anyway: bool) -> None:
    """Raise Invalid (code ``anyway``) with the full or closed evenings of `against_venues`, unless `anyway`."""
    if against and not anyway:
        raise Invalid([Problem("anyway", reason, "anyway") for reason in against])


def tell_captains(moved: Collection[int], number: int, *, now: dt.datetime) -> None:
    """Tell the captains of moved fixtures; where a team plays at home now its whole division, once.

    `number` is that of the journal's entry; the teams' homes are written already.
    """
    shown = Fixture.objects.filter(pk__in=moved, division__season__hidden_at=None)
    joined = shown.select_related("division__season__league", "home", "away", "venue")
    fixtures = list(joined.exclude(state=FixtureState.CANCELLED).order_by("pk"))
    entries = Entry.objects.filter(team__in={fixture.home_id for fixture in fixtures})
    homes = {
        (entry.season_id, entry.team_id, entry.venue_id): entry
        for entry in entries.select_related("season__league", "division", "team", "venue")
    }
    announced = set()
    for fixture in fixtures:
        entry = homes.get((fixture.division.season_id, fixture.home_id, fixture.venue_id))
        if entry is None:
            text = Text("{fixture} is played at {venue}.", fixture=str(fixture), venue=fixture.venue.name)
            notify(fixture, NoticeKind.FIXTURE_MOVED, f"{fixture.pk}:{fixture.sequence}", text, now=now)
        elif entry.pk not in announced:
            announced.add(entry.pk)
            _tell_division(entry, number, now)


def _tell_division(entry: Entry, number: int, now: dt.datetime) -> None:
    league = entry.season.league
    people = captains_of_season(entry.season, on=now.astimezone(league.tz).date(), division=entry.division)
    text = Text("{team} plays its home fixtures at {venue} from now on.", team=entry.team.name, venue=entry.venue.name)
    queue_notice(league, people, NoticeKind.FIXTURE_MOVED, f"home:{entry.pk}:{number}", text=text, now=now)
