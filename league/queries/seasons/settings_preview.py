"""What differs if settings change: the table, the sentences of the rules page, deadlines, fixtures, people and sheets.

Everything is computed twice, with the settings as they are and as they would be; only what differs is shown. A pure
read: `stamp` tells whether the preview still holds when the change is saved.
"""

import copy
import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, TypeVar
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from league.access.grants import WITH_FACTOR, with_factor
from league.enums import OPEN_POSTPONEMENTS, AppealsBy, AppealState, FixtureState, ResultKind, TimetableState, WeekKind
from league.models import (
    Appeal,
    Division,
    Entry,
    Fixture,
    League,
    Player,
    Postponement,
    Registration,
    Result,
    Role,
    Ruling,
    Season,
    User,
    Week,
)
from league.queries.dates.outstanding import outstanding_rounds
from league.queries.dates.postponements import calendar_of, placing_day
from league.queries.disputes.consequences import PlaceChange, places_changed
from league.queries.disputes.disputes import dispute_deadline, of_the_ruled
from league.queries.disputes.panels import voting_deadline
from league.queries.honours.high_hands import counting
from league.queries.outages import appeal_until, gaps_of
from league.queries.results.eligibility import look_through, rules_of
from league.queries.results.sheets import is_played, sheets_of
from league.queries.seasons.setting_changes import Change, column_changes, is_announced, labels_of, running_seasons
from league.queries.standings.standings import division_table
from league.queries.teams import merit_table
from league.queries.visibility import not_hidden, public
from league.rules.deadlines import Gap
from league.rules.eligibility import Evening, Person, Registered, objections
from league.rules.formats import terms
from league.rules.mailing import ask_time
from league.rules.rulebook import league_rules
from league.rules.scheme_columns import COLUMNS, stored_scheme
from league.rules.settings import (
    AS_THE_SEASON,
    WHEN,
    DivisionSettings,
    LeagueSettings,
    SeasonSettings,
    Settings,
    declared,
    evening_of,
    new_in,
    stored,
    usable_tie_breaks,
)
from league.rules.wording import clock, moment_spelt, spelt
from league.translation import N_, Text, join_names
from timetable.calendar import WEEKDAYS

EXAMPLES: Final = 5
# Nothing older can be disputed or appealed, however long the league gives.
LONGEST: Final = dt.timedelta(days=92)
JOINED: Final = ("fixture__division__season", "fixture__home", "fixture__away")
RULED: Final = [f"{of}__{name}" for of in ("call", "dispute", "case") for name in JOINED]
STALE: Final = (TimetableState.WAITING, TimetableState.SOLVING, TimetableState.READY)

M = TypeVar("M")
# A row as it is, and as it would be.
Pair = tuple[M, M]
# What settings may move, and its value before and after: a moment, a day or words.
Row = tuple[Any, ...]
# The name of a kind of rows, the settings that move it, and the function that computes the rows.
Measure = tuple[Text, tuple[str, ...], Callable[[Any, dt.datetime], Iterator[Row]]]


@dataclass(frozen=True, slots=True)
class Difference:
    """Rows of one kind that differ: how many, and the first of them in words."""

    title: Text
    count: int
    examples: tuple[tuple[str, ...], ...]

    @property
    def more(self) -> int:
        return self.count - len(self.examples)


@dataclass(frozen=True, slots=True)
class SettingsPreview:
    """What differs if settings change.

    Attributes:
        places: the teams whose place or points change, from the top; None where no table follows from the settings.
        notes: warnings about what stays as it is.
        running: the published seasons that it holds for, whose captains are told; none of a draft.
        needs_reason: they have begun.
    """

    changes: tuple[Change, ...]
    places: tuple[PlaceChange, ...] | None
    rules_removed: tuple[Text, ...]
    rules_added: tuple[Text, ...]
    differences: tuple[Difference, ...]
    notes: tuple[Text, ...]
    running: tuple[Season, ...]
    needs_reason: bool

    @property
    def stamp(self) -> str:
        """A short text that differs as soon as anything that is shown does."""
        visible = (
            self.changes, self.places, self.rules_removed, self.rules_added, self.differences, self.notes,
            [season.pk for season in self.running], self.needs_reason,
        )  # fmt: skip
        return sha256(repr(visible).encode()).hexdigest()[:16]


