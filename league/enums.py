"""The words that a row can be in, and for those that move, the one table of allowed moves."""

from collections.abc import Mapping

from django.db.models import IntegerChoices, TextChoices

from league.rules.settings import LeagueSettings, SeasonSettings, option
from league.rules.wording import WEEKDAYS


class Side(TextChoices):
    HOME = "home", "Home"
    AWAY = "away", "Away"

    @property
    def other(self) -> "Side":
        return Side.AWAY if self is Side.HOME else Side.HOME


class MatchKind(TextChoices):
    SINGLES = "singles", "Singles"
    DOUBLES = "doubles", "Doubles"


class RulesetName(TextChoices):
    """The named rulesets of the scoring engine; a test holds the two lists together."""

    LEAGUE = "league", "League"
    HOYLE = "hoyle", "Hoyle"
    SIX_CARD = "six-card", "Six-card"
    SIX_CARD_61 = "six-card-61", "Six-card, 61 up"
    FIVE_CARD = "five-card", "Five-card"
    FIVE_CARD_STARTER_FIRST = "five-card-starter-first", "Five-card, starter first"
    SEVEN_CARD = "seven-card", "Seven-card"
    THREE_HANDED = "three-handed", "Three-handed"
    HOME_COMPUTER = "home-computer", "Home computer"


class RoleKind(TextChoices):
    SECRETARY = "secretary", "Secretary"
    REFEREE = "referee", "Referee"
    CAPTAIN = "captain", "Captain"
    VICE_CAPTAIN = "vice-captain", "Vice-captain"
    PLAYER = "player", "Player"


class SecondFactor(TextChoices):
    """The people of a league who must have a second factor before a role of theirs counts (`access.grants`)."""

    NOBODY = option(LeagueSettings, "second_factor", "nobody")
    SECRETARIES = option(LeagueSettings, "second_factor", "secretaries")
    OFFICIALS = option(LeagueSettings, "second_factor", "officials")


class WeekKind(TextChoices):
    PLAY = "play", "Play"
    CATCH_UP = "catch-up", "Catch-up"
    NO_PLAY = "no-play", "No play"


class Night(IntegerChoices):
    """Days of the week as `date.weekday()` counts them."""

    MONDAY = 0, str(WEEKDAYS[0])
    TUESDAY = 1, str(WEEKDAYS[1])
    WEDNESDAY = 2, str(WEEKDAYS[2])
    THURSDAY = 3, str(WEEKDAYS[3])
    FRIDAY = 4, str(WEEKDAYS[4])
    SATURDAY = 5, str(WEEKDAYS[5])
    SUNDAY = 6, str(WEEKDAYS[6])


class FixtureState(TextChoices):
    """The states of a fixture's date. Its live result tells if it has been played."""

    SCHEDULED = "scheduled", "Scheduled"
    POSTPONED = "postponed", "Postponed"  # it has no date
    CANCELLED = "cancelled", "Cancelled"  # it will not be played: a team has withdrawn, or both sides get nothing


class SecondHalf(TextChoices):
    """The ways to make the rounds after the first from it."""

    MIRRORED = option(SeasonSettings, "second_half", "mirrored")
    FRENCH = option(SeasonSettings, "second_half", "french")


class WithdrawalPolicy(TextChoices):
    """The policies on the results of a team that withdraws."""

    VOID = option(SeasonSettings, "withdrawal_policy", "void")
    VOID_BEFORE_HALF = option(SeasonSettings, "withdrawal_policy", "void-before-half")
    STAND = option(SeasonSettings, "withdrawal_policy", "stand")


class UnplayedPolicy(TextChoices):
    """The policies on a fixture that is unplayed after the catch-up week of its round (R54)."""

    SECRETARY = option(SeasonSettings, "unplayed_policy", "secretary")
    NIL = option(SeasonSettings, "unplayed_policy", "nil")
    AWARDED = option(SeasonSettings, "unplayed_policy", "awarded")


class TimetableState(TextChoices):
    WAITING = "waiting", "Waiting"
    SOLVING = "solving", "Being made"
    READY = "ready", "Ready to view"
    FAILED = "failed", "Could not be made"
    PUBLISHED = "published", "Published"
    DISCARDED = "discarded", "Discarded"


TIMETABLE_MOVES: Mapping[TimetableState, frozenset[TimetableState]] = {
    TimetableState.WAITING: frozenset({TimetableState.SOLVING, TimetableState.DISCARDED}),
    TimetableState.SOLVING: frozenset({TimetableState.READY, TimetableState.FAILED, TimetableState.DISCARDED}),
    TimetableState.READY: frozenset({TimetableState.PUBLISHED, TimetableState.DISCARDED}),
    TimetableState.FAILED: frozenset({TimetableState.DISCARDED}),
    # Only for another one, and only before play begins.
    TimetableState.PUBLISHED: frozenset({TimetableState.DISCARDED}),
    TimetableState.DISCARDED: frozenset(),
}


