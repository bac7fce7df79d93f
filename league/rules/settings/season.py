"""The settings of a season, each declared once."""

import datetime as dt
from dataclasses import dataclass
from typing import ClassVar

from league.rules.settings.declared import Settings, setting
from league.rules.settings.kinds import Choice, Day, Nights, Number, Option
from league.rules.wording import NIGHTS, days, fixtures, many, spelt

TIMETABLE = "Timetable"
# Chapters of the rules page.
WITHDRAW, POSTPONED, WHO = "Teams that withdraw", "Postponed fixtures", "Who may play"


def _when_placed(season: "SeasonSettings") -> str:
    before = f"{many(season.place_days, 'day')} before that week" if season.place_days else "when that week begins"
    return f"Fixtures with no date {before} are placed in it: as many as possible, with a team's on different evenings."


def _registered_before(season: "SeasonSettings") -> str:
    if not season.registration_days:
        return ""
    before = f"They are registered for {days(season.registration_days)} before they first play"
    return f"{before}; those registered when the season begins play at once."


def _last_registered(season: "SeasonSettings") -> str:
    last = season.registration_until
    return f"Nobody new is registered after {spelt(last)}." if last is not None else ""


def _transfers(season: "SeasonSettings") -> str:
    limit, last = season.transfer_limit, season.transfer_until
    if limit == 0:
        return "Nobody changes team during the season."
    times = {None: "any number of times", 1: "once"}.get(limit, f"{limit} times")
    until = f", and not after {spelt(last)}" if last is not None else ""
    return f"The secretary transfers a player to another team: {times} in a season{until}."


def _guests(season: "SeasonSettings") -> str:
    if season.guests == "none":
        return "Nobody plays for a team that they are not registered for."
    who = "Any player of the league" if season.guests == "anybody" else "A player of another team"
    most = f" in {fixtures(season.guest_limit)} a season at most" if season.guest_limit is not None else ""
    return f"{who} may help out as a guest{most}, but not against their own."


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSettings(Settings):
    """The settings of a season that its secretary decides."""

    groups: ClassVar = (TIMETABLE, WITHDRAW, POSTPONED, WHO)

    second_half: str = setting(
        Choice(
            (
                Option("mirrored", "Mirrored: the same order of weeks, home and away swapped"),
                Option("french", "French: the first week of the half comes last; fewer breaks"),
            )
        ),
        "mirrored",
        group=TIMETABLE,
        label="Second half",
        about="Not of a published season: its timetable is made.",
        unruled="The timetable shows it.",
        fact="Second half",
        settled="The timetable is published; how its second half follows from the first cannot change now.",
    )
    short_notice_hours: int = setting(
        Number(0, 24 * 14, "hours"),
        24,
        group=POSTPONED,
        label="Short notice, in hours",
        hint="A request to postpone that comes later must say why.",
        about="Hours before the start from which a request to postpone must say why it comes so late.",
        unruled="The page on which a postponement is requested says it.",
        fact="Short notice",
        words=lambda hours: f"{hours} hours",
    )
    place_days: int = setting(
        Number(0, 28, "days"),
        7,
        group=POSTPONED,
        label="Days before the catch-up week",
        hint="So long before it, postponed fixtures without a date are given one in it.",
        about="Days before the catch-up week at which postponed fixtures without a date are placed.",
        rule=_when_placed,
        fact="Postponed fixtures are placed",
        words=lambda before: f"{before} days before the catch-up week",
    )
    catch_up_nights: tuple[int, ...] = setting(
        Nights(),
        (0, 1, 2, 3),
        group=POSTPONED,
        label="Evenings of the catch-up week",
        hint="Besides the home team’s own.",
        about="Evenings of the catch-up week besides a team's own. Monday is 0.",
        unruled="The page on which a new date is chosen offers them.",
        fact="Evenings of the catch-up week",
        words=lambda nights: ", ".join(NIGHTS[night] for night in nights),
    )
    unplayed_policy: str = setting(
        Choice(
            (
                Option(
                    "secretary",
                    "The secretary decides",
                    "Fixtures not played by the end of that week are for the secretary to decide.",
                ),
                Option(
                    "nil",
                    "Both sides get nothing",
                    "Fixtures not played by the end of that week bring neither side anything.",
                ),
                Option(
                    "awarded",
                    "Awarded to the side that did not postpone",
                    "Fixtures not played by the end of that week are awarded to the side that did not postpone them.",
                ),
            )
        ),
        "secretary",
        group=POSTPONED,
        label="Unplayed after the catch-up week",
        about="What becomes of a fixture that is unplayed after the catch-up week.",
        fact="Unplayed after it",
    )
    withdrawal_policy: str = setting(
        Choice(
            (
                Option("void", "All its results are void", "None of its results counts any more."),
                Option(
                    "void-before-half",
                    "Void before half-way; after it, only those of the second half",
                    "Before half-way none of its results counts any more; after it those of the first half stand, and "
                    "those of the second do not count.",
                ),
                Option("stand", "What was played stands", "The results of its played fixtures stand."),
            )
        ),
        "void",
        group=WITHDRAW,
        label="When a team withdraws",
        about="What becomes of the results of a team that withdraws.",
        fact="When a team withdraws",
    )
    eligibility: str = setting(
        Choice(
            (
                Option(
                    "block",
                    "The sheet is refused",
                    "A sheet on which somebody plays who may not is refused.",
                ),
                Option(
                    "warn",
                    "The sheet is taken, the breach is listed",
                    "A sheet on which somebody plays who may not is taken, and says so; the secretary sees it.",
                ),
            )
        ),
        "block",
        group=WHO,
        label="When somebody on a sheet may not play",
        about="What a sheet with somebody on it who may not play comes to.",
        closing=True,
    )
    registration_days: int = setting(
        Number(0, 365, "days"),
        0,
        group=WHO,
        label="Days of registration before a player plays",
        hint="Who is registered by the season’s first day may play from then on.",
        about="Days that a player is registered before they play.",
        rule=_registered_before,
    )
    registration_until: dt.date | None = setting(
        Day(),
        None,
        group=WHO,
        label="Last day of new registrations",
        about="The last day of new registrations.",
        rule=_last_registered,
    )
    transfer_limit: int | None = setting(
        Number(0, 20, "a number", optional=True),
        1,
        group=WHO,
        label="Transfers of a player in the season",
        about="Transfers of a player in the season.",
        rule=_transfers,
    )
    transfer_until: dt.date | None = setting(
        Day(),
        None,
        group=WHO,
        label="Last day of transfers",
        about="The last day of transfers.",
        told_with="transfer_limit",
    )
    guests: str = setting(
        Choice(
            (
                Option("none", "Nobody"),
                Option("other-teams", "Players registered for another team of the season"),
                Option("anybody", "Any player of the league, registered or not"),
            )
        ),
        "none",
        group=WHO,
        label="Who may play for a team besides its own players",
        about="Who may play for a team besides its own players.",
        rule=_guests,
    )
    guest_limit: int | None = setting(
        Number(0, 200, "a number", optional=True),
        4,
        group=WHO,
        label="Fixtures of a guest",
        hint="How many of a season’s fixtures one player may play as a guest.",
        about="Fixtures of a guest.",
        told_with="guests",
    )
