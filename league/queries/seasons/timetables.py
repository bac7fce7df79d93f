"""Timetables: what was requested, what was made of it, and what an edit would do."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db.models import Prefetch

from league.enums import CompetitionKind, FixtureState, SecondHalf, TimetableState, WeekKind
from league.models import Blackout, Division, Entry, Fixture, League, Season, Timetable, Venue, VenueClosure
from league.rules.settings import SeasonSettings, stored
from league.translation import Text
from timetable import edits, plain, values
from timetable.calendar import WeekPlan
from timetable.quality import Proof, assess
from timetable.weeks import calendar_of

# What a published timetable must not have unless the secretary says why; the other violations are only told.
HARD = frozenset({"boards", "closed", "blackout", "twice-a-week", "blank-week", "pairs"})
ASKED = ("rounds", "no_play", "wishes", "seed")


@dataclass(frozen=True, slots=True)
class TimetableRequest:
    """The secretary's request for a timetable; `limit` is in seconds."""

    rounds: int = 2
    no_play: frozenset[dt.date] = frozenset()
    wishes: tuple[values.Wish, ...] = ()
    seed: int = 0
    limit: int = 60

    def to_plain(self) -> dict[str, Any]:
        brief = values.Brief(
            (), (), dt.date.min, rounds=self.rounds, no_play=self.no_play, wishes=self.wishes, seed=self.seed
        )
        whole = plain.brief_to_dict(brief)
        return {name: whole[name] for name in ASKED} | {"limit": self.limit}

    @classmethod
    def from_plain(cls, stored: Mapping[str, Any]) -> "TimetableRequest":
        empty = {"divisions": [], "venues": [], "first_week": dt.date.min.isoformat(), "second_half": "mirrored"}
        brief = plain.brief_from_dict({**empty, **{name: stored[name] for name in ASKED}})
        return cls(brief.rounds, brief.no_play, brief.wishes, brief.seed, stored["limit"])


def usual(season: Season) -> TimetableRequest:
    """The default request for a season's next timetable (two or three queries).

    The last one's with another seed, so that it comes out differently; for the first, the weeks as they are laid out.
    """
    last = season.timetables.order_by("-pk").first()
    if last is not None:
        asked = TimetableRequest.from_plain(last.brief)
        return replace(asked, seed=asked.seed + 1)
    weeks = list(season.weeks.values_list("round_id", "starts_on", "kind"))
    rounds = len({week[0] for week in weeks}) or 2
    return TimetableRequest(rounds, frozenset(starts for _, starts, kind in weeks if kind == WeekKind.NO_PLAY))


def plan_values(season: Season) -> dict[str, Any]:
    """What the step “When you play” has stored (two or three queries)."""
    asked = usual(season)
    return {
        "first_week": season.first_week,
        "play_until": season.play_until,
        "rounds": asked.rounds,
        "no_play": sorted(asked.no_play),
    }


def state_of(timetable: Timetable) -> Text:
    """Format a timetable's state for a sentence: "ready to view"."""
    return Text("{state}", state=TimetableState(timetable.state).label).lowered()


def brief_of(season: Season, asked: TimetableRequest) -> values.Brief:
    """The input of a season's timetable, as things stand now (four queries)."""
    entries = (
        Entry.objects.filter(season=season, withdrawn_on=None, team__hidden_at=None)
        .select_related("team", "division", "venue")
        .prefetch_related(Prefetch("blackouts", queryset=Blackout.objects.order_by("date")))
        .order_by("division__order", "division__name", "team__name")
    )
    teams: dict[str, list[values.Team]] = {}
    for entry in entries:
        blackouts = frozenset(blackout.date for blackout in entry.blackouts.all())
        team = values.Team(entry.team.name, entry.venue.name, entry.home_night, entry.start_time, blackouts)
        teams.setdefault(entry.division.name, []).append(team)
    closures = Prefetch("closures", queryset=VenueClosure.objects.order_by("date"))
    venues = Venue.objects.filter(entries__season=season).distinct().prefetch_related(closures)
    return values.Brief(
        divisions=tuple(values.Division(name, tuple(found)) for name, found in teams.items()),
        venues=tuple(
            values.Venue(venue.name, venue.boards, frozenset(closure.date for closure in venue.closures.all()))
            for venue in venues
        ),
        first_week=season.first_week,
        rounds=asked.rounds,
        no_play=asked.no_play,
        second_half="french" if season.second_half == SecondHalf.FRENCH else "mirrored",
        wishes=asked.wishes,
        seed=asked.seed,
        shape=stored(SeasonSettings, season).shape,
    )


