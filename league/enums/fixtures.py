"""Words of fixtures, results, dates and disputes, and the moves between their states."""

from collections.abc import Mapping

from django.db.models import TextChoices

from league.rules import appeal_panels as panels
from league.rules.settings import LeagueSettings, SeasonSettings, option
from league.translation import N_


class Side(TextChoices):
    HOME = "home", N_("Home")
    AWAY = "away", N_("Away")

    @property
    def other(self) -> "Side":
        return Side.AWAY if self is Side.HOME else Side.HOME


class MatchKind(TextChoices):
    SINGLES = "singles", N_("Singles")
    DOUBLES = "doubles", N_("Doubles")
    TREBLES = "trebles", N_("Trebles")
    TEAM = "team", N_("Team match")


class MatchEnds(TextChoices):
    """`rules.formats` has the same words."""

    ALL = "all", N_("All its games are played")
    BEST = "best", N_("Best of so many")
    FIRST = "first", N_("First to win so many")


class GamesWritten(TextChoices):
    """The part of each game, or of a match, that is written down; `rules.formats` has the same words."""

    SCORES = "scores", N_("The loser’s score")
    WINNERS = "winners", N_("Who won it")
    TOTALS = "totals", N_("How many each side won")
    PEGGED = "pegged", N_("How many each side won, and the points pegged")


# The games of such a match have no rows.
COUNTED_GAMES = (GamesWritten.TOTALS, GamesWritten.PEGGED)


class RulesetName(TextChoices):
    """Named rulesets of the scoring engine; a test compares the two lists."""

    LEAGUE = "league", N_("League")
    HOYLE = "hoyle", N_("Hoyle")
    HOYLE_61 = "hoyle-61", N_("Hoyle, once around")
    SIX_CARD = "six-card", N_("Six-card")
    SIX_CARD_61 = "six-card-61", N_("Six-card, 61 up")
    FIVE_CARD = "five-card", N_("Five-card")
    FIVE_CARD_STARTER_FIRST = "five-card-starter-first", N_("Five-card, starter first")
    SEVEN_CARD = "seven-card", N_("Seven-card")
    THREE_HANDED = "three-handed", N_("Three-handed")
    HOME_COMPUTER = "home-computer", N_("Home computer")
    HOME_COMPUTER_61 = "home-computer-61", N_("Home computer, once around")
    ACC = "acc", N_("American Cribbage Congress")


class ResultKind(TextChoices):
    """Kinds of result; each has its own points, never an invented score."""

    PLAYED = "played", N_("Played")
    WALKOVER = "walkover", N_("Walkover")
    ABANDONED = "abandoned", N_("Abandoned")  # the games played by then count, the others were not played
    NOBODY = "nobody", N_("Neither side came")  # no side has a point
    VOID = "void", N_("Void")  # it counts for nothing, as if it had not been played


class ResultState(TextChoices):
    SUBMITTED = "submitted", N_("Awaiting confirmation")
    CONFIRMED = "confirmed", N_("Confirmed")
    DISPUTED = "disputed", N_("Disputed")
    COUNTER = "counter", N_("The other side's sheet")
    PROPOSED = "proposed", N_("A correction to be confirmed")
    REJECTED = "rejected", N_("A correction that was not accepted")
    SUPERSEDED = "superseded", N_("Superseded")


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
    """How a result came to be confirmed."""

    OTHER_SIDE = "other-side", N_("Confirmed by the other side")
    CODE = "code", N_("Confirmed with a printed code of the other side")
    ACCEPTED = "accepted", N_("The other side's sheet was accepted")
    RULING = "ruling", N_("By a ruling")
    SECRETARY = "secretary", N_("Entered by the secretary")
    IMPORTED = "imported", N_("Loaded from the secretary's spreadsheet")
    POLICY = "policy", N_("By the league's rule about unplayed fixtures")
    AGREED = "agreed", N_("Both captains sent the same sheet")
    DEADLINE = "deadline", N_("By the deadline: the other side said nothing")
    UPHELD = "upheld", N_("Confirmed by the secretary: the other side did not answer")
    APPEAL = "appeal", N_("By an appeal")
    CARD = "card", N_("Confirmed as a score; names and games were added later")


class Detail(TextChoices):
    """How much of a fixture a result tells."""

    CARD = "card", N_("The whole card")
    SCORE = "score", N_("The score alone")


class FixtureState(TextChoices):
    """States of a fixture's date; whether it was played, its live result says."""

    SCHEDULED = "scheduled", N_("Scheduled")
    POSTPONED = "postponed", N_("Postponed")  # it has no date
    CANCELLED = "cancelled", N_("Cancelled")  # it will not be played: a team has withdrawn, or both sides get nothing


