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
    POSTPONED = "postponed", "Postponed"


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


class DisputeState(TextChoices):
    OPEN = "open", "Open"
    SETTLED = "settled", "Settled"


class PostponementState(TextChoices):
    REQUESTED = "requested", "Requested"
    OWED = "owed", "No date yet"
    AGREED = "agreed", "Date agreed"
    PLACED = "placed", "Placed in the catch-up week"
    REFUSED = "refused", "Refused"


class NoticeKind(TextChoices):
    RESULT_TO_CONFIRM = "result-to-confirm", "A result to confirm"
    RESULT_CONFIRMED = "result-confirmed", "Result confirmed"
    RESULT_DISPUTED = "result-disputed", "Result disputed"
    DISPUTE_SETTLED = "dispute-settled", "Dispute settled"
    RULING_MADE = "ruling-made", "A ruling on your fixture"
    CAPTAIN_INFORMED = "captain-informed", "The captain is informed"


class JournalKind(TextChoices):
    SEASON_IMPORTED = "season-imported", "Season imported"
    RESULT_SUBMITTED = "result-submitted", "Result submitted"
    RESULT_CONFIRMED = "result-confirmed", "Result confirmed"
    RESULT_DISPUTED = "result-disputed", "Result disputed"
    DISPUTE_SETTLED = "dispute-settled", "Dispute settled"
    WALKOVER_GIVEN = "walkover-given", "Walkover given"
    FIXTURE_POSTPONED = "fixture-postponed", "Fixture postponed"
    CALL_RULED = "call-ruled", "Call ruled on"
    GAME_AWARDED = "game-awarded", "Game awarded"
