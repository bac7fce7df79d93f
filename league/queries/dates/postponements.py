"""Moving a fixture: by when it is played, the evenings it may move to, the offers, and what another start moves."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.db.models import Prefetch, Q, QuerySet

from league.enums import OPEN_POSTPONEMENTS, FixtureState, NewDates, PostponementState
from league.models import Division, Entry, Fixture, League, Offer, Postponement, Season, Venue, VenueClosure, Week
from league.prepared import Prepared
from league.queries.visibility import not_closed, public, sides_shown
from league.rules import slots
from league.rules.settings import SeasonSettings, stored, usable_nights
from league.rules.slots import SUNDAY, PlayBy, format_day
from league.translation import Text
from timetable.calendar import WeekKind, WeekPlan


@dataclass(frozen=True, slots=True)
class Calendar:
    """The weeks of a season, by id, and its rules for postponed fixtures."""

    play_by: PlayBy
    rows: Mapping[int, Week]

    @property
    def weeks(self) -> tuple[WeekPlan, ...]:
        return tuple(map(plan_of, self.rows.values()))

    def catch_up(self, fixture: Fixture) -> Week | None:
        """The blank week by which a fixture is to be played, if any."""
        row = self.rows.get(fixture.week_id)
        found = self.play_by.catch_up(self.weeks, plan_of(row)) if row is not None else None
        return next((week for week in self.rows.values() if found and week.starts_on == found.starts), None)

    def last_day(self, fixture: Fixture) -> dt.date | None:
        row = self.rows.get(fixture.week_id)
        if row is None:
            return None
        return self.play_by.lapses_after(self.weeks, plan_of(row), first_day_of(fixture))

    def agreed_by(self, fixture: Fixture) -> dt.date | None:
        """The last day of a fixture that is not placed by then; None where it is placed."""
        catch_up, last_day = self.catch_up(fixture), self.last_day(fixture)
        return last_day if last_day and (catch_up is None or last_day < catch_up.starts_on) else None


def placed_from(week: Week, season: Season) -> dt.datetime:
    """Return from when fixtures without a date are placed in a blank week (no query)."""
    return season.league.evenings.moment_on(placing_day(week, season))


def placing_day(week: Week, season: Season) -> dt.date:
    """Return the day of that evening (no query)."""
    return week.starts_on - dt.timedelta(days=season.place_days)


def last_day_told(catch_up: Week | None, last_day: dt.date | None) -> dt.date | None:
    """Return the last day where it is not that of the blank week, so that pages name it instead."""
    return last_day if last_day and (catch_up is None or last_day < catch_up.starts_on + SUNDAY) else None


def by_committee(fixture: Fixture) -> bool:
    """Whether the secretary, not the captains, sets a fixture's new date (no query)."""
    return bool(fixture.division.season.new_dates == NewDates.COMMITTEE)


def without_a_date(fixture: Fixture) -> Text:
    """Format how a fixture without a date comes to one (one query)."""
    last_day = calendar_of(fixture.division.season).agreed_by(fixture)
    if by_committee(fixture) and last_day is not None:
        return Text(
            "{fixture} is postponed and has no date yet. The secretary sets one, by {day}; the captains say when they "
            "can play.",
            fixture=str(fixture),
            day=format_day(last_day),
        )
    if by_committee(fixture):
        return Text(
            "{fixture} is postponed and has no date yet. The captains say when they can play, and the secretary sets "
            "a date; otherwise it is placed.",
            fixture=str(fixture),
        )
    if last_day is not None:
        return Text(
            "{fixture} is postponed and has no date yet. The captains may agree on one by {day}; nobody sets one for "
            "them.",
            fixture=str(fixture),
            day=format_day(last_day),
        )
    return Text(
        "{fixture} is postponed and has no date yet. The captains may agree on one; otherwise it is placed.",
        fixture=str(fixture),
    )


def plan_of(week: Week) -> WeekPlan:
    """Return a week for the rules; its round goes by its id."""
    return WeekPlan(week.round_id, week.number, week.starts_on, cast(WeekKind, week.kind))


