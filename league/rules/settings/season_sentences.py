"""The sentences of the rules page about postponed fixtures, who may play and late cards, as a season has them."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction
from typing import Protocol

from league.rules.wording import fixtures, number, plural_of, points_told, spelt
from scoring.text import N_, NOTHING, Text, join_names
from timetable.calendar import Blank

COMMITTEE = "committee"
NOBODY, HOME, AWAY, BOTH = "nobody", "home", "away", "both"
EITHER, WINNER, REPORTER = "either", "winner", "reporter"
SUSPENSION, LOSE_POINTS = "withdrawal", "points"


class SeasonRules(Protocol):
    """The settings of a season that its rules page tells."""

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
    @property
    def registration(self) -> str: ...
    @property
    def registration_days(self) -> int: ...
    @property
    def registration_until(self) -> dt.date | None: ...
    @property
    def transfer_limit(self) -> int | None: ...
    @property
    def transfer_until(self) -> dt.date | None: ...
    @property
    def guests(self) -> str: ...
    @property
    def guest_limit(self) -> int | None: ...
    @property
    def guests_at_once(self) -> int | None: ...
    @property
    def halves(self) -> bool: ...
    @property
    def reports(self) -> str: ...
    @property
    def no_show_limit(self) -> int | None: ...
    @property
    def no_show_sanction(self) -> str: ...
    @property
    def no_show_points(self) -> Decimal: ...
    @property
    def score_only(self) -> bool: ...
    @property
    def card_days(self) -> int | None: ...
    @property
    def late_card(self) -> str: ...
    @property
    def late_card_points(self) -> Decimal: ...


def blank_weeks(season: SeasonRules) -> tuple[Text, ...]:
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


def _by_that_week(season: SeasonRules) -> Text:
    if season.new_dates == COMMITTEE:
        return N_("The secretary sets the new date of a postponed fixture, no later than that week.")
    return N_(
        "By mutual agreement a fixture may be played at any time that suits both teams, but no later than that week."
    )


def _by_the_next(season: SeasonRules) -> Text:
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


def _by_the_end(season: SeasonRules) -> Text:
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


def play_within(season: SeasonRules) -> Text:
    if season.play_within is None:
        return NOTHING
    return Text.plural(
        "A postponed fixture is played within {number} day of its first date.",
        "A postponed fixture is played within {number} days of its first date.",
        n=season.play_within,
        number=number(season.play_within),
    )


def play_until(season: SeasonRules) -> Text:
    if season.play_until is None or season.catch_up == "none":
        return NOTHING
    return Text("No postponed fixture is played after {day}.", day=spelt(season.play_until))


def unplayed(season: SeasonRules) -> Text:
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


def when_placed(season: SeasonRules) -> Text:
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


def who_sets_dates(season: SeasonRules) -> Text:
    if season.new_dates != COMMITTEE:
        return NOTHING
    return N_("A captain asks the secretary to postpone a fixture, and both captains say when they can play.")


def registered_before(season: SeasonRules) -> Text:
    if not season.registration_days or season.registration == "open":
        return NOTHING
    return Text.plural(
        "They are registered for {n} day before they first play; those registered when the season begins play at once.",
        "They are registered for {n} days before they first play; those registered when the season begins play at "
        "once.",
        n=season.registration_days,
    )


def last_registered(season: SeasonRules) -> Text:
    last = season.registration_until if season.registration != "open" else None
    return Text("Nobody new is registered after {day}.", day=spelt(last)) if last is not None else NOTHING


def transfers(season: SeasonRules) -> Text:
    limit, last = season.transfer_limit, season.transfer_until
    if limit == 0:
        return N_("Nobody changes team during the season.")
    if limit is None:
        times = N_("any number of times")
    elif limit == 1:
        times = N_("once")
    else:
        times = Text("{n} times", n=limit)
    if last is None:
        return Text("The secretary transfers a player to another team: {times} in a season.", times=times)
    return Text(
        "The secretary transfers a player to another team: {times} in a season, and not after {day}.",
        times=times,
        day=spelt(last),
    )


def guests(season: SeasonRules) -> Text:
    if season.guests in ("none", "free-agents") and season.registration == "open":
        return N_("Whoever is registered plays for that team alone.")
    if season.guests == "none":
        return N_("Nobody plays for a team that they are not registered for.")
    if season.guests == "free-agents":
        freely = N_("A player of the league who has no team may help out as a guest.")
        at_most = N_("A player of the league who has no team may help out as a guest in {fixtures} a season at most.")
    elif season.guests == "anybody":
        freely = N_("Any player of the league may help out as a guest, but not against their own.")
        at_most = N_(
            "Any player of the league may help out as a guest in {fixtures} a season at most, but not against their "
            "own."
        )
    else:
        freely = N_("A player of another team may help out as a guest, but not against their own.")
        at_most = N_(
            "A player of another team may help out as a guest in {fixtures} a season at most, but not against their "
            "own."
        )
    return freely if season.guest_limit is None else Text(at_most, fixtures=fixtures(season.guest_limit))


def guests_at_once(season: SeasonRules) -> Text:
    if season.guests_at_once is None or season.guests == "none":
        return NOTHING
    return Text.plural(
        "A team has {n} guest in a fixture at most.",
        "A team has {n} guests in a fixture at most.",
        n=season.guests_at_once,
    )


def halves(season: SeasonRules) -> tuple[Text, ...]:
    if not season.halves:
        return ()
    return (
        N_("The season is played in halves, each with a table of its own."),
        N_("The winners of the halves meet in a play-off; a team that wins both halves needs none."),
    )


def reports(season: SeasonRules) -> Text:
    return _REPORTS.get(season.reports, NOTHING)


_REPORTS = {
    HOME: N_("The home team sends the result."),
    AWAY: N_("The away team sends the result."),
    WINNER: N_("The winning team sends the result; where nobody has won, either team does."),
    BOTH: N_("Both teams report the result: one sends it, and the other confirms it."),
}


def score_only(season: SeasonRules) -> Text:
    if not season.score_only:
        return NOTHING
    if season.card_days is None:
        return N_("A result may be sent as a score alone; names and games can be added later.")
    return Text.plural(
        "A result may be sent as a score alone; names and games are added within {n} day.",
        "A result may be sent as a score alone; names and games are added within {n} days.",
        n=season.card_days,
    )


def late_cards(season: SeasonRules) -> Text:
    points = Fraction(season.late_card_points)
    n, told = plural_of(points), points_told(points)
    if season.late_card == HOME:
        return Text.plural(
            "Where a result is first sent after its deadline, the home team may lose {points} point; the secretary "
            "decides each time.",
            "Where a result is first sent after its deadline, the home team may lose {points} points; the secretary "
            "decides each time.",
            n=n,
            points=told,
        )
    if season.late_card == REPORTER:
        return Text.plural(
            "Where a result is first sent after its deadline, the team that should have sent it may lose {points} "
            "point; the secretary decides each time.",
            "Where a result is first sent after its deadline, the team that should have sent it may lose {points} "
            "points; the secretary decides each time.",
            n=n,
            points=told,
        )
    if season.late_card == BOTH:
        return Text.plural(
            "Where a result is first sent after its deadline, both teams may lose {points} point; the secretary "
            "decides about each.",
            "Where a result is first sent after its deadline, both teams may lose {points} points; the secretary "
            "decides about each.",
            n=n,
            points=told,
        )
    return NOTHING


def no_shows(season: SeasonRules) -> Text:
    limit = season.no_show_limit
    if limit is None:
        return NOTHING
    if season.no_show_sanction == SUSPENSION:
        return Text.plural(
            "A team with {number} no-show may be suspended; the secretary decides.",
            "A team with {number} no-shows may be suspended; the secretary decides.",
            n=limit,
            number=number(limit),
        )
    return Text.plural(
        "A team with {number} no-show may lose points ({points}); the secretary decides.",
        "A team with {number} no-shows may lose points ({points}); the secretary decides.",
        n=limit,
        number=number(limit),
        points=points_told(Fraction(season.no_show_points)),
    )
