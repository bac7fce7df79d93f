from django.db.models import TextChoices

from league.rules.settings import LeagueSettings, option
from league.translation import N_


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
    ACCOUNT = "account", N_("Change what is your own: details, messages, mail, calendar; have it erased")


class SecurityKind(TextChoices):
    SIGNED_UP = "signed-up", N_("Account made")
    SIGNED_IN = "signed-in", N_("Signed in")
    SIGNED_OUT = "signed-out", N_("Signed out")
    SIGN_IN_FAILED = "sign-in-failed", N_("Sign-in failed")
    CODE_REFUSED = "code-refused", N_("Wrong code")
    PASSWORD_CHANGED = "password-changed", N_("Password changed")
    PASSWORD_RESET = "password-reset", N_("Password reset by mail")
    ADDRESS_ADDED = "address-added", N_("Mail address added")
    ADDRESS_CONFIRMED = "address-confirmed", N_("Mail address confirmed")
    ADDRESS_CHANGED = "address-changed", N_("Mail address changed")
    ADDRESS_REMOVED = "address-removed", N_("Mail address removed")
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
