"""What a secretary sees before deciding on a result, and what taking the last decision back restores."""

from dataclasses import dataclass

from league.enums import ResultKind, ResultState, Settlement
from league.models import Fixture, Result

# Who let a result count that a decision of the secretary may be.
BY_THE_LEAGUE = (Settlement.SECRETARY, Settlement.POLICY, Settlement.IMPORTED)


@dataclass(frozen=True, slots=True)
class Reversal:
    """The version that stands again when the last decision is taken back; None where there was none.

    Attributes:
        possible: whether there is a decision.
        waits: nobody had confirmed that version, so it waits to be confirmed again.
    """

    possible: bool
    version: Result | None = None
    waits: bool = False


def is_decision(result: Result) -> bool:
    """Whether a live version was decided by the secretary or by the league's own rule."""
    if result.state != ResultState.CONFIRMED or result.settlement not in BY_THE_LEAGUE:
        return False
    return result.kind != ResultKind.PLAYED or (
        result.settlement == Settlement.SECRETARY and result.corrects_id is not None
    )


def reversal_of(fixture: Fixture, live: Result | None) -> Reversal:
    """Return what stood before the last decision about a fixture (one query at most)."""
    versions = Result.objects.filter(fixture=fixture).select_related("submitted_by")
    if live is None:
        # A counter-sheet that was laid aside never stood; a dispute is closed before anything is decided.
        stood = versions.filter(state=ResultState.SUPERSEDED).exclude(counter_of__isnull=False, settlement="")
        last = _with_fixture(fixture, stood.order_by("-version").first())
        return Reversal(last is not None, last, last is not None and not last.settlement)
    if not is_decision(live):
        return Reversal(False)
    before = _with_fixture(fixture, versions.filter(pk=live.corrects_id).first() if live.corrects_id else None)
    return Reversal(True, before, before is not None and not before.settlement)


def _with_fixture(fixture: Fixture, result: Result | None) -> Result | None:
    if result is not None:
        result.fixture = fixture
    return result
