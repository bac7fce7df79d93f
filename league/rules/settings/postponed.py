"""The sentences of the rules page about postponed fixtures, as a season has them."""

import datetime as dt
from typing import Protocol

from league.rules.wording import number, spelt
from scoring.text import N_, NOTHING, Text, join_names
from timetable.calendar import Blank


class Postponing(Protocol):
    """The settings of a season that say when a postponed fixture is played, and who sets its date."""

    @property
    def catch_up(self) -> Blank: ...
    @property
    def catch_up_weeks(self) -> tuple[str, ...]: ...
    @property
    def play_within(self) -> int | None: ...
    @property
    def play_until(self) -> dt.date | None: ...
    @property
    def place_days(self) -> int: ...
    @property
    def unplayed_policy(self) -> str: ...
    @property
    def new_dates(self) -> str: ...


COMMITTEE = "committee"


def blank_weeks(season: Postponing) -> tuple[Text, ...]:
    """Say which weeks are left blank, and by when fixtures are played therefore."""
    if season.catch_up == "penultimate":
        return (
            N_("The penultimate week of each round is left blank for postponed fixtures."),
            _by_that_week(season),
            N_("A fixture of the last week of a round can therefore only be brought forward."),
        )
    if season.catch_up == "last":
        return (
            N_("The last week of the season is left blank for postponed fixtures."),
            _by_that_week(season),
        )
    if season.catch_up == "named":
        weeks = [spelt(dt.date.fromisoformat(day)) for day in season.catch_up_weeks]
        return (
            Text.plural(
                "The week that begins on {days} is left blank for postponed fixtures.",
                "The weeks that begin on {days} are left blank for postponed fixtures.",
                n=len(weeks),
                days=join_names(weeks),
            ),
            _by_the_next(season),
        )
    return N_("No week is left blank for postponed fixtures."), _by_the_end(season)


def _by_that_week(season: Postponing) -> Text:
    if season.new_dates == COMMITTEE:
        return N_("The secretary sets the new date of a postponed fixture, no later than that week.")
    return N_(
        "By mutual agreement a fixture may be played at any time that suits both teams, but no later than that week."
    )


def _by_the_next(season: Postponing) -> Text:
    if season.new_dates == COMMITTEE and season.play_until is not None:
        return N_("The secretary sets the new date of a postponed fixture, no later than the next of these weeks.")
    if season.new_dates == COMMITTEE:
        return N_(
            "The secretary sets the new date of a postponed fixture, no later than the next of these weeks, or the "
            "last week of the season where none follows."
        )
    if season.play_until is not None:
        return N_(
            "By mutual agreement a fixture may be played at any time that suits both teams, but no later than the next "
            "of these weeks."
        )
    return N_(
        "By mutual agreement a fixture may be played at any time that suits both teams, but no later than the next of "
        "these weeks, or the last week of the season where none follows."
    )


def _by_the_end(season: Postponing) -> Text:
    if season.new_dates == COMMITTEE and season.play_until is not None:
        return Text(
            "The secretary sets the new date of a postponed fixture, not after {day}.", day=spelt(season.play_until)
        )
    if season.new_dates == COMMITTEE:
        return N_("The secretary sets the new date of a postponed fixture, no later than the last week of the season.")
    if season.play_until is not None:
        return Text(
            "By mutual agreement a fixture may be played at any time that suits both teams, but not after {day}.",
            day=spelt(season.play_until),
        )
    return N_(
        "By mutual agreement a fixture may be played at any time that suits both teams, but no later than the last "
        "week of the season."
    )


def within(season: Postponing) -> Text:
    if season.play_within is None:
        return NOTHING
    return Text.plural(
        "A postponed fixture is played within {number} day of its first date.",
        "A postponed fixture is played within {number} days of its first date.",
        n=season.play_within,
        number=number(season.play_within),
    )


def until(season: Postponing) -> Text:
    if season.play_until is None or season.catch_up == "none":
        return NOTHING
    return Text("No postponed fixture is played after {day}.", day=spelt(season.play_until))


def unplayed(season: Postponing) -> Text:
    """Say what becomes of a fixture that is not played in time."""
    usual = season.catch_up in ("penultimate", "last") and season.play_within is None and season.play_until is None
    return (_AFTER_THE_WEEK if usual else _TOO_LATE)[season.unplayed_policy]


_AFTER_THE_WEEK = {
    "secretary": N_("Fixtures not played by the end of that week are for the secretary to decide."),
    "nil": N_("Fixtures not played by the end of that week bring neither side anything."),
    "awarded": N_("Fixtures not played by the end of that week are awarded to the side that did not postpone them."),
}
_TOO_LATE = {
    "secretary": N_("Fixtures not played in time are for the secretary to decide."),
    "nil": N_("Fixtures not played in time bring neither side anything."),
    "awarded": N_("Fixtures not played in time are awarded to the side that did not postpone them."),
}


def when_placed(season: Postponing) -> Text:
    if season.catch_up == "none":
        return NOTHING
    if not season.place_days:
        return N_(
            "Fixtures with no date when that week begins are placed in it: as many as possible, with a team's on "
            "different evenings."
        )
    return Text.plural(
        "Fixtures with no date {number} day before that week are placed in it: as many as possible, with a team's on "
        "different evenings.",
        "Fixtures with no date {number} days before that week are placed in it: as many as possible, with a team's on "
        "different evenings.",
        n=season.place_days,
        number=number(season.place_days),
    )


def who_sets_dates(season: Postponing) -> Text:
    """Return how a captain comes to a new date, where it is not agreed with the other captain."""
    if season.new_dates != COMMITTEE:
        return NOTHING
    return N_("A captain asks the secretary to postpone a fixture, and both captains say when they can play.")
