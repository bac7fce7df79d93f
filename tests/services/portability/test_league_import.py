"""A league that is taken along comes back whole: row by row, its tables, its journal; and with other numbers."""

import dataclasses
import datetime as dt
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Model

from league.enums import JournalKind, NoticeKind, SecurityKind
from league.models import (
    Appeal,
    AppealVote,
    Charge,
    Division,
    Fixture,
    FixtureFormat,
    JournalEntry,
    JournalHead,
    League,
    Match,
    Notice,
    Player,
    Result,
    Role,
    Ruling,
    SheetDraft,
    Team,
    User,
)
from league.queries.mail.letters import Facts, start_key, still_true
from league.queries.standings.standings import division_table
from league.rules.chain import Whole, entry_hash
from league.rules.formats import terms
from league.rules.settings import declared, stored
from league.services.journal import verify
from league.services.people.accounts.accounts import Acceptance
from league.services.people.invite import accept, invite
from league.services.portability.exports import export_league
from league.services.portability.exports.tables import TABLES, Table, fields_of, references_of
from league.services.portability.league_import.older import NEWER, SETTINGS
from league.translation import text_parts
from tests import factories
from tests.services.taken import (
    LATER,
    Rows,
    Taken,
    edited,
    manifest,
    said,
    take_in,
)
from tests.services.whole_league import REGISTERED, chained, everything, primary_keys

# The columns of the first files of version 4, settings apart.
FIRST = Path(__file__).parents[2] / "data" / "league-file-4.json"


@pytest.mark.long
def test_a_league_comes_back_row_by_row(taken: Taken) -> None:
    factories.town("Elsewhere", "elsewhere")
    before = primary_keys()
    report = take_in(taken.file)
    after = everything(but=before)
    entries = after["JournalEntry"]
    assert entries.pop()["kind"] == JournalKind.LEAGUE_IMPORTED
    after["JournalHead"] = taken.everything["JournalHead"]
    # This server's own: each account reads which roles the file has given it.
    assert {event["kind"] for event in after.pop("SecurityEvent")} == {SecurityKind.ROLE_GIVEN}
    assert after == {name: rows for name, rows in taken.everything.items() if name != "SecurityEvent"}
    assert report.league == League.objects.get(slug="hill")
    assert {table.name: len(taken.everything[table.model.__name__]) for table in TABLES} == report.rows
    assert report.known == 0


def test_its_tables_are_the_same(taken: Taken) -> None:
    take_in(taken.file)
    assert [(row.team.name, row.row.points) for row in division_table(Division.objects.get()).rows] == taken.table


def test_its_journal_goes_on_where_it_ended(taken: Taken) -> None:
    league = take_in(taken.file).league
    entries = list(JournalEntry.objects.filter(league=league).order_by("number"))
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert chained(entries)
    for entry in entries:
        names = ("number", "at", "kind", "key", "what", "why", "data", "refs", "made_of")
        assert entry_hash(entry.previous, **{name: getattr(entry, name) for name in names}) == entry.hash
        for name, uid in entry.refs.items():
            assert str(getattr(entry, name).uid) == uid
    assert [entry.imported for entry in entries] == [True] * (len(entries) - 1) + [False]
    assert league is not None
    assert verify(league) == Whole(len(entries), entries[-1].hash)
    last = entries[-1]
    assert (last.kind, last.previous, last.by) == (JournalKind.LEAGUE_IMPORTED, taken.head, None)
    assert last.data["exported_at"] == "2026-11-03T12:00:00+00:00"
    assert JournalHead.objects.get(league=league).hash == last.hash


def test_its_sentences_know_what_they_were_made_of(taken: Taken) -> None:
    take_in(taken.file)
    assert text_parts(JournalEntry.objects.get(what=REGISTERED).message) == text_parts(REGISTERED)
    assert {text_parts(notice.message)["msgid"] for notice in Notice.objects.filter(text="Said.")} == {"{what}."}