class ResultKind(TextChoices):
    """The kinds of result. Each is a state with its own points, never an invented score."""

    PLAYED = "played", "Played"
    WALKOVER = "walkover", "Walkover"
    ABANDONED = "abandoned", "Abandoned"  # the games played by then count, the others were not played
    NOBODY = "nobody", "Neither side came"  # no side has a point
    VOID = "void", "Void"  # it counts for nothing, as if it had not been played


class ResultState(TextChoices):
    SUBMITTED = "submitted", "Awaiting confirmation"
    CONFIRMED = "confirmed", "Confirmed"
    DISPUTED = "disputed", "Disputed"
    COUNTER = "counter", "The other side's sheet"
    PROPOSED = "proposed", "A correction to be confirmed"
    REJECTED = "rejected", "A correction that was not accepted"
    SUPERSEDED = "superseded", "Superseded"


# A live result is the one the fixture rests on; there is at most one.
LIVE_STATES = (ResultState.SUBMITTED, ResultState.CONFIRMED, ResultState.DISPUTED)

RESULT_MOVES: Mapping[ResultState, frozenset[ResultState]] = {
    ResultState.SUBMITTED: frozenset({ResultState.CONFIRMED, ResultState.DISPUTED, ResultState.SUPERSEDED}),
    ResultState.DISPUTED: frozenset({ResultState.CONFIRMED, ResultState.SUPERSEDED}),
    ResultState.COUNTER: frozenset({ResultState.CONFIRMED, ResultState.SUPERSEDED}),
    # The confirmed sheet stays live, and counts, until the correction of it is confirmed.
    ResultState.PROPOSED: frozenset({ResultState.CONFIRMED, ResultState.REJECTED}),
    ResultState.CONFIRMED: frozenset({ResultState.SUPERSEDED}),
    ResultState.REJECTED: frozenset(),
    ResultState.SUPERSEDED: frozenset(),
}


class Settlement(TextChoices):
    """The ways in which a result can come to be confirmed."""

    OTHER_SIDE = "other-side", "Confirmed by the other side"
    ACCEPTED = "accepted", "The other side's sheet was accepted"
    RULING = "ruling", "By a ruling"
    SECRETARY = "secretary", "Entered by the secretary"
    IMPORTED = "imported", "Loaded from the secretary's spreadsheet"
    POLICY = "policy", "By the league's rule about unplayed fixtures"
    AGREED = "agreed", "Both captains sent the same sheet"
    DEADLINE = "deadline", "By the deadline: the other side said nothing"
    UPHELD = "upheld", "Confirmed by the secretary: the other side did not answer"
    APPEAL = "appeal", "By an appeal"


class DisputeSubject(TextChoices):
    SHEET = "sheet", "The sheet"
    GAME = "game", "A game"
    CALL = "call", "A called hand"


class DisputeState(TextChoices):
    OPEN = "open", "Open"
    SETTLED = "settled", "Settled"
    WITHDRAWN = "withdrawn", "Withdrawn"
    LAPSED = "lapsed", "Closed: the fixture is cancelled"


DISPUTE_MOVES: Mapping[DisputeState, frozenset[DisputeState]] = {
    DisputeState.OPEN: frozenset({DisputeState.SETTLED, DisputeState.WITHDRAWN, DisputeState.LAPSED}),
    # A ruling that an appeal revokes leaves nothing settled.
    DisputeState.SETTLED: frozenset({DisputeState.OPEN}),
    DisputeState.WITHDRAWN: frozenset(),
    # A withdrawal that is reversed makes its fixtures count again, and what was disputed about them is open.
    DisputeState.LAPSED: frozenset({DisputeState.OPEN}),
}


class EvidenceKind(TextChoices):
    TEXT = "text", "A statement"
    HAND = "hand", "A hand"
    RECORD = "record", "A written game"
    PHOTO = "photo", "A photograph"


class Outcome(TextChoices):
    """The outcomes of a ruling on a dispute."""

    STANDS = "stands", "The score sheet stands"
    SHEET = "sheet", "One of the two sheets counts"
    SCORE = "score", "The game's score is corrected"
    AWARDED = "awarded", "The game is awarded"
    VOID = "void", "The result is void"


class AppealState(TextChoices):
    OPEN = "open", "Awaiting the secretary"
    DISMISSED = "dismissed", "Dismissed: the ruling stands"
    ALLOWED = "allowed", "Allowed: the ruling is revoked"