def preview_league(league: League, wanted: LeagueSettings, *, now: dt.datetime) -> SettingsPreview:
    """Preview other settings of a league (at most five queries for each kind of difference)."""
    current, wanted = stored(LeagueSettings, league), stored(LeagueSettings, wanted)
    new = new_in(wanted, current)
    running = running_seasons(league, now=now) if is_announced(LeagueSettings, new) else ()
    return _preview(league, new, _sentences(current), _sentences(wanted), running, now)


def preview_season(season: Season, wanted: SeasonSettings, *, now: dt.datetime) -> SettingsPreview:
    """Preview other settings of a season (at most ten queries for each kind of difference)."""
    current, wanted = stored(SeasonSettings, season), stored(SeasonSettings, wanted)
    new = new_in(wanted, current)
    running = (season,) if season.published_at is not None and is_announced(SeasonSettings, new) else ()
    return _preview(season, new, _sentences(current), _sentences(wanted), running, now)


def preview_division(division: Division, changed: Mapping[str, Any], *, now: dt.datetime) -> SettingsPreview:
    """Preview other columns of a division, which stands with its season and league joined (about twenty queries)."""
    new = {name: value for name, value in changed.items() if getattr(division, name) != value}
    after = _changed_row(division, new)
    running = (division.season,) if new and division.season.published_at is not None else ()
    preview = _preview(division, new, _division_sentences(division), _division_sentences(after), running, now)
    return replace(preview, places=places_changed(division_table(division), division_table(after)) if new else ())


def _preview(
    row: League | Season | Division, new: Mapping[str, Any], sentences: Sequence[Text], then: Sequence[Text],
    running: Iterable[Season], now: dt.datetime,
) -> SettingsPreview:  # fmt: skip
    return SettingsPreview(
        column_changes(row, new), None,
        tuple(dict.fromkeys(text for text in sentences if text not in then)),
        tuple(dict.fromkeys(text for text in then if text not in sentences)),
        tuple(_differences(row, new, now)), tuple(_notes(row, new)), tuple(running), is_played(*running),
    )  # fmt: skip


def _changed_row(row: Any, new: Mapping[str, Any]) -> Any:
    after = copy.copy(row)
    for name, value in new.items():
        setattr(after, name, list(value) if isinstance(value, tuple) else value)
    return after


def _sentences(settings: Settings) -> list[Text]:
    known = declared(type(settings))
    return [sentence for name, one in known.items() for sentence in one.sentences(name, settings)]


def _division_sentences(division: Division) -> list[Text]:
    sections = league_rules(
        terms(division), scheme=stored_scheme(division), tie_breaks=usable_tie_breaks(division.tie_breaks),
        settings=(SeasonSettings(), LeagueSettings(), stored(DivisionSettings, division)),
    )  # fmt: skip
    return [sentence for section in sections for sentence in section.rules]


def _differences(row: League | Season | Division, new: Mapping[str, Any], now: dt.datetime) -> Iterator[Difference]:
    measures = MEASURES[type(row)]
    if isinstance(row, Season) and not row.is_public:
        # Nothing of a draft is anybody's yet but its evening; nobody sees a hidden season.
        measures = () if row.published_at else DRAFT
    zone = (row if isinstance(row, League) else row.league if isinstance(row, Season) else row.season.league).tz
    both = (row, _changed_row(row, new))
    for title, names, compute in measures:
        if new.keys() & set(names):
            rows = [(about, was, then) for about, was, then in compute(both, now) if _differ(was, then, now)]
            examples = [tuple(_format(value, zone, now) for value in found) for found in rows[:EXAMPLES]]
            if rows:
                yield Difference(title, len(rows), tuple(examples))


def _differ(was: Any, then: Any, now: dt.datetime) -> bool:
    """Return False too for a deadline that is past by either settings."""
    return was != then and not all(isinstance(at, dt.datetime) and at < now for at in (was, then))


def _format(value: Any, zone: ZoneInfo, now: dt.datetime) -> str:
    if isinstance(value, dt.datetime):
        moment = moment_spelt(value.astimezone(zone))
        return moment if value >= now else Text("{time}, already past", time=moment)
    if isinstance(value, dt.date):
        day = spelt(value)
        return day if value >= now.astimezone(zone).date() else Text("{time}, already past", time=day)
    return value if isinstance(value, Text) else str(value or N_("none"))


