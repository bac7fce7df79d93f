"""The journal: every decision is one entry at the end of its league's hash chain.

`record` is called inside the decision's transaction, after all its other locks: it locks the end of the chain until the
transaction ends, and a lock taken after it could deadlock.
"""

import datetime as dt
import json
from collections.abc import Mapping
from typing import Any

from django.db import connection

from league.access import require_not_suspended
from league.enums import JournalKind, TeamKind
from league.models import Fixture, JournalEntry, JournalHead, League, Player, Team, User
from league.models.journal import LONGEST
from league.queries.journal import SIDES, head_of, links_of
from league.rules.chain import ABOUT, Broken, Whole, beyond, entry_hash, follow, hashed_rest
from league.rules.stored_texts import blank_names
from league.translation import Text, text_parts

# Of what may be done while a league is suspended (`access.suspension`).
WHILE_SUSPENDED = frozenset((
    JournalKind.DELETED, JournalKind.DOMAIN_CHANGED, JournalKind.FACTORS_RESET, JournalKind.HIDDEN, JournalKind.INVITED,
    JournalKind.LEAGUE_EXPORTED, JournalKind.LEAGUE_SUSPENDED, JournalKind.PERSON_CHANGED, JournalKind.PERSON_ERASED,
    JournalKind.PERSON_EXPORTED, JournalKind.QUOTA_CHANGED, JournalKind.RESTORED, JournalKind.ROLE_ENDED,
    JournalKind.SENDER_CHANGED, JournalKind.SETTINGS_CHANGED,
))  # fmt: skip


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
    """Append an entry to the league's chain (one query on PostgreSQL, else three, however long it is).

    Args:
        key: names the decision, e.g. ``12:1`` for version 1 of fixture 12's result; unique by kind and league.
        by: None for the installation itself (a command).
        what: one sentence, past tense, without any person's name: ``{player}`` stands for that of `player`.
        fixture, team, player: whose history shows it.
        data: JSON values of whole numbers, text, lists and objects.

    Raises:
        IntegrityError: the decision has its entry already; the caller's transaction fails with it.
        Suspended: the operator lets the league only be read.
    """
    if fixture is not None:
        what = _without_people(what, fixture)
    about = dict(zip(ABOUT, (by, fixture, team, player), strict=True))
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
    entry = JournalEntry(league=league, at=now, **about, **columns)
    rest, on_postgresql = hashed_rest(at=now, **columns), connection.vendor == "postgresql"
    if on_postgresql and _append_at_once(entry, rest):
        return entry
    head = _locked_head(league)
    if kind not in WHILE_SUSPENDED:
        require_not_suspended(head.league)
    if on_postgresql:
        _append_at_once(entry, rest)
        return entry
    entry.number, entry.previous = head.number + 1, head.hash
    entry.hash = entry_hash(entry.previous, number=entry.number, at=now, **columns)
    entry.save(force_insert=True)
    head.number, head.hash = entry.number, entry.hash
    head.save(update_fields=["number", "hash"])
    return entry


def _without_people(what: Text, fixture: Fixture) -> Text:
    """Write `{home}` and `{away}` for sides of a fixture that are people: a pair, a single player."""
    people = {team.name: mark for team, mark in zip(fixture.sides, SIDES, strict=True) if team.kind != TeamKind.TEAM}
    return blank_names(what, people) if people else what


# Whoever waits for the end of the chain waits for one statement and a commit. It is read, locked, moved and written
# by one: between several, each answer would wait for its thread's turn with the lock held.
_APPEND = """
WITH before AS (
    SELECT id, number, hash FROM "league_journalhead" WHERE league_id = %s AND (%s OR NOT EXISTS (
        SELECT FROM "league_league" WHERE "league_league".id = league_id AND suspended_at IS NOT NULL
    )) FOR UPDATE
),
moved AS (
    UPDATE "league_journalhead" SET number = before.number + 1, hash = encode(sha256(convert_to(
        '["' || before.hash || '",' || before.number + 1 || ',' || %s, 'UTF8')), 'hex')
    FROM before WHERE "league_journalhead".id = before.id
    RETURNING "league_journalhead".number, before.hash AS previous, "league_journalhead".hash
)
INSERT INTO "league_journalentry" (number, previous, hash, {columns})
SELECT number, previous, hash, {values} FROM moved RETURNING id, number, previous, hash
"""


def _append_at_once(entry: JournalEntry, rest: str) -> bool:
    """Append an entry in one statement of PostgreSQL; return False if its league has no chain yet, or is suspended."""
    fields = [f for f in entry._meta.concrete_fields if f.attname not in ("id", "number", "previous", "hash")]
    values = [field.get_db_prep_save(getattr(entry, field.attname), connection) for field in fields]
    # Without its length: what is too long is refused, and a cast would cut it off.
    casts = ", ".join(f"%s::{(field.db_type(connection) or '').partition('(')[0]}" for field in fields)
    sql = _APPEND.format(columns=", ".join(f'"{field.column}"' for field in fields), values=casts)
    with connection.cursor() as cursor:
        cursor.execute(sql, [entry.league_id, entry.kind in WHILE_SUSPENDED, rest, *values])
        written = cursor.fetchone()
    if written is not None:
        entry.pk, entry.number, entry.previous, entry.hash = written
        entry._state.adding = False
    return written is not None


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
    heads = JournalHead.objects.select_for_update(of=("self",)).select_related("league")
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