APPEAL_MOVES: Mapping[AppealState, frozenset[AppealState]] = {
    AppealState.OPEN: frozenset({AppealState.DISMISSED, AppealState.ALLOWED}),
    AppealState.DISMISSED: frozenset(),
    AppealState.ALLOWED: frozenset(),
}


class ConductState(TextChoices):
    """The states of a case of too many overcalls or false challenges in a game (R43): a referee decides it."""

    PROPOSED = "proposed", "To be decided"
    AWARDED = "awarded", "The game is awarded to the other side"
    DISMISSED = "dismissed", "Not persistent"
    LAPSED = "lapsed", "Closed: a ruling it rested on was revoked"


CONDUCT_MOVES: Mapping[ConductState, frozenset[ConductState]] = {
    ConductState.PROPOSED: frozenset({ConductState.AWARDED, ConductState.DISMISSED, ConductState.LAPSED}),
    # A successful appeal revokes the award; a referee who revokes their ruling leaves no case at all.
    ConductState.AWARDED: frozenset({ConductState.DISMISSED, ConductState.LAPSED}),
    ConductState.DISMISSED: frozenset(),
    # Another one can come of the same game.
    ConductState.LAPSED: frozenset(),
}


class Enforcement(TextChoices):
    """The effects that a breach of eligibility can have on a sheet."""

    BLOCK = option(SeasonSettings, "eligibility", "block")
    WARN = option(SeasonSettings, "eligibility", "warn")


class GuestPolicy(TextChoices):
    """The policies on guests: players who are not registered for the team they play for."""

    NONE = option(SeasonSettings, "guests", "none")
    OTHER_TEAMS = option(SeasonSettings, "guests", "other-teams")
    ANYBODY = option(SeasonSettings, "guests", "anybody")


class PostponementState(TextChoices):
    """The states of a postponement. The fixture keeps its date until there is another, or none."""

    REQUESTED = "requested", "Awaiting reply"
    OWED = "owed", "No date yet"
    AGREED = "agreed", "Date agreed"
    PLACED = "placed", "Placed in the catch-up week"
    REFUSED = "refused", "Refused"
    WITHDRAWN = "withdrawn", "Withdrawn"
    PLAYED = "played", "Played meanwhile"
    LAPSED = "lapsed", "Not played in time"


# An open postponement still wants something done; there is at most one of a fixture.
OPEN_POSTPONEMENTS = (PostponementState.REQUESTED, PostponementState.OWED)

# An answer with other dates leaves it REQUESTED: the other side answers next.
POSTPONEMENT_MOVES: Mapping[PostponementState, frozenset[PostponementState]] = {
    PostponementState.REQUESTED: frozenset(
        {
            PostponementState.AGREED,
            PostponementState.OWED,
            PostponementState.PLACED,
            PostponementState.REFUSED,
            PostponementState.WITHDRAWN,
            PostponementState.PLAYED,
            PostponementState.LAPSED,
        }
    ),
    PostponementState.OWED: frozenset(
        {PostponementState.AGREED, PostponementState.PLACED, PostponementState.PLAYED, PostponementState.LAPSED}
    ),
    PostponementState.AGREED: frozenset({PostponementState.LAPSED}),
    PostponementState.PLACED: frozenset({PostponementState.LAPSED}),
    PostponementState.REFUSED: frozenset(),
    PostponementState.WITHDRAWN: frozenset(),
    PostponementState.PLAYED: frozenset(),
    PostponementState.LAPSED: frozenset(),
}