def first_day_of(fixture: Fixture) -> dt.date:
    """Return the first scheduled day of a fixture, in the league's time zone."""
    return fixture.original_starts_at.astimezone(fixture.league.tz).date()


def calendar_of(season: Season) -> Calendar:
    """Calendar of a season (one query)."""
    return calendars_of([season])[season.pk]


def calendars_of(seasons: Iterable[Season]) -> dict[int, Calendar]:
    """Calendars of seasons, by id (one query)."""
    found = {season.pk: Calendar(stored(SeasonSettings, season).play_by, {}) for season in seasons}
    rows: dict[int, dict[int, Week]] = {pk: {} for pk in found}
    for week in Week.objects.filter(season__in=list(found)):
        rows[week.season_id][week.pk] = week
    return {pk: Calendar(calendar.play_by, rows[pk]) for pk, calendar in found.items()}


def moving_of(fixture: Fixture, *, now: dt.datetime, venue: Venue | None = None) -> slots.Moving:
    """A fixture and what its new evening depends on (five queries).

    `fixture` has its division's season and league, week and round, teams and venue joined; `venue` replaces its own.
    """
    return movings_of([fixture], now=now, venue=venue)[fixture.pk]


def movings_of(fixtures: Sequence[Fixture], *, now: dt.datetime, venue: Venue | None = None) -> dict[int, slots.Moving]:
    """Fixtures of one season and what their new evenings depend on, by id (five queries, however many)."""
    if not fixtures:
        return {}
    season, tz = fixtures[0].division.season, fixtures[0].league.tz
    venues = {fixture.pk: venue or fixture.venue for fixture in fixtures}
    calendar = calendar_of(season)
    weeks = calendar.weeks
    entries = _entries(fixtures)
    others = _other_fixtures(fixtures, set(venues.values()), now)
    closed = _closed(set(venues.values()))
    found = {}
    for fixture in fixtures:
        home, original = entries.get(fixture.home_id), fixture.original_starts_at.astimezone(tz)
        around = [other for other in others if other.pk != fixture.pk]
        found[fixture.pk] = slots.Moving(
            home=_side(fixture.home_id, fixture.home.name, entries, around, tz),
            away=_side(fixture.away_id, fixture.away.name, entries, around, tz),
            venue=_venue_place(venues[fixture.pk], closed, around, tz),
            week=plan_of(fixture.week),
            weeks=weeks,
            first=original.date(),
            at=fixture.starts_at if fixture.state == FixtureState.SCHEDULED else None,
            night=home.home_night if home else original.weekday(),
            start=home.start_time if home else original.time(),
            catch_up_nights=frozenset(usable_nights(season.catch_up_nights)),
            tz=tz,
            play_by=calendar.play_by,
        )
    return found


def slots_for(fixture: Fixture, *, now: dt.datetime) -> tuple[slots.Evening, ...]:
    """Every evening up to the last one possible, with all that speaks against it (five queries)."""
    return slots.evenings(moving_of(fixture, now=now), now=now)


def _teams(fixtures: Iterable[Fixture]) -> set[int]:
    return {team for fixture in fixtures for team in (fixture.home_id, fixture.away_id)}


def _entries(fixtures: Sequence[Fixture]) -> dict[int, Entry]:
    entries = Entry.objects.filter(
        season_id=fixtures[0].division.season_id, team_id__in=_teams(fixtures)
    ).prefetch_related("blackouts")
    return {entry.team_id: entry for entry in entries}


def _other_fixtures(fixtures: Iterable[Fixture], venues: Iterable[Venue], now: dt.datetime) -> list[Fixture]:
    """Future fixtures with a date, of these teams or at these venues; decided ones, such as walkovers, are left out."""
    teams = _teams(fixtures)
    which = Q(home_id__in=teams) | Q(away_id__in=teams) | Q(venue__in=venues)
    found = Fixture.objects.filter(which, state=FixtureState.SCHEDULED, starts_at__gte=now - slots.DAY)
    found = found.exclude(results__live=True)
    return list(found.select_related("home", "away").order_by("pk"))


