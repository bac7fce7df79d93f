"""The words that a row can be in, and for those that move, the one table of allowed moves."""

from collections.abc import Mapping

from django.db.models import IntegerChoices, TextChoices


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


class WeekKind(TextChoices):
    PLAY = "play", "Play"
    CATCH_UP = "catch-up", "Catch-up"
    NO_PLAY = "no-play", "No play"


class Night(IntegerChoices):
    """Days of the week as `date.weekday()` counts them."""

    MONDAY = 0, "Monday"
    TUESDAY = 1, "Tuesday"
    WEDNESDAY = 2, "Wednesday"
    THURSDAY = 3, "Thursday"
    FRIDAY = 4, "Friday"
    SATURDAY = 5, "Saturday"
    SUNDAY = 6, "Sunday"


class FixtureState(TextChoices):
    """Whether a fixture has a date. Whether it has been played is its live result's affair."""

    SCHEDULED = "scheduled", "Scheduled"
    POSTPONED = "postponed", "Postponed"  # it has no date
    CANCELLED = "cancelled", "Cancelled"  # it will not be played: a team has withdrawn, or both sides get nothing


class SecondHalf(TextChoices):
    """How the rounds after the first follow from it."""

    MIRRORED = "mirrored", "Mirrored: the same order of weeks, home and away swapped"
    FRENCH = "french", "French: the first week of the half comes last; fewer breaks"


class WithdrawalPolicy(TextChoices):
    """What becomes of the results of a team that withdraws."""

    VOID = "void", "All its results are void"
    VOID_BEFORE_HALF = "void-before-half", "Void before half-way; after it, only those of the second half"
    STAND = "stand", "What was played stands"


class UnplayedPolicy(TextChoices):
    """What becomes of a fixture that is unplayed after the catch-up week of its round (R54)."""

    SECRETARY = "secretary", "The secretary decides"
    NIL = "nil", "Both sides get nothing"
    AWARDED = "awarded", "Awarded to the side that did not postpone"


class TimetableState(TextChoices):
    WAITING = "waiting", "Waiting"
    SOLVING = "solving", "Being made"
    READY = "ready", "Ready to look at"
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
    PLAYED = "played", "Played"
    WALKOVER = "walkover", "Walkover"


class ResultState(TextChoices):
    SUBMITTED = "submitted", "Waiting for the other captain"
    CONFIRMED = "confirmed", "Confirmed"
    DISPUTED = "disputed", "Disputed"
    COUNTER = "counter", "The other side's sheet"
    SUPERSEDED = "superseded", "Superseded"


# A live result is the one the fixture rests on; there is at most one.
LIVE_STATES = (ResultState.SUBMITTED, ResultState.CONFIRMED, ResultState.DISPUTED)

RESULT_MOVES: Mapping[ResultState, frozenset[ResultState]] = {
    ResultState.SUBMITTED: frozenset({ResultState.CONFIRMED, ResultState.DISPUTED, ResultState.SUPERSEDED}),
    ResultState.DISPUTED: frozenset({ResultState.CONFIRMED, ResultState.SUPERSEDED}),
    ResultState.COUNTER: frozenset({ResultState.CONFIRMED, ResultState.SUPERSEDED}),
    ResultState.CONFIRMED: frozenset({ResultState.SUPERSEDED}),
    ResultState.SUPERSEDED: frozenset(),
}


class Settlement(TextChoices):
    """How a result came to be confirmed."""

    OTHER_SIDE = "other-side", "Confirmed by the other side"
    ACCEPTED = "accepted", "The other side's sheet was accepted"
    RULING = "ruling", "By a ruling"
    SECRETARY = "secretary", "Entered by the secretary"
    IMPORTED = "imported", "Loaded from the secretary's spreadsheet"
    POLICY = "policy", "By the league's rule about unplayed fixtures"


class DisputeState(TextChoices):
    OPEN = "open", "Open"
    SETTLED = "settled", "Settled"


