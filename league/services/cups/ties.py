"""What follows in a knock-out from the results of its ties: who goes on, and the fixtures of the ties to come.

Results call `settle_tie` whenever another version of a tie's fixture counts, whoever decided it; so a correction takes
back what had followed, as long as nothing was played in the next tie. The knock-out's row is locked after fixtures.
"""

import datetime as dt
import uuid
from collections.abc import Iterable
from fractions import Fraction

from django.db import transaction

from league import access
from league.enums import FixtureState, JournalKind, NoticeKind, ResultKind, ResultState, TeamKind, TieEnding, WeekKind
from league.errors import Invalid, WrongState
from league.models import Entrant, Entry, Fixture, KnockOut, KnockOutRound, Result, Tie, User, Week
from league.queries.cups import disputes_before, label_of_round, rules_of_ties
from league.rules import slots
from league.rules.competitions.brackets import Side, Source
from league.rules.competitions.ties import LegScore, TieScore, TieState, score_tie
from league.rules.problems import Problem, check_reason
from league.services.cups.dates import describe_place
from league.services.fixtures import cancel_fixture, find_week
from league.services.journal import record, record_numbered
from league.services.locks import lock_fixture, lock_knock_out, require_shown
from league.services.notices import announce, notify
from league.translation import N_, Text

USUAL_START = dt.time(19, 30)
# A tie without a last day of its own is set so many days ahead.
DAYS_AHEAD = 14
_CUP = "competition__season__league"
_TIE = (f"knock_out__{_CUP}", "top__team", "top__venue", "bottom__team", "bottom__venue", "winner__team")


def read_knock_out(pk: int) -> KnockOut:
    """Return a locked knock-out with its competition, season and league."""
    knock_out = KnockOut.objects.select_related(_CUP, "competition__format", "venue").get(pk=pk)
    require_shown(knock_out.competition.season)
    return knock_out


def ties_of(knock_out: KnockOut) -> dict[int, Tie]:
    """The ties of a locked knock-out, by number (one query)."""
    rows = Tie.objects.filter(knock_out=knock_out).select_related(*_TIE).order_by("number")
    return {tie.number: tie for tie in rows}


def settle_tie(fixture: Fixture, *, by: User | None, now: dt.datetime) -> None:
    """Let what counts of a locked fixture decide its tie, and everything that follows from it.

    A tie that the secretary decided, or that a withdrawal did, stays as it is.
    """
    assert fixture.tie_id is not None  # noqa: S101 - for the type checker
    knock_out = read_knock_out(Tie.objects.values_list("knock_out", flat=True).get(pk=fixture.tie_id))
    ties = ties_of(knock_out)
    tie = next(tie for tie in ties.values() if tie.pk == fixture.tie_id)
    if tie.ending in (TieEnding.DECISION, TieEnding.WITHDRAWN):
        return
    score = score_legs(tie)
    if score.state == TieState.WON:
        winner = (tie.top, tie.bottom)[score.winner or 0]
        conceded = Result.objects.filter(fixture__tie=tie, live=True, kind=ResultKind.WALKOVER).exists()
        set_winner(ties, tie, winner, TieEnding.CONCEDED if conceded else TieEnding.PLAYED, by=by, now=now)
        _report_disputes_before(fixture, now=now)
        return
    set_winner(ties, tie, None, "", by=by, now=now)
    if not _is_played(tie):
        # An earlier result may have changed while this tie had one.
        _fill_sides(ties, tie, by=by, now=now)
    if score.state == TieState.LEG_DUE:
        make_due_leg(tie, by=by, now=now)
    elif score.state == TieState.DECISION_DUE:
        text = Text("{fixture} ended level: say on the cup’s page who goes on.", fixture=str(fixture))
        notify(fixture, NoticeKind.TIE_DECIDED, f"{fixture.pk}:level", text, now=now, sides=(), secretary=True)


