"""Make, change and delete knock-outs."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.db import transaction

from league import access
from league.enums import CompetitionKind, JournalKind, NoticeKind, TeamKind
from league.errors import Invalid, WrongState
from league.models import Division, Draw, Fixture, KnockOut, KnockOutRound, Season, Tie, User, Venue
from league.rules.competitions.brackets import LEAST_ENTRANTS, MOST_ENTRANTS
from league.rules.competitions.ties import MOST_LEGS, DecidedBy, IfLevel
from league.rules.formats import parse_format
from league.rules.names import clean_line
from league.rules.problems import Problem
from league.services.cups.entrants import require_undrawn
from league.services.cups.ties import require_cup_secretary
from league.services.journal import record, record_numbered
from league.services.locks import lock_season
from league.services.notices import cancel_notices_of
from league.services.slugs import LONGEST_COMPETITION, check_competition_name, edition_slug
from league.translation import N_, Text


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
    name = clean_line(plan.name)
    first = season.divisions.order_by("order").first()
    cup = Division(
        season=season, name=name, kind=CompetitionKind.KNOCK_OUT, slug=edition_slug(season, name),
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
    yield from check_competition_name(season, clean_line(plan.name), but=of.competition_id if of else None)
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
    if "entrant_kind" in changed and knock_out.competition.entrants.exists():
        raise WrongState(N_("Somebody has entered: take all entrants off before you change who may play."))
    problems = list(problems_of_plan(knock_out.competition.season, plan, knock_out))
    if problems:
        raise Invalid(problems)
    cup = knock_out.competition
    cup.name = clean_line(plan.name)
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
        if len(plan.name.strip()) > LONGEST_COMPETITION or "\0" in plan.name:
            problems.append(
                Problem("name", Text("Use a name of up to {most} letters.", most=LONGEST_COMPETITION), f"{where}-name")
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
    days_now = dict(KnockOutRound.objects.filter(knock_out=knock_out).values_list("number", "play_by"))
    moved = [number for number, plan in plans.items() if plan.play_by != days_now.get(number)]
    of_the_round = Fixture.objects.filter(tie__knock_out=knock_out, tie__round__in=moved).values_list("pk", flat=True)
    cancel_notices_of(of_the_round, [NoticeKind.TIE_TO_PLAY])
    for number, plan in plans.items():
        values = {"name": plan.name.strip(), "play_by": plan.play_by, "starts_at": plan.starts_at, "venue": plan.venue}
        KnockOutRound.objects.update_or_create(knock_out=knock_out, number=number, defaults=values)
    days = {str(number): str(plan.play_by or "") for number, plan in plans.items()}
    what = Text("changed the rounds of {cup}", cup=str(knock_out))
    key = f"{knock_out.competition_id}:"
    record_numbered(league, JournalKind.CUP_CHANGED, key, what, by=by, now=now, data=days)


@transaction.atomic
def delete_cup(knock_out: KnockOut, *, by: User, now: dt.datetime) -> None:
    """Delete a cup that was never drawn. Raise WrongState for another one."""
    knock_out = require_undrawn(knock_out, by=by, now=now)
    if Draw.objects.filter(knock_out=knock_out, drawn_at__isnull=False).exists():
        raise WrongState(N_("This cup has been drawn: what was said of it stays."))
    cup = knock_out.competition
    if Fixture.objects.filter(division=cup).exists():
        raise WrongState(N_("This cup has been drawn: what was said of it stays."))
    league, name, pk = cup.season.league, cup.name, cup.pk
    cup.delete()
    what = Text("deleted the cup {cup}, which was never drawn", cup=name)
    record_numbered(league, JournalKind.CUP_CHANGED, f"{pk}:", what, by=by, now=now)
