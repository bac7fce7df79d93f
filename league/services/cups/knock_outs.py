"""Make and change knock-outs, and enter teams, pairs and players for them."""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from typing import Any

from django.db import transaction

from league import access
from league.enums import CompetitionKind, JournalKind, TeamKind
from league.errors import Invalid, WrongState
from league.models import (
    PRESENT,
    Division,
    Draw,
    Entrant,
    Entry,
    Fixture,
    KnockOut,
    KnockOutRound,
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
from league.rules.competitions.brackets import LEAST_ENTRANTS, MOST_ENTRANTS
from league.rules.competitions.draws import check_entrants
from league.rules.competitions.ties import MOST_LEGS, DecidedBy, IfLevel
from league.rules.formats import parse_format
from league.rules.names import folded
from league.rules.problems import Problem
from league.services.cups.ties import require_cup_secretary
from league.services.journal import record, record_numbered
from league.services.locks import lock_season
from league.services.people.sides import make_side
from league.services.slugs import unique_slug
from league.translation import N_, Text, join_names

LONGEST_CUP = 60
MOST_HOLES = 60
SEPARATOR = re.compile(r"[&/,;+]")
SIZES = {TeamKind.PAIR: 2, TeamKind.PLAYER: 1}


@dataclass(frozen=True, slots=True)
class CupPlan:
    """What a secretary says of a cup. All but the name can be left as it is."""

    name: str
    entrant_kind: str = TeamKind.TEAM
    fixture_format: str = ""
    drawn: str = "once"
    third_place: bool = False
    keep_apart: bool = False
    legs: int = 1
    decided_by: str = DecidedBy.TOTAL
    if_level: str = IfLevel.REPLAY
    venue: Venue | None = None
    plate_of: KnockOut | None = None
    entries_close: dt.date | None = None
    places: int | None = None


# What the draw, and the fixtures made after it, rest on.
_FIXED = ("entrant_kind", "drawn", "third_place", "keep_apart", "legs", "plate_of", "places")


def plan_of(knock_out: KnockOut) -> CupPlan:
    columns = {name: getattr(knock_out, name) for name in CupPlan.__dataclass_fields__ if hasattr(knock_out, name)}
    cup = knock_out.competition
    return CupPlan(**columns, name=cup.name, fixture_format=cup.fixture_format)


@transaction.atomic
def make_cup(season: Season, plan: CupPlan, *, by: User, now: dt.datetime) -> KnockOut:
    """Make a knock-out of a season. One of the same name as in an earlier season is its next edition.

    Raises:
        Invalid: everything wrong with the plan.
    """
    league = season.league
    access.require(by, "cup.manage", league, now=now)
    lock_season(season)
    problems = list(problems_of_plan(season, plan))
    if problems:
        raise Invalid(problems)
    name = " ".join(plan.name.split())
    earlier = Division.competitions.filter(season__league=league, name=name).exclude(season=season).first()
    taken = Division.competitions.filter(season__league=league).values_list("slug", flat=True)
    first = season.divisions.order_by("order").first()
    slug = earlier.slug if earlier else unique_slug(name, taken)
    cup = Division(
        season=season, name=name, kind=CompetitionKind.KNOCK_OUT, slug=slug,
        fixture_format=plan.fixture_format.strip() or _usual_format(plan, first),
    )  # fmt: skip
    if first is not None:
        for column in ("games_per_match", "singles_ruleset", "doubles_ruleset", "singles_own", "doubles_own",
                       "singles_rules", "doubles_rules", "match_rules"):  # fmt: skip
            setattr(cup, column, getattr(first, column))
    cup.save()
    knock_out = KnockOut.objects.create(competition=cup, **_columns(plan))
    what = Text("made the cup {cup} of {season}", cup=name, season=season.name)
    record(league, JournalKind.CUP_MADE, str(cup.pk), by=by, now=now, what=what, data=_journal_data(plan))
    return knock_out


def _usual_format(plan: CupPlan, first: Division | None) -> str:
    usual = {TeamKind.PAIR: "D", TeamKind.PLAYER: "S"}.get(TeamKind(plan.entrant_kind))
    return usual or (first.fixture_format if first is not None else "S")


def _columns(plan: CupPlan) -> dict[str, Any]:
    names = set(CupPlan.__dataclass_fields__) - {"name", "fixture_format"}
    return {name: getattr(plan, name) for name in names}


def _journal_data(plan: CupPlan) -> dict[str, Any]:
    plain = asdict(replace(plan, venue=None, plate_of=None))
    return {name: str(value) if value is not None else "" for name, value in plain.items()}


def problems_of_plan(season: Season, plan: CupPlan, of: KnockOut | None = None) -> Iterator[Problem]:
    """Yield everything wrong with a plan; `of` is the cup that it changes."""
    name = " ".join(plan.name.split())
    if not name or len(name) > LONGEST_CUP or "\0" in name:
        yield Problem("name", Text("Use a name of up to {most} letters.", most=LONGEST_CUP), "name")
    else:
        row = Division(season=season, name=name)
        row.fold_name()
        others = Division.competitions.filter(season=season, name_key=row.name_key)
        if others.exclude(pk__in=[of.competition_id] if of else []).exists():
            yield Problem("name", Text("{season} has a {name} already.", season=season.name, name=name), "name")
    if plan.fixture_format.strip():
        for problem in parse_format(plan.fixture_format)[1]:
            yield replace(problem, field="fixture_format")
    if not 1 <= plan.legs <= MOST_LEGS:
        yield Problem("legs", Text("A tie has 1 to {most} fixtures.", most=MOST_LEGS), "legs")
    elif plan.decided_by == DecidedBy.WINS and plan.legs % 2 == 0:
        yield Problem("legs", N_("The best of an even number of fixtures can end level: choose an odd one."), "legs")
    if plan.places is not None and not LEAST_ENTRANTS <= plan.places <= MOST_ENTRANTS:
        message = Text("A knock-out has {least} to {most} entrants.", least=LEAST_ENTRANTS, most=MOST_ENTRANTS)
        yield Problem("places", message, "places")
    if plan.venue is not None and (plan.venue.league_id != season.league_id or plan.venue.hidden_at is not None):
        yield Problem("venue", N_("Choose a venue of this league."), "venue")
    yield from _check_plate(season, plan, of)


def _check_plate(season: Season, plan: CupPlan, of: KnockOut | None) -> Iterator[Problem]:
    cup = plan.plate_of
    if cup is None:
        return
    taken = any(row != of for row in KnockOut.objects.filter(plate_of=cup))
    if cup.competition.season_id != season.pk or (of is not None and cup.pk == of.pk):
        yield Problem("plate_of", N_("Choose another cup of this season."), "plate_of")
    elif taken:
        yield Problem("plate_of", Text("{cup} has its plate already.", cup=str(cup)), "plate_of")
    elif cup.entrant_kind != plan.entrant_kind:
        yield Problem("plate_of", N_("A plate is played by the same kind of entrants as its cup."), "plate_of")


@transaction.atomic
def change_cup(knock_out: KnockOut, plan: CupPlan, *, by: User, now: dt.datetime) -> KnockOut:
    """Change a knock-out; after the draw only what no tie rests on.

    Raises:
        Invalid: everything wrong with the plan.
        WrongState: it is drawn, and the plan changes what the draw rests on.
    """
    knock_out = require_cup_secretary(knock_out, by=by, now=now)
    before = plan_of(knock_out)
    changed = [name for name in _FIXED if getattr(before, name) != getattr(plan, name)]
    if changed and Tie.objects.filter(knock_out=knock_out).exists():
        raise WrongState(N_("The cup is drawn: who plays it, its legs and its draw stay as they are."))
    if "entrant_kind" in changed and Entrant.objects.filter(knock_out=knock_out).exists():
        raise WrongState(N_("Somebody has entered: take all entrants off before you change who may play."))
    problems = list(problems_of_plan(knock_out.competition.season, plan, knock_out))
    if problems:
        raise Invalid(problems)
    cup = knock_out.competition
    cup.name = " ".join(plan.name.split())
    cup.fixture_format = plan.fixture_format.strip() or cup.fixture_format
    cup.format = None
    cup.save()
    for name, value in _columns(plan).items():
        setattr(knock_out, name, value)
    knock_out.save()
    what = Text("changed the cup {cup}", cup=cup.name)
    league, data = cup.season.league, _journal_data(plan)
    record_numbered(league, JournalKind.CUP_CHANGED, f"{cup.pk}:", what, by=by, now=now, data=data)
    return knock_out


@dataclass(frozen=True, slots=True)
class RoundPlan:
    name: str = ""
    play_by: dt.date | None = None
    starts_at: dt.datetime | None = None
    venue: Venue | None = None


@transaction.atomic
def change_rounds(knock_out: KnockOut, plans: Mapping[int, RoundPlan], *, by: User, now: dt.datetime) -> None:
    """Store names, last days, and evenings of rounds; ties that are set stay where they are.

    Raises:
        Invalid: a name that is too long, days out of order, an evening after the last day, another league's venue.
    """
    knock_out = require_cup_secretary(knock_out, by=by, now=now)
    league = knock_out.competition.season.league
    problems, before = list[Problem](), None
    for number, plan in sorted(plans.items()):
        where = f"round-{number}"
        if len(plan.name.strip()) > LONGEST_CUP or "\0" in plan.name:
            problems.append(
                Problem("name", Text("Use a name of up to {most} letters.", most=LONGEST_CUP), f"{where}-name")
            )
        if plan.play_by is not None and before is not None and plan.play_by < before:
            problems.append(Problem("play_by", N_("A round ends after the one before it."), f"{where}-play_by"))
        if (
            plan.starts_at is not None
            and plan.play_by is not None
            and plan.starts_at.astimezone(league.tz).date() > plan.play_by
        ):
            problems.append(
                Problem("starts_at", N_("The evening is after the round’s last day."), f"{where}-starts_at")
            )
        if plan.venue is not None and plan.venue.league_id != league.pk:
            problems.append(Problem("venue", N_("Choose a venue of this league."), f"{where}-venue"))
        before = plan.play_by or before
    if problems:
        raise Invalid(problems)
    for number, plan in plans.items():
        values = {"name": plan.name.strip(), "play_by": plan.play_by, "starts_at": plan.starts_at, "venue": plan.venue}
        KnockOutRound.objects.update_or_create(knock_out=knock_out, number=number, defaults=values)
    days = {str(number): str(plan.play_by or "") for number, plan in plans.items()}
    what = Text("changed the rounds of {cup}", cup=str(knock_out))
    key = f"{knock_out.competition_id}:"
    record_numbered(league, JournalKind.CUP_CHANGED, key, what, by=by, now=now, data=days)


@transaction.atomic
def enter_teams(knock_out: KnockOut, teams: Sequence[Team], *, by: User, now: dt.datetime) -> list[Entrant]:
    """Enter teams for a cup of teams, each at home where it plays this season.

    Raises:
        WrongState: drawn already, or a cup of pairs or players.
        Invalid: a team twice, entered already, of another league, or without a place in the season.
    """
    knock_out = _require_open(knock_out, by=by, now=now)
    if knock_out.entrant_kind != TeamKind.TEAM:
        raise WrongState(N_("This cup is played by pairs or single players: enter those."))
    season = knock_out.competition.season
    homes = dict(Entry.objects.filter(season=season, team__in=teams).values_list("team", "venue"))
    present = _entered(knock_out)
    problems = list(_check_twice([(team.pk, team.name) for team in teams], present))
    for team in teams:
        if team.league_id != season.league_id or team.hidden_at is not None or team.kind != TeamKind.TEAM:
            problems.append(Problem("team", N_("Choose teams of this league."), "entrants"))
    if problems:
        raise Invalid(problems)
    rows = [Entrant(knock_out=knock_out, team=team, venue_id=homes.get(team.pk), entered_at=now) for team in teams]
    return _store_entrants(knock_out, rows, by=by, now=now)


def read_sides(knock_out: KnockOut, text: str) -> list[list[Player]]:
    """Find the players of a typed list, a side a line: "Ann Archer", or of pairs "Ann Archer & Bob Brown" (one query).

    Raises:
        Invalid: every name that is not that of one player, with its line and the names nearest to it.
    """
    known: dict[str, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(PRESENT, league=knock_out.competition.season.league_id):
        known[folded(player.name)].append(player)
    sides, problems = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        typed = [folded(part) for part in SEPARATOR.split(line) if part.strip()]
        problems += [fault for name in typed if (fault := _check_name(name, known, str(number)))]
        sides.append([known[name][0] for name in typed if name in known])
    if not any(sides) and not problems:
        problems.append(Problem("none", N_("Write who plays."), "names"))
    if problems:
        raise Invalid(problems)
    return [side for side in sides if side]


def _check_name(name: str, known: Mapping[str, list[Player]], line: str) -> Problem | None:
    if name in known:
        params = {"n": line, "name": known[name][0].name}
        message = Text("Line {n}: two players are called {name}. Give one of them another name.", **params)
        return Problem("namesakes", message, "names", line) if len(known[name]) > 1 else None
    near = [known[key][0].name for key in get_close_matches(name, known, n=2)]
    message = Text("Line {n}: {name} is no player of this league.", n=line, name=name)
    if near:
        message = Text(
            "Line {n}: {name} is no player of this league. Did you mean {near}?", n=line, name=name,
            near=join_names(near),
        )  # fmt: skip
    return Problem("unknown", message, "names", line)


@transaction.atomic
def enter_sides(knock_out: KnockOut, sides: Sequence[Sequence[Player]], *, by: User, now: dt.datetime) -> list[Entrant]:
    """Enter pairs or single players. Each is a side of fixtures of its own, whose captains its players are.

    Raises:
        WrongState: drawn already, or a cup of teams.
        Invalid: the wrong number of players, a player twice or in another league, or entered already.
    """
    knock_out = _require_open(knock_out, by=by, now=now)
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
    playing = set(TeamMember.objects.filter(team__cup_entries__knock_out=knock_out).values_list("player", flat=True))
    problems = list(_check_twice([(one.pk, one.name) for one in people], playing))
    if any(one.pk not in known for one in people):
        problems.append(Problem("player", N_("Choose players of this league."), "entrants"))
    for side in sides:
        if len(side) != size:
            message = N_("A pair is two players.") if size == 2 else N_("Enter players one by one.")
            problems.append(Problem("size", message, "entrants"))
    if problems:
        raise Invalid(problems)
    homes = _homes_of(season, people)
    rows = [
        Entrant(
            knock_out=knock_out, team=make_side(season.league, side, now=now), entered_at=now,
            venue_id=homes.get(side[0].pk),
        )
        for side in sides
    ]  # fmt: skip
    return _store_entrants(knock_out, rows, by=by, now=now)


@transaction.atomic
def enter_losers(plate: KnockOut, *, by: User, now: dt.datetime) -> list[Entrant]:
    """Enter for a plate whoever lost the first tie they played in its cup; those already in it stay.

    Raises:
        WrongState: drawn already, of no cup, or a first tie of the cup is still to be won.
    """
    plate = _require_open(plate, by=by, now=now)
    cup = plate.plate_of
    if cup is None:
        raise WrongState(N_("This cup is no plate of another: say of which on its settings."))
    losers = losers_of(cup)
    if not losers.complete:
        raise WrongState(Text("First ties of {cup} are still to be won: enter their losers then.", cup=str(cup)))
    present = _entered(plate)
    homes = {row.team_id: row for row in Entrant.objects.filter(knock_out=cup).select_related("team")}
    rows = [
        Entrant(knock_out=plate, team=homes[team].team, venue_id=homes[team].venue_id, entered_at=now)
        for team in losers.entrants
        if team not in present
    ]
    return _store_entrants(plate, rows, by=by, now=now)


def _homes_of(season: Season, players: Sequence[Player]) -> dict[int, int]:
    """Where players are at home: at the venue of the team that they are registered for (two queries)."""
    teams = dict(
        Registration.objects.filter(season=season, player__in=players, ends_on=None).values_list("player", "team")
    )
    venues = dict(Entry.objects.filter(season=season, team__in=teams.values()).values_list("team", "venue"))
    return {player: venues[team] for player, team in teams.items() if team in venues}


def _entered(knock_out: KnockOut) -> set[int]:
    return set(Entrant.objects.filter(knock_out=knock_out).values_list("team", flat=True))


def _check_twice(named: Sequence[tuple[int, str]], present: set[int]) -> Iterator[Problem]:
    seen: set[int] = set()
    for pk, name in named:
        if pk in present:
            yield Problem("twice", Text("{name} is entered already.", name=name), "entrants")
        elif pk in seen:
            yield Problem("twice", Text("{name} is entered twice: once is enough.", name=name), "entrants")
        seen.add(pk)


def _require_open(knock_out: KnockOut, *, by: User, now: dt.datetime) -> KnockOut:
    """Lock a knock-out that nobody has drawn yet."""
    knock_out = require_cup_secretary(knock_out, by=by, now=now)
    if Tie.objects.filter(knock_out=knock_out).exists():
        raise WrongState(N_("The cup is drawn: its entrants stay. One who cannot play is withdrawn."))
    return knock_out


def _store_entrants(knock_out: KnockOut, rows: list[Entrant], *, by: User, now: dt.datetime) -> list[Entrant]:
    made = Entrant.objects.bulk_create(rows)
    if made:
        what = Text.plural("entered {n} for {cup}", "entered {n} for {cup}", n=len(rows), cup=str(knock_out))
        _record_entries(knock_out, what, [row.team_id for row in rows], by=by, now=now)
    return made


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
    knock_out = _require_open(knock_out, by=by, now=now)
    rows = {row.pk: row for row in Entrant.objects.filter(knock_out=knock_out).select_related("team")}
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
    Entrant.objects.filter(knock_out=knock_out, pk__in=gone).delete()
    # A seed may go from one to another: the rows have none meanwhile.
    Entrant.objects.filter(knock_out=knock_out).update(seed=None)
    Entrant.objects.bulk_update(staying, ["seed", "enters", "handicap", "venue"])
    off = [rows[pk].team_id for pk in gone if pk in rows]
    what = Text("changed the entrants of {cup}; took off {n}", cup=str(knock_out), n=len(off))
    _record_entries(knock_out, what, off, by=by, now=now)


def _record_entries(knock_out: KnockOut, what: Text, teams: list[int], *, by: User, now: dt.datetime) -> None:
    """Journal without names: of pairs and players these are people's."""
    league, key = knock_out.competition.season.league, f"{knock_out.competition_id}:"
    record_numbered(league, JournalKind.CUP_ENTERED, key, what, by=by, now=now, data={"teams": teams})


@transaction.atomic
def delete_cup(knock_out: KnockOut, *, by: User, now: dt.datetime) -> None:
    """Delete a cup that was never drawn. Raise WrongState for another one."""
    knock_out = _require_open(knock_out, by=by, now=now)
    if Draw.objects.filter(knock_out=knock_out, drawn_at__isnull=False).exists():
        raise WrongState(N_("This cup has been drawn: what was said of it stays."))
    cup = knock_out.competition
    if Fixture.objects.filter(division=cup).exists():
        raise WrongState(N_("This cup has been drawn: what was said of it stays."))
    league, name, pk = cup.season.league, cup.name, cup.pk
    cup.delete()
    what = Text("deleted the cup {cup}, which was never drawn", cup=name)
    record_numbered(league, JournalKind.CUP_CHANGED, f"{pk}:", what, by=by, now=now)