def of_version_3(members: dict[str, bytes]) -> None:
    """Make the file one of before version 4: no panels, lots, charges, nor any way for a match to end early."""
    added = {
        "league": ("appeals_by", "vote_days", "currency", "ask_days", "high_hand"),
        "player": ("note", "hide_averages"),
        "appeal": ("goes_to", "vote_days", "decided_as"),
        "result": ("finished", "format"),
        "fixture": ("format",),
        "match": (
            *("ends", "written", "games_most", "games_needed", "finished"),
            *("home_awarded", "away_awarded", "home_played", "away_played", "home_pegged", "away_pegged"),
        ),
        "game": ("won",),
        "registration": ("reserve",),
        "division": (
            *("singles_own", "doubles_own", "singles_rules", "doubles_rules", "match_rules"),
            *("format", "format_since", "own_evening", "own_start", "promoted_teams", "relegated_teams"),
        ),
    }
    for name, columns in added.items():
        rows = [json.loads(line) for line in members[f"{name}.jsonl"].splitlines()]
        for row in rows:
            if name == "match":
                row["games_to_play"] = row["home_games"] + row["away_games"]
            for column in columns:
                del row[column]
        members[f"{name}.jsonl"] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    fixtures = [json.loads(line) | {"tie": None, "leg": None} for line in members["fixture.jsonl"].splitlines()]
    members["fixture.jsonl"] = b"".join(json.dumps(row).encode() + b"\n" for row in fixtures)
    newer = {
        "appealvote",
        "availability",
        "cardphotograph",
        "charge",
        "highhand",
        "latecard",
        "lotsdrawn",
        "lot",
        "ownruleset",
    }
    newer |= {"cardphotograph", "post", "ownpage", "matchreport"}
    newer |= {"fixtureformat", "rulechange"}
    newer |= {table.name for table in TABLES if table.since == 4}
    for name in newer:
        del members[f"{name}.jsonl"]
    tables = json.loads(members["manifest.json"])["tables"]
    manifest(version=3, tables=[one for one in tables if one["table"] not in newer])(members)


def test_appeals_of_a_file_of_version_3_go_to_the_secretary(taken: Taken) -> None:
    report = take_in(taken.changed(of_version_3))
    assert not AppealVote.objects.exists()
    assert report.league is not None
    assert (report.league.appeals_by, report.league.vote_days) == ("secretary", 7)
    assert list(Appeal.objects.values_list("goes_to", "vote_days", "decided_as")) == [("secretary", 7, "")]


def test_matches_of_a_file_of_version_3_are_played_to_the_last_game(taken: Taken) -> None:
    take_in(taken.changed(of_version_3))
    assert set(Match.objects.values_list("ends", "written", "games_most", "games_needed")) == {("all", "scores", 3, 3)}
    assert set(Result.objects.values_list("finished", flat=True)) == {True}
    counted = {
        match.pk: tuple(match.games.filter(awarded=True, winner=side).count() for side in ("home", "away"))
        for match in Match.objects.all()
    }
    assert {
        pk: (home, away) for pk, home, away in Match.objects.values_list("pk", "home_awarded", "away_awarded")
    } == counted
    assert any(map(any, counted.values()))


def test_results_of_a_file_of_version_3_were_played_by_the_format_of_their_division(taken: Taken) -> None:
    take_in(taken.changed(of_version_3))
    assert set(Result.objects.values_list("format__text", flat=True)) == {
        str(terms(one)) for one in Division.objects.filter(fixtures__results__isnull=False)
    }
    live = Result.objects.filter(live=True).select_related("fixture__division")
    assert all(one.fixture.format_id == one.format_id == one.fixture.division.format_id for one in live)
    assert not Fixture.objects.filter(results__live=None, format__isnull=False).exclude(results__live=True).exists()


def with_a_division_to_come(members: dict[str, bytes]) -> None:
    """Add a division of another format without fixtures."""
    played = json.loads(members["division.jsonl"].splitlines()[0])
    other = played | {"id": played["id"] + 1000, "name": "New", "slug": "new", "order": 9, "fixture_format": "S"}
    members["division.jsonl"] = members["division.jsonl"] + json.dumps(other).encode() + b"\n"
    of_version_3(members)


def test_a_division_of_a_file_of_version_3_without_results_has_no_format_yet(taken: Taken) -> None:
    take_in(taken.changed(with_a_division_to_come))
    new, played = Division.objects.get(slug="new"), Division.objects.exclude(slug="new").get()
    assert (new.format, played.format) == (None, FixtureFormat.objects.get())
    assert set(Result.objects.values_list("format", flat=True)) == {played.format_id}


