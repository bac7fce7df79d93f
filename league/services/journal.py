"""The journal: every decision is one entry at the end of its league's hash chain.

`record` is called inside the decision's transaction, after all its other locks: it locks the end of the chain until the
transaction ends, and a lock taken after it could deadlock.
"""

import datetime as dt
import json
from collections.abc import Mapping
from typing import Any

from league.enums import JournalKind
from league.models import Fixture, JournalEntry, JournalHead, League, Player, Team, User
from league.models.journal import LONGEST
from league.queries.journal import head_of, links_of
from league.rules.chain import ABOUT, Broken, Whole, beyond, entry_hash, follow
from league.translation import Text, text_parts


def record(
    league: League,
    kind: JournalKind,
    key: str,
    *,
    by: User | None,
    now: dt.datetime,
    what: Text,
    why: str = "",
    fixture: Fixture | None = None,
    team: Team | None = None,
    player: Player | None = None,
    data: Mapping[str, Any] | None = None,
) -> JournalEntry:
    """Append an entry to the league's chain (three queries, however long it is).

    Args:
        key: names the decision, e.g. ``12:1`` for version 1 of fixture 12's result; unique by kind and league.
        by: None for the installation itself (a command).
        what: one sentence, past tense, without any person's name: ``{player}`` stands for that of `player`.
        fixture, team, player: whose history shows it.
        data: JSON values of whole numbers, text, lists and objects.

    Raises:
        IntegrityError: the decision has its entry already; the caller's transaction fails with it.
    """
    about = dict(zip(ABOUT, (by, fixture, team, player), strict=True))
    head = _locked_head(league)
    number, previous = head.number + 1, head.hash
    columns: dict[str, Any] = {
        "kind": kind.value,
        "key": key,
        "what": what[:LONGEST],
        "made_of": text_parts(what),
        "why": why,
        # As the database gives it back, so that what is hashed now is what is hashed when the chain is verified.
        "data": json.loads(json.dumps(data or {})),
        "refs": {name: str(thing.uid) for name, thing in about.items() if thing is not None},
    }
    entry = JournalEntry.objects.create(
        league=league,
        number=number,
        at=now,
        previous=previous,
        hash=entry_hash(previous, number=number, at=now, **columns),
        **about,
        **columns,
    )
    head.number, head.hash = number, entry.hash
    head.save(update_fields=["number", "hash"])
    return entry


def record_numbered(
    league: League, kind: JournalKind, key: str, what: Text, *, by: User | None, now: dt.datetime, **more: Any
) -> JournalEntry:
    """Append an entry about what may be decided repeatedly: `key` gets the next number.

    Numbered, not dated: two changes may fall into one moment of a coarse clock. The chain is locked before the number
    is taken.
    """
    lock_journal(league)
    number = JournalEntry.objects.filter(league=league, kind=kind, key__startswith=key).count() + 1
    return record(league, kind, f"{key}{number}", by=by, now=now, what=what, **more)


def lock_journal(league: League) -> None:
    """Lock the end of a league's chain until the transaction ends."""
    _locked_head(league)


def _locked_head(league: League) -> JournalHead:
    heads = JournalHead.objects.select_for_update(of=("self",))
    head = next(iter(heads.filter(league=league)), None)
    if head is not None:
        return head
    # The league's first entry. Of two at once one makes the row; the other waits for it, and then for its lock.
    JournalHead.objects.get_or_create(league=league)
    return heads.get(league=league)


def verify(league: League) -> Whole | Broken:
    """Verify a league's chain, read as a stream; entries appended meanwhile are left to the next time.

    Each entry's hash must match its content, rest on the one before, and be about the same people, teams and fixtures
    as its columns; the numbers have no gap, and the last entry is the stored head. Return its length and last hash, or
    the first broken place.
    """
    head = head_of(league)
    chain = follow(links_of(league, until=head.number), number=head.number, hash=head.hash)
    # An entry and the end that moves with it are seen together; one that is seen without was not written here.
    more = JournalEntry.objects.filter(league=league, number__gt=head.number).exists()
    if isinstance(chain, Whole) and more and head_of(league).number == head.number:
        return beyond(head.number)
    return chain


def find_hash(league: League, hash: str) -> int | None:
    """Return the number of the entry with this hash, or None: a hash noted elsewhere that is gone means a rewritten
    chain."""
    numbers = JournalEntry.objects.filter(league=league, hash=hash).values_list("number", flat=True)
    return numbers.first()