def meetings_to_plain(meetings: Iterable[values.Meeting]) -> list[dict[str, Any]]:
    stored: list[dict[str, Any]] = plain.timetable_to_dict(values.Timetable(tuple(meetings), ()))["meetings"]
    return stored


def meetings_from_plain(stored: list[dict[str, Any]]) -> tuple[values.Meeting, ...]:
    empty = plain.timetable_to_dict(values.Timetable((), ()))
    return plain.timetable_from_dict({**empty, "meetings": stored}).meetings


@dataclass(frozen=True, slots=True)
class MadeTimetable:
    """A timetable with all that its page and its edits need.

    Attributes:
        brief: what it is judged by: as things stand now, or where it is outdated or published, as it was made.
        edits: changes by hand, in order.
        outdated: changes in the season since it was made, as sentences.
    """

    row: Timetable
    brief: values.Brief
    timetable: values.Timetable
    calendar: tuple[WeekPlan, ...]
    edits: tuple[str, ...]
    outdated: tuple[str, ...]

    @property
    def hard(self) -> tuple[values.Violation, ...]:
        """Violations that need a reason before publishing."""
        return tuple(violation for violation in self.timetable.violations if violation.code in HARD)


def made_timetable(row: Timetable) -> MadeTimetable:
    """Return a timetable's contents: of a ready one as things stand now (four queries), of others as made (none)."""
    timetable = plain.timetable_from_dict(row.made["timetable"])
    brief = plain.brief_from_dict(row.made["brief"])
    done = tuple(edit["what"] for edit in row.made.get("edits", ()))
    as_made = MadeTimetable(row, brief, timetable, calendar_of(brief), done, ())
    if row.state != TimetableState.READY:
        return as_made
    brief = brief_of(row.season, TimetableRequest.from_plain(row.brief))
    calendar = calendar_of(brief)
    outdated = tuple(edits.outdated(brief, timetable.meetings, calendar))
    if outdated:
        return replace(as_made, outdated=outdated)
    made = replace(as_made, brief=brief, calendar=calendar)
    return replace(made, timetable=assessed(made, timetable.meetings))


def count_past(made: MadeTimetable, *, now: dt.datetime) -> int:
    """How many fixtures would have begun if published now."""
    starts = {team.name: team.start for division in made.brief.divisions for team in division.teams}
    tz = made.row.season.league.tz
    meetings = made.timetable.meetings
    return sum(dt.datetime.combine(meeting.date, starts[meeting.home], tzinfo=tz) <= now for meeting in meetings)


class TeamFixture(NamedTuple):
    """A fixture of a timetable, as one of its teams sees it."""

    date: dt.date
    start: dt.time
    at_home: bool
    opponent: str
    venue: str


class TeamSeason(NamedTuple):
    team: values.Team
    fixtures: tuple[TeamFixture, ...]

    @property
    def at_home(self) -> int:
        return sum(fixture.at_home for fixture in self.fixtures)


def by_team(made: MadeTimetable, division: str) -> list[TeamSeason]:
    """The fixtures of each team of a division in order, teams by name."""
    teams = {team.name: team for one in made.brief.divisions if one.name == division for team in one.teams}
    fixtures: dict[str, list[TeamFixture]] = {name: [] for name in teams}
    for meeting in sorted(made.timetable.meetings, key=lambda meeting: meeting.date):
        if meeting.division == division:
            start = teams[meeting.home].start
            for team, other in ((meeting.home, meeting.away), (meeting.away, meeting.home)):
                at_home = team == meeting.home
                fixtures[team].append(TeamFixture(meeting.date, start, at_home, other, meeting.venue))
    return [TeamSeason(teams[name], tuple(found)) for name, found in sorted(fixtures.items())]


