"""The journal's chain: what is written, what the database refuses, and what a forger leaves behind."""

import datetime as dt
import hashlib
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from league.enums import JournalKind
from league.models import JournalEntry, JournalHead
from league.rules.chain import Broken, Whole, entry_hash
from league.services.journal import find_hash, record, verify
from league.translation import N_, Text, text_parts
from tests import factories
from tests.factories import Town
from tests.journals import unguarded


def write(town: Town, now: dt.datetime, count: int = 5, **about: Any) -> list[JournalEntry]:
    """Entries by the secretary, about the town's first fixture, team and player."""
    first = JournalEntry.objects.count() + 1
    about = {
        "by": town.secretary,
        "fixture": town.fixtures[0],
        "team": town.teams["Anchor"],
        "player": town.squads["Anchor"][0],
        **about,
    }
    return [
        record(
            town.league, JournalKind.FIXTURE_MOVED, f"entry:{number}", now=now + dt.timedelta(minutes=number),
            what=f"did thing {number} to {{player}}", why="Fog.", data={"b": [number], "a": {"x": "y"}}, **about,
        )
        for number in range(first, first + count)
    ]  # fmt: skip


def forged(previous: str, number: int, entry: JournalEntry, **other: Any) -> str:
    """Compute the hash that fits a forged entry."""
    names = ("at", "kind", "key", "what", "why", "data", "refs", "made_of")
    return entry_hash(previous, number=number, **{name: getattr(entry, name) for name in names}, **other)


def broken_links(town: Town) -> tuple[int, str]:
    broken = verify(town.league)
    assert isinstance(broken, Broken), broken
    return broken.number, broken.code


# What is written.


def test_a_chain_is_numbered_linked_and_whole(town: Town, now: dt.datetime) -> None:
    rows = write(town, now)
    assert [row.number for row in rows] == [1, 2, 3, 4, 5]
    assert [row.previous for row in rows] == ["", *(row.hash for row in rows[:-1])]
    assert verify(town.league) == Whole(5, rows[-1].hash)
    head = JournalHead.objects.get(league=town.league)
    assert (head.number, head.hash) == (5, rows[-1].hash)


def test_a_league_in_which_nothing_was_decided_is_whole(town: Town) -> None:
    assert verify(town.league) == Whole(0, "")


def test_each_league_has_a_chain_of_its_own(town: Town, now: dt.datetime) -> None:
    other = factories.town("Other League", "other")
    write(town, now, 2)
    record(other.league, JournalKind.INVITED, "1", by=None, now=now, what="invited somebody")
    assert JournalEntry.objects.get(league=other.league).number == 1
    assert isinstance(verify(other.league), Whole)


def test_data_are_hashed_as_the_database_gives_them_back(town: Town, now: dt.datetime) -> None:
    data = {"pair": (1, 2), 10: "ten", 9: "nine", "kind": JournalKind.INVITED, "ä": None}
    record(town.league, JournalKind.INVITED, "1", by=None, now=now, what="x" * 300, data=data)
    stored = JournalEntry.objects.get()
    assert stored.data == {"pair": [1, 2], "10": "ten", "9": "nine", "kind": "invited", "ä": None}
    assert stored.what == "x" * 250
    assert isinstance(verify(town.league), Whole)


