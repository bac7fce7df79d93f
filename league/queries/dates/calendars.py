"""Calendars to subscribe to: the fixtures of a team, player, division or venue, and a user's own.

Each holds the current season of its league, those beside it and those to come, so that a subscription outlives the
season.
"""

import datetime as dt
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlsplit

from django.db.models import FilteredRelation, Q
from django.urls import reverse

from league.access import anybody
from league.enums import FixtureState, ResultKind, WeekKind
from league.models import (
    CalendarFeed,
    Division,
    Entry,
    Fixture,
    League,
    Player,
    Registration,
    Result,
    Role,
    Team,
    TeamMember,
    User,
    Venue,
)
from league.queries.domains import base_url_of
from league.queries.leagues import current_of, seasons_of
from league.queries.visibility import public, sides_shown, venues_for
from league.rules.ics import Event, calendar_bytes
from league.rules.wording import weekday_spelt
from league.translation import N_, Text, translated

# A fixture of nine matches takes an evening.
LASTS = dt.timedelta(hours=3)
SUMMARIES = {
    FixtureState.SCHEDULED: Text("{home} v {away}", home="", away=""),
    FixtureState.POSTPONED: Text("Postponed: {home} v {away}", home="", away=""),
    FixtureState.CANCELLED: Text("Cancelled: {home} v {away}", home="", away=""),
}
SAYS = {
    FixtureState.POSTPONED: N_("Postponed. It has no new date yet."),
    FixtureState.CANCELLED: N_("Cancelled. It will not be played."),
}
WITHOUT_PLAY = {
    ResultKind.WALKOVER: N_("Walkover to {team}: {home} v {away}"),
    ResultKind.NOBODY: N_("Not played: {home} v {away}"),
    ResultKind.VOID: N_("Void: {home} v {away}"),
}
SAYS_OF_RESULT = {
    ResultKind.WALKOVER: N_("Not played: a walkover to {team}."),
    ResultKind.NOBODY: N_("Not played: neither side came."),
    ResultKind.VOID: N_("The result is void: it counts for nothing."),
}
NONE = Q(pk__in=())


def event_of(fixture: Fixture, result: Result | None = None, *, base_url: str) -> Event:
    """Make a calendar's event of a fixture (no query where everything was joined).

    A postponed or cancelled one stays at its time and says so. One decided without play says so and who has it, and
    fills no evening. The host of `base_url`, e.g. ``https://league.example``, is part of the UID, which stays although
    the league gets a domain of its own; the link leads there.
    """
    league = fixture.league
    path = reverse("fixture", kwargs={"slug": league.slug, "fixture": fixture.pk})
    url = base_url_of(league, base_url) + path
    state = FixtureState(fixture.state)
    summary = SUMMARIES[state].with_params(home=fixture.home.name, away=fixture.away.name)
    lines = [week_of(fixture)]
    decided = state == FixtureState.SCHEDULED and result is not None and not result.scored
    if state in SAYS:
        lines.append(SAYS[state])
    elif decided and result is not None:
        kind = ResultKind(result.kind)
        winner = fixture.team_name(result.walkover_to)
        summary = Text(WITHOUT_PLAY[kind], home=fixture.home.name, away=fixture.away.name, team=winner)
        lines.append(Text(SAYS_OF_RESULT[kind], team=winner))
    if fixture.state == FixtureState.SCHEDULED and fixture.starts_at != fixture.original_starts_at:
        first = fixture.original_starts_at.astimezone(league.tz)
        lines.append(Text("Moved from {day}, {time}.", day=weekday_spelt(first.date()), time=f"{first:%H:%M}"))
    return Event(
        uid=f"fixture-{fixture.pk}@{urlsplit(base_url).hostname}",
        sequence=fixture.sequence,
        starts_at=fixture.starts_at,
        ends_at=fixture.starts_at + LASTS,
        summary=translated(summary),
        location=fixture.venue.where,
        description="\n".join([*map(translated, lines), url]),
        url=url,
        cancelled=fixture.state == FixtureState.CANCELLED,
        changed_at=fixture.changed_at or fixture.division.season.published_at or fixture.original_starts_at,
        postponed=fixture.state == FixtureState.POSTPONED,
        free=decided,
    )


def week_of(fixture: Fixture) -> Text:
    """Format a fixture's division, round and week (no query where these were joined)."""
    if fixture.play_off:
        return Text("{division}, play-off", division=fixture.division.name)
    where = {"division": fixture.division.name, "round": fixture.week.round.number, "week": fixture.week.number}
    if fixture.week.kind == WeekKind.CATCH_UP:
        return Text("{division}, round {round}, week {week} (catch-up)", **where)
    return Text("{division}, round {round}, week {week}", **where)


@dataclass(frozen=True, slots=True)
class Feed:
    """A calendar and all its events, not yet written as a file, which is the dearer part and often not needed."""

    name: str
    time_zone: str
    events: tuple[Event, ...]

    @property
    def version(self) -> str:
        """A hash of everything in it."""
        return hashlib.sha256(repr((self.name, self.time_zone, self.events)).encode()).hexdigest()[:32]

    @property
    def changed_at(self) -> dt.datetime | None:
        return max((event.changed_at for event in self.events), default=None)

    def to_bytes(self) -> bytes:
        return calendar_bytes(self.events, name=self.name, time_zone=self.time_zone)


def feed_of_team(team: Team, *, now: dt.datetime, base_url: str) -> Feed:
    """Feed of a team's fixtures (two queries)."""
    return _feed(team.league, team.name, Q(home=team) | Q(away=team), _seasons(team.league, now), base_url)


