"""A file that is not what was exported, or would give somebody what is not theirs, is refused whole."""

import io
import json
import zipfile
from typing import Any

import pytest
from django.db import transaction

from league.errors import Invalid
from league.models import (
    Appearance,
    Entry,
    Game,
    League,
    Notice,
    Team,
    User,
)
from league.services.people.invite import address_of, read_token
from league.services.portability.league_import import check_file
from tests import factories
from tests.services.taken import Change, Taken, edited, manifest, said, take_in, with_file, without_file
from tests.services.whole_league import everything, primary_keys


def test_a_name_that_is_taken_is_refused_and_another_may_be_given(taken: Taken) -> None:
    League.objects.create(name='UNDER "the"  hill', slug="hill")
    assert said(taken.file) == [
        "There is a league with the name “Ünder “the” Hill” here; give another with --name.",
        "There is a league with the slug “hill” here; give another with --slug.",
    ]
    assert said(taken.file, name="Over", slug="not a slug")[0].startswith("--slug not a slug: Enter a valid")
    report = take_in(taken.file, name="Over the Hill", slug="over")
    assert report.league is not None
    assert (report.league.name, report.league.slug) == ("Over the Hill", "over")


def test_a_league_that_is_here_is_not_taken_in_again(taken: Taken) -> None:
    take_in(taken.file)
    assert said(taken.file, name="Again", slug="again") == [
        "teams of this league are here already, in “hill”: it can only be imported on another server.",
        "players of this league are here already, in “hill”: it can only be imported on another server.",
        "fixtures of this league are here already, in “hill”: it can only be imported on another server.",
    ]


def test_checking_only_writes_nothing(taken: Taken) -> None:
    before = primary_keys()
    report = take_in(taken.file, check_only=True)
    assert primary_keys() == before
    assert (report.league, report.rows["game"]) == (None, len(taken.everything["Game"]))
    assert check_file(io.BytesIO(taken.file)).rows == report.rows


