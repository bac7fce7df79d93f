"""A timetable: requested, made by a worker, changed by hand. `publish` makes fixtures of it.

The web request only stores what is wanted. `make_waiting` claims a row with a lease, so that two never make the same
one, and a worker that dies loses it to the next.
"""

import datetime as dt
from collections.abc import Mapping
from time import monotonic
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Q

from league import access
from league.enums import TIMETABLE_MOVES, CompetitionKind, TimetableState
from league.errors import Changed, Invalid, WrongState
from league.models import Fixture, Season, Timetable, User
from league.queries.seasons.drafts import values_stamp
from league.queries.seasons.timetables import (
    MadeTimetable,
    TimetableRequest,
    assessed,
    brief_of,
    made_timetable,
    meetings_from_plain,
    meetings_to_plain,
    plan_values,
    state_of,
)
from league.rules.problems import Problem
from league.rules.wording import spelt
from league.services.seasons.drafts import lock_unplayed, plan_season
from league.services.seasons.seasons import change_settings
from league.translation import N_, Text
from timetable import edits, plain, values
from timetable.calendar import WeekKind, monday_of
from timetable.make import make_timetable
from timetable.weeks import calendar_of

# How much longer than its limit the making of a timetable may take before somebody else takes it over.
GRACE = dt.timedelta(seconds=60)
DRIFT = dt.timedelta(minutes=5)
# When so much has passed nothing new is begun: the task that calls has a limit of its own.
BUDGET = dt.timedelta(minutes=40)
LIMITS = (5, 600)
ROUNDS = (1, 8)
log = structlog.get_logger(__name__)


def move_timetable(timetable: Timetable, state: TimetableState, **more: Any) -> None:
    """Move a locked timetable along `TIMETABLE_MOVES`, else raise WrongState."""
    if state not in TIMETABLE_MOVES[TimetableState(timetable.state)]:
        raise WrongState(Text("This timetable is {state}.", state=state_of(timetable)))
    timetable.state = state
    for name, value in more.items():
        setattr(timetable, name, value)
    timetable.save(update_fields=["state", *more])


def lock_timetable(timetable: Timetable) -> Timetable:
    """Lock the timetable's row, with its season and league joined."""
    return Timetable.objects.select_for_update(of=("self",)).select_related("season__league").get(pk=timetable.pk)


@transaction.atomic
def ask_timetable(
    season: Season, request: TimetableRequest, *, last_round: str | None = None, by: User, now: dt.datetime
) -> Timetable:
    """Request a timetable, to be made by `make_waiting`; twice at once is one.

    `last_round` is the season's setting; None leaves it. Raise Invalid with every problem; WrongState while another is
    made.
    """
    access.require(by, "season.make", season.league, now=now)
    season = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=season.pk)
    stored = request.to_plain()
    waiting = season.timetables.filter(state__in=(TimetableState.WAITING, TimetableState.SOLVING)).first()
    if waiting is not None and waiting.brief == stored:
        return waiting
    if waiting is not None:
        raise WrongState(N_("A timetable of this season is being made already. Wait for it, or discard it."))
    if last_round is not None:
        season = change_settings(season, {"last_round": last_round}, by=by, now=now)
    problems = problems_of(brief_of(season, request), request)
    if problems:
        raise Invalid(problems)
    return Timetable.objects.create(season=season, brief=stored, asked_by=by, asked_at=now)


@transaction.atomic
def plan_timetable(
    season: Season, first_day: dt.date, last_day: dt.date | None, request: TimetableRequest, *, seen: str | None = None,
    by: User, now: dt.datetime,
) -> Timetable:  # fmt: skip
    """Plan when a season is played, and request its timetable; other timetables that are not published are discarded.

    Of a published season without results too: its fixtures stay as they are until the new timetable is published.

    Args:
        last_day: nothing is played after it; None: no matter.
        seen: the stamp of `plan_values` that the person changed; None skips the check.

    Raises:
        WrongState: the season has results, or its fixtures come from a spreadsheet.
        Changed: somebody else has changed the plan meanwhile.
        Invalid: every problem, and a season that cannot be over by its last day.
    """
    locked = lock_unplayed(season, by=by, now=now)
    former = list(locked.timetables.filter(state__in=OPEN).select_for_update(of=("self",)).order_by("pk"))
    published = locked.timetables.filter(state=TimetableState.PUBLISHED).exists()
    if (
        not published
        and Fixture.objects.filter(division__season=locked, division__kind=CompetitionKind.LEAGUE).exists()
    ):
        raise WrongState(N_("The fixtures of this season were loaded from a spreadsheet; change them there."))
    if seen is not None and seen != values_stamp(plan_values(locked)):
        raise Changed(N_("Somebody has changed when you play since you opened this page."))
    locked = plan_season(locked, None, first_day, by=by, now=now)
    brief = brief_of(locked, request)
    problems = problems_of(brief, request)
    if not problems and last_day is not None:
        problems = _problems_of_end(brief, last_day)
    if problems:
        raise Invalid(problems)
    if last_day != locked.play_until:
        locked = change_settings(locked, {"play_until": last_day}, by=by, now=now)
    for row in former:
        move_timetable(row, TimetableState.DISCARDED, leased_until=None)
    return ask_timetable(locked, request, by=by, now=now)


