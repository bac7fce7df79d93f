"""Facts that eligibility rests on, candidates for a sheet, and the secretary's notes on those on it.

Facts are a season's rules, who is registered where, and who was a guest how often. Notes on teams are public, those on
players for captains alone.
"""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet

from league.access import Grants, may
from league.enums import Enforcement, FixtureState, GuestPolicy, Registering, ResultKind, TeamKind
from league.models import PRESENT, Appearance, Fixture, League, Player, Registration, Result, Season, Team, TeamMember
from league.queries.people.people import squads
from league.queries.people.personal_data import public_names
from league.queries.visibility import not_hidden
from league.rules.eligibility import (
    ALWAYS_REFUSED,
    Breach,
    EligibilityRules,
    Evening,
    Person,
    Registered,
    TransferRules,
    breaches,
)
from league.rules.formats import fixture_terms
from league.rules.match_terms import Terms
from league.rules.problems import Problem
from league.rules.settings import SeasonSettings, declared
from league.rules.sheets import AWAY, HOME, SIDES, ResultSheet
from league.translation import join_names

RECENT = 12
LARGEST_ID = 2**63 - 1


def rules_of(season: Season) -> EligibilityRules:
    return EligibilityRules(opens_on=season.first_week, **_settings(season, EligibilityRules))


def transfer_rules_of(season: Season) -> TransferRules:
    return TransferRules(**_settings(season, TransferRules))


def _settings(season: Season, rules: type[EligibilityRules | TransferRules]) -> dict[str, Any]:
    known = declared(SeasonSettings)
    return {one.name: getattr(season, one.name) for one in fields(rules) if one.name in known}


def day_of(fixture: Fixture) -> dt.date:
    """The fixture's day in its league's time zone, by which eligibility is judged."""
    return fixture.starts_at.astimezone(fixture.league.tz).date()


def players_on(sheet: ResultSheet) -> set[int]:
    seated = {player for match in sheet.matches for side in SIDES for player in match.players(side)}
    return {player for player in seated if player is not None}


def players_among(sheet: ResultSheet) -> list[int]:
    return [player for player in players_on(sheet) if 0 < player <= LARGEST_ID]


def person_of(player: Player, season: Season) -> Person:
    """A player's registrations of a season (one query), without their evenings as a guest."""
    rows = Registration.objects.filter(season=season, player=player).order_by("starts_on", "pk")
    return Person(tuple(Registered(row.team_id, row.starts_on, row.ends_on) for row in rows))


@dataclass(frozen=True, slots=True)
class Looked:
    breaches: tuple[Breach, ...] = ()
    names: dict[int, str] | None = None
    registered: Mapping[int, Sequence[Registered]] | None = None

    @property
    def problems(self) -> list[Problem]:
        return [breach.problem((self.names or {}).get(breach.player, "")) for breach in self.breaches]


def look(
    fixture: Fixture,
    sheet: ResultSheet,
    newcomers: Mapping[int, str] | None = None,
    known: Mapping[int, str] | None = None,
) -> Looked:
    """Return every breach of eligibility on a sheet on the fixture's day (three queries at most; none if it is empty).

    Args:
        fixture: with its division, season, league and teams joined.
        newcomers: names of players the sheet will create, by their numbers on it.
        known: the names of the league's players on it, where they have been read.
    """
    seated = players_among(sheet)
    if not players_on(sheet):
        return Looked()
    season = fixture.division.season
    if known is None:
        known = dict(Player.objects.filter(league=season.league_id, pk__in=seated).values_list("pk", "name"))
    names = {**known, **(newcomers or {})}
    registered, teams = _registered(season, names)
    registered.update(_as_members(fixture, _members([fixture])))
    rules = _rules_for(fixture, rules_of(season))
    been = guest_fixtures(fixture, names) if rules.guests != "none" and rules.guest_limit is not None else {}
    people = {pk: Person(tuple(registered[pk]), been.get(pk, 0)) for pk in names}
    found = breaches(sheet, _evening(fixture, teams), people, rules)
    return Looked(tuple(_typed(found, fixture_terms(fixture))), names, registered)