def test_votes_come_along_with_whose_they_are(taken: Taken) -> None:
    take_in(taken.file)
    [vote] = AppealVote.objects.all()
    assert (vote.user, vote.appeal.goes_to, vote.appeal.vote_days) == (
        User.objects.get(email="secretary@hill.example"), "committee", 5
    )  # fmt: skip
    [notice] = Notice.objects.filter(kind=NoticeKind.APPEAL_TO_DECIDE)
    assert notice.key == f"{vote.appeal_id}:vote"


def of_version_2(members: dict[str, bytes]) -> None:
    """Make the file one of before sentences were kept with what they were made of, with the chain it had then."""
    of_version_3(members)
    rows = {
        name: [json.loads(line) for line in members[f"{name}.jsonl"].splitlines()]
        for name in ("journalentry", "notice")
    }
    previous = ""
    for row in (*rows["journalentry"], *rows["notice"]):
        del row["made_of"]
    for row in rows["journalentry"]:
        names = ("number", "kind", "key", "what", "why", "data", "refs")
        row["previous"] = previous
        at = dt.datetime.fromisoformat(row["at"])
        row["hash"] = previous = entry_hash(previous, at=at, **{name: row[name] for name in names})
    head = json.loads(members["journalhead.jsonl"])
    members["journalhead.jsonl"] = json.dumps({**head, "hash": previous}).encode() + b"\n"
    for name, found in rows.items():
        members[f"{name}.jsonl"] = b"".join(json.dumps(row).encode() + b"\n" for row in found)
    manifest(version=2)(members)


def test_a_file_of_before_charges_is_read_and_has_none(taken: Taken) -> None:
    league = take_in(taken.changed(of_version_3)).league
    assert league is not None
    assert isinstance(verify(league), Whole)
    assert league.currency == "GBP"
    assert Charge.objects.count() == 0


def test_the_evening_and_start_of_a_division_come_along(taken: Taken) -> None:
    def change(members: dict[str, bytes]) -> None:
        edited("division", b'"own_evening":"season"', b'"own_evening":"wednesday"')(members)
        edited("division", b'"own_start":null', b'"own_start":"19:30:00"')(members)

    take_in(taken.changed(change))
    found = Division.objects.filter(own_evening="wednesday")
    assert [division.own_start for division in found] == [dt.time(19, 30)]


def test_a_division_of_a_file_of_version_3_has_no_evening_of_its_own(taken: Taken) -> None:
    take_in(taken.changed(of_version_3))
    assert set(Division.objects.values_list("own_evening", "own_start")) == {("season", None)}


def settings_of(model: type[Model]) -> set[str]:
    return set(declared(SETTINGS[model])) if model in SETTINGS else set()


def as_of_version(members: dict[str, bytes]) -> None:
    """Make the file the barest of its version: of before any setting, and before the columns that came later."""
    for model in {*SETTINGS, *NEWER}:
        name, gone = f"{model._meta.model_name}.jsonl", settings_of(model) | NEWER.get(model, {}).keys()
        rows = [json.loads(line) for line in members[name].splitlines()]
        left = [{column: value for column, value in row.items() if column not in gone} for row in rows]
        members[name] = b"".join(json.dumps(row).encode() + b"\n" for row in left)


def test_what_a_file_does_not_know_is_as_it_was_before(taken: Taken) -> None:
    league = take_in(taken.changed(as_of_version)).league
    assert league is not None
    season = league.seasons.first()
    assert season is not None
    for row in (league, season, season.divisions.first()):
        settings = SETTINGS[type(row)]
        before = {name: value for name, value in NEWER.get(type(row), {}).items() if name in declared(settings)}
        assert stored(settings, row) == dataclasses.replace(stored(settings, type(row)()), **before)
    assert set(league.teams.values_list("colour", flat=True)) == {""}
    assert league.invitations.get().email == "invited@hill.example"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_column_that_earlier_files_of_the_version_lack_says_what_it_is_for_them(table: Table) -> None:
    """`NEWER` of `league_import/older.py` has it, or it is a setting; one that is gone needs another version."""
    first = set(json.loads(FIRST.read_text())[table.name])
    now = {field.name for field in fields_of(table)}
    settings = settings_of(table.model)
    assert now - first - settings == NEWER.get(table.model, {}).keys() - settings
    assert first <= now