def feed_of_venue(venue: Venue, *, now: dt.datetime, base_url: str) -> Feed:
    """Feed of the fixtures at a venue (two queries)."""
    return _feed(venue.league, venue.name, Q(venue=venue), _seasons(venue.league, now), base_url)


def feed_of_division(league: League, division: str, *, now: dt.datetime, base_url: str) -> Feed:
    """Feed of the divisions of that slug, the same from season to season (three queries).

    Raise Division.DoesNotExist if no published season has one.
    """
    known = Division.objects.filter(public("season__"), season__league=league, slug=division)
    latest = known.order_by("-season__first_week")[:1].get()
    return _feed(league, latest.name, Q(division__slug=division), _seasons(league, now), base_url)


def feed_of_player(player: Player, *, name: str, now: dt.datetime, base_url: str) -> Feed:
    """Feed of a player's teams while they are registered there, and of their own games (three queries).

    `name` as the reader may see it.
    """
    seasons = _seasons(player.league, now)
    registered = Registration.objects.filter(player=player, season_id__in=seasons)
    sides = TeamMember.objects.filter(player=player).values("team")
    which = _while_registered(registered, player.league) | Q(home__in=sides) | Q(away__in=sides)
    return _feed(player.league, name, which, seasons, base_url)


def feed_of_user(user: User, league: League, *, now: dt.datetime, base_url: str) -> Feed:
    """Feed of the teams that a user is captain of, or plays for while they do (four queries)."""
    seasons = _seasons(league, now)
    registered = Registration.objects.filter(player__user=user, player__league=league, season_id__in=seasons)
    today = now.astimezone(league.tz).date()
    kept = Q(ends_on=None) | Q(ends_on__gte=today)
    roles = Role.objects.filter(kept, ended_at=None, user=user, league=league, team__isnull=False)
    teams = list(roles.values_list("team_id", flat=True))
    which = Q(home_id__in=teams) | Q(away_id__in=teams) | _while_registered(registered, league)
    return _feed(league, translated(N_("my fixtures")), which, seasons, base_url)


def _seasons(league: League, now: dt.datetime) -> list[int]:
    """The season of the league's pages, and those that began later or will (one query)."""
    today = now.astimezone(league.tz).date()
    seasons = seasons_of(league)
    current = current_of(seasons, today=today)
    return [season.pk for season in seasons if current is None or season.first_week >= current.first_week]


def _while_registered(registrations: Iterable[Registration], league: League) -> Q:
    found = NONE
    for registration in registrations:
        team = Q(home_id=registration.team_id) | Q(away_id=registration.team_id)
        begins = dt.datetime.combine(registration.starts_on, dt.time(), tzinfo=league.tz)
        one = team & Q(division__season_id=registration.season_id, starts_at__gte=begins)
        if registration.ends_on is not None:
            after = dt.datetime.combine(registration.ends_on + dt.timedelta(days=1), dt.time(), tzinfo=league.tz)
            one &= Q(starts_at__lt=after)
        found |= one
    return found


def _feed(league: League, name: str, which: Q, seasons: list[int], base_url: str) -> Feed:
    fixtures = (
        Fixture.objects.filter(which, sides_shown(), division__season_id__in=seasons)
        .annotate(live_result=FilteredRelation("results", condition=Q(results__live=True)))
        .select_related("division__season__league", "home", "away", "venue", "week__round", "live_result")  # type: ignore[misc]
        .order_by("starts_at", "pk")
    )
    # The attribute is there where a result is.
    events = tuple(event_of(fixture, getattr(fixture, "live_result", None), base_url=base_url) for fixture in fixtures)
    return Feed(f"{league.name}: {name}", league.tz.key, events)


def live_feed(user: User, league: League) -> CalendarFeed | None:
    """The address of a user's own calendar of a league (one query)."""
    return CalendarFeed.objects.filter(user=user, league=league, revoked_at=None).first()


def owner_of(token: str, league: League) -> User | None:
    """Owner of a secret calendar address; None if unknown, revoked, or their account is closed (one query)."""
    feeds = CalendarFeed.objects.filter(token=token, league=league, revoked_at=None, user__is_active=True)
    feed = feeds.select_related("user").first()
    return feed.user if feed else None


class DivisionTeams(NamedTuple):
    division: Division
    teams: tuple[Team, ...]


def calendars_of(league: League, *, now: dt.datetime) -> tuple[list[DivisionTeams], list[Venue]]:
    """Divisions with their teams, and venues, to subscribe to (four queries)."""
    seasons = _seasons(league, now)
    divisions: dict[str, Division] = {}
    # The current season comes last, and is the one whose divisions are listed where a later one has the same.
    for division in Division.objects.filter(season_id__in=seasons).order_by("-season__first_week", "order", "name"):
        divisions[division.slug] = division
    entries = Entry.objects.filter(season_id__in=seasons, team__hidden_at=None)
    entries = entries.select_related("team", "division").order_by("team__name")
    teams: dict[str, dict[int, Team]] = {slug: {} for slug in divisions}
    for entry in entries:
        teams[entry.division.slug][entry.team_id] = entry.team
    listed = [DivisionTeams(division, tuple(teams[slug].values())) for slug, division in divisions.items()]
    venues = venues_for(league, anybody(league))
    return sorted(listed, key=lambda one: (one.division.order, one.division.name)), list(venues)
