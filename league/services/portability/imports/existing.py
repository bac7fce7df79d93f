"""What a league has already of the season that the files speak of, by name; and the plan that holds both."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Case, F, When

from league.enums import Evening, Registering, TimetableState
from league.models import Division, Entry, Fixture, League, Registration, Season, Team, Venue
from league.queries.teams import have_played
from league.rules.names import folded, nearest_name
from league.rules.settings import EVENINGS, DivisionSettings, SeasonSettings, stored
from league.services.portability.imports.columns import Row
from league.services.portability.imports.spreadsheets import (
    FixtureRow,
    PlayerRow,
    ResultRow,
    SeasonRow,
    TeamRow,
    VenueRow,
)
from league.translation import N_, Text
from timetable.calendar import WeekPlan

FixtureKey = tuple[str, dt.date, str, str]
NO_VENUE = N_("no such venue")
NO_DIVISION = N_("no such division")
NO_TEAM = N_("no such team")
MERGED = N_("was entered twice and is {team} now; write {team} instead")


@dataclass(slots=True)
class Existing:
    """The rows that the league has already of the season that the files speak of, by name.

    A season that is over knows its teams and venues by their names of then too.

    Attributes:
        team_names: of several that are one name, one that was merged is left out.
        squads: the names of those who have played for a team or are registered, who left as well.
        fixtures: by the date that each has, and by the one first planned.
    """

    season: Season | None = None
    venues: dict[str, Venue] = field(default_factory=dict)
    teams: dict[str, Team] = field(default_factory=dict)
    team_names: list[str] = field(default_factory=list)
    divisions: dict[str, Division] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    squads: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    fixtures: dict[FixtureKey, Fixture] = field(default_factory=dict)
    has_timetable: bool = False
    open: bool = False
    score_only: bool = True

    def merged_into(self, name: str) -> Team | None:
        """Return the team that stays, of one of this name that was entered twice."""
        team = self.teams.get(name)
        return team.merged_into if team is not None and team.name == name else None


@dataclass(slots=True)
class InvalidRefs:
    """The names that stand in rows with a fault. A row that uses one cannot be judged, so nothing is said of it.

    Attributes:
        teams: the division of each by name.
        players: team and name of each.
        fixtures: home and away team of each.
    """

    venues: set[str] = field(default_factory=set)
    teams: dict[str, str] = field(default_factory=dict)
    players: set[tuple[str, str]] = field(default_factory=set)
    fixtures: set[tuple[str, str]] = field(default_factory=set)


@dataclass(slots=True)
class Plan:
    """Everything the files say, checked, beside what the league has.

    Attributes:
        weeks: the calendar, where season.csv was given; None where the season's own stands.
        formats: of each division of the season.
        homes: every team of the season, as the files say or else as it is.
        results: the lines of results.csv by fixture.
        wish_rows: those of wishes.csv, which only a timetable's brief reads.
    """

    existing: Existing
    season: SeasonRow | None = None
    venues: list[VenueRow] = field(default_factory=list)
    weeks: tuple[WeekPlan, ...] | None = None
    teams: list[TeamRow] = field(default_factory=list)
    homes: dict[str, TeamRow] = field(default_factory=dict)
    players: list[PlayerRow] = field(default_factory=list)
    fixtures: list[FixtureRow] = field(default_factory=list)
    results: dict[FixtureKey, list[ResultRow]] = field(default_factory=dict)
    formats: dict[str, str] = field(default_factory=dict)
    invalid_refs: InvalidRefs = field(default_factory=InvalidRefs)
    wish_rows: list[Row] = field(default_factory=list)


def read_existing(league: League, season: Season | None) -> Existing:
    """Lock a season and its fixtures, in the order in which everybody takes them, and read it (twelve queries)."""
    known = Existing(season, {venue.name: venue for venue in Venue.objects.filter(league=league)})
    known.teams = {team.name: team for team in Team.objects.filter(league=league).select_related("merged_into")}
    shown = {folded(name) for name, team in known.teams.items() if team.merged_into is None}
    known.team_names = [
        name for name, team in known.teams.items() if team.merged_into is None or folded(name) not in shown
    ]
    if season is None:
        return known
    Season.objects.select_for_update(of=("self",), no_key=True).get(pk=season.pk)
    locked = Fixture.objects.filter(division__season=season).order_by("pk")
    list(locked.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
    known.divisions = {division.name: division for division in Division.objects.filter(season=season)}
    for division in known.divisions.values():
        division.season = season
    entries = Entry.objects.filter(season=season).select_related("team", "division", "venue")
    known.entries = {entry.team.name: entry for entry in entries.prefetch_related("blackouts")}
    known.team_names += [name for name in known.entries if name not in known.teams]
    venues = {venue.pk: venue for venue in known.venues.values()}
    teams = {team.pk: team for team in known.teams.values()}
    known.venues = {entry.venue.name: venues[entry.venue_id] for entry in known.entries.values()} | known.venues
    known.teams = {name: teams[entry.team_id] for name, entry in known.entries.items()} | known.teams
    # Those who have left as well: what they played for the team still stands in the files.
    registered = Registration.objects.filter(season=season).order_by().distinct()
    called = Case(When(team_called="", then=F("team__name")), default=F("team_called"))
    for team, player, _ in registered.values_list(called, "player__name", "player_id"):
        known.squads[team].append(player)
    known.open = season.registration == Registering.OPEN
    known.score_only = season.score_only
    if known.open:
        for team, people in have_played(league).items():
            known.squads[team] += [name for name in people if name not in known.squads[team]]
    known.fixtures = fixtures_by_key(season)
    known.has_timetable = season.timetables.filter(state=TimetableState.PUBLISHED).exists()
    return known


def fixtures_by_key(season: Season) -> dict[FixtureKey, Fixture]:
    """Return a season's fixtures by the date that each has and by the one first planned, which goes before."""
    rows = Fixture.objects.filter(division__season=season, play_off=False).select_related(
        "division__season__league", "format", "home", "away", "week__round"
    )
    by_key = {}
    for fixture in rows:
        for moment in (fixture.starts_at, fixture.original_starts_at):
            date = moment.astimezone(season.league.tz).date()
            by_key[fixture.division.name, date, fixture.home.name, fixture.away.name] = fixture
    return by_key


