"""A person is erased while a captain decides: neither waits for the other in a circle.

Whoever writes to the journal holds the chain's end and refers to people's rows; whoever erases one changes such a row
and waits for the chain's end. PostgreSQL lets a row be referred to while it is changed, unless what changes is part
of a key.
"""

import datetime as dt
import time
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from django.db import connection, transaction

from league.enums import JournalKind, RoleKind
from league.models import JournalEntry, Notice, Player, Result, SheetDraft, User
from league.services.journal import record
from league.services.people.erasing import erase, erase_account
from league.services.people.register import register
from league.services.results import submit
from tests import factories
from tests.factories import FIRST_WEEK, Town, result_sheet
from tests.journals import forget
from tests.services.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)

NOW = dt.datetime(2026, 11, 3, 12, 0, tzinfo=dt.UTC)
# What PostgreSQL counts among the keys of a table: a change of these waits for all rows that refer to theirs.
KEYS = """
    SELECT a.attname FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
    WHERE i.indrelid = %s::regclass AND i.indisunique AND i.indimmediate AND i.indpred IS NULL AND i.indexprs IS NULL
"""


def somebody_waits() -> bool:
    """Return True if a connection here waits for another's lock; SQLite lets in one at a time anyway."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])


def decide_in_two_steps(town: Town, by: User, about: Player, began: Event) -> None:
    """A decision that the journal needs two entries for; the erasing meets it between them."""
    with transaction.atomic():
        record(town.league, JournalKind.RESULT_SUBMITTED, "1:1", by=town.secretary, now=NOW, what="entered a result")
        began.set()
        until = time.monotonic() + 5
        while not somebody_waits() and time.monotonic() < until:
            time.sleep(0.02)
        record(
            town.league, JournalKind.CORRECTION_PROPOSED, "1:2", by=by, now=NOW, what="corrected it for {player}",
            player=about,
        )  # fmt: skip


def state_after(began: Event, call: Callable[[], Any]) -> Callable[[], Any]:
    def wait_and_call() -> Any:
        assert began.wait(10)
        return call()

    return wait_and_call


def test_erasing_a_captain_waits_for_what_the_captain_decides_and_not_the_reverse(town: Town) -> None:
    captain, player, began = town.captains["Anchor"], town.squads["Anchor"][0], Event()
    Player.objects.filter(pk=player.pk).update(user=captain)
    at_once(
        lambda: decide_in_two_steps(town, captain, player, began),
        state_after(began, lambda: erase_account(town.league, by=captain, now=NOW)),
    )
    captain.refresh_from_db()
    assert (captain.is_active, captain.email) == (False, f"erased-{captain.uid}@invalid.invalid")
    kinds = list(JournalEntry.objects.order_by("number").values_list("kind", flat=True))
    assert kinds == [JournalKind.RESULT_SUBMITTED, JournalKind.CORRECTION_PROPOSED, JournalKind.PERSON_ERASED]


def test_erasing_an_account_waits_for_who_decides_with_it(town: Town) -> None:
    referee, player, began = town.referee, town.squads["Anchor"][0], Event()
    at_once(
        lambda: decide_in_two_steps(town, referee, player, began),
        state_after(began, lambda: erase_account(town.league, by=referee, now=NOW)),
    )
    referee.refresh_from_db()
    assert (referee.is_active, JournalEntry.objects.count()) == (False, 3)


def test_a_captain_erased_while_they_send_their_sheet(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    for go in range(10):
        captain = factories.user(f"captain-{go}@town.example")
        factories.role(captain, town.league, RoleKind.CAPTAIN, town.teams["Anchor"])
        Player.objects.create(league=town.league, name=f"Olive {go}", user=captain)
        SheetDraft.objects.create(fixture=fixture, user=captain, sheet={}, updated_at=now)
        sheet = result_sheet(town, "Anchor", "Bell")
        at_once(
            lambda who=captain, sheet=sheet: submit.submit(fixture, sheet, by=who, now=now),
            lambda who=captain: erase_account(town.league, by=who, now=now),
        )
        captain.refresh_from_db()
        assert not captain.is_active
        forget(JournalEntry, Notice, Result)


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no locks of rows")
@pytest.mark.parametrize("model", [User, Player])
def test_what_changes_of_a_person_is_part_of_no_key(db: None, model: type[User | Player]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(KEYS, [model._meta.db_table])
        assert {name for (name,) in cursor.fetchall()} == {"id", "uid"}


def test_a_player_is_erased_while_a_captain_sends_a_sheet_with_them(town: Town, now: dt.datetime) -> None:
    fixture, captain = town.fixture("Anchor", "Bell"), town.captains["Anchor"]
    for go in range(10):
        player = Player.objects.create(league=town.league, name=f"Olive {go}")
        register(town.teams["Anchor"], town.season, player, starts_on=FIRST_WEEK, by=town.secretary, now=now)
        town.squads["Anchor"][0] = player
        seats = {"m1-home-1": str(player.pk), "m2-home-1-name": f"Olive {go}"}
        SheetDraft.objects.create(fixture=fixture, user=captain, sheet=seats, updated_at=now)
        sheet = result_sheet(town, "Anchor", "Bell")
        at_once(
            lambda sheet=sheet: submit.submit(fixture, sheet, by=captain, now=now),
            lambda who=player: erase(who, by=town.secretary, now=now),
        )
        player.refresh_from_db()
        assert player.erased_at is not None
        forget(JournalEntry, Notice, Result, SheetDraft)