class NoticeKind(TextChoices):
    RESULT_TO_CONFIRM = "result-to-confirm", "A result to confirm"
    RESULT_UNANSWERABLE = "result-unanswerable", "A sheet that only the secretary can confirm"
    DEADLINE_MOVED = "deadline-moved", "More time to answer"
    RESULT_CONFIRMED = "result-confirmed", "Result confirmed"
    RESULT_DISPUTED = "result-disputed", "Result disputed"
    DISPUTE_SETTLED = "dispute-settled", "Dispute settled"
    RULING_MADE = "ruling-made", "A ruling on your fixture"
    CAPTAIN_INFORMED = "captain-informed", "The captain is informed"
    FIXTURE_REMINDER = "fixture-reminder", "A fixture is coming"
    RESULT_DUE = "result-due", "A result is due"
    RESULT_OVERDUE = "result-overdue", "A result is overdue"
    POSTPONEMENT_ASKED = "postponement-asked", "A postponement is requested"
    POSTPONEMENT_AGREED = "postponement-agreed", "A new date is agreed"
    POSTPONEMENT_PLACED = "postponement-placed", "A fixture was placed in the catch-up week"
    POSTPONEMENT_REFUSED = "postponement-refused", "A postponement is refused or withdrawn"
    POSTPONEMENT_OWED = "postponement-owed", "A fixture has no date"
    FIXTURE_MOVED = "fixture-moved", "A fixture was moved"
    FIXTURE_CANCELLED = "fixture-cancelled", "A fixture will not be played"
    TIMETABLE_PUBLISHED = "timetable-published", "The timetable is published"
    CORRECTION_TO_CONFIRM = "correction-to-confirm", "A correction to confirm"
    CORRECTION_ANSWERED = "correction-answered", "A correction was answered"
    RESULT_DECIDED = "result-decided", "The secretary decided about a result"
    POINTS_ADJUSTED = "points-adjusted", "Points were given or taken"
    DISPUTE_OPENED = "dispute-opened", "A dispute was opened"
    DISPUTE_ASSIGNED = "dispute-assigned", "A dispute for you to rule on"
    APPEAL_OPENED = "appeal-opened", "An appeal was made"
    APPEAL_DECIDED = "appeal-decided", "An appeal was decided"
    CONDUCT_PROPOSED = "conduct-proposed", "Conduct to decide about"
    INVITATION = "invitation", "An invitation"
    JOURNAL_HEAD = "journal-head", "The last entry of the journal, once a day"


class NoticeState(TextChoices):
    """The states of a notice as mail. The notice stands on the pages whatever its state."""

    WAITING = "waiting", "Waiting"
    SENT = "sent", "Sent"
    FAILED = "failed", "Could not be delivered"
    CANCELLED = "cancelled", "No longer needed"
    KEPT_BACK = "kept-back", "Kept back while hidden"
    NOT_WANTED = "not-wanted", "Not wanted as mail"


NOT_SENT_YET = (NoticeState.WAITING, NoticeState.KEPT_BACK)


class Delivery(TextChoices):
    """The ways in which a person can have notices of a kind mailed."""

    MAIL = "mail", "At once"
    DIGEST = "digest", "Once a day, together"
    NONE = "none", "Not by mail"


class JournalKind(TextChoices):
    SEASON_IMPORTED = "season-imported", "Season imported"
    RESULT_SUBMITTED = "result-submitted", "Result submitted"
    RESULT_CONFIRMED = "result-confirmed", "Result confirmed"
    RESULT_DISPUTED = "result-disputed", "Result disputed"
    DEADLINE_MOVED = "deadline-moved", "More time to answer"
    GUESTS_JUDGED = "guests-judged", "Guests judged again"
    DISPUTE_SETTLED = "dispute-settled", "Dispute settled"
    WALKOVER_GIVEN = "walkover-given", "Walkover given"
    FIXTURE_POSTPONED = "fixture-postponed", "Fixture postponed"
    POSTPONEMENT_REQUESTED = "postponement-requested", "Postponement requested"
    POSTPONEMENT_ANSWERED = "postponement-answered", "Postponement answered with other dates"
    POSTPONEMENT_AGREED = "postponement-agreed", "New date agreed"
    POSTPONEMENT_REFUSED = "postponement-refused", "Postponement refused"
    POSTPONEMENT_WITHDRAWN = "postponement-withdrawn", "Postponement withdrawn"
    POSTPONEMENT_PLACED = "postponement-placed", "Placed in the catch-up week"
    POSTPONEMENT_LAPSED = "postponement-lapsed", "Not played in time"
    FIXTURE_MOVED = "fixture-moved", "Fixture moved"
    FIXTURE_CANCELLED = "fixture-cancelled", "Fixture cancelled"
    SEASON_MADE = "season-made", "Season made"
    SEASON_CHANGED = "season-changed", "Season’s settings changed"
    TIMETABLE_PUBLISHED = "timetable-published", "Timetable published"
    TEAM_ADDED = "team-added", "Team added"
    TEAM_WITHDRAWN = "team-withdrawn", "Team withdrawn"
    TEAM_RETURNED = "team-returned", "Withdrawal reversed"
    TEAM_CHANGED = "team-changed", "Team changed"
    VENUE_CHANGED = "venue-changed", "Venue changed"
    LEAGUE_MADE = "league-made", "League made"
    HIDDEN = "hidden", "Hidden"
    RESTORED = "restored", "Shown again"
    DELETED = "deleted", "Deleted"
    CALL_RULED = "call-ruled", "Call ruled on"
    RULING_REVOKED = "ruling-revoked", "Ruling revoked by its referee"
    GAME_AWARDED = "game-awarded", "Game awarded"
    CORRECTION_PROPOSED = "correction-proposed", "Correction proposed"
    CORRECTION_ANSWERED = "correction-answered", "Correction answered"
    RESULT_CORRECTED = "result-corrected", "Result corrected"
    RESULT_DECIDED = "result-decided", "Result decided by the secretary"
    POINTS_ADJUSTED = "points-adjusted", "Points adjusted"
    DISPUTE_OPENED = "dispute-opened", "Dispute opened"
    DISPUTE_ASSIGNED = "dispute-assigned", "Dispute assigned"
    DISPUTE_WITHDRAWN = "dispute-withdrawn", "Dispute withdrawn"
    EVIDENCE_ADDED = "evidence-added", "Evidence added"
    APPEAL_OPENED = "appeal-opened", "Appeal made"
    APPEAL_DECIDED = "appeal-decided", "Appeal decided"
    CONDUCT_PROPOSED = "conduct-proposed", "Conduct to decide about"
    CONDUCT_DECIDED = "conduct-decided", "Conduct decided"
    PLAYER_REGISTERED = "player-registered", "Player registered"
    PLAYER_TRANSFERRED = "player-transferred", "Player transferred"
    PLAYER_RELEASED = "player-released", "Registration ended"
    ROLE_GIVEN = "role-given", "Role given"
    ROLE_ENDED = "role-ended", "Role ended"
    INVITED = "invited", "Invited"
    SETTINGS_CHANGED = "settings-changed", "Settings changed"
    PERSON_CHANGED = "person-changed", "Personal details changed"
    PERSON_EXPORTED = "person-exported", "A person's data exported"
    PERSON_ERASED = "person-erased", "A person erased"
    PLAYERS_MERGED = "players-merged", "Two players merged into one"
    FACTORS_RESET = "factors-reset", "Second factors removed"
    LEAGUE_EXPORTED = "league-exported", "League exported"
    LEAGUE_IMPORTED = "league-imported", "League imported"