def test_a_file_cut_off_is_refused(taken: Taken) -> None:
    whole = len(taken.file)
    for length in (0, 1, 100, whole // 2, whole - 1):
        assert said(taken.file[:length]) == [
            "This is not a zip file, or only part of one. Export the league again and copy all of it."
        ]


@pytest.mark.long
def test_a_flipped_byte_is_refused_wherever_it_is(taken: Taken) -> None:
    """Every 97th byte: the zip's own sums find it, or the manifest's hashes, or what the manifest says is read."""
    for place in range(0, len(taken.file), 97):
        broken = bytearray(taken.file)
        broken[place] ^= 0x41
        try:
            with transaction.atomic():
                take_in(bytes(broken))
                # Only what a zip says twice, or says of dates, may differ without harm: the rows are whole.
                assert len(everything()["Game"]) == Game.objects.count() == len(taken.everything["Game"])
                transaction.set_rollback(True)
        except Invalid:
            continue


def test_an_edited_row_is_told_by_its_hash(taken: Taken) -> None:
    assert said(taken.changed(edited("team", b'"Anchor"', b'"Anchors"'), hashes=False)) == [
        "team.jsonl: was changed after it was exported: its contents do not have the hash in the manifest"
    ]


def test_a_missing_row_is_told_by_its_count(taken: Taken) -> None:
    def change(members: dict[str, bytes]) -> None:
        members["notice.jsonl"] = members["notice.jsonl"].partition(b"\n")[2]

    count = len(taken.rows("notice"))
    assert said(taken.changed(change, hashes=False)) == [
        "notice.jsonl: was changed after it was exported: its contents do not have the hash in the manifest",
        f"notice.jsonl: has {count - 1} rows, and the manifest says {count}",
    ]


@pytest.mark.parametrize(
    ("table", "old", "new", "complaint"),
    [
        ("team", b'"colour":""', b'"colour":"mauve"', 'team.jsonl:1, colour: "mauve": “mauve” is not one of the'),
        ("team", b'"slug":"anchor"', b'"slog":"anchor"', "team.jsonl:1, slog: this Muggins knows no such column"),
        ("team", b'"name":"Anchor"', b'"name":7', "team.jsonl:1, name: 7: must be text"),
        ("team", b'"name":"Anchor"', b'"name":null', "team.jsonl:1, name: null: is missing"),
        ("team", b'"name":"Anchor"', b'"name":"A\\u0000"', "team.jsonl:1: holds a character that no database keeps"),
        ("team", b'"name":"Anchor"', b'"name":"\\ud800"', "team.jsonl:1: holds a character that no database keeps"),
        ("team", b'"name":"Anchor"', b'"name":"' + b"x" * 121 + b'"', "team.jsonl:1, name: "),
        ("team", b'{"id":', b'["id",', "team.jsonl:1: is not JSON"),
        ("team", b'{"id":', b"[" * 100_000, "team.jsonl:1: is not JSON"),
        ("team", b'{"id":', b'\xff{"id":', "team.jsonl:1: is not JSON"),
        ("game", b'"home_score":121', b'"home_score":NaN', "game.jsonl:1: is not JSON: NaN is not a number"),
        ("game", b'"home_score":121', b'"home_score":true', "game.jsonl:1, home_score: true: must be a whole number"),
        ("game", b'"home_score":121', b'"home_score":1.5', "game.jsonl:1, home_score: 1.5: must be a whole number"),
        ("game", b'"home_score":121', b'"home_score":99999999', "game.jsonl:1, home_score: 99999999: must be a number"),
        ("game", b'"winner":"home"', b'"winner":"both"', 'game.jsonl:1, winner: "both": “both” is not one of the'),
        ("fixture", b'+00:00"', b'"', "fixture.jsonl:1, starts_at: "),
        ("adjustment", b'"-1.50"', b'"Infinity"', 'adjustment.jsonl:1, points: "Infinity": must be a number'),
        ("adjustment", b'"-1.50"', b'"much"', 'adjustment.jsonl:1, points: "much": cannot be read'),
        ("season", b'"2026-09-14"', b'"2026-02-30"', 'season.jsonl:1, first_week: "2026-02-30": '),
        ("division", b'["games_difference"', b'{}, ["games_difference"', "division.jsonl:1: is not JSON"),
        ("photograph", b'"content":"/', b'"content":"\xc3\xa4', "photograph.jsonl:1, content: "),
        ("league", b'"Europe/London"', b'"Europe/Atlantis"', 'league.jsonl:1, time_zone: "Europe/Atlantis": “Europe'),
    ],
)  # fmt: skip
def test_what_a_field_cannot_hold_is_told_with_its_place(
    taken: Taken, table: str, old: bytes, new: bytes, complaint: str
) -> None:
    assert said(taken.changed(edited(table, old, new)))[0].startswith(complaint)


def test_a_json_field_of_another_shape_is_refused(taken: Taken) -> None:
    rows = taken.rows("division")
    old = json.dumps(rows[0]["tie_breaks"], separators=(",", ":")).encode()
    told_of = said(taken.changed(edited("division", old, b"{}")))
    assert told_of == ["division.jsonl:1, tie_breaks: {}: must be a list"]


def test_a_reference_to_nothing_is_told_and_all_at_once(taken: Taken) -> None:
    team = taken.rows("team")[0]["id"]

    def change(members: dict[str, bytes]) -> None:
        edited("team", b'"name":"Anchor"', b'"name":""')(members)
        edited("entry", f'"team":{team}'.encode(), b'"team":987654')(members)
        edited("result", b'"corrects":null', b'"corrects":987655')(members)
        members["game.jsonl"] += members["game.jsonl"].splitlines(keepends=True)[-1]

    last = len(taken.rows("game")) + 1
    assert said(taken.changed(change)) == [
        "entry.jsonl:1, team: there is no team 987654 in the file",
        "result.jsonl:1, corrects: there is no result 987655 in the file",
        f"game.jsonl:{last}, id: rows stand in the order of their numbers, each once",
    ]


def test_no_more_is_told_than_anybody_reads(taken: Taken) -> None:
    def change(members: dict[str, bytes]) -> None:
        members["game.jsonl"] = b"x\n" * 5000

    complaints = said(taken.changed(change))
    assert (len(complaints), complaints[-1]) == (201, "There are more faults; fix these first.")


def test_rows_that_contradict_each_other_are_refused_by_the_database_and_nothing_is_left(taken: Taken) -> None:
    [complaint] = said(taken.changed(edited("game", b'"home_score":121', b'"home_score":120')))
    assert complaint.startswith("game.jsonl:1: among the rows 1 to ")
    assert not League.objects.exists()


def test_a_journal_with_another_word_in_it_is_refused(taken: Taken) -> None:
    entries = taken.rows("journalentry")
    at = next(place for place, row in enumerate(entries, start=1) if "registered" in row["what"])
    [complaint] = said(taken.changed(edited("journalentry", b"registered {player}", b"released {player}")))
    assert complaint == f"journalentry.jsonl:{at}: the journal's chain is broken at entry {at}"


def test_a_journal_about_another_team_is_refused(taken: Taken) -> None:
    """The chain is whole, but what it was written about is not what it names: here too it would be found broken."""
    row = next(row for row in taken.rows("team") if row["name"] == "Anchor")
    other = "00000000-0000-4000-8000-000000000000"
    [complaint] = said(taken.changed(edited("team", row["uid"].encode(), other.encode())))
    assert complaint.startswith("journalentry.jsonl: entry ")
    assert complaint.endswith("changed: it was written about another “team”")
    assert not League.objects.exists()


def test_a_journal_without_its_last_entries_is_refused(taken: Taken) -> None:
    def change(members: dict[str, bytes]) -> None:
        lines = members["journalentry.jsonl"].splitlines(keepends=True)
        members["journalentry.jsonl"] = b"".join(lines[:-1])

    last = len(taken.rows("journalentry"))
    [complaint] = said(taken.changed(change))
    assert complaint == f"journalhead.jsonl:1: the journal ends with entry {last}, and {last - 1} are in the file"


def test_a_sentence_that_was_made_of_something_else_is_refused(taken: Taken) -> None:
    """The chain covers what a sentence was made of."""
    [problem] = said(taken.changed(edited("journalentry", '"name":"Zoë"'.encode(), b'"name":"Zoe"')))
    assert "the journal's chain is broken at entry" in problem
    made_of = b'"made_of":{"msgid":"{what}.","params":{"what":"Said"}}'
    [problem] = said(taken.changed(edited("notice", made_of, b'"made_of":[]')))
    assert problem.endswith("must be an object")


def test_a_journal_without_its_end_is_refused(taken: Taken) -> None:
    def change(members: dict[str, bytes]) -> None:
        members["journalhead.jsonl"] = b""

    assert said(taken.changed(change)) == ["journalhead.jsonl: must have one line: where the journal ends"]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (without_file("team.jsonl"), "team.jsonl: is missing"),
        (without_file("manifest.json"), "manifest.json: is missing; this is not an exported league"),
        (with_file("manifest.json", b"{"), "manifest.json: cannot be read: "),
        (with_file("manifest.json", b"[" * 100_000), "manifest.json: cannot be read: "),
        (with_file("manifest.json", b"[]"), "manifest.json: is not that of an exported league"),
        (manifest(format="chess"), "manifest.json: is not that of an exported league"),
        (manifest(version=0), "manifest.json: has version 0 of the format, and this Muggins reads versions 1 to 4"),
        (manifest(tables=[{"table": "wine", "rows": 1, "sha256": ""}]), "manifest.json: names a table that this Mugg"),
        (manifest(tables=[{"table": "team"}, 7]), "manifest.json: does not say how many rows team has, and their hash"),
        (manifest(tables=None), "manifest.json: has no table “user”"),
        (with_file("../../etc/cron.d/muggins", b"x"), "../../etc/cron.d/muggins: is not a file of an exported league"),
        (with_file("/etc/passwd", b"x"), "/etc/passwd: is not a file of an exported league"),
        (with_file("team.jsonl", b"\n" * 20_000_000), "team.jsonl: unpacks to far more than such a file can hold"),
    ],
)
def test_another_outside_is_refused(taken: Taken, change: Change, complaint: str) -> None:
    assert said(taken.changed(change, hashes=False))[0].startswith(complaint)