class PostponementState(TextChoices):
    """Where a postponement has come to. The fixture keeps its date until there is another, or none."""

    REQUESTED = "requested", "Waiting for an answer"
    OWED = "owed", "No date yet"
    AGREED = "agreed", "Date agreed"
    PLACED = "placed", "Placed in the catch-up week"
    REFUSED = "refused", "Refused"
    WITHDRAWN = "withdrawn", "Taken back"
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
    RESULT_CONFIRMED = "result-confirmed", "Result confirmed"
    RESULT_DISPUTED = "result-disputed", "Result disputed"
    DISPUTE_SETTLED = "dispute-settled", "Dispute settled"
    RULING_MADE = "ruling-made", "A ruling on your fixture"
    CAPTAIN_INFORMED = "captain-informed", "The captain is informed"
    FIXTURE_REMINDER = "fixture-reminder", "A fixture is coming"
    RESULT_DUE = "result-due", "A result is due"
    RESULT_OVERDUE = "result-overdue", "A result is overdue"
    POSTPONEMENT_ASKED = "postponement-asked", "A postponement is asked for"
    POSTPONEMENT_AGREED = "postponement-agreed", "A new date is agreed"
    POSTPONEMENT_PLACED = "postponement-placed", "A fixture was placed in the catch-up week"
    POSTPONEMENT_REFUSED = "postponement-refused", "A postponement is refused or taken back"
    POSTPONEMENT_OWED = "postponement-owed", "A fixture has no date"
    FIXTURE_MOVED = "fixture-moved", "A fixture was moved"
    FIXTURE_CANCELLED = "fixture-cancelled", "A fixture will not be played"
    TIMETABLE_PUBLISHED = "timetable-published", "The timetable is published"


class NoticeState(TextChoices):
    """What has become of a notice as mail. It stands on the pages whatever this says."""

    WAITING = "waiting", "Waiting"
    SENT = "sent", "Sent"
    FAILED = "failed", "Could not be delivered"
    CANCELLED = "cancelled", "No longer needed"
    NOT_WANTED = "not-wanted", "Not wanted as mail"


class Delivery(TextChoices):
    """How a person wants notices of a kind."""

    MAIL = "mail", "At once"
    DIGEST = "digest", "Once a day, together"
    NONE = "none", "Not by mail"


class JournalKind(TextChoices):
    SEASON_IMPORTED = "season-imported", "Season imported"
    RESULT_SUBMITTED = "result-submitted", "Result submitted"
    RESULT_CONFIRMED = "result-confirmed", "Result confirmed"
    RESULT_DISPUTED = "result-disputed", "Result disputed"
    DISPUTE_SETTLED = "dispute-settled", "Dispute settled"
    WALKOVER_GIVEN = "walkover-given", "Walkover given"
    FIXTURE_POSTPONED = "fixture-postponed", "Fixture postponed"
    POSTPONEMENT_REQUESTED = "postponement-requested", "Postponement asked for"
    POSTPONEMENT_ANSWERED = "postponement-answered", "Postponement answered with other dates"
    POSTPONEMENT_AGREED = "postponement-agreed", "New date agreed"
    POSTPONEMENT_REFUSED = "postponement-refused", "Postponement refused"
    POSTPONEMENT_WITHDRAWN = "postponement-withdrawn", "Postponement taken back"
    POSTPONEMENT_PLACED = "postponement-placed", "Placed in the catch-up week"
    POSTPONEMENT_LAPSED = "postponement-lapsed", "Not played in time"
    FIXTURE_MOVED = "fixture-moved", "Fixture moved"
    FIXTURE_CANCELLED = "fixture-cancelled", "Fixture cancelled"
    SEASON_MADE = "season-made", "Season made"
    TIMETABLE_PUBLISHED = "timetable-published", "Timetable published"
    TEAM_ADDED = "team-added", "Team added"
    TEAM_WITHDRAWN = "team-withdrawn", "Team withdrawn"
    CALL_RULED = "call-ruled", "Call ruled on"
    GAME_AWARDED = "game-awarded", "Game awarded"
