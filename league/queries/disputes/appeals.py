"""A fixture after its ruling is revoked: as before, so far as nothing else was decided since.

A game's score and its award are taken back separately: different rulings may have changed them.
"""

from dataclasses import dataclass

from league.enums import DisputeState, DisputeSubject, FixtureState, Outcome, ResultState, Settlement
from league.models import Dispute, Result, Ruling
from league.queries.calls.conduct import as_awarded
from league.queries.disputes.disputes import of_the_ruled, open_disputes_of
from league.queries.results.sheets import sheet_of
from league.rules.rulings import place_in, undone
from league.rules.sheets import ResultSheet

# What a referee or the secretary let count over the captains' heads: nobody has agreed to it.
BY_RULING = (Settlement.RULING, Settlement.APPEAL)


@dataclass(frozen=True, slots=True)
class Restoration:
    """The result that comes back when a ruling is revoked.

    Attributes:
        version: the older version whose sheet stands again as a whole.
        sheet: else the live sheet without what the ruling changed.
        held: the live sheet counts now only because of the ruling; it is disputed again.
        reopens: the dispute is open again.
    """

    version: Result | None = None
    sheet: ResultSheet | None = None
    held: bool = False
    reopens: bool = False


def restoration_of(ruling: Ruling, live: Result | None) -> Restoration:
    """Return what comes back when a ruling is revoked; what was decided or agreed on since is not touched."""
    fixture, dispute = ruling.fixture, ruling.dispute
    if fixture.state == FixtureState.CANCELLED:
        return Restoration()
    left = ruling.after or ruling.before
    since = _since(live, left) if live is not None and left is not None else None
    if live is None or left is None or since is None or live.state == ResultState.SUBMITTED:
        # The fixture rests on another sheet, or on none; a call is open whatever the sheet says. An award for conduct
        # is in every sheet, and taken back in every one.
        reopens = dispute is not None and ruling.after is None and _can_reopen(dispute, sheets=False)
        return Restoration(sheet=_sheet_without(ruling, live) if live and dispute is None else None, reopens=reopens)
    reopens = dispute is not None and _still_as_ruled(ruling, live, left) and _can_reopen(dispute, sheets=True)
    agreed = any(version.settlement and version.settlement not in BY_RULING for version in since)
    held = reopens and live.state == ResultState.CONFIRMED and not agreed and not _counted_before(ruling)
    if ruling.before is not None and ruling.after == live != ruling.before and live.state == ResultState.CONFIRMED:
        return Restoration(version=ruling.before, held=held, reopens=reopens)
    return Restoration(sheet=_sheet_without(ruling, live), held=held, reopens=reopens)


def _since(live: Result, left: Result) -> list[Result] | None:
    """Versions after the one a ruling left, the live one first; None if that is of another sheet's line (one query)."""
    versions = Result.objects.filter(fixture=live.fixture_id).in_bulk()
    found, version = [], versions.get(live.pk)
    while version is not None and version.pk != left.pk:
        found.append(version)
        version = versions.get(version.corrects_id or 0)
    return found if version is not None else None


def _still_as_ruled(ruling: Ruling, live: Result, left: Result) -> bool:
    """Whether what was disputed still is as the ruling left it."""
    dispute = ruling.dispute
    if dispute is None or live.pk == left.pk:
        return True
    # What was awarded for conduct since, or is so no more, is no other decision about the dispute.
    now, ruled = sheet_of(live), sheet_again(left)
    if dispute.match_number is None or dispute.game_number is None:
        return now == ruled
    place = dispute.match_number, dispute.game_number
    return place_in(now, *place) == place_in(ruled, *place)


def _can_reopen(dispute: Dispute, *, sheets: bool) -> bool:
    """Whether a dispute can be reopened: it was ruled on, and nobody disputes the same anew."""
    if dispute.state != DisputeState.SETTLED or not (sheets or dispute.subject == DisputeSubject.CALL):
        return False
    about = (dispute.subject, dispute.match_number, dispute.game_number, dispute.call_id)
    others = open_disputes_of(dispute.fixture, but=dispute)
    return all((d.subject, d.match_number, d.game_number, d.call_id) != about for d in others)


def _counted_before(ruling: Ruling) -> bool:
    """Whether the sheet counted when a ruling was made; only a dispute about it or a game keeps it waiting."""
    before = ruling.before
    if before is None or ruling.dispute is None or ruling.dispute.subject == DisputeSubject.CALL:
        return True
    if ruling.after is not None and ruling.after.pk == before.pk:
        return before.settlement != Settlement.RULING
    # A version that was held by another dispute then may have come to count since.
    return before.settled_at is not None and bool(before.settlement) and before.settled_at <= ruling.decided_at


def _sheet_without(ruling: Ruling, live: Result) -> ResultSheet | None:
    """The live sheet without what a ruling changed, where newer versions or another dispute have come since.

    Only what still is as the ruling made it goes back.
    """
    if ruling.after is None or ruling.before is None:
        return None
    now, before = sheet_of(live), sheet_of(ruling.before)
    older = _without_revoked(before, ruling.before)
    sheet = undone(now, before=before, after=sheet_of(ruling.after), instead=older)
    sheet = as_awarded(ruling.fixture, sheet, but=ruling)
    return sheet if sheet != now else None


def sheet_again(version: Result, *, but: Ruling | None = None) -> ResultSheet:
    """An older version's sheet without what rulings revoked since, and `but`, had changed and awarded."""
    return as_awarded(version.fixture, _without_revoked(sheet_of(version), version), but=but)


def _without_revoked(sheet: ResultSheet, version: Result) -> ResultSheet:
    """A version's sheet without the effect of earlier rulings that were revoked after it was made."""
    about = of_the_ruled("fixture", version.fixture_id)
    revoked = Ruling.objects.filter(about, revoked_at__gte=version.submitted_at, after__version__lte=version.version)
    # One that chose between two sheets has written nothing in either.
    revoked = revoked.exclude(outcome=Outcome.SHEET)
    # The last first: one that was made on another gives way to that, and this then to the one before.
    for ruling in revoked.select_related("before", "after").order_by("-after__version", "-pk"):
        if ruling.before is not None and ruling.after is not None:
            sheet = undone(sheet, before=sheet_of(ruling.before), after=sheet_of(ruling.after))
    return sheet