def _notes(row: League | Season | Division, new: Mapping[str, Any]) -> Iterator[Text]:
    known: dict[str, Any] = {
        **declared(LeagueSettings),
        **declared(SeasonSettings),
        **declared(DivisionSettings),
        **COLUMNS,
    }
    if later := [name for name in new if name in known and known[name].from_now_on]:
        names = Text.joined(", ", labels_of(later)).capitalised()
        yield Text("{settings}: from now on. What is recorded or sent already stays as it is.", settings=names)
    season = row.season if isinstance(row, Division) else row
    settled = {name for name, one in declared(SeasonSettings).items() if one.settled}
    if isinstance(season, League) or not new.keys() & {*WHEN, *settled}:
        return
    fixtures = Fixture.objects.filter(division=row.pk, state=FixtureState.SCHEDULED).exclude(results__live=True)
    if season.published_at is not None and (dated := fixtures.count()):
        yield Text.plural(
            "{n} fixture without a result keeps its date and its start: move it by hand.",
            "{n} fixtures without a result keep their dates and their start: move them one by one.",
            n=dated,
        )
    elif season.published_at is None and (made := season.timetables.filter(state__in=STALE).count()):
        yield Text.plural(
            "{n} timetable that you have asked for already stays as it is: make another one.",
            "{n} timetables that you have asked for already stay as they are: make another one.",
            n=made,
        )


# Each function yields what the settings may move, and its value by either of them.


def _results_due(both: Pair[League], now: dt.datetime) -> Iterator[Row]:
    begun = _dated(both[0], not_hidden("division__season__"), starts_at__lte=now)
    public = begun.filter(division__season__published_at__isnull=False, division__season__result_hours=None)
    for fixture in public.order_by("-starts_at", "pk"):
        yield fixture, *(stored(LeagueSettings, row).result_due(fixture.starts_at, row.evenings) for row in both)


def _seasons_results_due(both: Pair[Season], now: dt.datetime) -> Iterator[Row]:
    if both[0].published_at is not None:
        begun = _dated(both[0].league, Q(division__season=both[0]), starts_at__lte=now)
        for fixture in begun.order_by("-starts_at", "pk"):
            yield fixture, *(row.result_due(fixture.starts_at) for row in both)


def _ask_times(both: Pair[League], now: dt.datetime) -> Iterator[Row]:
    soon = now + dt.timedelta(days=max(row.ask_days or 0 for row in both))
    for fixture in _dated(both[0], public("division__season__"), starts_at__gt=now, starts_at__lte=soon):
        days = [(row.ask_days, row.tz) for row in both]
        asked = (N_("nobody is asked") if n is None else ask_time(fixture.starts_at, n, tz) for n, tz in days)
        yield fixture, *asked


def _dated(league: League, *conditions: Q, **among: Any) -> QuerySet[Fixture]:
    fixtures = Fixture.objects.filter(
        *conditions, division__season__league=league, state=FixtureState.SCHEDULED, **among
    )
    return fixtures.exclude(results__live=True).select_related("home", "away").order_by("starts_at", "pk")


def _disputable_until(both: Pair[League], now: dt.datetime) -> Iterator[Row]:
    since = now - LONGEST - dt.timedelta(days=max(row.dispute_days for row in both))
    live = Result.objects.filter(
        not_hidden("fixture__division__season__"), fixture__division__season__league=both[0], live=True,
        submitted_at__gt=since, submitted_at__lte=now,
    ).exclude(fixture__state=FixtureState.CANCELLED)  # fmt: skip
    results = list(live.select_related(*JOINED).order_by("-pk"))
    gaps = gaps_of({result.fixture.division.season for result in results})
    for result in results:
        season, until = result.fixture.division.season, []
        for row in both:
            season.league = row
            until.append(dispute_deadline(result.fixture, result, gaps[season.pk]))
        yield result.fixture, *until


def _appealable_until(both: Pair[League], now: dt.datetime) -> Iterator[Row]:
    since = now - LONGEST - dt.timedelta(days=max(row.appeal_days for row in both))
    here = of_the_ruled("fixture__division__season__league", both[0])
    rulings = Ruling.objects.filter(here, revoked_at=None, appeal=None, decided_at__gt=since).order_by("-pk")
    for ruling, fixture, gaps in _with_gaps((ruling, ruling) for ruling in rulings.select_related(*RULED)):
        yield fixture, *(appeal_until(ruling, row, gaps) for row in both)


def _votes_until(both: Pair[League], now: dt.datetime) -> Iterator[Row]:
    here = of_the_ruled("fixture__division__season__league", both[0], ruling="ruling__")
    voted_on = Appeal.objects.filter(here, state=AppealState.OPEN).exclude(goes_to=AppealsBy.SECRETARY).order_by("pk")
    appeals = voted_on.select_related(*(f"ruling__{name}" for name in RULED))
    for appeal, fixture, gaps in _with_gaps((appeal, appeal.ruling) for appeal in appeals):
        since, days = appeal.opened_at, appeal.vote_days
        yield fixture, *(voting_deadline(since, days=days, gaps=gaps, league=row) for row in both)