def _typed(found: Iterable[Breach], terms: Terms) -> Iterator[Breach]:
    """Yield breaches; one of a line-up that holds for many matches only once."""
    for breach in found:
        place, side = breach.field.split("-")[:2]
        if terms.typed_in(int(place[1:]), side) == int(place[1:]):
            yield breach


def look_through(stored: Sequence[tuple[Result, ResultSheet]]) -> list[Looked]:
    """Return what `look` finds on each of many stored sheets of one season (three queries, however many)."""
    if not stored:
        return []
    season = stored[0][0].fixture.division.season
    seated = {player for _, sheet in stored for player in players_among(sheet)}
    names = dict(Player.objects.filter(league=season.league_id, pk__in=seated).values_list("pk", "name"))
    registered, teams = _registered(season, names)
    members = _members([result.fixture for result, _ in stored])
    rules, been = rules_of(season), _evenings_as_guest(season, names)
    lookeds = []
    for result, sheet in stored:
        fixture = result.fixture
        this, own = (fixture.starts_at, fixture.pk), _as_members(fixture, members)
        people = {
            pk: Person(tuple(own.get(pk) or registered[pk]), sum(evening < this for evening in been[pk]))
            for pk in players_among(sheet)
            if pk in names
        }
        seen = breaches(sheet, _evening(fixture, teams), people, _rules_for(fixture, rules))
        lookeds.append(Looked(tuple(_typed(seen, fixture_terms(fixture))), names))
    return lookeds


def _registered(season: Season, players: Iterable[int]) -> tuple[dict[int, list[Registered]], dict[int, str]]:
    """Players' registrations of a season, the oldest first, and the teams' names (one query)."""
    registered: dict[int, list[Registered]] = defaultdict(list)
    teams = {}
    rows = Registration.objects.filter(season=season, player__in=list(players)).order_by("starts_on", "pk")
    columns = ("player_id", "team_id", "team__name", "starts_on", "ends_on")
    for player, team, name, starts_on, ends_on in rows.values_list(*columns):
        registered[player].append(Registered(team, starts_on, ends_on))
        teams[team] = name
    return registered, teams


def _members(fixtures: Iterable[Fixture]) -> dict[int, list[int]]:
    """Players of the pairs and single players among the sides of fixtures (one query; none where all are teams)."""
    sides = {team.pk for fixture in fixtures for team in fixture.sides if team.kind != TeamKind.TEAM}
    found: dict[int, list[int]] = defaultdict(list)
    for team, player in TeamMember.objects.filter(team__in=sides).values_list("team", "player") if sides else ():
        found[team].append(player)
    return found


def _rules_for(fixture: Fixture, rules: EligibilityRules) -> EligibilityRules:
    """A pair or a single player is nobody but themselves, whoever plays for a team."""
    if all(team.kind == TeamKind.TEAM for team in fixture.sides):
        return rules
    return replace(rules, registration="required", guests="none")


def _as_members(fixture: Fixture, members: Mapping[int, Sequence[int]]) -> dict[int, list[Registered]]:
    """For whom those play who are a side of the fixture, whatever team has registered them."""
    return {player: [Registered(team.pk, dt.date.min)] for team in fixture.sides for player in members.get(team.pk, ())}


def _evening(fixture: Fixture, teams: Mapping[int, str]) -> Evening:
    names = {**teams, fixture.home_id: fixture.home.name, fixture.away_id: fixture.away.name}
    return Evening(day_of(fixture), {HOME: fixture.home_id, AWAY: fixture.away_id}, names)


def _evenings_as_guest(season: Season, players: Iterable[int]) -> dict[int, set[tuple[dt.datetime, int]]]:
    """When, and in which fixture, players were guests in a season (one query)."""
    found: dict[int, set[tuple[dt.datetime, int]]] = defaultdict(set)
    rows = _as_guests(season.pk, players)
    for player, starts_at, fixture in rows.values_list("player_id", "result__fixture__starts_at", "result__fixture"):
        found[player].add((starts_at, fixture))
    return found