OPEN = (TimetableState.WAITING, TimetableState.SOLVING, TimetableState.READY)


def _problems_of_end(brief: values.Brief, last_day: dt.date) -> list[Problem]:
    """Say how long a season takes that cannot be over by its last day."""
    last_week = calendar_of(brief)[-1].starts
    nights = [(team.night, team.name) for division in brief.divisions for team in division.teams]
    needed = last_week + dt.timedelta(days=max(night for night, _ in nights))
    if needed <= last_day:
        return []
    message = Text(
        "The fixtures need until {day}. Choose a later last evening, start earlier, meet less often or take fewer "
        "weeks off.",
        day=spelt(needed),
    )
    return [Problem("too-late", message, "last_day")]


def problems_of(brief: values.Brief, request: TimetableRequest) -> list[Problem]:
    """Problems for which no timetable can be made."""
    problems = []
    if not any(len(division.teams) > 1 for division in brief.divisions):
        problems.append(Problem("no-teams", N_("No division has two teams yet; enter them first."), ""))
    if not ROUNDS[0] <= request.rounds <= ROUNDS[1]:
        why = Text("Write a number from {least} to {most}.", least=ROUNDS[0], most=ROUNDS[1])
        problems.append(Problem("range", why, "rounds"))
        return problems
    if brief.shape.half and request.rounds == 1:
        message = N_("Half a round comes after a whole one: write 2 for one and a half, or choose a whole last round.")
        problems.append(Problem("half", message, "rounds"))
    if not LIMITS[0] <= request.limit <= LIMITS[1]:
        why = Text("Write seconds from {least} to {most}.", least=LIMITS[0], most=LIMITS[1])
        problems.append(Problem("range", why, "limit"))
    both = {monday_of(day) for day in request.no_play} & brief.shape.named if brief.shape.blank == "named" else set()
    for monday in sorted(both):
        why = Text("The week of {day} is left blank for postponed fixtures; leave it out here.", day=spelt(monday))
        problems.append(Problem("blank-week", why, "no_play"))
    division = {team.name: of_division.name for of_division in brief.divisions for team in of_division.teams}
    kinds = {(week.round, week.number): week.kind for week in calendar_of(brief)}
    for number, wish in enumerate(request.wishes, start=1):
        wrong = _wish_fault(wish, division, kinds)
        if wrong:
            problems.append(Problem("wish", wrong, f"wish-{number}", Text("wish {number}", number=number)))
    return problems


def _wish_fault(
    wish: values.Wish, division: dict[str, str], kinds: Mapping[tuple[int, int | None], WeekKind]
) -> Text | None:
    if wish.team not in division or wish.other not in division:
        return N_("Choose two teams of this season.")
    if wish.team == wish.other:
        return N_("A wish is about two different teams.")
    if isinstance(wish, values.MeetInWeek):
        if division[wish.team] != division[wish.other]:
            return N_("Only teams of one division meet.")
        kind = kinds.get((wish.round, wish.week))
        if kind == "catch-up":
            return Text(
                "Choose a week of play; week {week} of round {round} is left blank.", week=wish.week, round=wish.round
            )
        if kind != "play":
            return N_("Choose a week of play.")
    return None


def make_waiting(*, now: dt.datetime) -> int:
    """Make every timetable that waits, or whose maker has died; return how many."""
    count, began, passed = 0, monotonic(), dt.timedelta(0)
    while passed < BUDGET and (claimed := _claim(now + passed)) is not None:
        count += _make(claimed, now + passed)
        passed = dt.timedelta(seconds=monotonic() - began)
    return count


def _claim(now: dt.datetime) -> Timetable | None:
    # A lease beyond the longest there is was taken by a clock that was ahead.
    longest = dt.timedelta(seconds=LIMITS[1]) + GRACE
    lost = Q(state=TimetableState.SOLVING) & (Q(leased_until__lte=now) | Q(leased_until__gt=now + longest + DRIFT))
    with transaction.atomic():
        going_on = Timetable.objects.filter(season__league__suspended_at=None)
        waiting = going_on.filter(Q(state=TimetableState.WAITING) | lost).order_by("asked_at", "pk")
        claimed = waiting.select_for_update(skip_locked=True, of=("self",)).select_related("season__league").first()
        if claimed is None:
            return None
        limit = dt.timedelta(seconds=TimetableRequest.from_plain(claimed.brief).limit)
        claimed.state, claimed.leased_until, claimed.progress = TimetableState.SOLVING, now + limit + GRACE, ""
        claimed.save(update_fields=["state", "leased_until", "progress"])
        return claimed