class UnplayedPolicy(TextChoices):
    """What becomes of a fixture unplayed after its round's catch-up week (R54)."""

    SECRETARY = option(SeasonSettings, "unplayed_policy", "secretary")
    NIL = option(SeasonSettings, "unplayed_policy", "nil")
    AWARDED = option(SeasonSettings, "unplayed_policy", "awarded")


class NewDates(TextChoices):
    """Who sets a postponed fixture's new date: its captains, or the secretary."""

    AGREED = option(SeasonSettings, "new_dates", "agreed")
    COMMITTEE = option(SeasonSettings, "new_dates", "committee")


class PostponementState(TextChoices):
    """The fixture keeps its date until there is another, or none."""

    REQUESTED = "requested", N_("Awaiting reply")
    OWED = "owed", N_("No date yet")
    AGREED = "agreed", N_("New date")
    PLACED = "placed", N_("Placed in the catch-up week")
    REFUSED = "refused", N_("Refused")
    WITHDRAWN = "withdrawn", N_("Withdrawn")
    PLAYED = "played", N_("Played meanwhile")
    LAPSED = "lapsed", N_("Not played in time")


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


class DisputeSubject(TextChoices):
    SHEET = "sheet", N_("The sheet")
    GAME = "game", N_("A game")
    CALL = "call", N_("A called hand")


class DisputeState(TextChoices):
    OPEN = "open", N_("Open")
    SETTLED = "settled", N_("Settled")
    WITHDRAWN = "withdrawn", N_("Withdrawn")
    LAPSED = "lapsed", N_("Closed: the fixture is cancelled")


DISPUTE_MOVES: Mapping[DisputeState, frozenset[DisputeState]] = {
    DisputeState.OPEN: frozenset({DisputeState.SETTLED, DisputeState.WITHDRAWN, DisputeState.LAPSED}),
    # A ruling that an appeal revokes leaves nothing settled.
    DisputeState.SETTLED: frozenset({DisputeState.OPEN}),
    DisputeState.WITHDRAWN: frozenset(),
    # A withdrawal that is reversed makes its fixtures count again, and what was disputed about them is open.
    DisputeState.LAPSED: frozenset({DisputeState.OPEN}),
}


class EvidenceKind(TextChoices):
    TEXT = "text", N_("A statement")
    HAND = "hand", N_("A hand")
    RECORD = "record", N_("A written game")
    PHOTO = "photo", N_("A photograph")


class Outcome(TextChoices):
    STANDS = "stands", N_("The score sheet stands")
    SHEET = "sheet", N_("One of the two sheets counts")
    SCORE = "score", N_("The game's score is corrected")
    AWARDED = "awarded", N_("The game is awarded")
    VOID = "void", N_("The result is void")


class AppealState(TextChoices):
    OPEN = "open", N_("Awaiting a decision")
    DISMISSED = "dismissed", N_("Dismissed: the ruling stands")
    ALLOWED = "allowed", N_("Allowed: the ruling is revoked")


APPEAL_MOVES: Mapping[AppealState, frozenset[AppealState]] = {
    AppealState.OPEN: frozenset({AppealState.DISMISSED, AppealState.ALLOWED}),
    AppealState.DISMISSED: frozenset(),
    AppealState.ALLOWED: frozenset(),
}


class AppealsBy(TextChoices):
    SECRETARY = option(LeagueSettings, "appeals_by", "secretary")
    COMMITTEE = option(LeagueSettings, "appeals_by", "committee")
    JUDGES = option(LeagueSettings, "appeals_by", "judges")


class AppealBody(TextChoices):
    """The body that decides an appeal, or is to as things stand (`rules.appeal_panels`)."""

    SECRETARY = panels.SECRETARY, N_("A secretary")
    COMMITTEE = panels.COMMITTEE, N_("The committee")
    CHAIR = panels.CHAIR, N_("The chair of the committee")
    LONGEST = panels.LONGEST, N_("The longest-serving member of the committee")
    JUDGES = panels.JUDGES, N_("The judges")


class ConductState(TextChoices):
    """States of a case of too many overcalls or false challenges in a game (R43)."""

    PROPOSED = "proposed", N_("To be decided")
    AWARDED = "awarded", N_("The game is awarded to the other side")
    DISMISSED = "dismissed", N_("Not persistent")
    LAPSED = "lapsed", N_("Closed: a ruling it rested on was revoked")


CONDUCT_MOVES: Mapping[ConductState, frozenset[ConductState]] = {
    ConductState.PROPOSED: frozenset({ConductState.AWARDED, ConductState.DISMISSED, ConductState.LAPSED}),
    # A successful appeal revokes the award; a referee who revokes their ruling leaves no case at all.
    ConductState.AWARDED: frozenset({ConductState.DISMISSED, ConductState.LAPSED}),
    ConductState.DISMISSED: frozenset(),
    # Another one can come of the same game.
    ConductState.LAPSED: frozenset(),
}
