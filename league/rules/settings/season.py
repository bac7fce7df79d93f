"""The settings of a season, each declared once."""

import datetime as dt
from dataclasses import dataclass
from typing import ClassVar

from league.rules.calendar import Blank, Shape
from league.rules.names import listed
from league.rules.play_by import PlayBy
from league.rules.settings.declared import Settings, setting
from league.rules.settings.kinds import Choice, Day, Nights, Number, Option, Weeks
from league.rules.wording import WEEKDAYS, fixtures, number, spelt
from scoring.text import N_, NOTHING, Text

TIMETABLE = N_("Timetable")
# Chapters of the rules page.
WITHDRAW, POSTPONED, WHO = N_("Teams that withdraw"), N_("Postponed fixtures"), N_("Who may play")


def _blank_weeks(season: "SeasonSettings") -> tuple[Text, ...]:
    """Which weeks are left blank, and by when fixtures are played therefore."""
    if season.catch_up == "penultimate":
        return (
            N_("The penultimate week of each round is left blank for postponed fixtures."),
            N_(
                "By mutual agreement a fixture may be played at any time that suits both teams, but no later than that "
                "week."
            ),
            N_("A fixture of the last week of a round can therefore only be brought forward."),
        )
    if season.catch_up == "last":
        return (
            N_("The last week of the season is left blank for postponed fixtures."),
            N_(
                "By mutual agreement a fixture may be played at any time that suits both teams, but no later than that "
                "week."
            ),
        )
    if season.catch_up == "named":
        weeks = [spelt(dt.date.fromisoformat(day)) for day in season.catch_up_weeks]
        return (
            Text.plural(
                "The week that begins on {days} is left blank for postponed fixtures.",
                "The weeks that begin on {days} are left blank for postponed fixtures.",
                n=len(weeks),
                days=listed(weeks),
            ),
            _by_the_next(season),
        )
    return N_("No week is left blank for postponed fixtures."), _by_the_end(season)


def _by_the_next(season: "SeasonSettings") -> Text:
    if season.play_until is not None:
        return N_(
            "By mutual agreement a fixture may be played at any time that suits both teams, but no later than the next "
            "of these weeks."
        )
    return N_(
        "By mutual agreement a fixture may be played at any time that suits both teams, but no later than the next of "
        "these weeks, or the last week of the season where none follows."
    )


def _by_the_end(season: "SeasonSettings") -> Text:
    if season.play_until is not None:
        return Text(
            "By mutual agreement a fixture may be played at any time that suits both teams, but not after {day}.",
            day=spelt(season.play_until),
        )
    return N_(
        "By mutual agreement a fixture may be played at any time that suits both teams, but no later than the last "
        "week of the season."
    )


def _within(season: "SeasonSettings") -> Text:
    if season.play_within is None:
        return NOTHING
    return Text.plural(
        "A postponed fixture is played within {number} day of its first date.",
        "A postponed fixture is played within {number} days of its first date.",
        n=season.play_within,
        number=number(season.play_within),
    )


def _until(season: "SeasonSettings") -> Text:
    if season.play_until is None or season.catch_up == "none":
        return NOTHING
    return Text("No postponed fixture is played after {day}.", day=spelt(season.play_until))


def _unplayed(season: "SeasonSettings") -> Text:
    """What becomes of a fixture that is not played in time."""
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


def _when_placed(season: "SeasonSettings") -> Text:
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


def _registered_before(season: "SeasonSettings") -> Text:
    if not season.registration_days or season.registration == "open":
        return NOTHING
    return Text.plural(
        "They are registered for {n} day before they first play; those registered when the season begins play at once.",
        "They are registered for {n} days before they first play; those registered when the season begins play at "
        "once.",
        n=season.registration_days,
    )


def _last_registered(season: "SeasonSettings") -> Text:
    last = season.registration_until if season.registration != "open" else None
    return Text("Nobody new is registered after {day}.", day=spelt(last)) if last is not None else NOTHING


def _transfers(season: "SeasonSettings") -> Text:
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


