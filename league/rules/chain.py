"""The hash chain of a league's journal: each entry's hash covers its content and the hash before.

No row numbers and no person's name are hashed, so that it survives a move to another server.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.text import N_, Text

ABOUT = ("by", "fixture", "team", "player")
"""Whom and what an entry may be about: columns of the database, and by `uid` what is hashed."""


def entry_hash(previous: str, *, number: int, **content: Any) -> str:
    """Hash an entry; 64 hexadecimal digits.

    Args:
        previous: the hash before; blank for the first of a league.
        number: from 1.
        content: arguments of `hashed_rest`.
    """
    return hashlib.sha256(f'["{previous}",{number},{hashed_rest(**content)}'.encode()).hexdigest()


def hashed_rest(
    *,
    at: dt.datetime,
    kind: str,
    key: str,
    what: str,
    why: str,
    data: Mapping[str, Any],
    refs: Mapping[str, str],
    made_of: Mapping[str, Any] | None = None,
) -> str:
    """Return what of an entry is hashed behind the hash before and its number: the end of a list in JSON.

    Args:
        at: aware; hashed in UTC.
        data: JSON values; the order of keys does not matter.
        refs: uid by "by", "fixture", "team" and "player".
        made_of: what the sentence was made of (`rules.stored_texts`); None leaves older hashes as they were.
    """
    said = [at.astimezone(dt.UTC).isoformat(), kind, key, what, why, dict(data), dict(refs)]
    if made_of:
        said.append(dict(made_of))
    return json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)[1:]


@dataclass(frozen=True, slots=True)
class Link:
    """One stored entry.

    Attributes:
        said: arguments of `entry_hash` but the first.
        rows: the uid of the row that each column of `ABOUT` points at.
        imported: it came with a league from another server.
    """

    number: int
    previous: str
    hash: str
    said: Mapping[str, Any]
    rows: Mapping[str, str]
    imported: bool = False

    def fits(self, number: int | None = None) -> bool:
        """Whether its hash matches its content, at its own number or another."""
        at = self.number if number is None else number
        return entry_hash(self.previous, number=at, **self.said) == self.hash


@dataclass(frozen=True, slots=True)
class Whole:
    """An unbroken chain's length and last hash."""

    number: int
    hash: str


@dataclass(frozen=True, slots=True)
class Broken:
    """The first fault of a chain; `code` is "changed", "missing", "put-in" or "cut-off"."""

    number: int
    code: str
    message: Text


def follow(links: Iterable[Link], *, number: int, hash: str) -> Whole | Broken:
    before, last = "", 0
    for link in links:
        wrong = _wrong_with(link, last + 1, before) or _pointed_elsewhere(link)
        if wrong is not None:
            return wrong
        before, last = link.hash, link.number
    if last < number:
        return Broken(
            last + 1, "cut-off", Text("cut off at the end: the chain went on to entry {number}", number=number)
        )
    if last > number:
        return beyond(number)
    if before != hash:
        return Broken(last, "changed", N_("it is not the entry that the chain ended with"))
    return Whole(last, before)


def beyond(number: int) -> Broken:
    return Broken(number + 1, "put-in", Text("put in at the end: the chain ended with entry {number}", number=number))


def _wrong_with(link: Link, number: int, before: str) -> Broken | None:
    """The fault of the next entry, if any. If it still matches its own hash, the fault lies before it."""
    if link.number != number:
        return Broken(number, "missing", Text("missing: entry {number} comes next", number=link.number))
    if link.previous == before:
        return (
            None if link.fits() else Broken(number, "changed", N_("changed: it does not say what its hash was made of"))
        )
    if link.fits(number + 1):
        return Broken(number, "missing", N_("missing: the one after it has taken its number"))
    if number > 1 and (link.fits() or link.fits(number - 1)):
        return Broken(
            number - 1, "put-in", Text("put in, or written anew: entry {number} followed on another one", number=number)
        )
    if link.fits():
        return Broken(number, "missing", N_("missing: the entry that stands here followed on another one"))
    return Broken(number, "changed", N_("changed: it does not say what its hash was made of"))


def _pointed_elsewhere(link: Link) -> Broken | None:
    """The fault of a column that points at another row. `by` may be nobody here, for imported entries."""
    refs: Mapping[str, str] = link.said["refs"]
    for name in ABOUT:
        said, row = refs.get(name, ""), link.rows[name]
        if said != row and not (name == "by" and link.imported and not row):
            return Broken(link.number, "changed", Text("changed: it was written about another “{name}”", name=name))
    return None