def _make(claimed: Timetable, now: dt.datetime) -> bool:
    """Make and store a claimed timetable; False if somebody else has it, or nobody wants it any more."""
    mine = Timetable.objects.filter(pk=claimed.pk, state=TimetableState.SOLVING, leased_until=claimed.leased_until)

    def tell(text: str) -> None:
        mine.update(progress=text[:250])

    try:
        request = TimetableRequest.from_plain(claimed.brief)
        brief = brief_of(claimed.season, request)
        problems = problems_of(brief, request)
        if problems:
            return _finish(mine, TimetableState.FAILED, progress=problems[0].message[:250], finished_at=now)
        made = make_timetable(brief, limit=request.limit, progress=tell)
    except Exception:  # whatever it was, the row must not wait for ever, and the others must have their turn
        log.exception("timetable_failed", timetable=claimed.pk)
        message = N_("Something went wrong; the server’s log says what.")
        return _finish(mine, TimetableState.FAILED, progress=message, finished_at=now)
    fewest = len(made.violations) if made.proven else 0
    stored = {
        "brief": plain.brief_to_dict(brief),
        "timetable": plain.timetable_to_dict(made),
        "edits": [],
        "fewest": fewest,
    }
    finished = now + dt.timedelta(seconds=made.seconds)
    return _finish(mine, TimetableState.READY, made=stored, progress="", finished_at=finished)


def _finish(mine: Any, state: TimetableState, **fields: Any) -> bool:
    with transaction.atomic():
        row = mine.select_for_update().first()
        if row is None:
            return False
        move_timetable(row, state, leased_until=None, **fields)
    return True


def _lock_ready(timetable: Timetable, version: int) -> MadeTimetable:
    """Lock a timetable; WrongState unless it is ready and of this version."""
    row = lock_timetable(timetable)
    if row.state != TimetableState.READY:
        raise WrongState(Text("This timetable is {state}; it cannot be changed.", state=state_of(row)))
    if row.version != version:
        raise Changed(N_("This timetable was changed meanwhile. Check it again before you change it."))
    return made_timetable(row)


def _store_edits(made: MadeTimetable, after: values.Timetable, done: list[dict[str, Any]]) -> None:
    row = made.row
    row.made = {**row.made, "timetable": plain.timetable_to_dict(after), "edits": done}
    row.version += 1
    row.save(update_fields=["made", "version"])


@transaction.atomic
def change_timetable(timetable: Timetable, edit: edits.Edit, *, version: int, by: User, now: dt.datetime) -> Timetable:
    """Swap two fixtures, turn one round, or move one to another week (by their index in this version).

    Raise WrongState if it was changed meanwhile, is not ready, or the teams have changed; Invalid for an impossible
    edit.
    """
    access.require(by, "season.make", timetable.season.league, now=now)
    made = _lock_ready(timetable, version)
    if made.outdated:
        raise WrongState(Text("{changes} Ask for a new timetable.", changes=made.outdated[0]))
    before = made.timetable.meetings
    fault = edits.check_edit(before, edit, made.calendar)
    if fault is not None:
        raise Invalid([Problem(*fault)])
    meetings = edits.apply(made.brief, before, edit, made.calendar)
    changed = [(was, after) for was, after in zip(before, meetings, strict=True) if was != after]
    done = {
        "what": edits.describe_edit(edit, before),
        "was": meetings_to_plain(was for was, _ in changed),
        "now": meetings_to_plain(after for _, after in changed),
    }
    _store_edits(made, assessed(made, meetings), [*made.row.made.get("edits", []), done])
    return made.row


@transaction.atomic
def undo_change(timetable: Timetable, *, version: int, by: User, now: dt.datetime) -> Timetable:
    """Undo the last change. Raises as `change_timetable`; WrongState if there is none."""
    access.require(by, "season.make", timetable.season.league, now=now)
    made = _lock_ready(timetable, version)
    *before, last = made.row.made.get("edits") or [None]
    if last is None:
        raise WrongState(N_("Nothing was changed by hand."))
    gone, back = meetings_from_plain(last["now"]), meetings_from_plain(last["was"])
    kept = [meeting for meeting in made.timetable.meetings if meeting not in gone]
    _store_edits(made, assessed(made, [*kept, *back]), before)
    return made.row


@transaction.atomic
def discard_timetable(timetable: Timetable, *, by: User, now: dt.datetime) -> Timetable:
    """Discard a timetable; WrongState if it is published."""
    access.require(by, "season.make", timetable.season.league, now=now)
    row = lock_timetable(timetable)
    if row.state == TimetableState.PUBLISHED:
        raise WrongState(N_("This timetable is published; it cannot be discarded."))
    if row.state != TimetableState.DISCARDED:
        move_timetable(row, TimetableState.DISCARDED, leased_until=None)
    return row
