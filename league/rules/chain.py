"""The chain of a league's journal: each entry's hash covers what it says and the hash of the one before.

What is hashed survives a move to another server: no row numbers of the database, and no person's name.
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
    made_of: Mapping[str, Any] | None = None,
) -> str:
    """The hash of an entry, as 64 hexadecimal digits.

    Args:
        previous: the hash of the entry before; blank for the first of a league.
        number: the entry's place in the chain, from 1.
        at: aware; hashed in UTC.
        data: JSON values; the order of keys does not matter.
        refs: uid by "by", "fixture", "team" and "player", as far as the entry names them.
        made_of: what the sentence was made of (`rules.kept`). An entry without it has the hash it had before there was
            any.
    """
    said = [previous, number, at.astimezone(dt.UTC).isoformat(), kind, key, what, why, dict(data), dict(refs)]
    if made_of:
        said.append(dict(made_of))
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Link:
    """One entry as it is stored.

    Attributes:
        said: the arguments of `entry_hash` but the first, by name.
        rows: the uid of the row that each column of `ABOUT` points at; blank for none.
        imported: it came with a league from another server.
    """

    number: int
    previous: str
    hash: str
    said: Mapping[str, Any]
    rows: Mapping[str, str]
    imported: bool = False

    def fits(self, number: int | None = None) -> bool:
        """Check whether the entry's hash is that of what it says, at its own place or at another."""
        at = self.number if number is None else number
        return entry_hash(self.previous, number=at, **self.said) == self.hash


@dataclass(frozen=True, slots=True)
class Whole:
    """A chain in which nothing is wrong: how many entries it has, and the hash it ends with."""

    number: int
    hash: str


@dataclass(frozen=True, slots=True)
class Broken:
    """The first place where a chain is broken.

    Attributes:
        number: the entry's.
        code: "changed", "missing", "put-in" or "cut-off".
        message: what is wrong, as a sentence.
    """

    number: int
    code: str
    message: Text


def follow(links: Iterable[Link], *, number: int, hash: str) -> Whole | Broken:
    """Follow a chain to where it is said to end.

    Args:
        links: every entry, by number.
        number: where the chain is said to end; `hash` likewise.
    """
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
    """An entry stands after the one that the chain ends with."""
    return Broken(number + 1, "put-in", Text("put in at the end: the chain ended with entry {number}", number=number))


def _wrong_with(link: Link, number: int, before: str) -> Broken | None:
    """What is wrong with the entry that comes next, if anything.

    One that still fits its own hash was not changed itself: then the fault lies with what stands before it.
    """
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
    """Whether a column points at another row than the entry was written about.

    Who it was `by` may be nobody of this server, where the entry came from another.
    """
    refs: Mapping[str, str] = link.said["refs"]
    for name in ABOUT:
        said, row = refs.get(name, ""), link.rows[name]
        if said != row and not (name == "by" and link.imported and not row):
            return Broken(link.number, "changed", Text("changed: it was written about another “{name}”", name=name))
    return None