def guest_evenings(season: Season) -> list[tuple[int, int]]:
    """Return each (player, fixture) of a season's guests, in the order of the fixtures (one query)."""
    counted = _of_guests(season.pk).order_by("result__fixture__starts_at", "result__fixture", "player")
    return list(dict.fromkeys(counted.values_list("player", "result__fixture")))


def beyond_limit(season: Season, limit: int | None) -> dict[int, set[int]]:
    """Return the players by fixture who are guests beyond a limit (one query; none without a limit).

    Every fixture with guests is listed, also those within it.
    """
    beyond: dict[int, set[int]] = {}
    been: Counter[int] = Counter()
    for player, fixture in guest_evenings(season) if limit is not None else ():
        there = beyond.setdefault(fixture, set())
        if been[player] >= (limit or 0):
            there.add(player)
        been[player] += 1
    return beyond


def _as_guests(season_id: int, players: Iterable[int]) -> QuerySet[Appearance]:
    """Players' appearances as guests in what is neither void nor cancelled."""
    return _of_guests(season_id).filter(player__in=list(players))


def _of_guests(season_id: int) -> QuerySet[Appearance]:
    counted = Appearance.objects.filter(guest=True, result__live=True, result__fixture__division__season=season_id)
    return counted.exclude(result__kind=ResultKind.VOID).exclude(result__fixture__state=FixtureState.CANCELLED)


def guest_fixtures(fixture: Fixture, players: Iterable[int]) -> dict[int, int]:
    """In how many earlier fixtures each player was a guest (one query); void and cancelled ones do not count."""
    earlier = Q(result__fixture__starts_at__lt=fixture.starts_at) | Q(
        result__fixture__starts_at=fixture.starts_at, result__fixture__lt=fixture.pk
    )
    counted = _as_guests(fixture.division.season_id, players).filter(earlier)
    return dict(counted.values_list("player_id").annotate(times=Count("result__fixture", distinct=True)))


def guests_among(
    stored: Collection[tuple[Result, ResultSheet]], registered: Mapping[int, Sequence[Registered]] | None = None
) -> set[tuple[int, int]]:
    """Return (result, player) ids of those who play for a team they are not registered for on the day (one query).

    The results are of one season; their fixtures have division, season and league joined. None is asked where the
    season's registrations of all players are given.
    """
    seated = {player for _, sheet in stored for player in players_on(sheet)}
    if not seated:
        return set()
    season = next(iter(stored))[0].fixture.division.season
    people: Mapping[int, Sequence[Registered]] = (
        registered if registered is not None else _registrations(season, seated)
    )
    members = _members([result.fixture for result, _ in stored])
    found, rules = set(), rules_of(season)
    for result, sheet in stored:
        day, own = day_of(result.fixture), _as_members(result.fixture, members)
        for side in SIDES:
            team = result.fixture.team_id(side)
            seated = {player for match in sheet.matches for player in match.players(side) if player is not None}
            playing = ((player, Person(tuple(own.get(player) or people.get(player, ())))) for player in seated)
            found |= {(result.pk, pk) for pk, person in playing if person.guest_of(team, day, rules.registration)}
    return found


def _registrations(season: Season, players: Iterable[int]) -> dict[int, list[Registered]]:
    people: dict[int, list[Registered]] = defaultdict(list)
    rows = Registration.objects.filter(season=season, player__in=players)
    for player, team, starts_on, ends_on in rows.values_list("player_id", "team_id", "starts_on", "ends_on"):
        people[player].append(Registered(team, starts_on, ends_on))
    return people


def warns(season: Season) -> bool:
    return season.eligibility == Enforcement.WARN