def test_a_decision_that_fails_leaves_no_gap(town: Town, now: dt.datetime) -> None:
    write(town, now, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        record(town.league, JournalKind.FIXTURE_MOVED, "entry:1", by=None, now=now, what="again")
    assert write(town, now, 1)[0].number == 2
    assert isinstance(verify(town.league), Whole)


def test_an_entry_costs_the_same_however_long_the_chain_is(town: Town, now: dt.datetime) -> None:
    write(town, now, 1)
    for _ in range(2):
        with CaptureQueriesContext(connection) as seen:
            write(town, now, 1)
        # How many there are (this test's own question), the end with its lock, the entry, the end: one on PostgreSQL.
        assert len(seen) == (2 if connection.vendor == "postgresql" else 4)
        write(town, now, 5)


def test_a_long_chain_is_followed_in_three_queries(town: Town, now: dt.datetime) -> None:
    write(town, now, 30)
    with CaptureQueriesContext(connection) as seen:
        assert isinstance(verify(town.league), Whole)
    # A cursor that streams is not counted where the database itself keeps it.
    assert len(seen) in (2, 3)


REGISTERED = Text("registered {player} for {team}: {games}", player="{player}", team="Bell",
                  games=Text.plural("{n} game", "{n} games", n=2))  # fmt: skip


def test_an_entry_keeps_what_its_sentence_was_made_of(town: Town, now: dt.datetime) -> None:
    record(town.league, JournalKind.PLAYER_REGISTERED, "1", by=None, now=now, what=REGISTERED)
    record(town.league, JournalKind.PLAYER_REGISTERED, "2", by=None, now=now, what="did it")
    entry, plain = JournalEntry.objects.order_by("number")
    assert (entry.what, entry.message) == ("registered {player} for Bell: 2 games",) * 2
    assert (text_parts(entry.message), entry.made_of) == (text_parts(REGISTERED),) * 2
    assert (plain.made_of, type(plain.message)) == ({}, str)
    assert isinstance(verify(town.league), Whole)


def test_a_sentence_too_long_for_its_column_is_whole_where_its_parts_are_known(town: Town, now: dt.datetime) -> None:
    what = Text("moved it, for {reason}", reason="x" * 300)
    record(town.league, JournalKind.FIXTURE_MOVED, "1", by=None, now=now, what=what)
    entry = JournalEntry.objects.get()
    assert (entry.what, entry.message) == (what[:250], what)


@pytest.mark.parametrize("made_of", [{}, {"msgid": "did something else"}, text_parts(N_("registered {player}"))])
def test_the_chain_covers_what_a_sentence_was_made_of(town: Town, now: dt.datetime, made_of: dict[str, Any]) -> None:
    record(town.league, JournalKind.PLAYER_REGISTERED, "1", by=None, now=now, what=REGISTERED)
    with unguarded():
        JournalEntry.objects.update(made_of=made_of)
    assert broken_links(town) == (1, "changed")
    assert JournalEntry.objects.get().message == REGISTERED


def test_an_entry_without_parts_has_the_hash_it_had_before_there_were_any(town: Town, now: dt.datetime) -> None:
    (entry,) = write(town, now, 1)
    said = [
        "", 1, entry.at.astimezone(dt.UTC).isoformat(), entry.kind, entry.key, entry.what, entry.why, entry.data,
        entry.refs,
    ]  # fmt: skip
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert entry.hash == hashlib.sha256(text.encode()).hexdigest()


# What the database refuses.

REFUSED = [
    "UPDATE league_journalentry SET what = 'something else' WHERE number = 1",
    "UPDATE league_journalentry SET by_id = NULL",
    "DELETE FROM league_journalentry WHERE number = 3",
    "DELETE FROM league_journalentry",
    "DELETE FROM league_journalhead",
    "UPDATE league_journalhead SET number = number - 1",
    "UPDATE league_journalhead SET league_id = league_id + 1",
]
ON_POSTGRESQL = ["TRUNCATE league_journalentry", "TRUNCATE league_journalhead"]


@pytest.mark.parametrize("statement", REFUSED + ON_POSTGRESQL)
def test_the_database_refuses_to_change_or_delete_what_is_written(town: Town, now: dt.datetime, statement: str) -> None:
    if statement in ON_POSTGRESQL and connection.vendor != "postgresql":
        return
    rows = write(town, now)
    # PostgreSQL truncates nothing whose constraints are still to be looked at.
    connection.check_constraints()
    refused = pytest.raises(IntegrityError, match=r"The journal (stands as written|only grows)")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert verify(town.league) == Whole(5, rows[-1].hash)


def test_models_and_querysets_meet_the_same_refusal(town: Town, now: dt.datetime) -> None:
    entry, head = write(town, now)[2], JournalHead.objects.get()
    entry.why = "Another reason."
    for attempt in (entry.save, entry.delete, head.delete, JournalEntry.objects.all().delete):
        with pytest.raises(IntegrityError, match="stands as written"), transaction.atomic():
            attempt()
    with pytest.raises(IntegrityError, match="UPDATE"), transaction.atomic():
        JournalEntry.objects.filter(number=2).update(why="")
    assert isinstance(verify(town.league), Whole)


def test_the_guard_stands_after_the_last_migration(db: None) -> None:
    """SQLite drops the triggers of a table that a migration makes anew."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O'")
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        there = {name for (name,) in cursor.fetchall()}
    wanted = {f"league_journal{name}" for name in ("entry_stands", "entry_is_kept", "head_grows", "head_stands")}
    assert wanted <= there


# What a forger leaves behind, who has the database and lifts its guard.


def test_a_changed_text_is_found(town: Town, now: dt.datetime) -> None:
    write(town, now)
    with unguarded():
        JournalEntry.objects.filter(number=3).update(what="did something else")
    assert broken_links(town) == (3, "changed")


@pytest.mark.parametrize("field", ["why", "key", "kind", "data", "at", "refs", "hash"])
def test_every_field_is_covered(town: Town, now: dt.datetime, field: str) -> None:
    write(town, now)
    other = {"at": now, "data": {"b": [2]}, "refs": {}}.get(field, "other")
    with unguarded():
        JournalEntry.objects.filter(number=2).update(**{field: other})
    assert broken_links(town) == (2, "changed")


@pytest.mark.parametrize("field", ["by", "fixture", "team", "player"])
def test_an_entry_that_points_elsewhere_is_found(town: Town, now: dt.datetime, field: str) -> None:
    write(town, now)
    others = {
        "by": town.referee, "fixture": town.fixtures[1], "team": town.teams["Bell"], "player": town.squads["Bell"][0],
    }  # fmt: skip
    for other in (others[field], None):
        with unguarded():
            JournalEntry.objects.filter(number=4).update(**{field: other})
        assert broken_links(town) == (4, "changed")


def test_an_imported_entry_may_be_by_somebody_who_is_not_here(town: Town, now: dt.datetime) -> None:
    write(town, now)
    with unguarded():
        JournalEntry.objects.update(imported=True, by=None)
    assert isinstance(verify(town.league), Whole)
    with unguarded():
        JournalEntry.objects.filter(number=2).update(by=town.referee)
    assert broken_links(town) == (2, "changed")


def test_a_deleted_entry_is_missed(town: Town, now: dt.datetime) -> None:
    write(town, now)
    with unguarded():
        JournalEntry.objects.filter(number=3).delete()
    assert broken_links(town) == (3, "missing")


def test_a_deleted_entry_is_missed_where_the_others_have_closed_ranks(town: Town, now: dt.datetime) -> None:
    write(town, now)
    with unguarded():
        JournalEntry.objects.filter(number=3).delete()
        for number in (4, 5):
            JournalEntry.objects.filter(number=number).update(number=number - 1)
        JournalHead.objects.update(number=4)
    assert broken_links(town) == (3, "missing")


def test_the_first_entry_is_missed(town: Town, now: dt.datetime) -> None:
    write(town, now)
    with unguarded():
        JournalEntry.objects.filter(number=1).delete()
    assert broken_links(town) == (1, "missing")


@pytest.mark.parametrize("gone", [1, 2, 5])
def test_a_chain_that_was_cut_off_is_found(town: Town, now: dt.datetime, gone: int) -> None:
    write(town, now)
    with unguarded():
        JournalEntry.objects.filter(number__gt=5 - gone).delete()
    assert broken_links(town) == (6 - gone, "cut-off")


def test_a_chain_whose_end_is_forgotten_is_found(town: Town, now: dt.datetime) -> None:
    write(town, now)
    with unguarded():
        JournalHead.objects.all().delete()
    assert broken_links(town) == (1, "put-in")


def test_two_entries_that_changed_places_are_found(town: Town, now: dt.datetime) -> None:
    write(town, now)
    with unguarded():
        for number, to in ((2, 99), (4, 2), (99, 4)):
            JournalEntry.objects.filter(number=number).update(number=to)
    assert broken_links(town) == (2, "changed")


def test_an_entry_put_in_between_is_found(town: Town, now: dt.datetime) -> None:
    third = write(town, now)[2]
    with unguarded():
        for number in (5, 4, 3):
            JournalEntry.objects.filter(number=number).update(number=F("number") + 1)
        false = JournalEntry(
            league=town.league, number=3, at=now, kind=third.kind, key="false", what="was never done", refs={},
            previous=third.previous,
        )  # fmt: skip
        false.hash = forged(third.previous, 3, false)
        false.save()
        JournalHead.objects.update(number=6)
    # It follows on the one before; the next shows that something else stood there.
    assert broken_links(town) == (3, "put-in")


def test_an_entry_written_anew_with_its_hash_is_found(town: Town, now: dt.datetime) -> None:
    third = write(town, now)[2]
    third.what = "did something else"
    with unguarded():
        third.hash = forged(third.previous, 3, third)
        third.save()
    assert broken_links(town) == (3, "put-in")


def test_an_entry_put_in_at_the_end_is_found(town: Town, now: dt.datetime) -> None:
    last = write(town, now)[-1]
    false = JournalEntry(
        league=town.league, number=6, at=now, kind=last.kind, key="false", what="was never done", refs={},
        previous=last.hash,
    )  # fmt: skip
    false.hash = forged(last.hash, 6, false)
    false.save()
    assert broken_links(town) == (6, "put-in")


def test_a_last_entry_written_anew_is_found(town: Town, now: dt.datetime) -> None:
    last = write(town, now)[-1]
    last.what = "did something else"
    with unguarded():
        last.hash = forged(last.previous, 5, last)
        last.save()
    assert broken_links(town) == (5, "changed")


# The command.


def test_the_command_tells_of_every_league(town: Town, now: dt.datetime, capsys: pytest.CaptureFixture[str]) -> None:
    factories.town("Other League", "other")
    rows = write(town, now, 2)
    call_command("verify_journal")
    assert capsys.readouterr().out.splitlines() == [
        "other: 0 entries, whole; ends with nothing",
        f"town: 2 entries, whole; ends with {rows[-1].hash}",
    ]
    call_command("verify_journal", "other")
    assert capsys.readouterr().out == "other: 0 entries, whole; ends with nothing\n"


def test_the_command_fails_at_the_first_broken_link(
    town: Town, now: dt.datetime, capsys: pytest.CaptureFixture[str]
) -> None:
    write(town, now)
    with unguarded():
        JournalEntry.objects.filter(number__in=(2, 4)).update(why="None.")
    with pytest.raises(CommandError):
        call_command("verify_journal")
    assert capsys.readouterr().out == "town: entry 2: changed: it does not say what its hash was made of\n"


def test_the_command_finds_a_hash_that_was_written_down(
    town: Town, now: dt.datetime, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = write(town, now)
    call_command("verify_journal", "town", head=rows[2].hash.upper())
    assert capsys.readouterr().out.splitlines()[1] == "town: this is the hash of entry 3"
    with pytest.raises(CommandError):
        call_command("verify_journal", "town", head="0" * 64)
    assert "no entry has this hash" in capsys.readouterr().out
    assert find_hash(town.league, rows[4].hash) == 5


@pytest.mark.parametrize("arguments", [["nowhere"], ["town", "nowhere"]])
def test_the_command_knows_no_other_league(town: Town, arguments: list[str]) -> None:
    with pytest.raises(CommandError, match=r"No such league: nowhere. There are: town."):
        call_command("verify_journal", *arguments)


def test_a_hash_is_looked_for_in_one_league(town: Town) -> None:
    factories.town("Other League", "other")
    with pytest.raises(CommandError, match="name it"):
        call_command("verify_journal", head="0" * 64)
