"""The plan of an import: what the files say, beside what the league has already of the season they speak of."""

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
from league.services.portability.imports.readers import Row
from league.services.portability.imports.result_lines import ResultLine
from league.services.portability.imports.values import FixtureValue, PlayerValue, SeasonValue, TeamValue, VenueValue
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

    Attributes:
        teams: the names of all teams of the league; of several that are one name, one that was merged is left out.
        merged: the names of teams of the league that were entered twice, with those of the teams that stay.
    """

    season: Season | None = None
    venues: dict[str, int] = field(default_factory=dict)
    teams: list[str] = field(default_factory=list)
    divisions: dict[str, str] = field(default_factory=dict)
    own: dict[str, DivisionSettings] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    squads: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    fixtures: dict[FixtureKey, Fixture] = field(default_factory=dict)
    merged: dict[str, str] = field(default_factory=dict)
    has_timetable: bool = False
    open: bool = False


@dataclass(slots=True)
class Doubtful:
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
    """Everything the files say, checked.

    Attributes:
        weeks: the calendar, where season.csv was given; None where the season's own stands.
        results: the lines of results.csv by fixture.
        wish_rows: those of wishes.csv, which only a timetable's brief reads.
    """

    known: Existing
    venues: list[VenueValue] = field(default_factory=list)
    season: SeasonValue | None = None
    weeks: tuple[WeekPlan, ...] | None = None
    teams: list[TeamValue] = field(default_factory=list)
    players: list[PlayerValue] = field(default_factory=list)
    fixtures: list[FixtureValue] = field(default_factory=list)
    results: dict[FixtureKey, list[ResultLine]] = field(default_factory=dict)
    formats: dict[str, str] = field(default_factory=dict)
    doubtful: Doubtful = field(default_factory=Doubtful)
    wish_rows: list[Row] = field(default_factory=list)


def known_of(league: League | None, season: Season | None) -> Existing:
    """Return what a league has of a season (nine queries at the most); nothing where the files stand alone."""
    if league is None:
        return Existing()
    known = Existing(season, dict(Venue.objects.filter(league=league).values_list("name", "boards")))
    teams = dict(Team.objects.filter(league=league).values_list("name", "merged_into__name"))
    known.merged = {name: stays for name, stays in teams.items() if stays is not None}
    shown = {folded(name) for name in teams if name not in known.merged}
    known.teams = [name for name in teams if name not in known.merged or folded(name) not in shown]
    if season is None:
        return known
    for division in Division.objects.filter(season=season):
        known.divisions[division.name] = division.fixture_format
        known.own[division.name] = stored(DivisionSettings, division)
    entries = Entry.objects.filter(season=season).select_related("team", "division", "venue")
    known.entries = {entry.team.name: entry for entry in entries.prefetch_related("blackouts")}
    # A file of a season that is over has the names of then.
    known.teams += [name for name in known.entries if name not in teams]
    known.venues = {entry.venue.name: entry.venue.boards for entry in known.entries.values()} | known.venues
    # Those who have left as well: what they played for the team still stands in the files.
    registered = Registration.objects.filter(season=season).order_by().distinct()
    called = Case(When(team_called="", then=F("team__name")), default=F("team_called"))
    for team, player, _ in registered.values_list(called, "player__name", "player_id"):
        known.squads[team].append(player)
    known.open = season.registration == Registering.OPEN
    if known.open:
        for team, people in have_played(league).items():
            known.squads[team] += [name for name in people if name not in known.squads[team]]
    fixtures = Fixture.objects.filter(division__season=season, play_off=False).select_related(
        "division", "format", "home", "away", "week__round"
    )
    for fixture in fixtures:
        for moment in (fixture.starts_at, fixture.original_starts_at):
            date = moment.astimezone(league.tz).date()
            known.fixtures[(fixture.division.name, date, fixture.home.name, fixture.away.name)] = fixture
    known.has_timetable = season.timetables.filter(state=TimetableState.PUBLISHED).exists()
    return known


def unknown(message: Text, name: str, among: Iterable[str]) -> Text:
    near = nearest_name(name, among)
    return Text('{unknown}; did you mean "{name}"?', unknown=message, name=near) if near else message


def no_team(plan: Plan, name: str, among: Iterable[str]) -> Text:
    stays = plan.known.merged.get(name)
    return Text(MERGED, team=stays) if stays is not None else unknown(NO_TEAM, name, among)


@dataclass(frozen=True, slots=True)
class Home:
    """A team's home: its division, venue, night and start, and the dates on which it cannot play."""

    division: str
    venue: str
    night: int
    start: dt.time
    blackouts: frozenset[dt.date]


def own_of(plan: Plan, division: str) -> DivisionSettings:
    """Return the evening and the start of a division's own, as the files say or else as it has them."""
    said = plan.season.evenings.get(division) if plan.season is not None else None
    return said or plan.known.own.get(division) or DivisionSettings()


def evening_in(plan: Plan, division: str) -> int | None:
    """Return the evening on which everybody of a division plays, Monday 0; None where each team has its own."""
    night = own_of(plan, division).night
    return _evening_of(plan) if night is None else night


def _evening_of(plan: Plan) -> int | None:
    """Return the evening on which everybody plays, Monday 0, as the files say or else the season; None of none."""
    said = plan.season.evening if plan.season is not None else None
    if said is None and plan.known.season is not None:
        return stored(SeasonSettings, plan.known.season).night
    return None if said in (None, Evening.OWN) else EVENINGS.index(said)


def homes_of(plan: Plan) -> dict[str, Home]:
    homes = {
        name: Home(
            entry.division.name,
            entry.venue.name,
            entry.home_night,
            entry.start_time,
            frozenset(b.date for b in entry.blackouts.all()),
        )
        for name, entry in plan.known.entries.items()
    }
    for team in plan.teams:
        homes[team.name] = Home(
            team.division, team.venue, team.night or 0, team.start or dt.time(), frozenset(team.blackouts)
        )
    return homes