def refused_for(fixture: Fixture, found: Looked, *, taken: ResultSheet | None = None) -> list[Problem]:
    """Return the breaches for which a sheet is refused: all, or where the season takes them, those of unknown players.

    Breaches that the sheet it corrects (`taken`) has already are no reason.
    """
    if warns(fixture.division.season):
        return [problem for problem in found.problems if problem.code in ALWAYS_REFUSED]
    if taken is None or not found.breaches:
        return found.problems
    had = {breach.against for breach in look(fixture, taken).breaches}
    return Looked(tuple(breach for breach in found.breaches if breach.against not in had), found.names).problems


class Candidates(NamedTuple):
    """Players to choose from besides a side's squad, by name, each with the teams they are registered for.

    `others` would be a breach; they are offered only where breaches are taken.
    """

    guests: tuple[tuple[Player, str], ...] = ()
    others: tuple[tuple[Player, str], ...] = ()


NOBODY = Candidates()


def candidates(fixture: Fixture) -> Candidates:
    """Return who may be chosen besides the two squads, for either side (two queries; none if there can be nobody)."""
    season = fixture.division.season
    policy, warned = GuestPolicy(season.guests), warns(season)
    if policy == GuestPolicy.NONE and not warned:
        return NOBODY
    day = day_of(fixture)
    teams: dict[int, list[str]] = defaultdict(list)
    playing = set()
    rows = Registration.objects.filter(season=season).select_related("team")
    for row in rows.order_by("starts_on"):
        if not Registered(row.team_id, row.starts_on, row.ends_on).runs_on(day):
            continue
        teams[row.player_id].append(row.team.name)
        if row.team_id in (fixture.home_id, fixture.away_id):
            playing.add(row.player_id)
    guests: list[tuple[Player, str]] = []
    others: list[tuple[Player, str]] = []
    for player in Player.objects.filter(PRESENT, league=season.league_id).order_by("name", "pk"):
        if player.pk in playing:
            continue
        welcome = {
            GuestPolicy.ANYBODY: True,
            GuestPolicy.OTHER_TEAMS: player.pk in teams,
            GuestPolicy.FREE_AGENTS: player.pk not in teams,
        }.get(policy, False)
        (guests if welcome else others).append((player, join_names(teams.get(player.pk, []))))
    return Candidates(tuple(guests), tuple(others) if warned else ())


def names_of_players(ids: Collection[int]) -> dict[int, str]:
    """Names of players by id (one query; none for nobody)."""
    return dict(Player.objects.filter(pk__in=ids).values_list("pk", "name")) if ids else {}


def breaches_told(results: Iterable[Result], held: Grants) -> dict[int, list[Problem]]:
    """Return the breaches each result was taken with, by id, with names as this visitor may see them (one query at
    most)."""
    kept = {result.pk: [Breach.from_dict(each) for each in result.breaches] for result in results if result.breaches}
    if not kept:
        return {}
    people = Player.objects.in_bulk({breach.player for found in kept.values() for breach in found})
    names = public_names(people.values(), held)
    return {pk: [breach.problem(names.get(breach.player, "")) for breach in found] for pk, found in kept.items()}


def taken_with_breaches(league: League) -> list[Result]:
    """Latest live results of a league taken with breaches, the last sent first (one query)."""
    results = Result.objects.filter(
        not_hidden("fixture__division__season__"), fixture__division__season__league=league, live=True
    ).exclude(breaches=[])
    results = results.exclude(fixture__state=FixtureState.CANCELLED)
    joined = results.select_related("fixture__division", "fixture__home", "fixture__away")
    return list(joined.order_by("-submitted_at", "-pk")[:RECENT])


class SquadDates(NamedTuple):
    running: list[Registration]
    coming: list[Registration]
    ended: list[Registration]


def squad_dates(team: Team, season: Season, *, on: dt.date) -> SquadDates:
    """Everybody who is, will be or was registered for a team in a season, by name (one query)."""
    found = SquadDates([], [], [])
    rows = Registration.objects.filter(team=team, season=season).select_related("player")
    for row in rows.order_by("player__name", "player_id", "starts_on"):
        group = found.coming if row.starts_on > on else found.running
        (found.ended if row.ends_on is not None and row.ends_on < on else group).append(row)
    return found


