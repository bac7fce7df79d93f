"""Writing the journal. Every decision calls this once, inside its own transaction, after all its other locks."""

import datetime as dt
from typing import Any

from league.enums import JournalKind
from league.models import Fixture, JournalEntry, JournalHead, League, Player, Team, User
from league.rules.chain import entry_hash


def record(
    league: League,
    kind: JournalKind,
    key: str,
    *,
    by: User | None,
    now: dt.datetime,
    what: str,
    why: str = "",
    fixture: Fixture | None = None,
    team: Team | None = None,
    player: Player | None = None,
    data: dict[str, Any] | None = None,
) -> JournalEntry:
    """Add one entry at the end of the league's chain.

    Args:
        key: names the decision, e.g. ``12:1`` for version 1 of fixture 12's result; once a kind and league.
        by: who decided; None for the installation itself (a command).
        what: one sentence, past tense, without any person's name: ``{player}`` stands for that of `player`.
        why: the reason given, if any.
        fixture: what it is about; `team` and `player` likewise. Their histories show it.
        data: JSON values of whole numbers, text, lists and objects.

    Raises:
        IntegrityError: the decision has its entry already; the caller's transaction fails with it.
    """
    about = {"by": by, "fixture": fixture, "team": team, "player": player}
    refs = {name: str(thing.uid) for name, thing in about.items() if thing is not None}
    head = _head(league)
    number, previous = head.number + 1, head.hash
    said: dict[str, Any] = {
        "kind": kind.value,
        "key": key,
        "what": what[:250],
        "why": why,
        "data": data or {},
        "refs": refs,
    }
    entry = JournalEntry.objects.create(
        league=league,
        by=by,
        fixture=fixture,
        team=team,
        player=player,
        number=number,
        at=now,
        previous=previous,
        hash=entry_hash(previous, number=number, at=now, **said),
        **said,
    )
    head.number, head.hash = number, entry.hash
    head.save(update_fields=["number", "hash"])
    return entry


def _head(league: League) -> JournalHead:
    """The end of the league's chain, locked until the transaction ends."""
    JournalHead.objects.get_or_create(league=league)
    return JournalHead.objects.select_for_update(of=("self",)).get(league=league)