class Scope(TextChoices):
    """The scopes of a token: what it may be used for. None allows more than the token's user may do."""

    READ = "read", "Read what you may read"
    RESULTS = "results", "Send, confirm and correct results"
    POSTPONEMENTS = "postponements", "Ask for other dates and answer"
    DISPUTES = "disputes", "Open disputes, add evidence, appeal"
    RULINGS = "rulings", "Rule on calls and disputes"
    SEASON = "season", "Run the league: seasons, teams, people, settings"
    EXPORT = "export", "Export a league or a person’s data"
    ACCOUNT = "account", "Change what is your own: details, messages, mail, calendar; have it erased"


class SecurityKind(TextChoices):
    """An event on one of the ways into an account, as its owner reads it."""

    SIGNED_UP = "signed-up", "Account made"
    SIGNED_IN = "signed-in", "Signed in"
    SIGNED_OUT = "signed-out", "Signed out"
    SIGN_IN_FAILED = "sign-in-failed", "Sign-in failed"
    CODE_REFUSED = "code-refused", "Wrong code"
    PASSWORD_CHANGED = "password-changed", "Password changed"
    PASSWORD_RESET = "password-reset", "Password reset by mail"
    ADDRESS_ADDED = "address-added", "Mail address added"
    ADDRESS_CONFIRMED = "address-confirmed", "Mail address confirmed"
    ADDRESS_CHANGED = "address-changed", "Mail address changed"
    ADDRESS_REMOVED = "address-removed", "Mail address removed"
    OLDER_DISCARDED = "older-discarded", "Everything older made useless"
    TOKEN_MADE = "token-made", "API token made"
    TOKEN_REVOKED = "token-revoked", "API token revoked"
    CALENDAR_MADE = "calendar-made", "Calendar link made"
    CALENDAR_REVOKED = "calendar-revoked", "Calendar link revoked"
    FACTOR_ADDED = "factor-added", "Second factor added"
    FACTOR_REMOVED = "factor-removed", "Second factor removed"
    FACTOR_RENEWED = "factor-renewed", "Recovery codes renewed"
    FACTOR_REFUSED = "factor-refused", "Second factor refused"
    SESSIONS_ENDED = "sessions-ended", "Signed out elsewhere"
    ROLE_GIVEN = "role-given", "Role given"
    ROLE_ENDED = "role-ended", "Role ended"
    DATA_EXPORTED = "data-exported", "Data downloaded"
    ADMIN_CHANGED = "admin-changed", "Changed by an administrator"


class OutageKind(TextChoices):
    """The reason for which the work that recurs was silent."""

    GAP = "gap", "Outage"
    JUMP = "jump", "Jump of the clock"
