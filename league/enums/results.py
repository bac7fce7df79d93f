from collections.abc import Mapping

from django.db.models import TextChoices

from league.translation import N_


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
