"""Calendars to subscribe to."""

import datetime as dt
from urllib.parse import urlsplit

from django.urls import reverse

from league.enums import FixtureState
from league.models import Fixture
from league.rules.ics import Event

# A fixture of nine matches takes an evening.
LASTS = dt.timedelta(hours=3)
SAYS = {
    FixtureState.POSTPONED: ("Postponed: ", "Postponed. It has no new date yet."),
    FixtureState.CANCELLED: ("Cancelled: ", "Cancelled. It will not be played."),
}


def event_of(fixture: Fixture, *, base_url: str) -> Event:
    """A fixture as an entry of a calendar. A postponed one stays at the time it had and says so, a cancelled one too.

    No query where division, season, league, week, round, teams and venue came along.

    Args:
        base_url: where this installation is found, e.g. ``https://league.example``. Its host is part of the UID.
    """
    league = fixture.division.season.league
    path = reverse("fixture", kwargs={"slug": league.slug, "fixture": fixture.pk})
    url = base_url.rstrip("/") + path
    prefix, says = SAYS.get(FixtureState(fixture.state), ("", ""))
    lines = [f"{fixture.division.name}, {str(fixture.week.round).lower()}, {str(fixture.week).lower()}", says]
    if fixture.state == FixtureState.SCHEDULED and fixture.starts_at != fixture.original_starts_at:
        first = fixture.original_starts_at.astimezone(league.tz)
        lines.append(f"Moved from {first:%A} {first.day} {first:%B %Y}, {first:%H:%M}.")
    lines.append(url)
    return Event(
        uid=f"fixture-{fixture.pk}@{urlsplit(base_url).hostname}",
        sequence=fixture.sequence,
        starts_at=fixture.starts_at,
        ends_at=fixture.starts_at + LASTS,
        summary=f"{prefix}{fixture.home.name} v {fixture.away.name}",
        location=", ".join(part for part in (fixture.venue.name, fixture.venue.address) if part),
        description="\n".join(line for line in lines if line),
        url=url,
        cancelled=fixture.state == FixtureState.CANCELLED,
        changed_at=fixture.changed_at or fixture.division.season.published_at or fixture.original_starts_at,
        postponed=fixture.state == FixtureState.POSTPONED,
    )