class Change(NamedTuple):
    """A fixture before and after an edit, and its violations afterwards."""

    was: values.Meeting
    now: values.Meeting
    clashes: int


class Proposed(NamedTuple):
    """A timetable after an edit; violations that are `new` and `gone`."""

    told: str
    after: values.Timetable
    changed: tuple[Change, ...]
    new: tuple[values.Violation, ...]
    gone: tuple[values.Violation, ...]


def assessed(made: MadeTimetable, meetings: Sequence[values.Meeting]) -> values.Timetable:
    """Judge changed meetings against what was proven when the timetable was made."""
    was = made.timetable
    conflicts = (was.conflicts, *was.further_conflicts) if was.conflicts else ()
    least = {sheet.division: sheet.least for sheet in was.quality}
    fewest = made.row.made.get("fewest", 0)
    proof = Proof(least=least, fewest=fewest, conflicts=conflicts, method=was.method, notes=was.notes)
    return assess(made.brief, meetings, proof=proof)


def proposed(made: MadeTimetable, edit: edits.Edit) -> Proposed:
    """Preview a valid edit (no query)."""
    before = made.timetable
    meetings = edits.apply(made.brief, before.meetings, edit, made.calendar)
    after = assessed(made, meetings)
    clashes = Counter(after.meetings[index] for violation in after.violations for index in violation.where)
    changed = tuple(
        Change(was, now, clashes[now]) for was, now in zip(before.meetings, meetings, strict=True) if was != now
    )
    had, has = ({violation.message for violation in found.violations} for found in (before, after))
    return Proposed(
        edits.describe_edit(edit, before.meetings),
        after,
        changed,
        tuple(violation for violation in after.violations if violation.message not in had),
        tuple(violation for violation in before.violations if violation.message not in has),
    )


class SeasonLine(NamedTuple):
    season: Season
    teams: int
    fixtures: int
    timetable: Timetable | None


def seasons_of(league: League) -> list[SeasonLine]:
    """Seasons of a league, drafts too, the latest first (four queries)."""
    seasons = list(Season.objects.filter(league=league).order_by("-first_week", "-pk"))
    teams = Counter(Entry.objects.filter(season__in=seasons).values_list("season_id", flat=True))
    fixtures = Counter(
        Fixture.objects.filter(division__season__in=seasons, division__kind=CompetitionKind.LEAGUE).values_list(
            "division__season", flat=True
        )
    )
    latest: dict[int, Timetable] = {}
    shown = Timetable.objects.filter(season__in=seasons).exclude(state=TimetableState.DISCARDED)
    for timetable in shown.defer("made").order_by("asked_at", "pk"):
        latest[timetable.season_id] = timetable
    return [SeasonLine(season, teams[season.pk], fixtures[season.pk], latest.get(season.pk)) for season in seasons]


def divisions_with_entries(season: Season) -> list[Division]:
    """A season's divisions with the teams entered, withdrawn ones too (two queries)."""
    entries = Entry.objects.filter(team__hidden_at=None).select_related("team", "venue").order_by("team__name")
    return list(season.divisions.order_by("order", "name").prefetch_related(Prefetch("entries", queryset=entries)))


def play_has_begun(season: Season, *, now: dt.datetime) -> bool:
    """Whether a fixture of the season has a result or should have been played (one query)."""
    fixtures = Fixture.objects.filter(division__season=season, division__kind=CompetitionKind.LEAGUE).exclude(
        state=FixtureState.CANCELLED
    )
    return fixtures.filter(results__isnull=False).exists() or fixtures.filter(starts_at__lte=now).exists()