def score_legs(tie: Tie) -> TieScore:
    """How a tie stands by its confirmed legs (one query). Points are games won, awarded ones too."""
    results = Result.objects.filter(fixture__tie=tie, live=True, state=ResultState.CONFIRMED)
    results = results.exclude(fixture__state=FixtureState.CANCELLED).exclude(kind=ResultKind.VOID)
    legs = []
    for result in results.select_related("fixture").order_by("fixture__leg"):
        games = (Fraction(result.home_games), Fraction(result.away_games))
        top_at_home = tie.top is not None and result.fixture.home_id == tie.top.team_id
        points = games if top_at_home else games[::-1]
        conceded = points.index(min(points)) if result.kind == ResultKind.WALKOVER else None
        legs.append(LegScore(points, conceded))
    return score_tie(legs, rules_of_ties(tie.knock_out))


def set_winner(
    ties: dict[int, Tie], tie: Tie, winner: Entrant | None, ending: str, *, by: User | None, now: dt.datetime,
    why: str = "",
) -> None:  # fmt: skip
    """Store who won a tie of a locked knock-out, or that nobody has yet, and bring on who plays the next ones."""
    same = tie.winner_id == (winner.pk if winner else None)
    if same and (tie.ending, tie.why) == (ending, why):
        return
    tie.winner, tie.ending, tie.why = winner, ending, why
    tie.save(update_fields=["winner", "ending", "why"])
    if winner is not None:
        cancel_legs(tie, by=by, now=now)
    if not same:
        fill_ties(ties, [tie], by=by, now=now)


def fill_ties(ties: dict[int, Tie], changed: Iterable[Tie], *, by: User | None, now: dt.datetime) -> None:
    """Give the ties after those that have changed their sides, and a fixture where both are known."""
    for earlier in changed:
        for tie in ties.values():
            if {Side.parse(tie.top_from), Side.parse(tie.bottom_from)} & set(_sides_after(earlier)):
                _fill_sides(ties, tie, by=by, now=now)


def _fill_sides(ties: dict[int, Tie], tie: Tie, *, by: User | None, now: dt.datetime) -> None:
    """Give a tie the sides that follow from those before it; tell the secretary where it is played already."""
    top, bottom = (_find_side(ties, tie, name) for name in ("top", "bottom"))
    if (tie.top, tie.bottom) == (top, bottom):
        return
    if tie.winner is not None or _is_played(tie):
        _report_overtaken(tie, by=by, now=now)
        return
    cancel_legs(tie, by=by, now=now)
    tie.top, tie.bottom = top, bottom
    tie.save(update_fields=["top", "bottom"])
    make_due_leg(tie, by=by, now=now)


def _sides_after(tie: Tie) -> tuple[Side, Side]:
    return Side(Source.WINNER, tie.number), Side(Source.LOSER, tie.number)


def _find_side(ties: dict[int, Tie], tie: Tie, name: str) -> Entrant | None:
    side = Side.parse(getattr(tie, f"{name}_from"))
    if side.source is Source.PLACE:
        entrant: Entrant | None = getattr(tie, name)
        return entrant
    earlier = ties[side.number]
    if earlier.winner is None:
        return None
    if side.source is Source.WINNER:
        return earlier.winner
    return earlier.bottom if earlier.winner == earlier.top else earlier.top


def _is_played(tie: Tie) -> bool:
    """Whether a leg has a result; one that is void counts for nothing."""
    return Result.objects.filter(fixture__tie=tie, live=True).exclude(kind=ResultKind.VOID).exists()


def _report_disputes_before(fixture: Fixture, *, now: dt.datetime) -> None:
    """Tell the secretary that a tie counts although a result that led to it is disputed."""
    for dispute in disputes_before(fixture):
        text = Text(
            "{fixture} has its result, but {earlier}, which led to it, is disputed.",
            fixture=str(fixture), earlier=str(dispute.fixture),
        )  # fmt: skip
        key = f"{fixture.pk}:disputed:{dispute.pk}"
        notify(fixture, NoticeKind.TIE_DECIDED, key, text, now=now, sides=(), secretary=True)


