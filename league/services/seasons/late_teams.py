"""Add a team late: to a draft, before play begins, or into the free place of an odd division."""

import datetime as dt
from dataclasses import dataclass

from django.db import transaction

from league import access
from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState, TimetableState
from league.errors import Invalid, WrongState
from league.models import Division, Entry, Fixture, Postponement, Season, Team, User, Venue
from league.queries.dates.postponements import moving_of
from league.queries.people.people import captains_of_season
from league.queries.seasons.divisions import Place, has_free_place, home_of, places_for
from league.queries.seasons.merges import hidden_told
from league.queries.seasons.timetables import play_has_begun
from league.rules import slots
from league.rules.names import NearThings, check_line, clean_line, folded
from league.rules.problems import Problem
from league.services.dates.evenings import problems_of_home
from league.services.journal import record
from league.services.locks import hold, lock_fixture, require_shown
from league.services.notices import queue_notice
from league.services.seasons.upkeep.checking import ask_about_near_name
from league.services.slugs import unique_slug
from league.translation import N_, Text


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
    _hold(season, new)
    known = (
        Entry.objects.filter(season=season, team__name_key=folded(new.name)).select_related("division", "team").first()
    )
    same = known is not None and known.division_id == new.division.pk and known.withdrawn_on is None
    if known is not None and same and known.team.hidden_at is None:
        return Added(known)
    problems = _problems(season, new, known)
    if not anyway and not problems:
        problems = _ask_about_team(league.pk, new)
    if problems:
        raise Invalid(problems)
    published = Fixture.objects.filter(division__season=season).exists()
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
    entry = _entered(season, new)
    fixtures = fill_byes(entry, now=now) if has_bye else []
    owed = sum(fixture.state == FixtureState.POSTPONED for fixture in fixtures)
    what, data = _added(entry, len(fixtures)), {"fixtures": len(fixtures)}
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
    known = teams.filter(hidden_at=None).values_list("name", flat=True)
    return ask_about_near_name(clean_line(new.name), NearThings(known))


def _added(entry: Entry, fixtures: int) -> Text:
    names = {"team": entry.team.name, "division": entry.division.name}
    if not fixtures:
        return Text("added {team} to {division}", **names)
    return Text.plural(
        "added {team} to {division}, with {n} fixture",
        "added {team} to {division}, with {n} fixtures",
        fixtures,
        **names,
    )


def _hold(season: Season, new: NewTeam) -> None:
    """Lock the team, its venue, and every team of the division with its own, so that their evenings stay as they
    are."""
    known = Team.objects.filter(league=season.league_id, name_key=folded(new.name)).values_list("pk", flat=True)
    others = Entry.objects.filter(division=new.division, withdrawn_on=None).values_list("venue", "team")
    hold(venues={new.venue.pk, *(venue for venue, _ in others)}, teams={*known, *(team for _, team in others)})


def _problems(season: Season, new: NewTeam, known: Entry | None) -> list[Problem]:
    problems = []
    if not clean_line(new.name):
        problems.append(Problem("no-name", N_("Write the team’s name."), "name"))
    problems += check_line(clean_line(new.name), "name")
    if known is not None:
        said = (
            N_("{team} is in {division} this season and has withdrawn.")
            if known.withdrawn_on
            else N_("{team} is in {division} this season.")
        )
        problems.append(Problem("known", Text(said, team=known.team.name, division=known.division.name), "name"))
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


def _entered(season: Season, new: NewTeam) -> Entry:
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
    reason = N_("The team came after this week.") if place.starts_at <= now else _against(made, now)
    if reason:
        made.state = FixtureState.POSTPONED
        made.save(update_fields=["state"])
        Postponement.objects.create(fixture=made, reason=reason, state=PostponementState.OWED, requested_at=now)
    return made


# That an evening is near, or after the catch-up week, does not speak against a place of the timetable.
TAKEN = frozenset({"busy", "blackout", "closed", "full"})


def _against(made: Fixture, now: dt.datetime) -> str:
    """Why a new fixture cannot be played on its evening."""
    fixture = lock_fixture(made)
    found = slots.judge(moving_of(fixture, now=now), fixture.starts_at, now=now)
    return Text.joined(" ", [reason.message for reason in found.reasons if reason.code in TAKEN])
