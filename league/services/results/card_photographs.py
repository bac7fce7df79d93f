"""Photographs of a fixture's paper card: kept with the fixture, never a result by themselves.

Until numbers are entered the fixture waits for its score. Whoever types the card up submits a sheet like any other.
"""

import datetime as dt

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef

from league import access
from league.enums import DisputeState, JournalKind, ResultState
from league.errors import Invalid, WrongState
from league.models import CardPhotograph, Dispute, Fixture, JournalEntry, Result, User
from league.queries.results.card_photographs import journal_key, not_photographable
from league.rules.problems import Problem
from league.services.journal import record_numbered
from league.services.locks import lock_fixture
from league.services.photographs import Picture, clean_photograph
from league.services.quotas import require_room_for_photograph
from league.translation import Text

# Of one side: a blurred one is taken again, but nobody takes a card thirteen times.
MOST_CHANGES = 12
BATCH = 100


def photograph_card(fixture: Fixture, *, content: bytes, by: User, now: dt.datetime) -> CardPhotograph:
    """Keep a photograph of the card, in place of the one that its side had sent before.

    The same picture once more changes nothing.

    Raises:
        NotAllowed: neither captain of a side nor secretary.
        WrongState: the fixture has not begun, or its result is settled.
        Invalid: for `photograph`; it cannot be read or is too large, or this side has changed it too often.
    """
    # Decoding takes seconds and memory: what would be refused anyhow is not decoded, and nothing is locked meanwhile.
    require_open(fixture, by=by, now=now)
    return store_card(fixture, picture=clean_photograph(content), by=by, now=now)


@transaction.atomic
def store_card(fixture: Fixture, *, picture: Picture, by: User, now: dt.datetime) -> CardPhotograph:
    """Keep a picture that `clean_photograph` made. Raises as `photograph_card`."""
    fixture = lock_fixture(fixture)
    side = require_open(fixture, by=by, now=now)
    mine = CardPhotograph.objects.filter(fixture=fixture, side=side)
    before = mine.defer("content").annotate(size=F("content__octet_length")).first()
    if before is not None and before.sha256 == picture.sha256:
        return before
    replaced = 0 if before is None else before.size
    require_room_for_photograph(fixture.league, len(picture.content), instead_of=replaced)
    columns = {
        "content": picture.content, "sha256": picture.sha256, "width": picture.width, "height": picture.height,
        "added_by": by, "added_at": now,
    }  # fmt: skip
    kept, _ = CardPhotograph.objects.update_or_create(fixture=fixture, side=side, defaults=columns)
    params = {"fixture": str(fixture), "hash": picture.sha256}
    what = Text("photographed the card of {fixture} (SHA-256 {hash})", **params)
    if before is not None:
        what = Text("photographed the card of {fixture} again (SHA-256 {hash})", **params)
    record_numbered(
        fixture.league, JournalKind.CARD_PHOTOGRAPHED, journal_key(fixture, side), what, by=by, now=now, fixture=fixture
    )
    return kept


def require_open(fixture: Fixture, *, by: User, now: dt.datetime) -> str:
    """Return the side that photographs. Raises as `photograph_card`."""
    grants = access.require(by, "card.photograph", fixture.league, fixture, now=now)
    if refused := not_photographable(fixture, now=now):
        raise WrongState(refused)
    side = grants.side_of(fixture)
    changes = JournalEntry.objects.filter(
        league=fixture.league, kind=JournalKind.CARD_PHOTOGRAPHED, fixture=fixture,
        key__startswith=journal_key(fixture, side),
    )  # fmt: skip
    if changes.count() >= MOST_CHANGES:
        message = Text.plural(
            "The card was photographed {n} time already, which is the limit.",
            "The card was photographed {n} times already, which is the limit.",
            n=MOST_CHANGES,
        )
        raise Invalid([Problem("too-many", message, "photograph")])
    return side


def purge_card_photographs(*, now: dt.datetime) -> int:
    """Delete photographs of cards whose result has been settled long enough; return how many. The journal stays."""
    before = now - dt.timedelta(days=settings.CARD_PHOTOGRAPH_DAYS)
    fixture = OuterRef("fixture")
    settled = Result.objects.filter(fixture=fixture, live=True, state=ResultState.CONFIRMED, settled_at__lt=before)
    disputes = Dispute.objects.filter(fixture=fixture, state=DisputeState.OPEN)
    old = CardPhotograph.objects.filter(Exists(settled), ~Exists(disputes), added_at__lt=before)
    gone = 0
    while batch := list(old.order_by("pk").values_list("pk", flat=True)[:BATCH]):
        gone += CardPhotograph.objects.filter(pk__in=batch).delete()[0]
    return gone