def test_a_file_of_version_2_is_read_and_stays_english(taken: Taken) -> None:
    league = take_in(taken.changed(of_version_2)).league
    assert league is not None
    assert isinstance(verify(league), Whole)
    for row in (*JournalEntry.objects.filter(imported=True), *Notice.objects.all()):
        assert (row.made_of, type(row.message)) == ({}, str)


def test_what_is_decided_next_follows_on_it(taken: Taken, now: dt.datetime) -> None:
    """The journal goes on even where a key repeats: the second export here has the key of the first one there."""
    league = take_in(taken.file).league
    assert league is not None
    export_league(league, io.BytesIO(), by=None, now=LATER)
    assert JournalEntry.objects.filter(kind=JournalKind.LEAGUE_EXPORTED).values_list("key", "imported").count() == 2
    assert chained(list(JournalEntry.objects.order_by("number")))


def test_exporting_it_again_gives_the_same(taken: Taken) -> None:
    """A league that moves a second time loses nothing more."""
    factories.town("Elsewhere", "elsewhere")
    league = take_in(taken.file).league
    assert league is not None
    out = io.BytesIO()
    export_league(league, out, by=None, now=LATER)
    with zipfile.ZipFile(out) as archive:
        again = {t.name: [json.loads(line) for line in archive.read(t.file).splitlines()] for t in TABLES}
    assert [row["kind"] for row in again["journalentry"][-2:]] == ["league-imported", "league-exported"]
    again["journalentry"] = again["journalentry"][:-2]
    first = {table.name: taken.rows(table.name) for table in TABLES}
    for table in TABLES:
        if table.name != "journalhead":
            assert _by_place(table, again) == _by_place(table, first), table.name


WITHIN = {"notice": "key", "sheetdraft": "sheet", "result": "breaches"}


def _by_place(table: Any, tables: dict[str, Rows]) -> Rows:
    """Return a table's rows with every primary key replaced by its row's place in its own table."""
    names = {t.model: t.name for t in TABLES}
    places = {name: {row["id"]: place for place, row in enumerate(rows)} for name, rows in tables.items()}
    told_rows = []
    for row in tables[table.name]:
        row = {name: value for name, value in row.items() if name not in ("id", WITHIN.get(table.name))}
        for name, target in references_of(table).items():
            if row[name] is not None:
                row[name] = places[names[target]][row[name]]
        told_rows.append(row)
    return told_rows


def test_numbers_inside_texts_are_those_here(taken: Taken) -> None:
    factories.town("Elsewhere", "elsewhere")
    league = take_in(taken.file).league
    assert league is not None
    notices = {notice.kind: notice for notice in Notice.objects.filter(league=league).order_by("pk")}
    fixture = Fixture.objects.get(home__name="Anchor", away__name="Castle", home__league=league)
    played = Fixture.objects.get(home__name="Anchor", away__name="Bell", home__league=league)
    assert notices[NoticeKind.FIXTURE_REMINDER].key == f"{start_key(fixture)}:7"
    assert still_true(notices[NoticeKind.FIXTURE_REMINDER], Facts())
    assert notices[NoticeKind.RESULT_TO_CONFIRM].key == f"{played.pk}:1"
    ruling = Ruling.objects.get(dispute__fixture=played)
    assert notices[NoticeKind.RULING_MADE].key == f"ruling:{ruling.pk}"
    assert notices[NoticeKind.CONDUCT_PROPOSED].key == f"from-elsewhere/{league.pk}/not-a-key-that-is-known"
    second = Player.objects.get(name="Anchor 3", league=league)
    assert SheetDraft.objects.get().sheet == {"m1-home-1": str(second.pk), "m1-g1-winner": "home"}
    [breach] = Result.objects.get(fixture=played, live=True).breaches
    assert Player.objects.get(pk=breach["player"]).name.startswith("Zoë")


def uid_of(taken: Taken, email: str) -> str:
    return str(next(row["uid"] for row in taken.rows("user") if row["email"] == email))


