"""Enter teams in a draft: a line a team, with its division, venue and evening."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.db import transaction
from django.db.models import ProtectedError, QuerySet

from league.errors import Changed, Invalid, WrongState
from league.models import Division, Entry, Registration, Season, Team, User, Venue
from league.models.unique_names import by_name
from league.queries.seasons.archivable_objects import preview_of
from league.queries.seasons.divisions import evening_of, home_of
from league.queries.seasons.drafts import lines_of_season
from league.queries.seasons.merges import hidden_told
from league.rules.names import NearThings, check_line, clean_line, folded
from league.rules.problems import Problem
from league.rules.settings import AS_THE_SEASON
from league.rules.team_lines import TeamLine, stamp
from league.services.dates.evenings import bring_home, problems_of_nights
from league.services.seasons.seasons import change_settings
from league.services.seasons.setup.drafts import lock_draft, record_step
from league.services.seasons.upkeep.checking import ask_about_near_name
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
        found = []
        for line in lines:
            entry = self.entries.get(folded(line.name))
            division = self.division if entry is None else entry.division
            if division.own_evening == AS_THE_SEASON:
                found.append((line.name, line.night))
        return found

    def look(self, lines: Sequence[TeamLine]) -> None:
        for line in lines:
            for known in (self.teams.get(folded(line.name)), self.venues.get(folded(line.venue))):
                if known is not None and known.hidden_at is not None:
                    self.problems.append(Problem("hidden", hidden_told(known), "teams"))
            for text in dict.fromkeys((line.name, line.venue)):
                self.problems += check_line(text, "teams")
        kept = {folded(line.name) for line in lines}
        players = Registration.objects.filter(season=self.season).values_list("team_id", flat=True)
        squads = set(players)
        for name, entry in self.entries.items():
            if name not in kept and entry.team_id in squads:
                said = Text(
                    "{team} has players registered; withdraw it instead of leaving it out.", team=entry.team.name
                )
                self.problems.append(Problem("registered", said, "teams"))

    def ask_of_near(self, lines: Sequence[TeamLine]) -> None:
        """Ask about each new team or venue with nearly the name of another: it may be a slip of the pen."""
        asked: dict[str, Problem] = {}
        venues = {folded(line.venue) for line in lines}
        left = [entry.venue_id for entry in self.entries.values() if folded(entry.venue.name) not in venues]
        gone = Venue.objects.filter(pk__in=left, address="", boards=1).exclude(entries__in=self._elsewhere(left))
        for known, names, without in (
            (self.teams, [line.name for line in lines], set()),
            (self.venues, [line.venue for line in lines], set(gone)),
        ):
            here = {key: row.name for key, row in known.items() if row.hidden_at is None and row not in without}
            others = NearThings(here.values())
            for name in names:
                if folded(name) in here:
                    continue
                asked |= {problem.message: problem for problem in ask_about_near_name(name, others)}
                here[folded(name)] = name
                others.add(name)
        # A team and the venue that has its name are asked about once.
        self.problems += asked.values()

    def _elsewhere(self, venues: Sequence[int]) -> QuerySet[Entry]:
        return Entry.objects.filter(venue__in=venues).exclude(season=self.season)

    def write(self, lines: Sequence[TeamLine]) -> None:
        for line in lines:
            entry = self.entries.get(folded(line.name))
            if entry is None:
                self._enter(line)
            elif self._differs(entry, line):
                self.left.add(entry.venue_id)
                entry.venue, entry.home_night, entry.start_time = self._venue(line), line.night, line.start
                entry.save(update_fields=["venue", *bring_home(entry)])
                self.changed.append(entry.team.name)
        kept = {folded(line.name) for line in lines}
        for name, entry in self.entries.items():
            if name not in kept:
                self.removed.append(entry.team.name)
                self.left.add(entry.venue_id)
                self._remove(entry)
        self._tidy_venues()

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
        known = self.venues.get(folded(line.venue))
        if known is None:
            known = Venue.objects.create(league=self.season.league, name=line.venue)
            self.venues[folded(line.venue)] = known
        return known

    def _remove(self, entry: Entry) -> None:
        """Remove a team from the season, and from the league if nothing else refers to it."""
        try:
            with transaction.atomic():
                entry.delete()
        except ProtectedError as protected:
            said = Text("{team} has points or charges in this season; withdraw it instead.", team=entry.team.name)
            raise Invalid([Problem("protected", said, "teams")]) from protected
        if not preview_of(entry.team, administrator=False).not_deleted:
            entry.team.delete()

    def _tidy_venues(self) -> None:
        """Delete venues left without teams that nothing else refers to."""
        for venue in Venue.objects.filter(pk__in=self.left, entries=None, address="", boards=1):
            if not preview_of(venue, administrator=False).not_deleted:
                venue.delete()


@transaction.atomic
def enter_teams(
    season: Season, lines: Sequence[TeamLine], *, evening: str | None = None, seen: str | None = None,
    anyway: bool = False, by: User, now: dt.datetime,
) -> Season:  # fmt: skip
    """Replace the teams of a draft by a list, each with venue, night and time; the same list changes nothing.

    A new team joins the first division. A division's own evening or start overrides the list.

    Args:
        evening: the season's setting; None: unchanged.
        anyway: although a new team or venue has nearly the name of another.
        seen: the stamp (`rules.team_lines`) of the list that the person changed; None skips the check.

    Raises:
        WrongState: the season is no draft.
        Changed: another list was sent meanwhile.
        Invalid: no team; a hidden one; a team with registered players left out; a night that is not the season's
            evening
            for everybody; (code ``anyway``) nearly the name of another.
    """
    locked = lock_draft(season, by=by, now=now)
    division = locked.divisions.order_by("order", "name").first()
    if division is None:
        raise WrongState(N_("This draft has no division yet; write the divisions first."))
    if seen is not None and seen != stamp(lines_of_season(locked)):
        raise Changed(N_("Somebody has changed the teams meanwhile. Open the page again and change what is there now."))
    if not lines:
        raise Invalid([Problem("no-teams", N_("Write the teams, one a line."), "teams")])
    lines = [replace(line, name=clean_line(line.name), venue=clean_line(line.venue)) for line in lines]
    if evening is not None:
        locked = change_settings(locked, {"evening": evening}, by=by, now=now)
    entering = _Entering(locked, division)
    entering.problems += problems_of_nights(evening_of(locked), entering.nights_given(lines))
    entering.look(lines)
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
