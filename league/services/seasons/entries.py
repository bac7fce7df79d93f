"""Enter teams in a season: a list into a draft, or one team late, before play begins or in place of a bye."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db import transaction
from django.db.models import ProtectedError

from league import access
from league.enums import CompetitionKind, FixtureState, JournalKind, NoticeKind, PostponementState, TimetableState
from league.errors import Changed, Invalid, WrongState
from league.models import Division, Entry, Fixture, Postponement, Registration, Season, Team, User, Venue
from league.models.unique_names import by_name
from league.queries.dates.postponements import moving_of
from league.queries.people.people import captains_of_season
from league.queries.seasons.archivable_objects import preview_of
from league.queries.seasons.divisions import Place, evening_of, has_free_place, home_of, places_for
from league.queries.seasons.drafts import lines_of_season
from league.queries.seasons.merges import hidden_told
from league.queries.seasons.timetables import play_has_begun
from league.rules import slots
from league.rules.names import NearThings, check_line, clean_line, folded
from league.rules.problems import Problem
from league.rules.settings import AS_THE_SEASON
from league.rules.team_lines import TeamLine, stamp
from league.services.dates.evenings import apply_division_home, problems_of_home, problems_of_nights
from league.services.journal import record
from league.services.locks import lock_fixture, lock_venues_and_teams, require_shown
from league.services.notices import queue_notice
from league.services.quotas import team_problems
from league.services.seasons.checking import ask_about_near_name
from league.services.seasons.drafts import lock_draft, name_divisions, record_step
from league.services.seasons.seasons import change_settings
from league.services.slugs import unique_slug
from league.translation import N_, Text


@dataclass
class _Entering:
    season: Season
    division: Division
    problems: list[Problem] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    left: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        league = self.season.league_id
        self.teams = by_name(Team.objects.filter(league=league))
        self.venues = by_name(Venue.objects.filter(league=league))
        entries = Entry.objects.filter(season=self.season).select_related("team", "venue", "division__season")
        self.entries = {folded(entry.team.name): entry for entry in entries}
        self.slugs = {team.slug for team in self.teams.values()}

    def nights_given(self, lines: Sequence[TeamLine]) -> list[tuple[str, int]]:
        """Name and night of each team whose division has no evening of its own."""
        nights = []
        for line in lines:
            entry = self.entries.get(folded(line.name))
            division = self.division if entry is None else entry.division
            if division.own_evening == AS_THE_SEASON:
                nights.append((line.name, line.night))
        return nights

    def look(self, lines: Sequence[TeamLine], *, whole: bool = True) -> None:
        """Look for what is wrong with a list; one that is not whole leaves out lines that cannot be read."""
        for line in lines:
            for row in (self.teams.get(folded(line.name)), self.venues.get(folded(line.venue))):
                if row is not None and row.hidden_at is not None:
                    self.problems.append(Problem("hidden", hidden_told(row), "teams"))
            for text in dict.fromkeys((line.name, line.venue)):
                self.problems += check_line(text, "teams")
        new = {folded(line.name) for line in lines} - self.teams.keys()
        self.problems += team_problems(self.season.league, len(new), field="teams")
        kept = {folded(line.name) for line in lines}
        players = Registration.objects.filter(season=self.season).values_list("team_id", flat=True)
        squads = set(players)
        for name, entry in self.entries.items():
            if whole and name not in kept and entry.team_id in squads:
                message = Text(
                    "{team} has players registered; withdraw it instead of leaving it out.", team=entry.team.name
                )
                self.problems.append(Problem("registered", message, "teams"))

    def ask_of_near(self, lines: Sequence[TeamLine]) -> None:
        """Ask about each new team with nearly the name of another: it may be a slip of the pen."""
        known = {key: team.name for key, team in self.teams.items() if team.hidden_at is None}
        others = NearThings(known.values())
        for line in lines:
            if folded(line.name) in known:
                continue
            self.problems += ask_about_near_name(line.name, others)
            known[folded(line.name)] = line.name
            others.add(line.name)

    def write(self, lines: Sequence[TeamLine]) -> None:
        for line in lines:
            entry = self.entries.get(folded(line.name))
            if entry is None:
                self._enter(line)
            elif self._differs(entry, line):
                self.left.add(entry.venue_id)
                entry.venue, entry.home_night, entry.start_time = self._venue(line), line.night, line.start
                entry.save(update_fields=["venue", *apply_division_home(entry)])
                self.changed.append(entry.team.name)
        kept = {folded(line.name) for line in lines}
        for name, entry in self.entries.items():
            if name not in kept:
                self.removed.append(entry.team.name)
                self.left.add(entry.venue_id)
                self._remove(entry)
        self.tidy_venues()

    def _enter(self, line: TeamLine) -> None:
        team = self.teams.get(folded(line.name))
        if team is None:
            slug = unique_slug(line.name, self.slugs, most=120)
            self.slugs.add(slug)
            team = Team.objects.create(league=self.season.league, name=line.name, slug=slug)
        Entry.objects.create(
            season=self.season, division=self.division, team=team, venue=self._venue(line),
            **home_of(self.division, line.night, line.start),
        )  # fmt: skip
        self.added.append(team.name)

    def _differs(self, entry: Entry, line: TeamLine) -> bool:
        now = {"home_night": entry.home_night, "start_time": entry.start_time}
        venues = (folded(entry.venue.name), folded(line.venue))
        return venues[0] != venues[1] or now != home_of(entry.division, line.night, line.start)

    def _venue(self, line: TeamLine) -> Venue:
        venue = self.venues.get(folded(line.venue))
        if venue is None:
            venue = Venue.objects.create(league=self.season.league, name=line.venue)
            self.venues[folded(line.venue)] = venue
        return venue

    def _remove(self, entry: Entry) -> None:
        """Remove a team from the season, and from the league if nothing else refers to it."""
        try:
            with transaction.atomic():
                entry.delete()
        except ProtectedError as protected:
            message = Text("{team} has points or charges in this season; withdraw it instead.", team=entry.team.name)
            raise Invalid([Problem("protected", message, "teams")]) from protected
        if not preview_of(entry.team, administrator=False).not_deleted:
            entry.team.delete()

    def tidy_venues(self) -> None:
        """Delete venues left without teams that nothing else refers to."""
        for venue in Venue.objects.filter(pk__in=self.left, entries=None, address="", boards=1):
            if not preview_of(venue, administrator=False).not_deleted:
                venue.delete()


@transaction.atomic
def enter_teams(
    season: Season, lines: Sequence[TeamLine], *, evening: str | None = None, divisions: Sequence[str] | None = None,
    seen: str | None = None, anyway: bool = False, refused: Sequence[Problem] = (), by: User, now: dt.datetime,
) -> Season:  # fmt: skip
    """Replace the teams of a draft by a list, each with venue, night and time; the same list changes nothing.

    A new team joins the first division. A division's own evening or start overrides the list.

    Args:
        evening: the season's setting; None: unchanged.
        divisions: the names of the season's divisions; None: unchanged.
        anyway: although a new team has nearly the name of another.
        seen: the stamp (`rules.team_lines`) of the list that the person changed; None skips the check.
        refused: what is wrong with the list as it was read: told with all else, and then nothing is written.

    Raises:
        WrongState: the season is no draft.
        Changed: another list was sent meanwhile.
        Invalid: no team; a hidden one; a team with registered players left out; a night that is not the season's
            evening for everybody; (code ``anyway``) nearly the name of another.
    """
    locked = lock_draft(season, by=by, now=now)
    if seen is not None and seen != stamp(lines_of_season(locked)):
        raise Changed(N_("Somebody has changed the teams since you opened this page."))
    problems = list(refused)
    if divisions is not None:
        try:
            name_divisions(locked, divisions, by=by, now=now)
        except Invalid as wrong:
            problems += wrong.problems
    division = locked.divisions.order_by("order", "name").first()
    if division is None:
        raise WrongState(N_("This draft has no division yet; write the divisions first."))
    if not lines and not problems:
        problems.append(Problem("no-teams", N_("Write the teams, one a line."), "teams"))
    lines = [replace(line, name=clean_line(line.name), venue=clean_line(line.venue)) for line in lines]
    if evening is not None:
        locked = change_settings(locked, {"evening": evening}, by=by, now=now)
    entering = _Entering(locked, division)
    entering.problems += problems
    entering.problems += problems_of_nights(evening_of(locked), entering.nights_given(lines))
    entering.look(lines, whole=not refused)
    if not anyway and not entering.problems:
        entering.ask_of_near(lines)
    if entering.problems:
        raise Invalid(entering.problems)
    entering.write(lines)
    data = {name: getattr(entering, name) for name in ("added", "changed", "removed") if getattr(entering, name)}
    if data:
        count = len(lines)
        what = Text.plural(
            "entered {n} team in the draft of {season}", "entered {n} teams in the draft of {season}",
            count, season=locked.name,
        )  # fmt: skip
        record_step(locked, "teams", what, data, by=by, now=now)
    return locked


@transaction.atomic
def merge_home_venues(season: Season, pairs: Mapping[int, int], *, by: User, now: dt.datetime) -> Season:
    """Move the teams of a draft from venues to others (by ids) that are the same place under another name.

    A venue that nothing else knows of leaves the league.
    """
    locked = lock_draft(season, by=by, now=now)
    division = locked.divisions.order_by("order", "name").first()
    if division is None:
        raise WrongState(N_("This draft has no division yet; write the divisions first."))
    entering = _Entering(locked, division)
    venues = {venue.pk: venue for venue in entering.venues.values() if venue.hidden_at is None}
    for entry in entering.entries.values():
        kept = venues.get(pairs.get(entry.venue_id, 0))
        if kept is not None:
            entering.left.add(entry.venue_id)
            entry.venue = kept
            entry.save(update_fields=["venue"])
            entering.changed.append(entry.team.name)
    entering.tidy_venues()
    if entering.changed:
        what = Text("wrote the venues of {season} in one way", season=locked.name)
        record_step(locked, "teams", what, {"changed": entering.changed}, by=by, now=now)
    return locked


@dataclass(frozen=True, slots=True)
class NewTeam:
    """A team as the secretary enters it; no night or start where season or division have one for everybody."""

    name: str
    division: Division
    venue: Venue
    night: int | None
    start: dt.time | None


@dataclass(frozen=True, slots=True)
class Added:
    """The outcome of adding a team.

    Attributes:
        fixtures: against teams with a bye.
        owed: those of them without a date: their week is over, or their evening is taken.
        remake: the published timetable has no place for it and must be made anew.
    """

    entry: Entry
    fixtures: int = 0
    owed: int = 0
    remake: bool = False


@transaction.atomic
def add_team(season: Season, new: NewTeam, *, anyway: bool = False, by: User, now: dt.datetime) -> Added:
    """Enter a team in a season; again it changes nothing.

    In a published season it takes the bye of an odd division; in an even one the timetable must be made anew, which is
    possible before play begins. `anyway`: although a new team has nearly the name of another.

    Raises:
        Invalid: no name; another league's division or venue; the team is in the season already, elsewhere; (code
            ``anyway``) nearly the name of another.
        WrongState: the division is even, and play has begun.
    """
    league = season.league
    access.require(by, "team.withdraw", league, now=now)
    season = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=season.pk)
    require_shown(season)
    _lock_division(season, new)
    existing = (
        Entry.objects.filter(season=season, team__name_key=folded(new.name)).select_related("division", "team").first()
    )
    same = existing is not None and existing.division_id == new.division.pk and existing.withdrawn_on is None
    if existing is not None and same and existing.team.hidden_at is None:
        return Added(existing)
    problems = _problems(season, new, existing)
    if not anyway and not problems:
        problems = _ask_about_team(league.pk, new)
    if problems:
        raise Invalid(problems)
    published = Fixture.objects.filter(division__season=season, division__kind=CompetitionKind.LEAGUE).exists()
    begun = published and play_has_begun(season, now=now)
    has_bye = published and has_free_place(new.division)
    if begun and not has_bye:
        raise WrongState(
            Text(
                "{division} has {teams} teams and no free place, and play has begun; it can enter next season.",
                division=new.division.name,
                teams=Entry.objects.filter(division=new.division, withdrawn_on=None).count(),
            )
        )
    made_here = season.timetables.filter(state=TimetableState.PUBLISHED).exists()
    if published and not has_bye and not made_here:
        raise WrongState(
            Text(
                "{division} has no free place; the fixtures of this season come from a spreadsheet.",
                division=new.division.name,
            )
        )
    entry = _enter(season, new)
    fixtures = fill_byes(entry, now=now) if has_bye else []
    owed = sum(fixture.state == FixtureState.POSTPONED for fixture in fixtures)
    what, data = _describe_added(entry, len(fixtures)), {"fixtures": len(fixtures)}
    record(league, JournalKind.TEAM_ADDED, str(entry.pk), by=by, now=now, what=what, data=data, team=entry.team)
    if fixtures:
        people = captains_of_season(season, on=now.astimezone(league.tz).date(), division=new.division)
        text = Text(
            "{team} has come to {division} and plays whoever had a free week.",
            team=entry.team.name,
            division=new.division.name,
        )
        queue_notice(league, people, NoticeKind.FIXTURE_MOVED, f"added:{entry.pk}", text=text, now=now)
    return Added(entry, len(fixtures), owed, remake=published and not has_bye)


def _ask_about_team(league: int, new: NewTeam) -> list[Problem]:
    teams = Team.objects.filter(league=league)
    if teams.filter(name_key=folded(new.name)).exists():
        return []
    names = teams.filter(hidden_at=None).values_list("name", flat=True)
    return ask_about_near_name(clean_line(new.name), NearThings(names))


def _describe_added(entry: Entry, fixtures: int) -> Text:
    names = {"team": entry.team.name, "division": entry.division.name}
    if not fixtures:
        return Text("added {team} to {division}", **names)
    return Text.plural(
        "added {team} to {division}, with {n} fixture",
        "added {team} to {division}, with {n} fixtures",
        fixtures,
        **names,
    )


def _lock_division(season: Season, new: NewTeam) -> None:
    """Lock the team, its venue, and every team of the division with its venue, so that their evenings stay."""
    team_ids = Team.objects.filter(league=season.league_id, name_key=folded(new.name)).values_list("pk", flat=True)
    others = Entry.objects.filter(division=new.division, withdrawn_on=None).values_list("venue", "team")
    lock_venues_and_teams(
        venues={new.venue.pk, *(venue for venue, _ in others)}, teams={*team_ids, *(team for _, team in others)}
    )


def _problems(season: Season, new: NewTeam, existing: Entry | None) -> list[Problem]:
    problems = []
    if not clean_line(new.name):
        problems.append(Problem("no-name", N_("Write the team’s name."), "name"))
    problems += check_line(clean_line(new.name), "name")
    if not Team.objects.filter(league=season.league_id, name_key=folded(new.name)).exists():
        problems += team_problems(season.league, 1, field="name")
    if existing is not None:
        message = (
            N_("{team} is in {division} this season and has withdrawn.")
            if existing.withdrawn_on
            else N_("{team} is in {division} this season.")
        )
        problems.append(
            Problem("known", Text(message, team=existing.team.name, division=existing.division.name), "name")
        )
    if new.division.season_id == season.pk:
        problems += problems_of_home(_division_of(season, new), new.night, new.start)
    else:
        problems.append(Problem("division", N_("Choose a division of this season."), "division"))
    hidden = Team.objects.filter(league=season.league_id, name_key=folded(new.name)).exclude(hidden_at=None).first()
    if hidden is not None:
        problems.append(Problem("hidden", hidden_told(hidden), "name"))
    venue = Venue.objects.get(pk=new.venue.pk)
    if venue.league_id == season.league_id and venue.hidden_at is not None:
        problems.append(Problem("hidden", hidden_told(venue), "venue"))
    if new.venue.league_id != season.league_id:
        problems.append(Problem("venue", N_("Choose a venue of this league."), "venue"))
    return problems


def _enter(season: Season, new: NewTeam) -> Entry:
    name = clean_line(new.name)
    team = Team.objects.filter(league=season.league, name_key=folded(name)).first()
    if team is None:
        taken = Team.objects.filter(league=season.league).values_list("slug", flat=True)
        team = Team.objects.create(league=season.league, name=name, slug=unique_slug(name, taken, most=120))
    # Where nothing is said the division says it: that was looked at before.
    home = home_of(_division_of(season, new), new.night or 0, new.start or dt.time())
    return Entry.objects.create(season=season, division=new.division, team=team, venue=new.venue, **home)


def _division_of(season: Season, new: NewTeam) -> Division:
    """Return the division read again, with its locked season joined."""
    division = Division.objects.get(pk=new.division.pk)
    division.season = season
    return division


def fill_byes(entry: Entry, *, now: dt.datetime) -> list[Fixture]:
    """Give a team fixtures in every week in which one other team of its division has a bye.

    One whose week is over, or whose evening is taken, has no date. The division's teams and venues are locked.
    """
    return [_make_fixture(place, now) for place in places_for(entry)]


def _make_fixture(place: Place, now: dt.datetime) -> Fixture:
    made = Fixture.objects.create(
        division_id=place.home.division_id,
        week=place.week,
        home=place.home.team,
        away=place.away.team,
        venue=place.home.venue,
        starts_at=place.starts_at,
        original_starts_at=place.starts_at,
    )
    reason = N_("The team came after this week.") if place.starts_at <= now else _reason_against(made, now)
    if reason:
        made.state = FixtureState.POSTPONED
        made.save(update_fields=["state"])
        Postponement.objects.create(fixture=made, reason=reason, state=PostponementState.OWED, requested_at=now)
    return made


# That an evening is near, or after the catch-up week, does not speak against a place of the timetable.
TAKEN = frozenset({"busy", "blackout", "closed", "full"})


def _reason_against(made: Fixture, now: dt.datetime) -> str:
    """Why a new fixture cannot be played on its evening."""
    fixture = lock_fixture(made)
    evening = slots.judge(moving_of(fixture, now=now), fixture.starts_at, now=now)
    return Text.joined(" ", [reason.message for reason in evening.reasons if reason.code in TAKEN])