def _closed(venues: Iterable[Venue]) -> dict[int, set[dt.date]]:
    found: dict[int, set[dt.date]] = {}
    for venue, date in VenueClosure.objects.filter(venue__in=venues).values_list("venue_id", "date"):
        found.setdefault(venue, set()).add(date)
    return found


def _side(team: int, name: str, entries: dict[int, Entry], others: Iterable[Fixture], tz: dt.tzinfo) -> slots.Side:
    entry = entries.get(team)
    return slots.Side(
        name=name,
        busy={x.starts_at.astimezone(tz).date(): str(x) for x in others if team in (x.home_id, x.away_id)},
        blackouts=frozenset(day.date for day in entry.blackouts.all()) if entry else frozenset(),
    )


def _venue_place(
    venue: Venue, closed: Mapping[int, Iterable[dt.date]], others: Iterable[Fixture], tz: dt.tzinfo
) -> slots.Place:
    held = Counter(x.starts_at.astimezone(tz).date() for x in others if x.venue_id == venue.pk)
    return slots.Place(venue.name, venue.boards, held, frozenset(closed.get(venue.pk, ())))


def dates_of(offer: Offer | None) -> tuple[dt.datetime, ...]:
    return offer.dates if offer else ()


@dataclass(frozen=True, slots=True)
class PostponementView:
    """A postponement with the offers made in it, the first one first."""

    postponement: Postponement
    offers: tuple[Offer, ...]

    @property
    def on_the_table(self) -> Offer | None:
        """The last offer, which can be agreed to."""
        return self.offers[-1] if self.offers else None

    @property
    def to_answer(self) -> Offer | None:
        """The offer awaiting an answer; None where the secretary sets the date."""
        offer = self.on_the_table
        if (
            offer is None
            or by_committee(self.postponement.fixture)
            or not (self.postponement.state == PostponementState.REQUESTED or offer.slots)
        ):
            return None
        return offer

    @property
    def open(self) -> bool:
        return self.postponement.state in OPEN_POSTPONEMENTS

    @property
    def seen(self) -> int:
        """The number of the last offer, 0 without; an answer names the one it answers."""
        return self.offers[-1].number if self.offers else 0


def _with_all_offers(postponements: QuerySet[Postponement]) -> list[PostponementView]:
    offers = Prefetch("offers", queryset=Offer.objects.select_related("made_by").order_by("number"), to_attr="made")
    rows = postponements.select_related("requested_by", "decided_by").prefetch_related(offers)
    return [_with_offers(row) for row in rows]


def _with_offers(row: Postponement) -> PostponementView:
    made: list[Offer] = row.made  # type: ignore[attr-defined]
    for offer in made:
        offer.postponement = row
    return PostponementView(row, tuple(made))


def history_of(fixture: Fixture) -> list[PostponementView]:
    """Every postponement of a fixture, the latest first (two queries)."""
    views = _with_all_offers(Postponement.objects.filter(fixture=fixture).order_by("-pk"))
    for asked in views:
        asked.postponement.fixture = fixture
    return views


def open_with_offers(fixture: Fixture) -> PostponementView | None:
    """The open postponement of a fixture with its offers (two queries)."""
    return next((view for view in history_of(fixture) if view.open), None)


def open_by_fixture(league: League, teams: frozenset[int]) -> dict[int, PostponementView]:
    """Open postponements of these teams' fixtures with their offers, by fixture (three queries; one where none is)."""
    wanted = _open_postponements(league.pk, sorted(teams))
    if not wanted:
        return {}
    joined = ("fixture__division__season", "fixture__home", "fixture__away")
    views = _with_all_offers(Postponement.objects.filter(pk__in=wanted).select_related(*joined))
    return {view.postponement.fixture_id: view for view in views}