@pytest.mark.parametrize("known_by", ["number and address", "address"])
def test_no_account_here_is_attached_by_a_file_alone(taken: Taken, now: dt.datetime, known_by: str) -> None:
    """A file says what it likes: with the numbers of another league's people it would give them roles and players."""
    number = {"uid": uid_of(taken, "anchor@hill.example")} if known_by == "number and address" else {}
    here = factories.user("anchor@hill.example", name="Ann of here", **number)
    report = take_in(taken.file)
    assert (report.known, len(report.apart)) == (0, 1)
    assert (here.roles.count(), here.players.count(), JournalEntry.objects.filter(by=here).count()) == (0, 0, 0)
    assert not Notice.objects.filter(recipient=here).exists()
    # The secretary invites them to be whom the file says, and they are once they accept.
    league, secretary = report.league, User.objects.get(email="secretary@hill.example")
    player = Player.objects.get(name="Anchor 1", league=league)
    team = Role.objects.get(league=league, user__name="Anchor 1", kind="captain").team
    made = invite(league, here.email, "captain", team, player=player, by=secretary, now=now)
    assert accept(made, Acceptance(), by=here, now=now).team == team
    assert here.players.get() == player


def test_the_operator_says_that_people_who_are_here_keep_their_account(taken: Taken) -> None:
    here = factories.user("secretary@hill.example", name="Sally of here", uid=uid_of(taken, "secretary@hill.example"))
    report = take_in(taken.file, all_same=True)
    assert (report.known, report.apart, report.led) == (1, (), True)
    here.refresh_from_db()
    assert (here.name, here.has_usable_password()) == ("Sally of here", True)
    assert here.roles.get().league == report.league
    assert JournalEntry.objects.filter(by=here).exists()
    assert User.objects.filter(email__iexact="secretary@hill.example").count() == 1


def test_an_operator_who_knows_that_two_are_one_says_so(taken: Taken) -> None:
    """Most people of a league that moves have signed up here already, by another number."""
    here = factories.user("secretary@hill.example", name="Sally of here")
    assert len(take_in(taken.file, check_only=True).apart) == 1
    report = take_in(taken.file, same_people=[" Secretary@hill.example"])
    assert (report.known, report.apart, report.led) == (1, (), True)
    assert here.roles.get().league == report.league
    # The chain names the account of the other server; here it is nobody's word.
    assert not JournalEntry.objects.filter(by=here).exists()


def test_an_operator_vouches_for_nobody_who_is_not_there(taken: Taken) -> None:
    here = factories.user("secretary@hill.example")
    here.emailaddress_set.update(verified=False)
    assert said(taken.file, same_people=["secretary@hill.example", "nobody@hill.example"]) == [
        "--same-person secretary@hill.example: nobody has confirmed that address here.",
        "--same-person nobody@hill.example: nobody in the file has that address.",
    ]


def test_whoever_is_new_has_no_password_and_no_rights_of_the_server(taken: Taken) -> None:
    take_in(taken.file)
    for user in User.objects.all():
        assert (user.has_usable_password(), user.is_staff, user.is_superuser) == (False, False, False)
        assert user.emailaddress_set.get().email == user.email


def test_a_member_of_both_who_chose_here_keeps_their_choice(taken: Taken) -> None:
    referee = factories.user("referee@hill.example", uid=uid_of(taken, "referee@hill.example"))
    referee.preferences.create(kind=NoticeKind.RULING_MADE, delivery="none")
    report = take_in(taken.file, all_same=True)
    assert referee.preferences.get().delivery == "none"
    assert ("preference" in report.rows, "mailsettings" in report.rows) == (False, False)


def test_names_of_before_that_are_one_by_how_they_are_written_come_in_as_they_are(taken: Taken) -> None:
    def change(members: dict[str, bytes]) -> None:
        rows = [json.loads(line) for line in members["team.jsonl"].splitlines()]
        rows[1]["name"] = rows[0]["name"].upper()
        rows[2]["name"] = f"{rows[2]['name']}\u202e"
        members["team.jsonl"] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)

    take_in(taken.changed(change))
    first, second, third = Team.objects.order_by("pk")[:3]
    assert (first.name.upper(), first.name_key) == (second.name, second.name_key.partition("  ")[0])
    assert first.name_key != second.name_key
    assert third.name == third.name.strip("\u202e")
