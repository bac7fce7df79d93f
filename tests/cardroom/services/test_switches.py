"""The switches that a table begins with: as usual by its rules, as the browser keeps them, as the account does."""

import datetime as dt
from typing import Any

import pytest

from cardroom.models import PlayTable
from cardroom.queries import switches_of
from cardroom.rules.play.seats import Switches, Wish
from cardroom.services.tables import open_table, sit_down, switch
from league.models import User
from tests.factories import Town

LATER = dt.timedelta(minutes=1)
OWN: dict[str, Any] = {"count": False, "peg": True, "pace": "1", "sound": True}


def switches_at(table: PlayTable, place: int = 0) -> tuple[bool, bool, str, bool]:
    table.refresh_from_db()
    seat = table.seats[place]
    return seat["count"], seat["peg"], seat["pace"], seat["sound"]


def opened(now: dt.datetime, *, by: User | None = None, kept: Switches | None = None, **wish: str) -> PlayTable:
    return open_table(Wish(**{"ruleset": "league", "name": "Ann"} | wish), by=by, kept=kept, now=now)[0]


@pytest.mark.usefixtures("db")
@pytest.mark.parametrize(
    ("wish", "pace"),
    [
        ({"ruleset": "six-card"}, "3"),
        ({"ruleset": "six-card-61"}, "3"),
        ({"ruleset": "six-card", "length": "61", "muggins": "on"}, "3"),
        ({"ruleset": "league"}, "off"),
        ({"ruleset": "hoyle-61"}, "off"),
        ({"ruleset": "five-card-starter-first"}, "off"),
    ],
)
def test_a_table_begins_as_usual_by_its_rules(now: dt.datetime, wish: dict[str, str], pace: str) -> None:
    table = opened(now, mode="person", **wish)
    sit_down(table, "Ben", now=now)
    assert switches_at(table) == switches_at(table, 1) == (True, True, pace, False)


@pytest.mark.usefixtures("db")
def test_whoever_has_chosen_begins_with_that_by_any_rules(now: dt.datetime) -> None:
    kept = switch(opened(now), 0, **OWN, now=now)
    for rules in ("league", "six-card"):
        table = opened(now, kept=kept, ruleset=rules, mode="person")
        assert switches_at(table) == (False, True, "1", True)
        # Whoever joins begins with their own, and not with those of whoever opened it.
        sit_down(table, "Ben", now=now)
        assert switches_at(table, 1) == (True, True, "3" if rules == "six-card" else "off", False)
    free = opened(now, mode="person")
    sit_down(free, "Ben", kept=kept, now=now)
    assert (switches_at(free), switches_at(free, 1)) == ((True, True, "off", False), (False, True, "1", True))


def test_an_account_finds_its_switches_in_another_browser(town: Town, now: dt.datetime) -> None:
    una = town.captains["Anchor"]
    assert switches_of(una) is switches_of(None) is None
    switch(opened(now, by=una), 0, **OWN, by=una, now=now)
    assert switches_at(opened(now, by=una)) == (False, True, "1", True)
    # They are carried on from table to table, and go with the account alone.
    PlayTable.objects.order_by("pk")[0].delete()
    assert switches_at(opened(now, by=una)) == (False, True, "1", True)
    assert switches_at(opened(now, by=town.captains["Bell"])) == (True, True, "off", False)


def test_of_browser_and_account_the_last_choice_counts(town: Town, now: dt.datetime) -> None:
    una = town.captains["Anchor"]
    here = switch(opened(now), 0, **OWN, now=now)
    switch(opened(now, by=una), 0, **OWN | {"pace": "3"}, by=una, now=now + LATER)
    assert switches_at(opened(now, by=una, kept=here)) == (False, True, "3", True)
    here = switch(opened(now), 0, **OWN, now=now + 2 * LATER)
    assert switches_at(opened(now, by=una, kept=here)) == (False, True, "1", True)


def test_what_somebody_else_chooses_at_ones_table_is_not_ones_own(town: Town, now: dt.datetime) -> None:
    una, ben = town.captains["Anchor"], town.captains["Bell"]
    table = opened(now, by=una, mode="person")
    sit_down(table, "Ben", by=ben, now=now)
    for by in (ben, None):
        switch(table, 1, **OWN, by=by, now=now)
    assert switches_at(table, 1) == (False, True, "1", True)
    assert switches_of(una) is switches_of(ben) is None
    # Nor what they bring along.
    switch(opened(now, by=ben), 0, **OWN, by=ben, now=now)
    joined = opened(now, by=una, mode="person")
    sit_down(joined, "Ben", by=ben, now=now)
    assert switches_at(joined, 1) == (False, True, "1", True)
    assert switches_of(una) is None