def unknown(message: Text, name: str, among: Iterable[str]) -> Text:
    near = nearest_name(name, among)
    return Text('{unknown}; did you mean "{name}"?', unknown=message, name=near) if near else message


def no_team(plan: Plan, name: str, among: Iterable[str]) -> Text:
    stays = plan.existing.merged_into(name)
    return Text(MERGED, team=stays.name) if stays is not None else unknown(NO_TEAM, name, among)


def settings_in(plan: Plan, division: str) -> DivisionSettings:
    """Return the evening and the start of a division's own, as the files say or else as it has them."""
    given = plan.season.evenings.get(division) if plan.season is not None else None
    known = plan.existing.divisions.get(division)
    return given or (stored(DivisionSettings, known) if known else DivisionSettings())


def evening_in(plan: Plan, division: str) -> int | None:
    """Return the evening on which everybody of a division plays, Monday 0; None where each team has its own."""
    night = settings_in(plan, division).night
    if night is not None:
        return night
    evening = plan.season.evening if plan.season is not None else None
    if evening is None and plan.existing.season is not None:
        return stored(SeasonSettings, plan.existing.season).night
    return None if evening in (None, Evening.OWN) else EVENINGS.index(evening)


def homes_of(plan: Plan) -> dict[str, TeamRow]:
    homes = {
        name: TeamRow(
            row=Row("", 0, {}),
            name=name,
            division=entry.division.name,
            venue=entry.venue.name,
            night=entry.home_night,
            start=entry.start_time,
            blackouts=tuple(blackout.date for blackout in entry.blackouts.all()),
        )
        for name, entry in plan.existing.entries.items()
    }
    return homes | {team.name: team for team in plan.teams}
