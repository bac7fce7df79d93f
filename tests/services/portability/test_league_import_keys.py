"""What the numbers inside notices' keys become on another server."""

import pytest

from league.enums import NoticeKind
from league.models import (
    Adjustment,
    Appeal,
    Charge,
    ConductCase,
    Dispute,
    Entry,
    Fixture,
    Invitation,
    LateCard,
    LotsDrawn,
    MatchReport,
    Player,
    Postponement,
    RuleChange,
    Ruling,
    Season,
    Tie,
    Timetable,
)
from league.queries.mail.kinds import NAMED
from league.services.portability.league_import.keys import NOTICES, breaches, draft, notice_key

NUMBERS = {
    Adjustment: {1: 101},
    Appeal: {1: 102},
    ConductCase: {1: 103},
    Dispute: {1: 104},
    Entry: {1: 105},
    Fixture: {1: 106, 12: 112},
    Invitation: {1: 107},
    Player: {1: 108},
    Postponement: {1: 109},
    Ruling: {1: 110},
    Season: {1: 117},
    Timetable: {1: 111},
    LotsDrawn: {1: 113},
    MatchReport: {1: 116},
    Charge: {1: 113},
    RuleChange: {1: 114},
    LateCard: {1: 115},
    Tie: {1: 118},
}


def league_here(kind: NoticeKind, key: str) -> str:
    return notice_key(kind, key, NUMBERS, league_id=7)


@pytest.mark.parametrize(
    ("kind", "key", "expected"),
    [
        (NoticeKind.FIXTURE_REMINDER, "fixture:1:20261103T2000Z:7", "fixture:106:20261103T2000Z:7"),
        (NoticeKind.RESULT_DUE, "fixture:12:20261103T2000Z", "fixture:112:20261103T2000Z"),
        (NoticeKind.TIE_TO_PLAY, "1:20270312", "118:20270312"),
        (NoticeKind.RESULT_TO_CONFIRM, "1:1", "106:1"),
        (NoticeKind.RESULT_UNANSWERABLE, "1:1", "106:1"),
        (NoticeKind.CORRECTION_TO_CONFIRM, "12:3", "112:3"),
        (NoticeKind.POSTPONEMENT_ASKED, "1:1", "109:1"),
        (NoticeKind.POSTPONEMENT_OWED, "1:unplaced", "109:unplaced"),
        (NoticeKind.POSTPONEMENT_AGREED, "1", "109"),
        (NoticeKind.FIXTURE_MOVED, "1:4", "106:4"),
        (NoticeKind.FIXTURE_MOVED, "added:1", "added:105"),
        (NoticeKind.FIXTURE_MOVED, "returned:1", "returned:105"),
        (NoticeKind.FIXTURE_MOVED, "returned:1:2", "returned:105:2"),
        (NoticeKind.FIXTURE_CANCELLED, "withdrawn:1", "withdrawn:105"),
        (NoticeKind.FIXTURE_CANCELLED, "withdrawn:1:2", "withdrawn:105:2"),
        (NoticeKind.TIMETABLE_PUBLISHED, "timetable:1", "timetable:111"),
        (NoticeKind.SEASON_CLOSED, "1:2:5eed", "117:2:5eed"),
        (NoticeKind.RULES_CHANGED, "1", "114"),
        (NoticeKind.RULING_MADE, "ruling:1", "ruling:110"),
        (NoticeKind.RULING_MADE, "1:conduct:1", "103:conduct:108"),
        (NoticeKind.CAPTAIN_INFORMED, "1:conduct", "103:conduct"),
        (NoticeKind.CONDUCT_PROPOSED, "1:conduct", "103:conduct"),
        (NoticeKind.DISPUTE_ASSIGNED, "1:2026-11-03T12:00:00+00:00", "104:2026-11-03T12:00:00+00:00"),
        (NoticeKind.APPEAL_OPENED, "1", "102"),
        (NoticeKind.POINTS_ADJUSTED, "1", "101"),
        (NoticeKind.LATE_CARD_PROPOSED, "1", "115"),
        (NoticeKind.LATE_CARD_DISMISSED, "1", "115"),
        (NoticeKind.LOTS_RECORDED, "1", "113"),
        (NoticeKind.LOTS_RECORDED, "lots-withdrawn:1", "lots-withdrawn:113"),
        (NoticeKind.REPORT_HIDDEN, "1:12", "116:12"),
        (NoticeKind.CHARGED, "1", "113"),
        (NoticeKind.CHARGE_CHANGED, "1:2", "113:2"),
        (NoticeKind.CHARGE_CHANGED, "1:cancelled", "113:cancelled"),
        (NoticeKind.JOURNAL_HEAD, "head:town:2026-11-03", "head:town:2026-11-03"),
        (NoticeKind.INVITATION, "invitation:1:2", "invitation:107:2"),
    ],
)
def test_a_key_names_the_same_row_here(kind: NoticeKind, key: str, expected: str) -> None:
    assert league_here(kind, key) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("13:1", "from-elsewhere/7/13/1"),
        ("other:1", "from-elsewhere/7/other/1"),
        ("9" * 30 + ":1", f"from-elsewhere/7/{'9' * 30}/1"),
    ],
)
def test_what_is_not_understood_names_nothing_here(key: str, expected: str) -> None:
    assert league_here(NoticeKind.RESULT_TO_CONFIRM, key) == expected


def test_a_long_key_fits_and_is_still_its_own() -> None:
    long = [league_here(NoticeKind.RESULT_TO_CONFIRM, f"x:{letter * 118}") for letter in "ab"]
    assert all(len(key) <= 120 for key in long)
    assert long[0] != long[1]


def test_every_kind_of_notice_has_its_keys_and_every_model_is_one_that_is_named() -> None:
    assert set(NOTICES) == set(NoticeKind)
    assert set(NUMBERS) == set(NAMED.values())


def test_a_draft_names_the_same_players_here() -> None:
    sheet = {
        "m1-home-1-name": "Bob", "m1-home-1-is": "1 Bob", "m1-home-2": "1", "m2-home-1-is": "0 Ida", "m2-away-1": "2",
        "m3-home-1-name": "Ann", "m3-home-1-is": "2 Ann", "m1-g1-winner": "1", "m1-home-1": "", "m4-home-1-is": "Bob",
    }  # fmt: skip
    assert draft(sheet, NUMBERS) == {
        "m1-home-1-name": "Bob", "m1-home-1-is": "108 Bob", "m1-home-2": "108", "m2-home-1-is": "0 Ida",
        "m3-home-1-name": "Ann", "m1-g1-winner": "1", "m1-home-1": "", "m4-home-1-is": "Bob",
    }  # fmt: skip


def test_what_is_no_sheet_and_no_list_of_breaches_stays_as_it_is() -> None:
    assert draft(["m1-home-1"], NUMBERS) == ["m1-home-1"]
    assert breaches({"player": 1}, NUMBERS) == {"player": 1}
    assert breaches(["player", {"code": "limit", "player": 1}], NUMBERS) == [
        "player", {"code": "limit", "player": 108},
    ]  # fmt: skip