def _report_overtaken(tie: Tie, *, by: User | None, now: dt.datetime) -> None:
    fixture = open_leg(tie) or Fixture.objects.filter(tie=tie).order_by("-leg").first()
    if fixture is None:
        return
    fixture = Fixture.objects.select_related("division__season__league", "home", "away").get(pk=fixture.pk)
    text = Text(
        "{fixture} was played, and an earlier result that led to it has changed since. Decide on the cup’s page.",
        fixture=str(fixture),
    )
    notify(
        fixture,
        NoticeKind.TIE_DECIDED,
        f"{fixture.pk}:overtaken:{uuid.uuid4().hex}",
        text,
        now=now,
        sides=(),
        secretary=True,
    )


def open_leg(tie: Tie) -> Fixture | None:
    """The leg of a tie that is still to be played, if one is set (one query)."""
    legs = Fixture.objects.filter(tie=tie).exclude(state=FixtureState.CANCELLED).exclude(results__live=True)
    return legs.order_by("leg").first()


def cancel_legs(tie: Tie, *, by: User | None, now: dt.datetime) -> None:
    """Cancel a tie's legs that have no result, and tell their captains."""
    open_legs = Fixture.objects.filter(tie=tie).exclude(state=FixtureState.CANCELLED).exclude(results__live=True)
    # All of them before the first is journalled.
    fixtures = [lock_fixture(Fixture(pk=leg)) for leg in open_legs.order_by("pk").values_list("pk", flat=True)]
    for fixture in fixtures:
        cancel_fixture(fixture, by=by, now=now)
        params = {"fixture": str(fixture), "cup": tie.knock_out.competition.name}
        announce(
            fixture, JournalKind.FIXTURE_CANCELLED, NoticeKind.FIXTURE_CANCELLED, f"{fixture.pk}:{fixture.sequence}",
            what=Text("called off {fixture} of {cup}: the tie is decided, or between others", **params),
            text=Text("{fixture} of {cup} will not be played.", **params), by=by, now=now,
        )  # fmt: skip


def make_due_leg(tie: Tie, *, by: User | None, now: dt.datetime) -> Fixture | None:
    """Make the next fixture of a tie whose sides are known, and tell them; None where one is set already.

    The legs of a tie change ends. A tie whose home venue is full that evening is played at the other side's.
    """
    if tie.top is None or tie.bottom is None or tie.winner is not None or open_leg(tie) is not None:
        return None
    legs = Fixture.objects.filter(tie=tie).count()
    round_ = KnockOutRound.objects.filter(knock_out=tie.knock_out, number=tie.round).select_related("venue").first()
    first, second = (tie.bottom, tie.top) if tie.bottom_at_home != bool(legs % 2) else (tie.top, tie.bottom)
    made = _best_fixture(tie, round_, [(first, second), (second, first)], now=now)
    made.tie, made.leg = tie, legs + 1
    made.save()
    params = {
        "fixture": str(made), "there": describe_place(made), "cup": made.division.name,
        "round": label_of_round(tie, round_),
    }  # fmt: skip
    announce(
        made, JournalKind.TIE_SET, NoticeKind.TIE_SET, f"{made.pk}:0",
        what=Text("set {fixture}, {round} of {cup}, for {there}", **params),
        text=Text("{fixture}: {round} of {cup} is on {there}.", **params), by=by, now=now, doer=True,
    )  # fmt: skip
    return made


