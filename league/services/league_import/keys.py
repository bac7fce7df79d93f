"""Numbers of rows that stand inside texts and JSON: what they mean here, where code goes by them.

Notices, drafts and breaches are the only ones. The journal's data and keys are history: they keep the numbers of the
server on which it was written, are covered by the chain, and nothing follows them (`JournalEntry.imported`).
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Any

from league.enums import NoticeKind
from league.models import (
    Dispute,
    Entry,
    Fixture,
    Notice,
    Player,
    Postponement,
    Result,
    Ruling,
    SheetDraft,
    Timetable,
)

Numbers = Mapping[type[Any], Mapping[int, int]]
LONGEST = 120

_OF_FIXTURE = (re.compile(r"()(\d+)(:.*)"), Fixture)
_OF_A_DATE = (re.compile(r"(fixture:)(\d+)(:.*)"), Fixture)
_OF_POSTPONEMENT = (re.compile(r"()(\d+)((?::.*)?)"), Postponement)
_OF_RULING = (re.compile(r"(ruling:)(\d+)()"), Ruling)
Pattern = tuple[re.Pattern[str], type[Any]]

# What the number in a notice's key is of; the services that owe the notices say so.
NOTICES: dict[NoticeKind, tuple[Pattern, ...]] = {
    NoticeKind.FIXTURE_REMINDER: (_OF_A_DATE,),
    NoticeKind.RESULT_DUE: (_OF_A_DATE,),
    NoticeKind.RESULT_OVERDUE: (_OF_A_DATE,),
    NoticeKind.RESULT_TO_CONFIRM: (_OF_FIXTURE,),
    NoticeKind.RESULT_CONFIRMED: (_OF_FIXTURE,),
    NoticeKind.RESULT_DISPUTED: (_OF_FIXTURE,),
    NoticeKind.DISPUTE_SETTLED: ((re.compile(r"()(\d+)()"), Dispute),),
    NoticeKind.RULING_MADE: (_OF_RULING,),
    NoticeKind.CAPTAIN_INFORMED: (_OF_RULING,),
    NoticeKind.POSTPONEMENT_ASKED: (_OF_POSTPONEMENT,),
    NoticeKind.POSTPONEMENT_AGREED: (_OF_POSTPONEMENT,),
    NoticeKind.POSTPONEMENT_PLACED: (_OF_POSTPONEMENT,),
    NoticeKind.POSTPONEMENT_REFUSED: (_OF_POSTPONEMENT,),
    NoticeKind.POSTPONEMENT_OWED: (_OF_POSTPONEMENT,),
    NoticeKind.FIXTURE_MOVED: ((re.compile(r"(added:)(\d+)()"), Entry), _OF_FIXTURE),
    NoticeKind.FIXTURE_CANCELLED: ((re.compile(r"(withdrawn:)(\d+)()"), Entry), _OF_FIXTURE),
    NoticeKind.TIMETABLE_PUBLISHED: ((re.compile(r"(timetable:)(\d+)()"), Timetable),),
}


def notice_key(kind: str, key: str, numbers: Numbers, *, league_id: int) -> str:
    """What names a notice here.

    A key whose number is not understood gets the league's in front: it then names nothing that could be owed here, so
    that no notice to come is taken for one that was owed on the other server.
    """
    for pattern, model in NOTICES.get(NoticeKind(kind), ()):
        found = pattern.fullmatch(key)
        number = numbers[model].get(int(found[2])) if found and len(found[2]) < 19 else None
        if found and number is not None:
            return f"{found[1]}{number}{found[3]}"
    foreign = f"from-elsewhere:{league_id}:{key}"
    if len(foreign) <= LONGEST:
        return foreign
    return f"from-elsewhere:{league_id}:{hashlib.sha256(key.encode()).hexdigest()}"


_SEAT = re.compile(r"m\d+-(?:home|away)-\d+")


def draft(sheet: Any, numbers: Numbers) -> Any:
    """A captain's unfinished sheet, with the players' numbers here. A player who is no more is left out."""
    if not isinstance(sheet, dict):
        return sheet
    kept = {}
    for name, typed in sheet.items():
        if _SEAT.fullmatch(name) and isinstance(typed, str) and re.fullmatch(r"[0-9]{1,18}", typed):
            number = numbers[Player].get(int(typed))
            if number is not None:
                kept[name] = str(number)
        else:
            kept[name] = typed
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
