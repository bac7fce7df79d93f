from collections.abc import Mapping

from django.db.models import TextChoices

from league.rules.settings import SeasonSettings, option
from league.translation import N_


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
