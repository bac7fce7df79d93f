from collections.abc import Mapping

from django.db.models import IntegerChoices, TextChoices

from league.rules.settings import SeasonSettings, option
from league.translation import N_
from timetable.calendar import WEEKDAYS


class WeekKind(TextChoices):
    PLAY = "play", N_("Play")
    CATCH_UP = "catch-up", N_("Catch-up")
    NO_PLAY = "no-play", N_("No play")


class Night(IntegerChoices):
    """Days of the week as `date.weekday()` counts them."""

    MONDAY = 0, WEEKDAYS[0]
    TUESDAY = 1, WEEKDAYS[1]
    WEDNESDAY = 2, WEEKDAYS[2]
    THURSDAY = 3, WEEKDAYS[3]
    FRIDAY = 4, WEEKDAYS[4]
    SATURDAY = 5, WEEKDAYS[5]
    SUNDAY = 6, WEEKDAYS[6]


class TeamColour(TextChoices):
    """Colours of a team; tokens.css defines them (`--team-red`)."""

    RED = "red", N_("Red")
    ORANGE = "orange", N_("Orange")
    YELLOW = "yellow", N_("Yellow")
    GREEN = "green", N_("Green")
    TEAL = "teal", N_("Teal")
    BLUE = "blue", N_("Blue")
    PURPLE = "purple", N_("Purple")
    PINK = "pink", N_("Pink")
    BROWN = "brown", N_("Brown")
    GREY = "grey", N_("Grey")


class SecondHalf(TextChoices):
    """How the rounds after the first are made from it."""

    MIRRORED = option(SeasonSettings, "second_half", "mirrored")
    FRENCH = option(SeasonSettings, "second_half", "french")


class WithdrawalPolicy(TextChoices):
    VOID = option(SeasonSettings, "withdrawal_policy", "void")
    VOID_BEFORE_HALF = option(SeasonSettings, "withdrawal_policy", "void-before-half")
    STAND = option(SeasonSettings, "withdrawal_policy", "stand")


class TimetableState(TextChoices):
    WAITING = "waiting", N_("Waiting")
    SOLVING = "solving", N_("Being made")
    READY = "ready", N_("Ready to view")
    FAILED = "failed", N_("Could not be made")
    PUBLISHED = "published", N_("Published")
    DISCARDED = "discarded", N_("Discarded")


TIMETABLE_MOVES: Mapping[TimetableState, frozenset[TimetableState]] = {
    TimetableState.WAITING: frozenset({TimetableState.SOLVING, TimetableState.DISCARDED}),
    TimetableState.SOLVING: frozenset({TimetableState.READY, TimetableState.FAILED, TimetableState.DISCARDED}),
    TimetableState.READY: frozenset({TimetableState.PUBLISHED, TimetableState.DISCARDED}),
    TimetableState.FAILED: frozenset({TimetableState.DISCARDED}),
    # Only for another one, and only before play begins.
    TimetableState.PUBLISHED: frozenset({TimetableState.DISCARDED}),
    TimetableState.DISCARDED: frozenset(),
}


class Enforcement(TextChoices):
    """What a breach of eligibility does to a sheet."""

    BLOCK = option(SeasonSettings, "eligibility", "block")
    WARN = option(SeasonSettings, "eligibility", "warn")


class LastRound(TextChoices):
    """The last of several rounds: whole, or half of one."""

    WHOLE = option(SeasonSettings, "last_round", "whole")
    HALF = option(SeasonSettings, "last_round", "half")


class Evening(TextChoices):
    """Evenings of a season's fixtures: each home team's own, or one for everybody."""

    OWN = option(SeasonSettings, "evening", "own")
    MONDAY = option(SeasonSettings, "evening", "monday")
    TUESDAY = option(SeasonSettings, "evening", "tuesday")
    WEDNESDAY = option(SeasonSettings, "evening", "wednesday")
    THURSDAY = option(SeasonSettings, "evening", "thursday")
    FRIDAY = option(SeasonSettings, "evening", "friday")
    SATURDAY = option(SeasonSettings, "evening", "saturday")
    SUNDAY = option(SeasonSettings, "evening", "sunday")


class Registering(TextChoices):
    """When players register: before they play, or by the sheet that first names them."""

    REQUIRED = option(SeasonSettings, "registration", "required")
    OPEN = option(SeasonSettings, "registration", "open")


class GuestPolicy(TextChoices):
    NONE = option(SeasonSettings, "guests", "none")
    OTHER_TEAMS = option(SeasonSettings, "guests", "other-teams")
    FREE_AGENTS = option(SeasonSettings, "guests", "free-agents")
    ANYBODY = option(SeasonSettings, "guests", "anybody")