@Prepared
def _open_postponements(league: int, teams: list[int]) -> QuerySet[Any, int]:
    return Postponement.objects.filter(
        Q(fixture__home_id__in=teams) | Q(fixture__away_id__in=teams),
        public("fixture__division__season__"),
        not_closed("fixture__division__season__"),
        fixture__division__season__league=league,
        state__in=OPEN_POSTPONEMENTS,
    ).values_list("pk", flat=True)


def requests_of(season: Season) -> list[PostponementView]:
    """Requests to postpone that a secretary is to decide, the oldest first (two queries)."""
    postponements = Postponement.objects.filter(
        sides_shown("fixture__"), fixture__division__season=season, state=PostponementState.REQUESTED
    ).exclude(fixture__state=FixtureState.CANCELLED)
    joined = ("fixture__division__season__league", "fixture__home", "fixture__away")
    return (
        _with_all_offers(postponements.select_related(*joined).order_by("requested_at", "pk"))
        if season.new_dates == NewDates.COMMITTEE
        else []
    )


def venues_of(league: League) -> list[Venue]:
    """Venues where fixtures of a league can be played, by name (one query)."""
    return list(Venue.objects.filter(league=league, hidden_at=None).order_by("name"))


StartScope = Season | Division | Entry
# A time of day for all of them, or by how much each start moves.
NewStart = dt.time | dt.timedelta


@dataclass(frozen=True, slots=True)
class StartChange:
    """Teams whose start changes, and the fixtures that move with it.

    Attributes:
        entries: teams that start at another time now.
        fixtures: those to come that are set for the usual start of their home team, each with its new one.
        elsewhere: how many to come were set for a time of their own, which they keep.
    """

    entries: tuple[Entry, ...]
    fixtures: tuple[tuple[Fixture, dt.datetime], ...]
    elsewhere: int

    @property
    def by_start(self) -> list[tuple[dt.time, list[str]]]:
        """Team names by their former start, the earliest first."""
        found: dict[dt.time, list[str]] = {}
        for entry in self.entries:
            found.setdefault(entry.start_time, []).append(entry.team.name)
        return sorted(found.items())


def season_of(scope: StartScope) -> Season:
    return scope if isinstance(scope, Season) else scope.season


def entries_in(scope: StartScope) -> list[Entry]:
    """Teams of a scope that have not withdrawn, with division and team joined (one query)."""
    entries = Entry.objects.filter(withdrawn_on=None).select_related("division", "team", "season__league")
    column = {Season: "season", Division: "division", Entry: "pk"}[type(scope)]
    return list(entries.filter(**{column: scope.pk}).order_by("division__order", "team__name", "pk"))


def moved_start(before: dt.time, start: NewStart) -> dt.time | None:
    """The start that a time becomes; None if it would be on another day."""
    if isinstance(start, dt.time):
        return start
    day = dt.date(2000, 1, 2)
    moved = dt.datetime.combine(day, before) + start
    return moved.time() if moved.date() == day else None


def start_change(scope: StartScope, start: NewStart, *, now: dt.datetime) -> StartChange:
    """Return what a start would change for a scope's teams (two queries). Fixtures of today count as to come."""
    starts = {entry: moved_start(entry.start_time, start) or entry.start_time for entry in entries_in(scope)}
    entries = {entry.team_id: entry for entry, new in starts.items() if entry.start_time != new}
    season = season_of(scope)
    tz = season.league.tz
    midnight = dt.datetime.combine(now.astimezone(tz).date(), dt.time(), tzinfo=tz)
    to_come = Fixture.objects.filter(
        division__season=season, home__in=entries, state=FixtureState.SCHEDULED, starts_at__gte=midnight
    ).exclude(results__live=True)
    moved, elsewhere = [], 0
    for fixture in to_come.select_related("home", "away").order_by("starts_at", "pk"):
        local = fixture.starts_at.astimezone(tz)
        if local.time() == entries[fixture.home_id].start_time:
            new = starts[entries[fixture.home_id]]
            moved.append((fixture, dt.datetime.combine(local.date(), new, tzinfo=tz)))
        else:
            elsewhere += 1
    return StartChange(tuple(entries.values()), tuple(moved), elsewhere)
