"""The settings of a season, each declared once."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

from league.rules.settings import season_sentences as sentences
from league.rules.settings.declaration import (
    HUNDREDTH,
    Choice,
    Day,
    Flag,
    Nights,
    Number,
    Option,
    Points,
    Settings,
    Weeks,
    setting,
)
from league.rules.slots import PlayBy
from league.rules.wording import points_told, spelt
from scoring.text import N_, Text
from timetable.calendar import WEEKDAYS, Blank, Shape

TIMETABLE = N_("Timetable")
OWN, EVENINGS = "own", ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
# Chapters of the rules page.
WITHDRAW, POSTPONED, WHO = N_("Teams that withdraw"), N_("Postponed fixtures"), N_("Who may play")
RESULTS, POINTS, DEADLINES = N_("Results"), N_("Points"), N_("Deadlines")
NOT_PLAYED = N_("Fixtures that are not played out")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSettings(Settings):
    """The settings of a season that its secretary decides."""

    groups: ClassVar = (TIMETABLE, WITHDRAW, POSTPONED, WHO, RESULTS, DEADLINES, NOT_PLAYED, POINTS)
    common: ClassVar = ("evening", "catch_up", "new_dates", "play_within", "registration", "guests", "score_only")

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
        hint=N_("How the second half of the timetable follows from the first."),
        about="Not of a published season: its timetable is made.",
        no_rule="The timetable shows it.",
        fact=N_("Second half"),
        settled=N_("The timetable is published; how its second half follows from the first cannot change now."),
        from_now_on=True,
    )
    last_round: str = setting(
        Choice(
            (
                Option("whole", N_("Whole: every two teams meet in it")),
                Option("half", N_("Half: every team meets half of the others once more")),
            )
        ),
        "whole",
        group=TIMETABLE,
        label=N_("The last of several rounds"),
        hint=N_("Two rounds, the last a half one, are one and a half. Odd teams do not all play as often then."),
        about="Whether the last of several rounds is half a round, as in one and a half. Not of a published season.",
        no_rule="The timetable shows it.",
        fact=N_("The last round"),
        settled=N_("The timetable is published; how long its last round is cannot change now."),
        from_now_on=True,
    )
    weeks_apart: int = setting(
        Number(1, 4, N_("weeks")),
        1,
        group=TIMETABLE,
        label=N_("Weeks from one league week to the next"),
        hint=N_("1 is weekly, 2 fortnightly. A league week without play is moved on by as many weeks."),
        about="Weeks from one league week to the next: 1 weekly, 2 fortnightly. Not of a published season.",
        no_rule="The timetable shows it.",
        fact=N_("League weeks"),
        words=lambda weeks: Text.plural("every week", "every {n} weeks", n=weeks),
        settled=N_("The timetable is published; how far apart its weeks are cannot change now."),
        from_now_on=True,
    )
    evening: str = setting(
        Choice(
            (
                Option("own", N_("Each home team’s own")),
                Option("monday", N_("Monday for everybody")),
                Option("tuesday", N_("Tuesday for everybody")),
                Option("wednesday", N_("Wednesday for everybody")),
                Option("thursday", N_("Thursday for everybody")),
                Option("friday", N_("Friday for everybody")),
                Option("saturday", N_("Saturday for everybody")),
                Option("sunday", N_("Sunday for everybody")),
            ),
            drop_down=True,
        ),
        "own",
        group=TIMETABLE,
        label=N_("Evening of the fixtures"),
        hint=N_("Everybody plays on this evening instead of each team’s home night."),
        about="The evening of the fixtures: each home team's own, or one for everybody, then the home night of "
        "every team. Not of a published season.",
        no_rule="The timetable shows it.",
        fact=N_("Evening of the fixtures"),
        settled=N_("The timetable is published; the evening of its fixtures cannot change now."),
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
        hint=N_("Nobody plays then but fixtures that were postponed."),
        about="Which weeks are left blank for postponed fixtures. Not of a published season: its weeks are laid out.",
        rule=sentences.blank_weeks,
        fact=N_("Left blank for postponed fixtures"),
        settled=N_("The timetable is published; the weeks left blank cannot change now."),
        from_now_on=True,
    )
    catch_up_weeks: tuple[str, ...] = setting(
        Weeks(),
        (),
        group=POSTPONED,
        label=N_("The weeks left blank, where they are named"),
        hint=N_("Any day of each, like 2/11/2026; 4/1/2027."),
        about="The weeks left blank where they are named, each by its Monday. Not of a published season.",
        covered_by="catch_up",
        fact=N_("Weeks named to be left blank"),
        words=lambda weeks: Text.joined(", ", (spelt(dt.date.fromisoformat(day)) for day in weeks)) or N_("none"),
        settled=N_("The timetable is published; the weeks left blank cannot change now."),
        from_now_on=True,
    )
    new_dates: str = setting(
        Choice(
            (
                Option("agreed", N_("The two captains, between them")),
                Option("committee", N_("The secretary, for the committee")),
            )
        ),
        "agreed",
        group=POSTPONED,
        label=N_("Who sets the new date"),
        hint=N_("Where it is the secretary, captains ask for a postponement and say when they can play."),
        about="Who sets the new date of a postponed fixture: the captains, or the secretary for the committee.",
        rule=sentences.who_sets_dates,
        fact=N_("New dates are set by"),
    )
    play_within: int | None = setting(
        Number(1, 365, N_("days"), optional=True),
        None,
        group=POSTPONED,
        label=N_("Days within which a postponed fixture is played"),
        hint=N_("From its first date, such as 14 or 21."),
        about="Days after its first date within which a postponed fixture is played.",
        rule=sentences.play_within,
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
        rule=sentences.play_until,
        fact=N_("Last day for postponed fixtures"),
        words=lambda day: N_("none") if day is None else spelt(day),
    )
    short_notice_hours: int = setting(
        Number(0, 24 * 14, N_("hours")),
        24,
        group=POSTPONED,
        label=N_("Short notice, in hours"),
        hint=N_(
            "A request to postpone must say why if it comes after the last deadline hour this long before the start. "
            "0: no request must."
        ),
        about="Hours before the start from which a request to postpone must say why it comes so late, "
        "counted back to the league's hour for deadlines; 0: none must.",
        no_rule="The page on which a postponement is requested says it.",
        fact=N_("Short notice"),
        words=lambda hours: Text.plural("{n} hour", "{n} hours", n=hours),
        from_now_on=True,
    )
    place_days: int = setting(
        Number(0, 28, N_("days")),
        7,
        group=POSTPONED,
        label=N_("Days before the catch-up week"),
        hint=N_("On the evening so long before it, postponed fixtures without a date are given one in it."),
        about="Days before the catch-up week on whose evening postponed fixtures without a date are placed.",
        rule=sentences.when_placed,
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
        no_rule="The page on which a new date is chosen offers them.",
        fact=N_("Evenings of the catch-up week"),
        words=lambda nights: Text.joined(", ", (WEEKDAYS[night] for night in nights)),
        from_now_on=True,
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
        rule=sentences.unplayed,
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
        hint=N_("What becomes of its results; fixtures it has still to play are cancelled."),
        about="What becomes of the results of a team that withdraws.",
        fact=N_("When a team withdraws"),
        from_now_on=True,
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
        hint=N_("What happens to a sheet with a player on it who is not entitled to play."),
        about="What a sheet with somebody on it who may not play comes to.",
        closing=True,
        from_now_on=True,
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
        hint=N_("Whether a player has to be registered before they play."),
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
        rule=sentences.registered_before,
    )
    registration_until: dt.date | None = setting(
        Day(),
        None,
        group=WHO,
        label=N_("Last day of new registrations"),
        hint=N_("After it no player who is new to the season can be registered."),
        about="The last day of new registrations.",
        rule=sentences.last_registered,
    )
    transfer_limit: int | None = setting(
        Number(0, 20, N_("a number"), optional=True),
        1,
        group=WHO,
        label=N_("Transfers of a player in the season"),
        hint=N_("How often one player may change teams."),
        about="Transfers of a player in the season.",
        rule=sentences.transfers,
        from_now_on=True,
    )
    transfer_until: dt.date | None = setting(
        Day(),
        None,
        group=WHO,
        label=N_("Last day of transfers"),
        hint=N_("After it nobody changes teams."),
        about="The last day of transfers.",
        covered_by="transfer_limit",
        from_now_on=True,
    )
    guests: str = setting(
        Choice(
            (
                Option("none", N_("Nobody")),
                Option("other-teams", N_("Players registered for another team of the season")),
                Option("free-agents", N_("Players of the league who have no team")),
                Option("anybody", N_("Any player of the league, registered or not")),
            )
        ),
        "none",
        group=WHO,
        label=N_("Who may play for a team besides its own players"),
        hint=N_("A guest helps out a team that is short."),
        about="Who may play for a team besides its own players.",
        rule=sentences.guests,
    )
    guest_limit: int | None = setting(
        Number(0, 200, N_("a number"), optional=True),
        4,
        group=WHO,
        label=N_("Fixtures of a guest"),
        hint=N_("How many of a season’s fixtures one player may play as a guest."),
        about="Fixtures of a guest.",
        covered_by="guests",
    )
    guests_at_once: int | None = setting(
        Number(1, 24, N_("a number"), optional=True),
        None,
        group=WHO,
        label=N_("Guests of a team in one fixture"),
        hint=N_("How many guests a team may have on one sheet."),
        about="Guests of a team in one fixture.",
        rule=sentences.guests_at_once,
    )
    halves: bool = setting(
        Flag(),
        False,
        group=POINTS,
        label=N_("Played in halves"),
        hint=N_("Each half has a table of its own; the winners of the halves meet in a play-off, which you arrange."),
        about="The season is played in halves, whose winners meet in a play-off.",
        rule=sentences.halves,
        fact=N_("Played in halves"),
        words=lambda halves: N_("yes") if halves else N_("no"),
        from_now_on=True,
    )
    reports: str = setting(
        Choice(
            (
                Option(sentences.EITHER, N_("Either team")),
                Option(sentences.HOME, N_("The home team")),
                Option(sentences.AWAY, N_("The away team")),
                Option(sentences.WINNER, N_("The winning team")),
                Option(sentences.BOTH, N_("Both teams")),
            )
        ),
        sentences.EITHER,
        group=DEADLINES,
        label=N_("Who sends the result"),
        hint=N_("Who is reminded of it. Either captain can always send it."),
        about="Which team should send the result, and is reminded of it; either may.",
        rule=sentences.reports,
        fact=N_("The result is sent by"),
        from_now_on=True,
    )
    result_hours: int | None = setting(
        Number(1, 24 * 28, N_("hours"), optional=True),
        None,
        group=DEADLINES,
        label=N_("Hours to enter a result"),
        hint=N_("From the start of a fixture, to the evening on which it is due. Empty: as the league’s settings say."),
        about="Hours after the start of a fixture by which its result is due, in place of the league's setting.",
        no_rule="The league's rule on when a result is due has these hours.",
    )
    score_only: bool = setting(
        Flag(),
        True,
        group=RESULTS,
        label=N_("Results may be sent as a score alone"),
        hint=N_("Like 9–6. Names and games can follow."),
        about="Whether a result may be sent as a score alone, its names and games to follow.",
        rule=sentences.score_only,
        fact=N_("A score alone"),
        words=lambda allowed: N_("may be sent as the result") if allowed else N_("is not enough"),
        from_now_on=True,
    )
    card_days: int | None = setting(
        Number(1, 60, N_("days"), optional=True),
        7,
        group=RESULTS,
        label=N_("Days to add names and games to a score"),
        hint=N_("From the start of the fixture, to the evening of the last. Empty: no deadline."),
        about="Days after a fixture's start within which names and games are added to a result sent as a score alone.",
        covered_by="score_only",
        from_now_on=True,
    )
    late_card: str = setting(
        Choice(
            (
                Option(sentences.NOBODY, N_("Nobody")),
                Option(sentences.HOME, N_("The home team")),
                Option(sentences.BOTH, N_("Both teams")),
                Option(sentences.REPORTER, N_("The team that should have sent it")),
            )
        ),
        sentences.NOBODY,
        group=POINTS,
        label=N_("Who may lose points for a late card"),
        hint=N_(
            "A late card is a result that is first sent after the league’s hours to enter it. Points are proposed to "
            "you, and none are taken unless you accept."
        ),
        about="For whom points are proposed to be taken where a result is first sent after its deadline.",
        rule=sentences.late_cards,
        from_now_on=True,
    )
    late_card_points: Decimal = setting(
        Points(HUNDREDTH, Decimal("100.00")),
        Decimal("1.00"),
        group=POINTS,
        label=N_("Points for a late card"),
        hint=N_("Halves too, like 0.5. Late cards already proposed keep the points that they were proposed with."),
        about="Points that are proposed to be taken for a late card.",
        covered_by="late_card",
        words=lambda points: points_told(Fraction(points)),
        from_now_on=True,
    )

    no_show_limit: int | None = setting(
        Number(1, 20, N_("a number"), optional=True, empty=N_("nothing is proposed")),
        None,
        group=NOT_PLAYED,
        label=N_("No-shows after which a consequence is proposed"),
        hint=N_("Walkovers against a team count. You decide each time."),
        about="No-shows of a team after which a consequence is proposed to the secretary.",
        rule=sentences.no_shows,
        from_now_on=True,
    )
    no_show_sanction: str = setting(
        Choice(
            (
                Option(sentences.SUSPENSION, N_("Suspension: the team leaves the season")),
                Option(sentences.LOSE_POINTS, N_("Points are taken")),
            )
        ),
        sentences.SUSPENSION,
        group=NOT_PLAYED,
        label=N_("What is proposed then"),
        hint=N_("Its results then go by what the season says about teams that withdraw."),
        about="The consequence that is proposed for a team's no-shows.",
        covered_by="no_show_limit",
        from_now_on=True,
    )
    no_show_points: Decimal = setting(
        Points(HUNDREDTH, Decimal("100.00")),
        Decimal("2.00"),
        group=NOT_PLAYED,
        label=N_("Points for so many no-shows"),
        hint=N_("Where points are taken; halves too, like 0.5."),
        about="Points that are proposed to be taken for a team's no-shows.",
        covered_by="no_show_limit",
        words=lambda points: points_told(Fraction(points)),
        from_now_on=True,
    )

    @property
    def night(self) -> int | None:
        """The home night of every team, Monday 0; None where each has its own."""
        return None if self.evening == OWN else EVENINGS.index(self.evening)

    @property
    def shape(self) -> Shape:
        named = frozenset(map(dt.date.fromisoformat, self.catch_up_weeks))
        return Shape(self.catch_up, named, self.weeks_apart, self.last_round == "half")

    @property
    def play_by(self) -> PlayBy:
        return PlayBy(self.catch_up, self.play_within, self.play_until)


def reporting_sides(reports: str, winner: str = "") -> tuple[str, ...]:
    """Return the sides that should send a result; both where either may, and of a winner that is not known."""
    if reports == sentences.WINNER and winner:
        return (winner,)
    return (reports,) if reports in (sentences.HOME, sentences.AWAY) else ("home", "away")


def late_card_sides(late_card: str, reports: str, winner: str) -> tuple[str, ...]:
    """Return the sides for which a late card is proposed; `winner` by the sheet, "" where nobody won."""
    if late_card == sentences.REPORTER:
        return reporting_sides(reports, winner)
    return {sentences.HOME: ("home",), sentences.BOTH: ("home", "away")}.get(late_card, ())