def _guests(season: "SeasonSettings") -> Text:
    if season.guests == "none" and season.registration == "open":
        return N_("Whoever is registered plays for that team alone.")
    if season.guests == "none":
        return N_("Nobody plays for a team that they are not registered for.")
    if season.guests == "anybody":
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSettings(Settings):
    """The settings of a season that its secretary decides."""

    groups: ClassVar = (TIMETABLE, WITHDRAW, POSTPONED, WHO)

    second_half: str = setting(
        Choice(
            (
                Option("mirrored", N_("Mirrored: the same order of weeks, home and away swapped")),
                Option("french", N_("French: the first week of the half comes last; fewer breaks")),
            )
        ),
        "mirrored",
        group=TIMETABLE,
        label=N_("Second half"),
        about="Not of a published season: its timetable is made.",
        unruled="The timetable shows it.",
        fact=N_("Second half"),
        settled=N_("The timetable is published; how its second half follows from the first cannot change now."),
    )
    weeks_apart: int = setting(
        Number(1, 4, N_("weeks")),
        1,
        group=TIMETABLE,
        label=N_("Weeks from one league week to the next"),
        hint=N_("1 is weekly, 2 fortnightly. A league week without play is moved on by as many weeks."),
        about="Weeks from one league week to the next: 1 weekly, 2 fortnightly. Not of a published season.",
        unruled="The timetable shows it.",
        fact=N_("League weeks"),
        words=lambda weeks: Text.plural("every week", "every {n} weeks", n=weeks),
        settled=N_("The timetable is published; how far apart its weeks are cannot change now."),
    )
    catch_up: Blank = setting(
        Choice(
            (
                Option("penultimate", N_("The penultimate week of each round")),
                Option("last", N_("The last week of the season")),
                Option("named", N_("The weeks named below")),
                Option("none", N_("None")),
            )
        ),
        "penultimate",
        group=POSTPONED,
        label=N_("Weeks left blank for postponed fixtures"),
        about="Which weeks are left blank for postponed fixtures. Not of a published season: its weeks are laid out.",
        rule=_blank_weeks,
        fact=N_("Left blank for postponed fixtures"),
        settled=N_("The timetable is published; the weeks left blank cannot change now."),
    )
    catch_up_weeks: tuple[str, ...] = setting(
        Weeks(),
        (),
        group=POSTPONED,
        label=N_("The weeks left blank, where they are named"),
        hint=N_("Any day of each, like 2/11/2026; 4/1/2027."),
        about="The weeks left blank where they are named, each by its Monday. Not of a published season.",
        told_with="catch_up",
        fact=N_("Weeks named to be left blank"),
        words=lambda weeks: Text.joined(", ", (spelt(dt.date.fromisoformat(day)) for day in weeks)) or N_("none"),
        settled=N_("The timetable is published; the weeks left blank cannot change now."),
    )
    play_within: int | None = setting(
        Number(1, 365, N_("days"), optional=True),
        None,
        group=POSTPONED,
        label=N_("Days within which a postponed fixture is played"),
        hint=N_("From its first date, such as 14 or 21."),
        about="Days after its first date within which a postponed fixture is played.",
        rule=_within,
        fact=N_("Played within"),
        words=lambda days: N_("any time") if days is None else Text.plural("{n} day", "{n} days", n=days),
    )
    play_until: dt.date | None = setting(
        Day(),
        None,
        group=POSTPONED,
        label=N_("Last day for postponed fixtures"),
        hint=N_("None is played later. Without one: the end of the week left blank, or of the season’s last week."),
        about="The last day on which a postponed fixture is played.",
        rule=_until,
        fact=N_("Last day for postponed fixtures"),
        words=lambda day: N_("none") if day is None else spelt(day),
    )
    short_notice_hours: int = setting(
        Number(0, 24 * 14, N_("hours")),
        24,
        group=POSTPONED,
        label=N_("Short notice, in hours"),
        hint=N_("A request to postpone that comes later must say why."),
        about="Hours before the start from which a request to postpone must say why it comes so late.",
        unruled="The page on which a postponement is requested says it.",
        fact=N_("Short notice"),
        words=lambda hours: Text.plural("{n} hour", "{n} hours", n=hours),
    )
    place_days: int = setting(
        Number(0, 28, N_("days")),
        7,
        group=POSTPONED,
        label=N_("Days before the catch-up week"),
        hint=N_("So long before it, postponed fixtures without a date are given one in it."),
        about="Days before the catch-up week at which postponed fixtures without a date are placed.",
        rule=_when_placed,
        fact=N_("Postponed fixtures are placed"),
        words=lambda before: Text.plural(
            "{n} day before the catch-up week", "{n} days before the catch-up week", n=before
        ),
    )
    catch_up_nights: tuple[int, ...] = setting(
        Nights(),
        (0, 1, 2, 3),
        group=POSTPONED,
        label=N_("Evenings of the catch-up week"),
        hint=N_("Besides the home team’s own."),
        about="Evenings of the catch-up week besides a team's own. Monday is 0.",
        unruled="The page on which a new date is chosen offers them.",
        fact=N_("Evenings of the catch-up week"),
        words=lambda nights: Text.joined(", ", (WEEKDAYS[night] for night in nights)),
    )
    unplayed_policy: str = setting(
        Choice(
            (
                Option("secretary", N_("The secretary decides")),
                Option("nil", N_("Both sides get nothing")),
                Option("awarded", N_("Awarded to the side that did not postpone")),
            )
        ),
        "secretary",
        group=POSTPONED,
        label=N_("Not played in time"),
        hint=N_("By the end of the catch-up week, or whatever else is said above."),
        about="What becomes of a fixture that is unplayed after the catch-up week, or not played in time.",
        rule=_unplayed,
        fact=N_("Not played in time"),
    )
    withdrawal_policy: str = setting(
        Choice(
            (
                Option("void", N_("All its results are void"), N_("None of its results counts any more.")),
                Option(
                    "void-before-half",
                    N_("Void before half-way; after it, only those of the second half"),
                    N_(
                        "Before half-way none of its results counts any more; after it those of the first half stand, "
                        "and those of the second do not count."
                    ),
                ),
                Option("stand", N_("What was played stands"), N_("The results of its played fixtures stand.")),
            )
        ),
        "void",
        group=WITHDRAW,
        label=N_("When a team withdraws"),
        about="What becomes of the results of a team that withdraws.",
        fact=N_("When a team withdraws"),
    )
    eligibility: str = setting(
        Choice(
            (
                Option(
                    "block",
                    N_("The sheet is refused"),
                    N_("A sheet on which somebody plays who may not is refused."),
                ),
                Option(
                    "warn",
                    N_("The sheet is taken, the breach is listed"),
                    N_("A sheet on which somebody plays who may not is taken, and says so; the secretary sees it."),
                ),
            )
        ),
        "block",
        group=WHO,
        label=N_("When somebody on a sheet may not play"),
        about="What a sheet with somebody on it who may not play comes to.",
        closing=True,
    )
    registration: str = setting(
        Choice(
            (
                Option("required", N_("Players who are registered"), N_("A player is registered before they play.")),
                Option(
                    "open",
                    N_("Anybody: a new name is written on the sheet"),
                    N_("No player need be registered: a new name is written on the sheet."),
                ),
            )
        ),
        "required",
        group=WHO,
        label=N_("Who may be on a sheet"),
        about="Whether a player has to be registered before they play.",
        fact=N_("Who may be on a sheet"),
    )
    registration_days: int = setting(
        Number(0, 365, N_("days")),
        0,
        group=WHO,
        label=N_("Days of registration before a player plays"),
        hint=N_("Who is registered by the season’s first day may play from then on."),
        about="Days that a player is registered before they play.",
        rule=_registered_before,
    )
    registration_until: dt.date | None = setting(
        Day(),
        None,
        group=WHO,
        label=N_("Last day of new registrations"),
        about="The last day of new registrations.",
        rule=_last_registered,
    )
    transfer_limit: int | None = setting(
        Number(0, 20, N_("a number"), optional=True),
        1,
        group=WHO,
        label=N_("Transfers of a player in the season"),
        about="Transfers of a player in the season.",
        rule=_transfers,
    )
    transfer_until: dt.date | None = setting(
        Day(),
        None,
        group=WHO,
        label=N_("Last day of transfers"),
        about="The last day of transfers.",
        told_with="transfer_limit",
    )
    guests: str = setting(
        Choice(
            (
                Option("none", N_("Nobody")),
                Option("other-teams", N_("Players registered for another team of the season")),
                Option("anybody", N_("Any player of the league, registered or not")),
            )
        ),
        "none",
        group=WHO,
        label=N_("Who may play for a team besides its own players"),
        about="Who may play for a team besides its own players.",
        rule=_guests,
    )
    guest_limit: int | None = setting(
        Number(0, 200, N_("a number"), optional=True),
        4,
        group=WHO,
        label=N_("Fixtures of a guest"),
        hint=N_("How many of a season’s fixtures one player may play as a guest."),
        about="Fixtures of a guest.",
        told_with="guests",
    )

    @property
    def shape(self) -> Shape:
        """How its weeks follow one another."""
        return Shape(self.catch_up, frozenset(map(dt.date.fromisoformat, self.catch_up_weeks)), self.weeks_apart)

    @property
    def play_by(self) -> PlayBy:
        """By when its postponed fixtures are played."""
        return PlayBy(self.catch_up, self.play_within, self.play_until)
