"""Words of seasons, people, charges and news."""

from collections.abc import Mapping

from django.db.models import IntegerChoices, TextChoices

from league.rules.competitions.promotion import Reason
from league.rules.settings import LeagueSettings, SeasonSettings, option
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


class NextMove(TextChoices):
    """Why a team plays next season where it does; `rules.competitions.promotion.Reason` proposes one."""

    STAYS = Reason.STAYS.value, N_("Stays")
    PROMOTED = Reason.PROMOTED.value, N_("Promoted")
    RELEGATED = Reason.RELEGATED.value, N_("Relegated")
    LEAVES = Reason.LEAVES.value, N_("Leaves")
    REPRIEVED = Reason.REPRIEVED.value, N_("Spared relegation: there is room")
    PROMOTED_INSTEAD = Reason.PROMOTED_INSTEAD.value, N_("Promoted to fill a place")
    KEPT_DOWN = Reason.KEPT_DOWN.value, N_("Not promoted: its venue has as many teams there as it may")


class EntryAnswer(TextChoices):
    """What a team's captain answers about its entry in a season."""

    YES = "yes", N_("Enters")
    NO = "no", N_("Does not enter")


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


class RoleKind(TextChoices):
    SECRETARY = "secretary", N_("Secretary")
    REFEREE = "referee", N_("Referee")
    CHAIR = "chair", N_("Chair of the committee")
    COMMITTEE = "committee", N_("Committee member")
    JUDGE = "judge", N_("Judge")
    CAPTAIN = "captain", N_("Captain")
    VICE_CAPTAIN = "vice-captain", N_("Vice-captain")
    PLAYER = "player", N_("Player")


class SecondFactor(TextChoices):
    """Who must have a second factor before a role of theirs counts (`access.grants`)."""

    NOBODY = option(LeagueSettings, "second_factor", "nobody")
    SECRETARIES = option(LeagueSettings, "second_factor", "secretaries")
    OFFICIALS = option(LeagueSettings, "second_factor", "officials")


class CanPlay(TextChoices):
    YES = "yes", N_("Yes")
    NO = "no", N_("No")
    MAYBE = "maybe", N_("Maybe")


class Scope(TextChoices):
    """Scopes of a token; none allows more than the token's user may do."""

    READ = "read", N_("Read what you may read")
    RESULTS = "results", N_("Send, confirm and correct results")
    POSTPONEMENTS = "postponements", N_("Ask for other dates and answer")
    DISPUTES = "disputes", N_("Open disputes, add evidence, appeal")
    RULINGS = "rulings", N_("Rule on calls and disputes")
    SEASON = "season", N_("Run the league: seasons, teams, people, settings")
    EXPORT = "export", N_("Export a league or a person’s data")
    OPERATE = "operate", N_("Oversee this server’s leagues, as its administrator")
    ACCOUNT = "account", N_("Change what is your own: details, messages, mail, calendar; have it erased")


class SecurityKind(TextChoices):
    SIGNED_UP = "signed-up", N_("Account made")
    SIGNED_IN = "signed-in", N_("Signed in")
    SIGNED_OUT = "signed-out", N_("Signed out")
    SIGN_IN_FAILED = "sign-in-failed", N_("Sign-in failed")
    CODE_REFUSED = "code-refused", N_("Wrong code")
    PASSWORD_CHANGED = "password-changed", N_("Password changed")
    PASSWORD_RESET = "password-reset", N_("Password reset by mail")
    ADDRESS_ADDED = "address-added", N_("Email address added")
    ADDRESS_CONFIRMED = "address-confirmed", N_("Email address confirmed")
    ADDRESS_CHANGED = "address-changed", N_("Email address changed")
    ADDRESS_REMOVED = "address-removed", N_("Email address removed")
    OLDER_DISCARDED = "older-discarded", N_("Everything older made useless")
    TOKEN_MADE = "token-made", N_("API token made")
    TOKEN_REVOKED = "token-revoked", N_("API token revoked")
    CALENDAR_MADE = "calendar-made", N_("Calendar link made")
    CALENDAR_REVOKED = "calendar-revoked", N_("Calendar link revoked")
    FACTOR_ADDED = "factor-added", N_("Second factor added")
    FACTOR_REMOVED = "factor-removed", N_("Second factor removed")
    FACTOR_RENEWED = "factor-renewed", N_("Recovery codes renewed")
    FACTOR_REFUSED = "factor-refused", N_("Second factor refused")
    SESSIONS_ENDED = "sessions-ended", N_("Signed out elsewhere")
    ROLE_GIVEN = "role-given", N_("Role given")
    ROLE_ENDED = "role-ended", N_("Role ended")
    DATA_EXPORTED = "data-exported", N_("Data downloaded")
    ADMIN_CHANGED = "admin-changed", N_("Changed by an administrator")


class ChargeKind(TextChoices):
    FEE = "fee", N_("Fee")
    FINE = "fine", N_("Fine")
    PENNIES = "pennies", N_("Pennies")


class NewsState(TextChoices):
    """Everybody sees only a published post or page."""

    DRAFT = "draft", N_("Draft")
    PUBLISHED = "published", N_("Published")
    WITHDRAWN = "withdrawn", N_("Withdrawn")


# What has been published is no draft again.
NEWS_MOVES: Mapping[NewsState, frozenset[NewsState]] = {
    NewsState.DRAFT: frozenset({NewsState.PUBLISHED}),
    NewsState.PUBLISHED: frozenset({NewsState.WITHDRAWN}),
    NewsState.WITHDRAWN: frozenset({NewsState.PUBLISHED}),
}