def _with_gaps(rows: Iterable[tuple[M, Ruling]]) -> Iterator[tuple[M, Fixture, list[Gap]]]:
    """Yield what is about rulings with their fixtures and when nobody could answer (two queries)."""
    fixtures = [(row, ruling.fixture) for row, ruling in rows]
    gaps = gaps_of({fixture.division.season for _, fixture in fixtures})
    for row, fixture in fixtures:
        yield row, fixture, gaps[fixture.division.season_id]


def _placed_from(both: Pair[League | Season], now: dt.datetime) -> Iterator[Row]:
    of = Q(public("season__"), season__league=both[0].pk) if isinstance(both[0], League) else Q(season=both[0].pk)
    weeks = Week.objects.filter(of, kind=WeekKind.CATCH_UP, starts_on__gt=now.date()).select_related("season")
    for week in weeks.order_by("starts_on", "pk"):
        seasons = [(row, week.season) if isinstance(row, League) else (row.league, row) for row in both]
        about = Text("Week of {week}", week=spelt(week.starts_on))
        yield about, *(league.evenings.moment_on(placing_day(week, season)) for league, season in seasons)


def _second_factors(both: Pair[League], now: dt.datetime) -> Iterator[Row]:
    today = now.astimezone(both[0].tz).date()
    running = Q(starts_on__lte=today) & (Q(ends_on=None) | Q(ends_on__gte=today)) & Q(ended_at=None)
    roles = Role.objects.filter(running, league=both[0], user__is_active=True).select_related("user")
    kinds: dict[User, set[str]] = {}
    for role in roles.order_by("user__name", "user", "pk"):
        kinds.setdefault(role.user, set()).add(role.kind)
    have = with_factor([user.pk for user in kinds])
    for user in kinds:
        if user.pk not in have:
            needed = (WITH_FACTOR[row.second_factor] & kinds[user] for row in both)
            yield user.name, *(N_("must set it up before they can act") if one else N_("not needed") for one in needed)


def _honours(both: Pair[League], now: dt.datetime) -> Iterator[Row]:
    least, most = sorted(row.high_hand for row in both)
    hands = counting(both[0]).filter(points__gte=least, points__lt=most).select_related("player")
    for hand in hands.order_by("-points", "-pk"):
        about = Text("{player}, {points} points", player=hand.player.name, points=hand.points)
        listed = (hand.points >= row.high_hand for row in both)
        yield about, *(N_("on the honours board") if one else N_("off the honours board") for one in listed)


def _new_dates(both: Pair[Season], now: dt.datetime) -> Iterator[Row]:
    waiting = Postponement.objects.filter(fixture__division__season=both[0], state__in=OPEN_POSTPONEMENTS)
    waiting = waiting.exclude(fixture__state=FixtureState.CANCELLED).order_by("requested_at", "pk")
    for postponement in waiting.select_related("fixture__home", "fixture__away"):
        yield postponement.fixture, *_labels("new_dates", both)


def _last_days(both: Pair[Season], now: dt.datetime) -> Iterator[Row]:
    calendars = [calendar_of(row) for row in both]
    for fixture in _outstanding(both[0], now):
        yield fixture, *(calendar.last_day(fixture) for calendar in calendars)


def _unplayed(both: Pair[Season], now: dt.datetime) -> Iterator[Row]:
    for fixture in _outstanding(both[0], now):
        yield fixture, *_labels("unplayed_policy", both)


def _outstanding(season: Season, now: dt.datetime) -> list[Fixture]:
    return [line.fixture for owed in outstanding_rounds(season, now=now) for line in owed.lines]


def _labels(name: str, both: Pair[Season]) -> list[str]:
    return [declared(SeasonSettings)[name].format_value(getattr(row, name)) for row in both]