def players_to_register(team: Team, season: Season) -> list[Player]:
    """Return players without a team now and with no other team this season, by name (one query)."""
    theirs = Registration.objects.filter(season=season).filter(Q(ends_on=None) | ~Q(team=team))
    players = Player.objects.filter(PRESENT, league=season.league_id).exclude(pk__in=theirs.values("player"))
    return list(players.order_by("name", "pk"))


def captain_registers_from(team: Team, season: Season, *, today: dt.date) -> dt.date:
    """Return the first day for which a captain registers players (four queries at most).

    Today; where a name may be written on the sheet anyhow, the day of the team's last fixture; and where its first card
    is still to be sent and has too few players for want of registrations, the day of its first one.
    """
    tz = season.league.tz
    midnight = dt.datetime.combine(today, dt.time(), tzinfo=tz)
    sides = Q(home=team) | Q(away=team)
    begun = Fixture.objects.filter(sides, division__season=season, state=FixtureState.SCHEDULED, starts_at__lt=midnight)
    fixtures = list(
        begun.select_related("division__season__league", "division__format", "format").order_by("starts_at")
    )
    if not fixtures:
        return today
    if season.registration == Registering.OPEN:
        return day_of(fixtures[-1])
    first = fixtures[0]
    there = Registration.objects.filter(season=season, team=team, starts_on__lte=day_of(first)).count()
    if there >= fixture_terms(first).players_needed() or Result.objects.filter(fixture__in=fixtures).exists():
        return today
    return day_of(first)


def last_played(player: Player, team: Team, season: Season) -> dt.date | None:
    """Day on which a player last played for a team in a season (one query)."""
    sides = Q(side="home", result__fixture__home=team) | Q(side="away", result__fixture__away=team)
    appearances = Appearance.objects.filter(
        sides, player=player, result__live=True, result__fixture__division__season=season
    ).exclude(result__fixture__state=FixtureState.CANCELLED)
    last = (
        appearances.order_by("-result__fixture__starts_at").values_list("result__fixture__starts_at", flat=True).first()
    )
    return last.astimezone(season.league.tz).date() if last is not None else None


Note = tuple[str, str]


def notes_on(fixture: Fixture, players: Iterable[Player]) -> tuple[Note, ...]:
    """Return the notes on a fixture's teams and on players, each once (no query)."""
    people = {player.pk: player for player in players}
    noted: list[Team | Player] = [fixture.home, fixture.away, *people.values()]
    return tuple((one.name, one.note) for one in noted if one.note)


def notes_for(grants: Grants, fixture: Fixture, players: Iterable[Player]) -> tuple[Note, ...]:
    """Return all notes to whoever may enter the fixture's result, to others those on teams."""
    return notes_on(fixture, players if may(grants, "result.submit", fixture) else ())


def guests_on_sheet(sheet: ResultSheet, besides: Candidates) -> list[Player]:
    """Return the players on a sheet who are in neither squad (no query)."""
    seated = set(players_among(sheet))
    return [player for player, _ in (*besides.guests, *besides.others) if player.pk in seated]


def notes_on_guests(fixture: Fixture, sheet: ResultSheet) -> list[Note]:
    """Return the notes on a sheet's players who are in neither squad (one query; at most seven where there is one).

    Only on those who may be chosen for it, so that nobody asks for the notes on a whole league.
    """
    noted = Player.objects.filter(league=fixture.league, pk__in=players_among(sheet)).exclude(note="")
    known = set(noted.values_list("pk", flat=True))
    if not known:
        return []
    known -= {player.pk for side in squads(fixture) for player in side}
    chosen = guests_on_sheet(sheet, candidates(fixture)) if known else []
    return [(player.name, player.note) for player in chosen if player.pk in known]
