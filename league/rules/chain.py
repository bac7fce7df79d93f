"""The chain of a league's journal: each entry's hash covers what it says and the hash of the one before.

What is hashed survives a move to another server: no row numbers of the database, and no person's name.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Mapping
from typing import Any


def entry_hash(
    previous: str,
    *,
    number: int,
    at: dt.datetime,
    kind: str,
    key: str,
    what: str,
    why: str,
    data: Mapping[str, Any],
    refs: Mapping[str, str],
) -> str:
    """The hash of an entry, as 64 hexadecimal digits.

    Args:
        previous: the hash of the entry before; blank for the first of a league.
        number: the entry's place in the chain, from 1.
        at: aware; hashed in UTC.
        data: JSON values; the order of keys does not matter.
        refs: uid by "by", "fixture", "team" and "player", as far as the entry names them.
    """
    said = [previous, number, at.astimezone(dt.UTC).isoformat(), kind, key, what, why, dict(data), dict(refs)]
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
