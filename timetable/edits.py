"""Changing a timetable by hand. An edit says what to do; whether that is wise, `quality` tells."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring.text import N_, Text
from timetable.calendar import WeekPlan, monday_of
from timetable.values import Brief, Meeting, Team

Calendar = Sequence[WeekPlan]


class EditFault(NamedTuple):
    """Why an edit cannot be made: a stable word, a sentence, and which of its fields is wrong."""

    code: str
    message: str
    field: str


@dataclass(frozen=True, slots=True)
class Swap:
    """Two fixtures change weeks. Fixtures are named by their index among the meetings."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Reverse:
    """Home and away change places."""

    fixture: int


@dataclass(frozen=True, slots=True)
class Move:
    """A fixture goes to another week."""

    fixture: int
    round: int
    week: int


Edit = Swap | Reverse | Move


def teams_of(brief: Brief) -> dict[str, Team]:
    """Every team by its name."""
    return {team.name: team for division in brief.divisions for team in division.teams}


def week_start(calendar: Calendar, of_round: int, number: int) -> dt.date | None:
    """The Monday of a week; None if the calendar has no such week."""
    return next((week.starts for week in calendar if (week.round, week.number) == (of_round, number)), None)


def check_edit(meetings: Sequence[Meeting], edit: Edit, calendar: Calendar) -> EditFault | None:
    """Return why an edit cannot be made at all; None if it can."""
    named = [edit.first, edit.second] if isinstance(edit, Swap) else [edit.fixture]
    if not all(0 <= index < len(meetings) for index in named):
        return EditFault("no-fixture", N_("There is no such fixture in this timetable."), "fixture")
    if isinstance(edit, Swap):
        first, second = meetings[edit.first], meetings[edit.second]
        if first == second:
            return EditFault("same", N_("Choose two fixtures to swap."), "fixture")
        if (first.round, first.week) == (second.round, second.week):
            return EditFault("same", N_("These two are in the same week; swapping them changes nothing."), "fixture")
    elif isinstance(edit, Move):
        at = meetings[edit.fixture]
        if week_start(calendar, edit.round, edit.week) is None:
            return EditFault("no-week", N_("Choose one of the season’s weeks."), "week")
        if (at.round, at.week) == (edit.round, edit.week):
            return EditFault("same", N_("It is in this week already."), "week")
    return None


def apply(brief: Brief, meetings: Sequence[Meeting], edit: Edit, calendar: Calendar) -> tuple[Meeting, ...]:
    """The meetings after an edit that `check_edit` finds nothing wrong with; the others stay as they are.

    A fixture that moves, or whose home team changes, is played on its home team's night at its home team's venue.
    """
    teams, changed = teams_of(brief), list(meetings)
    if isinstance(edit, Swap):
        first, second = meetings[edit.first], meetings[edit.second]
        changed[edit.first] = _placed(replace(first, round=second.round, week=second.week), teams, calendar)
        changed[edit.second] = _placed(replace(second, round=first.round, week=first.week), teams, calendar)
    elif isinstance(edit, Reverse):
        at = meetings[edit.fixture]
        changed[edit.fixture] = _placed(replace(at, home=at.away, away=at.home), teams, calendar)
    else:
        moved = replace(meetings[edit.fixture], round=edit.round, week=edit.week)
        changed[edit.fixture] = _placed(moved, teams, calendar)
    return tuple(changed)


def _placed(meeting: Meeting, teams: dict[str, Team], calendar: Calendar) -> Meeting:
    home = teams[meeting.home]
    monday = week_start(calendar, meeting.round, meeting.week)
    date = meeting.date if monday is None else monday + dt.timedelta(days=home.night)
    return replace(meeting, date=date, venue=home.venue)


def outdated(brief: Brief, meetings: Sequence[Meeting], calendar: Calendar) -> list[Text]:
    """Return what has changed since the meetings were made: sentences; empty if the brief still fits them."""
    teams = teams_of(brief)
    among = {name: division.name for division in brief.divisions for name in (team.name for team in division.teams)}
    found: list[Text] = []
    met = {(name, meeting.division) for meeting in meetings for name in (meeting.home, meeting.away)}
    found += [
        Text("{team} is no longer in {division}.", team=name, division=division)
        for name, division in sorted(met)
        if among.get(name) != division
    ]
    found += [
        Text("{team} has come to {division}.", team=name, division=division)
        for name, division in sorted(among.items())
        if (name, division) not in met and sum(at == division for at in among.values()) > 1
    ]
    moved = {
        meeting.home
        for meeting in meetings
        if (home := teams.get(meeting.home)) and (home.venue, home.night) != (meeting.venue, meeting.date.weekday())
    }
    found += [Text("{team} plays at home at another place or on another night.", team=name) for name in sorted(moved)]
    mondays = {monday_of(meeting.date) for meeting in meetings}
    if mondays - {week_start(calendar, meeting.round, meeting.week) for meeting in meetings}:
        found.append(N_("The season has other weeks."))
    return found


def describe_edit(edit: Edit, meetings: Sequence[Meeting]) -> Text:
    """Describe an edit in words: past tense, without who did it."""
    if isinstance(edit, Swap):
        first, second = _format_fixture(meetings[edit.first]), _format_fixture(meetings[edit.second])
        return Text("swapped {first} and {second}", first=first, second=second)
    fixture = _format_fixture(meetings[edit.fixture])
    if isinstance(edit, Reverse):
        return Text("turned {fixture} round", fixture=fixture)
    return Text("moved {fixture} to week {week} of round {round}", fixture=fixture, week=edit.week, round=edit.round)


def _format_fixture(meeting: Meeting) -> Text:
    return Text("{home} v {away} (week {week})", home=meeting.home, away=meeting.away, week=meeting.week)