def test_a_file_that_stands_there_twice_is_refused(taken: Taken) -> None:
    out = io.BytesIO(taken.file)
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(out, "a") as archive:
        archive.writestr("team.jsonl", b"")
    assert said(out.getvalue()) == ["team.jsonl: stands in the zip twice"]


def test_two_people_with_one_address_are_refused(taken: Taken) -> None:
    change = edited("user", b'"referee@hill.example"', b'"SECRETARY@hill.example"')
    assert said(taken.changed(change)) == ["user.jsonl, email: SECRETARY@hill.example stands there twice"]


def test_two_people_who_are_one_account_here_are_refused(taken: Taken) -> None:
    row = next(row for row in taken.rows("user") if row["email"] == "secretary@hill.example")
    here = factories.user("secretary@hill.example", uid=row["uid"])
    here.emailaddress_set.create(email="referee@hill.example", verified=True)
    told_of = said(taken.file, same_people=["referee@hill.example", "secretary@hill.example"])
    assert told_of == ["user.jsonl, email: referee@hill.example and secretary@hill.example are one account here"]


def test_no_half_of_it_stays_when_the_last_table_is_refused(taken: Taken) -> None:
    def change(members: dict[str, bytes]) -> None:
        row = taken.rows("notice")[-1]
        members["notice.jsonl"] += json.dumps({**row, "id": row["id"] + 1}).encode() + b"\n"

    [complaint] = said(taken.changed(change))
    assert complaint.startswith("notice.jsonl:1: among the rows")
    assert (Team.objects.count(), User.objects.count(), Entry.objects.count()) == (0, 0, 0)
    assert not Appearance.objects.exists()


