"""A small league to test with. Built from rows, so that a test of a service does not rest on another service."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password

from league.enums import ResultState, RoleKind, Settlement, WeekKind
from league.models import (
    Division,
    Entry,
    Fixture,
    FixtureFormat,
    JournalHead,
    League,
    Player,
    Registration,
    Result,
    Role,
    Round,
    Season,
    Team,
    User,
    Venue,
    Week,
)
from league.rules.formats import kept_value, terms
from league.rules.match_terms import MatchTerms
from league.rules.sheets import AWAY, HOME, GameScore, MatchSheet, ResultSheet
from tests.rows import made_once

FIRST_WEEK = dt.date(2026, 9, 14)
FORMAT = "D S S"
PUBLISHED = dt.datetime(2026, 8, 1, 12, tzinfo=dt.UTC)
PLAYERS = 6


@dataclass
class Town:
    """The league that `town` built. Teams and players by name: "Anchor" has players "Anchor 1" to "Anchor 6"."""

    league: League
    season: Season
    division: Division
    weeks: list[Week]
    venues: dict[str, Venue] = field(default_factory=dict)
    teams: dict[str, Team] = field(default_factory=dict)
    squads: dict[str, list[Player]] = field(default_factory=dict)
    captains: dict[str, User] = field(default_factory=dict)
    fixtures: list[Fixture] = field(default_factory=list)
    secretary: User = field(default=None)  # type: ignore[assignment]
    referee: User = field(default=None)  # type: ignore[assignment]

    def fixture(self, home: str, away: str) -> Fixture:
        """The fixture of two teams, with everything a page needs joined."""
        return Fixture.objects.select_related("division__season__league", "home", "away", "venue", "week").get(
            home=self.teams[home], away=self.teams[away]
        )


PASSWORD = "a-long-enough-password"


def user(email: str, **fields: Any) -> User:
    """A user who can sign in with the password "a-long-enough-password"."""
    made = User.objects.create_user(email, PASSWORD, **fields)
    EmailAddress.objects.create(user=made, email=made.email, verified=True, primary=True)
    return made


def _users(people: Mapping[str, str]) -> list[User]:
    """Users of these addresses and names, all at once."""
    made = [User(email=email, name=name, password=make_password(PASSWORD)) for email, name in people.items()]
    User.objects.bulk_create(made)
    EmailAddress.objects.bulk_create(
        [EmailAddress(user=one, email=one.email, verified=True, primary=True) for one in made]
    )
    return made


def role(who: User, league: League, kind: RoleKind, team: Team | None = None, **fields: Any) -> Role:
    """A role that has always been held, unless told otherwise."""
    found = _role(who, league, kind, team, **fields)
    found.save(force_insert=True)
    return found


def _role(who: User, league: League, kind: RoleKind, team: Team | None = None, **fields: Any) -> Role:
    return Role(user=who, league=league, kind=kind, team=team, **{"starts_on": dt.date(2026, 1, 1), **fields})


TEAMS = ("Anchor", "Bell", "Castle", "Duke of York")
PAIRS = (
    (("Anchor", "Bell"), ("Castle", "Duke of York")),
    (("Bell", "Castle"), ("Duke of York", "Anchor")),
    (("Anchor", "Castle"), ("Bell", "Duke of York")),
)


@made_once(
    League,
    JournalHead,
    Season,
    Division,
    Round,
    Week,
    User,
    EmailAddress,
    Team,
    Venue,
    Entry,
    Role,
    Player,
    Registration,
    Fixture,
)
def town(name: str = "Town League", slug: str = "town", *, match_format: str = FORMAT, players: int = PLAYERS) -> Town:
    """A league of four teams that have played nothing yet: weeks 1, 2, 4 are for play, week 3 is the catch-up week.

    Args:
        match_format: the matches of a fixture, e.g. "D D D D D S S S S".
        players: how many each team has; that format wants 14.
    """
    league = League.objects.create(name=name, slug=slug)
    JournalHead.objects.create(league=league)
    season = Season.objects.create(
        league=league, name="2026-27", slug="2026-27", first_week=FIRST_WEEK, published_at=PUBLISHED
    )
    division = Division.objects.create(
        season=season, name="Division 1", slug="division-1", fixture_format=match_format, points_per_game=Decimal(1)
    )
    first = Round.objects.create(season=season, number=1)
    weeks = Week.objects.bulk_create(
        [
            Week(
                season=season,
                round=first,
                number=number,
                starts_on=FIRST_WEEK + dt.timedelta(weeks=number - 1),
                kind=WeekKind.CATCH_UP if number == 3 else WeekKind.PLAY,
            )
            for number in (1, 2, 3, 4)
        ]
    )
    made = Town(league, season, division, weeks)
    teams(made, TEAMS, players)
    people = {f"secretary@{slug}.example": "Sally Secretary", f"referee@{slug}.example": "Reg Referee"}
    made.secretary, made.referee = _users(people)
    held = ((made.secretary, RoleKind.SECRETARY), (made.referee, RoleKind.REFEREE))
    Role.objects.bulk_create([_role(who, league, kind) for who, kind in held])
    for week, pairs in zip((weeks[0], weeks[1], weeks[3]), PAIRS, strict=True):
        made.fixtures += [_fixture(made, week, home, away) for home, away in pairs]
    Fixture.objects.bulk_create(made.fixtures)
    return made


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def teams(made: Town, names: Sequence[str], players: int) -> None:
    """Everything that a team has, of all teams at once: most tests begin with a town."""
    league, season = made.league, made.season
    people = {f"{_slug(name)}@{league.slug}.example": f"{name} 1" for name in names}
    captains = dict(zip(names, _users(people), strict=True))
    sides = Team.objects.bulk_create([Team(league=league, name=name, slug=_slug(name)) for name in names])
    venues = Venue.objects.bulk_create([Venue(league=league, name=name, address=f"{name}, High St") for name in names])
    made.captains |= captains
    made.teams |= zip(names, sides, strict=True)
    made.venues |= zip(names, venues, strict=True)
    Entry.objects.bulk_create(
        [
            Entry(season=season, division=made.division, team=team, venue=venue, home_night=1, start_time=dt.time(20))
            for team, venue in zip(sides, venues, strict=True)
        ]
    )
    Role.objects.bulk_create([_role(who, league, RoleKind.CAPTAIN, made.teams[name]) for name, who in captains.items()])
    squads = {
        name: [
            Player(league=league, name=f"{name} {number}", user=captains[name] if number == 1 else None)
            for number in range(1, players + 1)
        ]
        for name in names
    }
    Player.objects.bulk_create([player for squad in squads.values() for player in squad])
    Registration.objects.bulk_create(
        [
            Registration(season=season, team=made.teams[name], player=player, starts_on=FIRST_WEEK)
            for name, squad in squads.items()
            for player in squad
        ]
    )
    made.squads |= squads


def format_of(played: Fixture | Division) -> FixtureFormat:
    """The row of the format that a division plays by: a result cannot do without."""
    division = played.division if isinstance(played, Fixture) else played
    said = terms(division)
    league = division.season.league
    row, _ = FixtureFormat.objects.get_or_create(
        league=league, text=str(said), value=kept_value(said), defaults={"made_at": PUBLISHED}
    )
    Division.objects.filter(pk=division.pk).update(format=row)
    division.format = row
    return row


def fixture(made: Town, week: Week, home: str, away: str) -> Fixture:
    """A fixture on the Tuesday of a week, at eight."""
    found = _fixture(made, week, home, away)
    found.save(force_insert=True)
    return found


def _fixture(made: Town, week: Week, home: str, away: str) -> Fixture:
    starts_at = dt.datetime.combine(week.starts_on + dt.timedelta(days=1), dt.time(20), tzinfo=made.league.tz)
    return Fixture(
        division=made.division,
        week=week,
        home=made.teams[home],
        away=made.teams[away],
        venue=made.venues[home],
        starts_at=starts_at,
        original_starts_at=starts_at,
    )


def result_sheet(made: Town, home: str, away: str, *, first: GameScore | None = None) -> ResultSheet:
    """A sheet that can stand, in the town's format: the home side wins two games of every match.

    Args:
        first: the first game of the first match, instead of 121–61.
    """
    waiting = {HOME: [p.pk for p in made.squads[home]], AWAY: [p.pk for p in made.squads[away]]}
    due = terms(made.division).matches
    matches = [_match_sheet(number, match, waiting) for number, match in enumerate(due, start=1)]
    if first is not None:
        opening = matches[0]
        matches[0] = MatchSheet(
            1, opening.kind, opening.home_players, opening.away_players, (first, *opening.games[1:])
        )
    return ResultSheet(tuple(matches))


def begin(fixture: Fixture) -> None:
    """Begin the season of a fixture: a sheet of it was sent, and counts for nothing."""
    Result.objects.create(
        fixture=fixture, format=format_of(fixture.division), version=1, state=ResultState.SUPERSEDED, live=False,
        submitted_at=fixture.starts_at, home_games=0, away_games=0,
    )  # fmt: skip


def _match_sheet(number: int, due: MatchTerms, waiting: dict[str, list[int]]) -> MatchSheet:
    seats = range(due.players)
    lost = number % 3 + 1
    games = (GameScore(60 + number, 121) if game == lost else GameScore(121, 60 + number) for game in (1, 2, 3))
    return MatchSheet(
        number,
        due.kind,
        tuple(waiting[HOME].pop(0) for _ in seats),
        tuple(waiting[AWAY].pop(0) for _ in seats),
        tuple(games),
    )


def full_division(made: Town, teams: int, *, rounds: int = 2, name: str = "Full") -> Division:
    """A season of one division in which everybody has met everybody else `rounds` times, every result confirmed.

    Only totals are kept, no matches: what tables and lists read. The home side wins 5–4, but the first team always 9–0.
    """
    season = Season.objects.create(
        league=made.league,
        name=name,
        slug=name.lower().replace(" ", "-"),
        first_week=FIRST_WEEK + dt.timedelta(weeks=1),
        published_at=PUBLISHED,
    )
    division = Division.objects.create(season=season, name="Premier", slug="premier", fixture_format=FORMAT)
    venue = made.venues["Anchor"]
    sides = [
        Team.objects.create(league=made.league, name=f"{name} {n:02}", slug=f"{name.lower().replace(' ', '-')}-{n}")
        for n in range(1, teams + 1)
    ]
    for team in sides:
        Entry.objects.create(
            season=season, division=division, team=team, venue=venue, home_night=1, start_time=dt.time(20)
        )
    for number in range(rounds):
        _play_round(made, season, division, sides, number)
    return division


def _play_round(made: Town, season: Season, division: Division, sides: list[Team], number: int) -> None:
    played = Round.objects.create(season=season, number=number + 1)
    first, circle = sides[0], sides[1:]
    for turn in range(len(circle)):
        monday = season.first_week + dt.timedelta(weeks=number * len(circle) + turn)
        week = Week.objects.create(season=season, round=played, number=turn + 1, starts_on=monday)
        around = [first, *circle[turn:], *circle[:turn]]
        for home, away in zip(around[: len(around) // 2], reversed(around[len(around) // 2 :]), strict=True):
            pair = (home, away) if number % 2 == 0 else (away, home)
            _confirmed(made, division, week, *pair, winner=first)


def _confirmed(made: Town, division: Division, week: Week, home: Team, away: Team, *, winner: Team) -> None:
    starts_at = dt.datetime.combine(week.starts_on + dt.timedelta(days=1), dt.time(20), tzinfo=made.league.tz)
    played = Fixture.objects.create(
        division=division, week=week, home=home, away=away, venue=made.venues["Anchor"],
        starts_at=starts_at, original_starts_at=starts_at,
    )  # fmt: skip
    won = 9 if winner == home else 0 if winner == away else 5
    Result.objects.create(
        fixture=played, format=format_of(division), version=1, state=ResultState.CONFIRMED, submitted_at=starts_at,
        settlement=Settlement.IMPORTED, settled_at=starts_at, home_games=won, away_games=9 - won,
        home_matches=won // 3, away_matches=3 - won // 3,
    )  # fmt: skip