def _players(both: Pair[Season], now: dt.datetime) -> Iterator[Row]:
    """Yield whether those who are registered may play for their team today (one query)."""
    today = now.astimezone(both[0].league.tz).date()
    rows: dict[Player, list[Registration]] = {}
    registered = Registration.objects.filter(season=both[0]).select_related("player", "team")
    for row in registered.order_by("player__name", "player", "starts_on", "pk"):
        rows.setdefault(row.player, []).append(row)
    for player, theirs in rows.items():
        person = Person(tuple(Registered(row.team_id, row.starts_on, row.ends_on) for row in theirs))
        team = next(
            (row.team for row, one in zip(theirs, person.registrations, strict=True) if one.runs_on(today)), None
        )
        if team is not None:
            evening = Evening(today, {"home": team.pk, "away": 0}, {team.pk: team.name})
            refused = (any(objections(person, "home", evening, rules_of(row))) for row in both)
            yield player.name, *(N_("may not play yet") if one else N_("may play today") for one in refused)


def _sheets(both: Pair[Season], now: dt.datetime) -> Iterator[Row]:
    """Yield who may not play on the sheets that were sent (ten queries)."""
    live = Result.objects.filter(fixture__division__season=both[0], live=True, kind=ResultKind.PLAYED)
    live = live.exclude(fixture__state=FixtureState.CANCELLED).order_by("fixture__starts_at", "pk")
    joined = ("fixture__division__format", "fixture__format", "fixture__home", "fixture__away")
    results = list(live.select_related(*joined))
    sheets, judged = sheets_of(results), []
    for season in both:
        for result in results:
            result.fixture.division.season = season
        judged.append(look_through([(result, sheets[result.pk]) for result in results]))
    for result, *found in zip(results, *judged, strict=True):
        names = [dict.fromkeys((one.names or {}).get(breach.player, "") for breach in one.breaches) for one in found]
        yield result.fixture, *(join_names(list(among)) if among else N_("nobody") for among in names)


def _home_evenings(both: Pair[Season | Division], now: dt.datetime) -> Iterator[Row]:
    row, after = both
    if isinstance(after, Division):
        night = evening_of(stored(SeasonSettings, after.season), stored(DivisionSettings, after))
        entries, start = Entry.objects.filter(division=row.pk), after.own_start
    else:
        # A division with an evening of its own stays with that.
        night, start = stored(SeasonSettings, after).night, None
        entries = Entry.objects.filter(season=row.pk, division__own_evening=AS_THE_SEASON)
    for entry in entries.filter(withdrawn_on=None).select_related("team").order_by("team__name"):
        was = entry.home_night, entry.start_time
        then = (was[0] if night is None else night, start or was[1])
        yield entry.team, *(Text("{day}, {time}", day=WEEKDAYS[n], time=clock(time)) for n, time in (was, then))


def _merit(both: Pair[Division], now: dt.datetime) -> Iterator[Row]:
    for line in merit_table(both[0]):
        placed = (line.merit.games >= row.merit_minimum for row in both)
        yield line.player.name, *(N_("has a place") if one else N_("has no place") for one in placed)


ELIGIBILITY = ("registration", "registration_days", "registration_until")
DRAFT: Final[tuple[Measure, ...]] = ((N_("Home evening"), ("evening",), _home_evenings),)
MEASURES: Final[Mapping[type, tuple[Measure, ...]]] = {
    League: (
        (N_("Result due"), ("result_day", "result_hours", "result_time", "deadline_hour"), _results_due),
        (N_("Can be disputed until"), ("dispute_days", "deadline_hour"), _disputable_until),
        (N_("Ruling can be appealed until"), ("appeal_days", "deadline_hour"), _appealable_until),
        (N_("Votes on an appeal count until"), ("deadline_hour",), _votes_until),
        (N_("Postponed fixtures are placed from"), ("deadline_hour",), _placed_from),
        (N_("Players are asked if they can play"), ("ask_days",), _ask_times),
        (N_("Second factor"), ("second_factor",), _second_factors),
        (N_("High hands"), ("high_hand",), _honours),
    ),
    Season: (
        (N_("Result due"), ("result_hours",), _seasons_results_due),
        (N_("Who sets the new date"), ("new_dates",), _new_dates),
        (N_("Last day for postponed fixtures"), ("play_within", "play_until"), _last_days),
        (N_("Not played in time"), ("unplayed_policy",), _unplayed),
        (N_("Postponed fixtures are placed from"), ("place_days",), _placed_from),
        (N_("Registered players"), ELIGIBILITY, _players),
        (
            N_("Who on a sheet may not play, judged anew"),
            (*ELIGIBILITY, "guests", "guest_limit", "guests_at_once"), _sheets,
        ),
    ),
    Division: (
        (N_("Home evening"), ("own_evening", "own_start"), _home_evenings),
        (N_("Players’ table"), ("merit_minimum",), _merit),
    ),
}  # fmt: skip
