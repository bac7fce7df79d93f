"""Numbers of rows that stand inside texts and JSON: what they mean here, where code goes by them.

Notices, drafts and breaches are the only ones. The journal's data and keys are history: they keep the numbers of the
server on which it was written, are covered by the chain, and nothing follows them (`JournalEntry.imported`).
"""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from league.enums import NoticeKind
from league.models import Notice, Player, Result, SheetDraft
from league.queries.mail.kinds import KEY_PART, KINDS, NAMED
from league.rules.typed_names import NEW

Numbers = Mapping[type[Any], Mapping[int, int]]
LONGEST = 120

NOTICES = {kind: one.keys for kind, one in KINDS.items()}


@cache
def _pattern(shape: str) -> tuple[re.Pattern[str], tuple[type[Any], ...]]:
    """What recognises a key of a shape, and the models that its numbers are of."""
    parts = [match.groups() for match in KEY_PART.finditer(shape)]
    text = "".join(r"(\d{1,18})" if model else ".*" if rest else re.escape(plain) for model, rest, plain in parts)
    return re.compile(text), tuple(NAMED[model] for model, _, _ in parts if model)


def notice_key(kind: str, key: str, numbers: Numbers, *, league_id: int) -> str:
    """Return the key of a notice here.

    A key whose numbers are not understood gets the league's in front: it then names nothing that could be owed here, so
    that no notice to come is taken for one that was owed on the other server.
    """
    for shape in NOTICES[NoticeKind(kind)]:
        pattern, models = _pattern(shape)
        found = pattern.fullmatch(key)
        if found is None:
            continue
        here = [numbers[model].get(int(number)) for model, number in zip(models, found.groups(), strict=True)]
        if None not in here:
            return _with_numbers(found, here)
    foreign = f"from-elsewhere/{league_id}/{key.replace(':', '/')}"
    if len(foreign) <= LONGEST:
        return foreign
    return f"from-elsewhere/{league_id}/{hashlib.sha256(key.encode()).hexdigest()}"


def _with_numbers(found: re.Match[str], here: Sequence[int | None]) -> str:
    """The key that was found, with these numbers in place of its own."""
    key = found.string
    for place, number in reversed([*enumerate(here, start=1)]):
        key = f"{key[: found.start(place)]}{number}{key[found.end(place) :]}"
    return key


def invitation_of(kind: str, key: str) -> int | None:
    """The number, in the file, of the invitation whose link a notice's letter holds; None where it holds none."""
    for shape in NOTICES[NoticeKind.INVITATION] if kind == NoticeKind.INVITATION else ():
        found = _pattern(shape)[0].fullmatch(key)
        if found is not None:
            return int(found[1])
    return None


_SEAT = re.compile(r"m\d+-(?:home|away)-\d+")
_MEANT = re.compile(r"m\d+-(?:home|away)-\d+-is")
# A player's number; in an answer who is meant by a name, the name behind it. 0 is somebody new, here as there.
_NUMBER = re.compile(r"([0-9]{1,18})( .*)?", re.DOTALL)


def draft(sheet: Any, numbers: Numbers) -> Any:
    """Return a captain's unfinished sheet with the players' numbers here, without those of players who are no more."""
    if not isinstance(sheet, dict):
        return sheet
    kept = {}
    for name, typed in sheet.items():
        meant = _MEANT.fullmatch(name)
        found = _NUMBER.fullmatch(typed) if (meant or _SEAT.fullmatch(name)) and isinstance(typed, str) else None
        if found is None or (found[2] and not meant):
            kept[name] = typed
            continue
        old = int(found[1])
        number = NEW if meant and old == NEW else numbers[Player].get(old)
        if number is not None:
            kept[name] = f"{number}{found[2] or ''}"
    return kept


def breaches(kept: Any, numbers: Numbers) -> Any:
    """The breaches of eligibility that a sheet was taken with, with the players' numbers here."""
    if not isinstance(kept, list):
        return kept
    return [
        {**breach, "player": numbers[Player].get(breach["player"])}
        if isinstance(breach, dict) and isinstance(breach.get("player"), int)
        else breach
        for breach in kept
    ]


Row = dict[str, Any]


def _in_notice(row: Row, numbers: Numbers, league_id: int) -> None:
    row["key"] = notice_key(row["kind"], row["key"], numbers, league_id=league_id)


def _in_draft(row: Row, numbers: Numbers, league_id: int) -> None:
    row["sheet"] = draft(row["sheet"], numbers)


def _in_result(row: Row, numbers: Numbers, league_id: int) -> None:
    row["breaches"] = breaches(row["breaches"], numbers)


REWRITES: dict[type[Any], Callable[[Row, Numbers, int], None]] = {
    Notice: _in_notice,
    SheetDraft: _in_draft,
    Result: _in_result,
}
"""What is done to a row whose texts or JSON hold numbers."""
