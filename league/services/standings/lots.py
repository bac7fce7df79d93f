"""Lots drawn in person between teams level under every tie-break before them; the software draws none.

The order is public and journalled. Wrong lots are withdrawn, with a reason, and recorded again. They count while
exactly
their teams are level.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction

from league import access
from league.enums import JournalKind, NoticeKind
from league.errors import Invalid, WrongState
from league.models import Division, Lot, LotsDrawn, Season, Team, User
from league.queries.people.people import captains_of
from league.queries.standings.standings import DivisionTable, division_table
from league.rules.problems import Problem, check_length, check_reason
from league.rules.wording import spelt
from league.services.journal import record
from league.services.locks import lock_season
from league.services.notices import queue_notice
from league.translation import N_, Text, join_names

ASK = N_("Give the reason; the captains are told.")


@transaction.atomic
def record_lots(
    division: Division, teams: Sequence[Team], *, drawn_on: dt.date, note: str = "", by: User, now: dt.datetime
) -> LotsDrawn:
    """Record the order in which level teams were drawn by lot.

    Args:
        teams: those level when lots come, the best place first.
        drawn_on: today or earlier.
        note: public; how, where and before whom.

    Raises:
        WrongState: lots were drawn between them already, and count.
        Invalid: everything that is wrong with the teams, the day and the note.
    """
    league = division.season.league
    access.require(by, "lots.record", league, now=now)
    lock_season(division.season)
    table = division_table(Division.objects.select_related("season__league").get(pk=division.pk))
    _require_not_drawn(table, teams)
    given = {"drawn_on": drawn_on, "note": note}
    problems = [*_check_teams(table, teams), *problems_of_draw(division.season, given, now=now)]
    if problems:
        raise Invalid(problems)
    drawn = LotsDrawn.objects.create(
        division=division, drawn_on=drawn_on, note=note.strip(), recorded_by=by, recorded_at=now
    )
    Lot.objects.bulk_create([Lot(drawn=drawn, place=place, team=team) for place, team in enumerate(teams, start=1)])
    said = {"division": str(division), "day": spelt(drawn_on), "teams": _in_order(teams)}
    what = Text("recorded the lots drawn in {division} on {day}, in this order: {teams}", **said)
    data = {"division": division.pk, "drawn_on": drawn_on.isoformat(), "teams": [team.pk for team in teams]}
    record(league, JournalKind.LOTS_RECORDED, str(drawn.pk), by=by, now=now, what=what, why=drawn.note, data=data)
    text = Text("{division}: lots were drawn on {day}, in this order: {teams}.", **said)
    _tell(drawn, teams, str(drawn.pk), text, now=now)
    return drawn


@transaction.atomic
def withdraw_lots(drawn: LotsDrawn, *, reason: str, by: User, now: dt.datetime) -> LotsDrawn:
    """Withdraw recorded lots, so that others can be recorded; WrongState if they are withdrawn already."""
    league = drawn.division.season.league
    access.require(by, "lots.record", league, now=now)
    lock_season(drawn.division.season)
    drawn = LotsDrawn.objects.select_related("division__season__league").get(pk=drawn.pk)
    if drawn.withdrawn_at is not None:
        raise WrongState(N_("These lots have been withdrawn already."))
    problems = check_reason(reason, ASK)
    if problems:
        raise Invalid(problems)
    drawn.withdrawn_at, drawn.withdrawn_by, drawn.withdrawn_why = now, by, reason.strip()
    drawn.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_why"])
    teams = [lot.team for lot in drawn.lots.select_related("team").order_by("place")]
    said = {"division": str(drawn.division), "day": spelt(drawn.drawn_on), "teams": _in_order(teams)}
    what = Text("withdrew the lots drawn in {division} on {day}, in this order: {teams}", **said)
    why = drawn.withdrawn_why
    record(league, JournalKind.LOTS_WITHDRAWN, str(drawn.pk), by=by, now=now, what=what, why=why)
    text = Text(
        "{division}: the secretary withdrew the lots drawn on {day} between {teams}. {reason}",
        **said | {"teams": join_names([team.name for team in teams])}, reason=why,
    )  # fmt: skip
    _tell(drawn, teams, f"lots-withdrawn:{drawn.pk}", text, now=now)
    return drawn


def _require_not_drawn(table: DivisionTable, teams: Iterable[Team]) -> None:
    if frozenset(team.pk for team in teams) in table.standings.drawn:
        raise WrongState(
            N_("Lots have been drawn between these teams, and count. Withdraw those first, with the reason.")
        )


def problems_of_draw(season: Season, given: Mapping[str, Any], *, now: dt.datetime) -> list[Problem]:
    """Return what is wrong with those of a draw's day and note that are given."""
    today = now.astimezone(season.league.tz).date()
    day = _check_day(given["drawn_on"], season, today) if "drawn_on" in given else []
    return [*day, *(check_length(given["note"], "note") if "note" in given else ())]


def _check_teams(table: DivisionTable, teams: Sequence[Team]) -> list[Problem]:
    given = [team.pk for team in teams]
    if len(set(given)) < len(given):
        return [Problem("twice", N_("Name each team once."), "teams")]
    level = table.standings.awaiting("lots")
    if set(given) in [set(group) for group in level]:
        return []
    if not level:
        return [Problem("not-level", N_("No teams of this division are waiting for lots now."), "teams")]
    names = [join_names([table.teams[team].name for team in group]) for group in level]
    message = Text(
        "Lots are drawn between all the teams that are level, here {groups}.", groups=Text.joined("; ", names)
    )
    return [Problem("not-level", message, "teams")]


def _check_day(day: dt.date, season: Season, today: dt.date) -> list[Problem]:
    if day > today:
        return [Problem("date", N_("The day of the draw is today or earlier."), "drawn_on")]
    if day < season.first_week:
        return [Problem("date", Text("The season begins on {day}.", day=spelt(season.first_week)), "drawn_on")]
    return []


def _in_order(teams: Iterable[Team]) -> Text:
    return Text.joined(", ", [team.name for team in teams])


def _tell(drawn: LotsDrawn, teams: Iterable[Team], key: str, text: Text, *, now: dt.datetime) -> None:
    league = drawn.division.season.league
    today = now.astimezone(league.tz).date()
    captains = {user.pk: user for user in captains_of(*(team.pk for team in teams), on=today)}
    queue_notice(league, captains.values(), NoticeKind.LOTS_RECORDED, key, text=text, now=now)