def _best_fixture(
    tie: Tie, round_: KnockOutRound | None, ends: list[tuple[Entrant, Entrant]], *, now: dt.datetime
) -> Fixture:
    """The fixture at the first of two ends whose venue has a board free that evening, or at the first one."""
    division = tie.knock_out.competition
    neutral = (round_.venue if round_ else None) or tie.knock_out.venue
    tries = []
    for home, away in ends if neutral is None else ends[:1]:
        venue = neutral or home.venue or away.venue
        if venue is None:
            raise WrongState(N_("Give the cup a venue, or each entrant one: a tie is played somewhere."))
        starts_at = _choose_evening(tie, round_, home, now=now)
        week = find_week(division.season, starts_at.astimezone(division.season.league.tz).date())
        made = Fixture(
            division=division, week=week, home=home.team, away=away.team, venue=venue,
            starts_at=starts_at, original_starts_at=starts_at, play_off=True,
        )  # fmt: skip
        held = Fixture.objects.filter(venue=venue, starts_at=starts_at, state=FixtureState.SCHEDULED)
        if neutral is not None or held.exclude(results__live=True).count() < venue.boards:
            return made
        tries.append(made)
    return tries[0]


def _choose_evening(tie: Tie, round_: KnockOutRound | None, home: Entrant, *, now: dt.datetime) -> dt.datetime:
    """Where the round has no evening of its own: the home side's last usual one by the round's last day.

    A week without play is left out, where there is another one.
    """
    tz = tie.knock_out.competition.season.league.tz
    if round_ is not None and round_.starts_at is not None:
        return round_.starts_at
    today = now.astimezone(tz).date()
    last = round_.play_by if round_ is not None else None
    entry = Entry.objects.filter(season=tie.knock_out.competition.season, team=home.team).first()
    night, start = (entry.home_night, entry.start_time) if entry is not None else (None, USUAL_START)
    day = last or today + dt.timedelta(days=DAYS_AHEAD)
    if night is not None:
        day -= dt.timedelta(days=(day.weekday() - night) % 7)
    free = Week.objects.filter(season=tie.knock_out.competition.season, kind=WeekKind.NO_PLAY)
    mondays, played_on = set(free.values_list("starts_on", flat=True)), day
    while played_on > today and played_on - dt.timedelta(days=played_on.weekday()) in mondays:
        played_on += dt.timedelta(days=7 if last is None else -7)
    day = played_on if played_on > today else day
    return slots.instant(max(day, today + slots.DAY), start, tz)


@transaction.atomic
def decide_tie(tie: Tie, winner: Entrant, *, ending: TieEnding, reason: str, by: User, now: dt.datetime) -> Tie:
    """Say who goes on from a tie, in place of its results: it ended level, or a side concedes it.

    Raises:
        WrongState: its sides are not known, or the next tie was played.
        Invalid: no reason, or a winner who is not in it.
    """
    knock_out = require_cup_secretary(tie.knock_out, by=by, now=now)
    ties = ties_of(knock_out)
    tie = ties[tie.number]
    if tie.top is None or tie.bottom is None:
        raise WrongState(N_("This tie waits for the ones before it: nobody can win it yet."))
    problems = check_reason(reason, N_("Give the reason; it is public."))
    if winner not in (tie.top, tie.bottom):
        problems.append(Problem("winner", N_("Choose one of the two sides."), "winner"))
    if problems:
        raise Invalid(problems)
    _require_next_unplayed(ties, tie)
    set_winner(ties, tie, winner, ending, by=by, now=now, why=reason.strip())
    legs = Fixture.objects.filter(tie=tie).select_related("division__season__league", "home", "away")
    fixture = legs.order_by("-leg").first()
    params = {"winner": str(winner), "tie": f"{tie.top} v {tie.bottom}", "cup": knock_out.competition.name}
    what = Text("decided {tie} of {cup} for {winner}", **params)
    record_numbered(
        knock_out.competition.season.league, JournalKind.TIE_DECIDED, f"{tie.pk}:", what, by=by, now=now,
        why=reason.strip(), data={"tie": tie.pk, "winner": winner.team_id}, fixture=fixture,
    )  # fmt: skip
    if fixture is not None:
        text = Text("{tie} of {cup}: {winner} go on. {reason}", **params, reason=reason.strip())
        notify(fixture, NoticeKind.TIE_DECIDED, f"{fixture.pk}:decided:{uuid.uuid4().hex}", text, now=now, but=by)
    return tie