# What a file must not bring to somebody who is here


def _letter(taken: Taken, to: str, **changed: Any) -> Change:
    """The file's open invitation, and a letter about it that waits for `to`."""

    def change(members: dict[str, bytes]) -> None:
        invitation = {**taken.rows("invitation")[0], "accepted_at": None, **changed}
        recipient = next(row["id"] for row in taken.rows("user") if row["email"] == to)
        last = taken.rows("notice")[-1]
        row = {**last, "id": last["id"] + 1, "kind": "invitation", "key": f"invitation:{invitation['id']}:2"}
        members["notice.jsonl"] += json.dumps({**row, "recipient": recipient}).encode() + b"\n"
        members["invitation.jsonl"] = json.dumps(invitation).encode() + b"\n"

    return change


def test_a_letter_that_would_sign_somebody_in_as_another_is_refused(taken: Taken) -> None:
    """Whoever is invited may have an account here, and be secretary of another league of this server."""
    factories.user("invited@hill.example")
    number = len(taken.rows("notice")) + 1
    late = {"expires_at": "2020-01-01T00:00:00+00:00"}
    for changed in ({}, late):
        assert said(taken.changed(_letter(taken, "referee@hill.example", **changed))) == [
            f"notice.jsonl:{number}, recipient: the letter of an invitation goes to somebody whom it does not invite"
        ]


@pytest.mark.parametrize("over", ["accepted_at", "revoked_at"])
def test_a_letter_to_whoever_left_their_invitation_to_another_account_comes_along(taken: Taken, over: str) -> None:
    done = {over: "2026-11-02T00:00:00+00:00"}
    take_in(taken.changed(_letter(taken, "referee@hill.example", **done)))
    letter = Notice.objects.get(key__startswith="invitation:")
    assert read_token(address_of(letter).split("/")[-2]) is None


def test_a_letter_to_whom_it_invites_comes_along(taken: Taken) -> None:
    take_in(taken.changed(_letter(taken, "invited@hill.example")))
    letter = Notice.objects.get(key__startswith="invitation:")
    found = read_token(address_of(letter).split("/")[-2])
    assert found is not None
    assert (found.user, found.user.email) == (letter.recipient, "invited@hill.example")


def test_whoever_is_here_keeps_their_addresses_and_what_they_are(taken: Taken) -> None:
    """A file that gives their uid another address, or opens or closes their account, changes nothing of it."""
    row = next(row for row in taken.rows("user") if row["email"] == "referee@hill.example")
    here = factories.user("reg@elsewhere.example", uid=row["uid"])
    rewritten = edited("user", b'"referee@hill.example"', b'"mallory@elsewhere.example"')
    take_in(taken.changed(rewritten))
    here.refresh_from_db()
    assert (here.email, here.is_active, here.is_staff) == ("reg@elsewhere.example", True, False)
    assert here.check_password("a-long-enough-password")
    assert [(one.email, one.verified) for one in here.emailaddress_set.all()] == [("reg@elsewhere.example", True)]
    assert not here.roles.exists()


def test_a_photograph_of_another_size_than_it_says_is_refused(taken: Taken) -> None:
    row = taken.rows("photograph")[0]
    size = f'"height":{row["height"]}'.encode()
    assert said(taken.changed(edited("photograph", size, b'"height":9'))) == [
        f"photograph.jsonl:1, height: the photograph's height is {row['height']} pixels, not 9"
    ]


def test_a_line_that_is_no_row_is_refused(taken: Taken) -> None:
    def change(members: dict[str, bytes]) -> None:
        members["team.jsonl"] = b"7\n" + members["team.jsonl"].partition(b"\n")[2]

    assert said(taken.changed(change))[0] == "team.jsonl:1: is not a row: each line must be an object"


def test_a_truth_is_true_or_false(taken: Taken) -> None:
    change = edited("player", b'"shorten_name":false', b'"shorten_name":0')
    assert said(taken.changed(change)) == ["player.jsonl:1, shorten_name: 0: must be true or false"]


def test_an_encrypted_part_is_refused(taken: Taken) -> None:
    marked = bytearray(taken.file)
    # The flag of encryption, where the directory at the end lists the part.
    place = marked.rindex(b"team.jsonl", 0, marked.rindex(b"team.jsonl") + 10) - 46
    assert marked[place : place + 4] == b"PK\x01\x02"
    marked[place + 8] |= 1
    assert said(bytes(marked)) == ["team.jsonl: is encrypted"]
