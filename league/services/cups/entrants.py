"""Enter teams, pairs and players for a knock-out, change them, and take them off, until it is drawn."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from league.enums import JournalKind, TeamKind
from league.errors import Invalid, WrongState
from league.models import (
    PRESENT,
    Entrant,
    Entry,
    KnockOut,
    Player,
    Registration,
    Season,
    Team,
    TeamMember,
    Tie,
    User,
    Venue,
)
from league.queries.cups import drawn_entrants, losers_of
from league.rules.competitions.draws import check_entrants
from league.rules.problems import Problem
from league.services.cups.ties import require_cup_secretary
from league.services.journal import record_numbered
from league.services.people.sides import SIZES, make_side, store_entrants
from league.translation import N_, Text

MOST_HOLES = 60


def require_undrawn(knock_out: KnockOut, *, by: User, now: dt.datetime) -> KnockOut:
    """Lock a knock-out that nobody has drawn yet, for its secretary."""
    knock_out = require_cup_secretary(knock_out, by=by, now=now)
    if Tie.objects.filter(knock_out=knock_out).exists():
        raise WrongState(N_("The cup is drawn: its entrants stay. One who cannot play is withdrawn."))
    return knock_out


@transaction.atomic
def enter_teams(knock_out: KnockOut, teams: Sequence[Team], *, by: User, now: dt.datetime) -> list[Entrant]:
    """Enter teams for a cup of teams, each at home where it plays this season.

    Raises:
        WrongState: drawn already, or a cup of pairs or players.
        Invalid: a team twice, entered already, of another league, or without a place in the season.
    """
    knock_out = require_undrawn(knock_out, by=by, now=now)
    if knock_out.entrant_kind != TeamKind.TEAM:
        raise WrongState(N_("This cup is played by pairs or single players: enter those."))
    season = knock_out.competition.season
    homes = dict(Entry.objects.filter(season=season, team__in=teams).values_list("team", "venue"))
    present = set(Entrant.objects.filter(competition=knock_out.competition_id).values_list("team", flat=True))
    problems = list(_check_twice([(team.pk, team.name) for team in teams], present))
    for team in teams:
        if team.league_id != season.league_id or team.hidden_at is not None or team.kind != TeamKind.TEAM:
            problems.append(Problem("team", N_("Choose teams of this league."), "entrants"))
    if problems:
        raise Invalid(problems)
    return _store_and_record(knock_out, [(team, homes.get(team.pk)) for team in teams], by=by, now=now)


@transaction.atomic
def enter_sides(knock_out: KnockOut, sides: Sequence[Sequence[Player]], *, by: User, now: dt.datetime) -> list[Entrant]:
    """Enter pairs or single players. Each is a side of fixtures of its own, whose captains its players are.

    Raises:
        WrongState: drawn already, or a cup of teams.
        Invalid: the wrong number of players, a player twice or in another league, or entered already.
    """
    knock_out = require_undrawn(knock_out, by=by, now=now)
    size = SIZES.get(TeamKind(knock_out.entrant_kind))
    if size is None:
        raise WrongState(N_("This cup is played by teams: enter those."))
    season = knock_out.competition.season
    people = [player for side in sides for player in side]
    known = set(
        Player.objects.filter(PRESENT, league=season.league_id, pk__in=[one.pk for one in people]).values_list(
            "pk", flat=True
        )
    )
    playing = set(
        TeamMember.objects.filter(team__entrants__competition=knock_out.competition_id).values_list("player", flat=True)
    )
    problems = list(_check_twice([(one.pk, one.name) for one in people], playing))
    if any(one.pk not in known for one in people):
        problems.append(Problem("player", N_("Choose players of this league."), "entrants"))
    for side in sides:
        if len(side) != size:
            message = N_("A pair is two players.") if size == 2 else N_("Enter players one by one.")
            problems.append(Problem("size", message, "entrants"))
    if problems:
        raise Invalid(problems)
    homes = _find_homes(season, people)
    sides_at_home = [(make_side(season.league, side, now=now), homes.get(side[0].pk)) for side in sides]
    return _store_and_record(knock_out, sides_at_home, by=by, now=now)


@transaction.atomic
def enter_losers(plate: KnockOut, *, by: User, now: dt.datetime) -> list[Entrant]:
    """Enter for a plate whoever lost the first tie they played in its cup; those already in it stay.

    Raises:
        WrongState: drawn already, of no cup, or a first tie of the cup is still to be won.
    """
    plate = require_undrawn(plate, by=by, now=now)
    cup = plate.plate_of
    if cup is None:
        raise WrongState(N_("This cup is no plate of another: say of which on its settings."))
    losers = losers_of(cup)
    if not losers.complete:
        raise WrongState(Text("First ties of {cup} are still to be won: enter their losers then.", cup=str(cup)))
    rows = Entrant.objects.filter(competition=cup.competition_id, team__in=losers.entrants).select_related("team")
    return _store_and_record(plate, [(row.team, row.venue_id) for row in rows], by=by, now=now)


def _store_and_record(
    knock_out: KnockOut, sides: Sequence[tuple[Team, int | None]], *, by: User, now: dt.datetime
) -> list[Entrant]:
    made = store_entrants(knock_out.competition, sides, now=now)
    if made:
        what = Text.plural("entered {n} for {cup}", "entered {n} for {cup}", n=len(made), cup=str(knock_out))
        _record_entries(knock_out, what, [row.team_id for row in made], by=by, now=now)
    return made


def _find_homes(season: Season, players: Sequence[Player]) -> dict[int, int]:
    """Where players are at home: at the venue of the team that they are registered for (two queries)."""
    teams = dict(
        Registration.objects.filter(season=season, player__in=players, ends_on=None).values_list("player", "team")
    )
    venues = dict(Entry.objects.filter(season=season, team__in=teams.values()).values_list("team", "venue"))
    return {player: venues[team] for player, team in teams.items() if team in venues}


def _check_twice(named: Sequence[tuple[int, str]], present: set[int]) -> Iterator[Problem]:
    seen: set[int] = set()
    for pk, name in named:
        if pk in present:
            yield Problem("twice", Text("{name} is entered already.", name=name), "entrants")
        elif pk in seen:
            yield Problem("twice", Text("{name} is entered twice: once is enough.", name=name), "entrants")
        seen.add(pk)


@dataclass(frozen=True, slots=True)
class EntrantPlan:
    seed: int | None = None
    enters: int = 1
    handicap: int = 0
    venue: Venue | None = None


@transaction.atomic
def change_entrants(
    knock_out: KnockOut, plans: Mapping[int, EntrantPlan], *, gone: Sequence[int] = (), by: User, now: dt.datetime
) -> None:
    """Store seeds, first rounds, handicaps and homes of entrants by id, and take others off the list.

    Raises:
        WrongState: drawn already.
        Invalid: a seed twice or missing, a round or handicap out of range, all at once.
    """
    knock_out = require_undrawn(knock_out, by=by, now=now)
    rows = {row.pk: row for row in Entrant.objects.filter(competition=knock_out.competition_id).select_related("team")}
    staying = [row for pk, row in rows.items() if pk not in gone]
    for row in staying:
        plan = plans.get(row.pk)
        if plan is not None:
            row.seed, row.enters, row.handicap, row.venue = plan.seed, plan.enters, plan.handicap, plan.venue
    names = {row.team_id: row.team.name for row in staying}
    # Too few are no fault until the draw.
    problems = [one for one in check_entrants(drawn_entrants(knock_out, staying), names) if one.code != "too-few"]
    for row in staying:
        if not -MOST_HOLES <= row.handicap <= MOST_HOLES:
            message = Text("{name} starts at most {most} holes on, or back.", name=row.team.name, most=MOST_HOLES)
            problems.append(Problem("handicap", message, "handicap"))
        if row.venue is not None and row.venue.league_id != knock_out.competition.season.league_id:
            problems.append(Problem("venue", N_("Choose a venue of this league."), "venue"))
    if problems:
        raise Invalid(problems)
    Entrant.objects.filter(competition=knock_out.competition_id, pk__in=gone).delete()
    # A seed may go from one to another: the rows have none meanwhile.
    Entrant.objects.filter(competition=knock_out.competition_id).update(seed=None)
    Entrant.objects.bulk_update(staying, ["seed", "enters", "handicap", "venue"])
    off = [rows[pk].team_id for pk in gone if pk in rows]
    what = Text("changed the entrants of {cup}; took off {n}", cup=str(knock_out), n=len(off))
    _record_entries(knock_out, what, off, by=by, now=now)


def _record_entries(knock_out: KnockOut, what: Text, teams: list[int], *, by: User, now: dt.datetime) -> None:
    """Journal without names: of pairs and players these are people's."""
    league, key = knock_out.competition.season.league, f"{knock_out.competition_id}:"
    record_numbered(league, JournalKind.CUP_ENTERED, key, what, by=by, now=now, data={"teams": teams})