def require_cup_secretary(knock_out: KnockOut, *, by: User, now: dt.datetime) -> KnockOut:
    """Lock a knock-out, after its open fixtures, for its secretary; raise NotAllowed for anybody else."""
    league = knock_out.competition.season.league
    access.require(by, "cup.manage", league, now=now)
    lock_knock_out(knock_out.pk)
    locked = read_knock_out(knock_out.pk)
    access.require(by, "cup.manage", league, now=now)
    return locked


def _require_next_unplayed(ties: dict[int, Tie], tie: Tie) -> None:
    for later in ties.values():
        sides = {Side.parse(later.top_from), Side.parse(later.bottom_from)}
        if sides & set(_sides_after(tie)) and (later.winner is not None or _is_played(later)):
            raise WrongState(
                Text(
                    "The next tie, {top} v {bottom}, has a result: void that first.", top=later.top, bottom=later.bottom
                )
            )


@transaction.atomic
def withdraw_entrant(
    entrant: Entrant, *, instead: Entrant | None = None, reason: str, by: User, now: dt.datetime
) -> Entrant:
    """Withdraw an entrant after the draw: its opponent goes on, or a loser takes its place (`instead`).

    Raises:
        WrongState: not drawn yet, withdrawn already, or out of the cup.
        Invalid: no reason, or a replacement who has not lost or is in another tie.
    """
    knock_out = require_cup_secretary(entrant.competition.knock_out, by=by, now=now)
    entrant = Entrant.objects.select_related("team").get(pk=entrant.pk)
    ties = ties_of(knock_out)
    tie = next((tie for tie in ties.values() if entrant in (tie.top, tie.bottom) and tie.winner is None), None)
    if entrant.withdrawn_at is not None:
        raise WrongState(Text("{name} has withdrawn already.", name=str(entrant)))
    if not ties:
        raise WrongState(N_("Nothing is drawn yet: take it off the list of entrants."))
    problems = check_reason(reason, N_("Give the reason; it is public."))
    if instead is not None:
        problems += _check_lucky_loser(ties, tie, instead)
    if problems:
        raise Invalid(problems)
    entrant.withdrawn_at = now
    entrant.save(update_fields=["withdrawn_at"])
    if tie is not None:
        _leave_tie(ties, tie, entrant, instead, reason.strip(), by=by, now=now)
    whom = entrant.team.name if entrant.team.kind == TeamKind.TEAM else N_("an entrant")
    what = Text("withdrew {name} from {cup}", name=whom, cup=knock_out.competition.name)
    record(
        knock_out.competition.season.league, JournalKind.CUP_WITHDRAWN, f"{entrant.pk}", by=by, now=now, what=what,
        why=reason.strip(), team=entrant.team if entrant.team.kind == TeamKind.TEAM else None,
        data={"team": entrant.team_id},
    )  # fmt: skip
    return entrant


def _check_lucky_loser(ties: dict[int, Tie], tie: Tie | None, instead: Entrant) -> list[Problem]:
    lost = any(
        instead in (other.top, other.bottom) and other.winner is not None and other.winner != instead
        for other in ties.values()
    )
    playing = any(instead in (other.top, other.bottom) and other.winner is None for other in ties.values())
    if tie is None or not lost or playing or instead.withdrawn_at is not None:
        return [Problem("instead", N_("Choose somebody who has lost a tie of this cup and plays no other."), "instead")]
    return []


def _leave_tie(
    ties: dict[int, Tie], tie: Tie, gone: Entrant, instead: Entrant | None, why: str, *, by: User, now: dt.datetime
) -> None:
    if instead is not None:
        cancel_legs(tie, by=by, now=now)
        tie.top, tie.bottom = (instead if side == gone else side for side in (tie.top, tie.bottom))
        tie.save(update_fields=["top", "bottom"])
        make_due_leg(tie, by=by, now=now)
        return
    other = tie.bottom if tie.top == gone else tie.top
    if other is not None:
        set_winner(ties, tie, other, TieEnding.WITHDRAWN, by=by, now=now, why=why)
