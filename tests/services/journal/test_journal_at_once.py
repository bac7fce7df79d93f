"""Many decisions at the same second: no entry lost, no number left out, and nobody waits for ever."""

import datetime as dt
from functools import partial

import pytest
from django.db import transaction
from django.db.models import Max

from league.enums import JournalKind
from league.models import Fixture, JournalEntry, JournalHead, Week
from league.rules.chain import Whole
from league.services.dates import override
from league.services.dates.override import Override
from league.services.journal import record, verify
from league.services.results import confirm, decide, submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.journals import forget
from tests.services.at_once import TIMES, Call, at_once

CONNECTIONS = 8

pytestmark = pytest.mark.django_db(transaction=True)


def more_fixtures(town: Town, count: int) -> list[Fixture]:
    """Fixtures of the same two teams, each in a week of its own."""
    last, numbered = Week.objects.aggregate(last=Max("starts_on"))["last"], Week.objects.count()
    weeks = [
        Week.objects.create(
            season=town.season,
            round=town.weeks[0].round,
            number=numbered + 1 + number,
            starts_on=last + dt.timedelta(weeks=1 + number),
        )
        for number in range(count)
    ]
    return [factories.fixture(town, week, "Anchor", "Bell") for week in weeks]


def unbroken(town: Town, entries: int) -> None:
    numbers = list(JournalEntry.objects.filter(league=town.league).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, entries + 1))
    assert verify(town.league) == Whole(entries, JournalEntry.objects.get(number=entries).hash)


def test_the_first_entries_of_a_league_at_once_make_one_chain(town: Town, now: dt.datetime) -> None:
    def entry(number: int) -> None:
        with transaction.atomic():
            record(town.league, JournalKind.INVITED, str(number), by=None, now=now, what="invited somebody")

    forget(JournalHead)
    at_once(*[partial(entry, number) for number in range(CONNECTIONS)])
    assert JournalHead.objects.count() == 1
    unbroken(town, CONNECTIONS)


def test_eight_fixtures_are_entered_and_confirmed_at_once(town: Town, now: dt.datetime) -> None:
    sheet = result_sheet(town, "Anchor", "Bell")
    anchor, bell = town.captains["Anchor"], town.captains["Bell"]
    for go in range(TIMES):
        fixtures = more_fixtures(town, CONNECTIONS)
        late = max(fixture.starts_at for fixture in fixtures) + dt.timedelta(hours=3)
        done = at_once(*[partial(submit.submit, fixture, sheet, by=anchor, now=late) for fixture in fixtures])
        assert not [answer for answer in done if isinstance(answer, Exception)]
        done = at_once(*[partial(confirm.confirm, fixture, 1, by=bell, now=late) for fixture in fixtures])
        assert not [answer for answer in done if isinstance(answer, Exception)]
        unbroken(town, 2 * CONNECTIONS * (go + 1))


def test_decisions_of_every_kind_at_once_meet_no_deadlock(town: Town, now: dt.datetime) -> None:
    sheet = result_sheet(town, "Anchor", "Bell")
    anchor, secretary = town.captains["Anchor"], town.secretary
    entries = 0
    for _ in range(TIMES):
        fixtures = more_fixtures(town, CONNECTIONS)
        late = max(fixture.starts_at for fixture in fixtures) + dt.timedelta(hours=3)
        step = Override("Fog.", 0, secretary, late)
        calls: list[Call] = [
            *(partial(submit.submit, fixture, sheet, by=anchor, now=late) for fixture in fixtures[:2]),
            partial(override.cancel, fixtures[2], step),
            *(
                partial(override.move, fixture, late + dt.timedelta(days=day), step, anyway=True)
                for day, fixture in enumerate(fixtures[3:6])
            ),
            *(
                partial(
                    decide.give_walkover,
                    fixture,
                    to="home",
                    version=0,
                    reason="Nobody came.",
                    by=secretary,
                    now=late,
                )
                for fixture in fixtures[6:]
            ),
        ]
        done = at_once(*calls)
        assert not [answer for answer in done if isinstance(answer, Exception)], done
        entries += len(calls)
        unbroken(town, entries)


def test_a_chain_is_whole_while_it_grows(town: Town, now: dt.datetime) -> None:
    def grow(name: str) -> None:
        for number in range(20):
            with transaction.atomic():
                record(town.league, JournalKind.INVITED, f"{name}:{number}", by=None, now=now, what="invited somebody")

    def look() -> list[object]:
        return [verify(town.league) for _ in range(20)]

    grow("before")
    *_, seen = at_once(partial(grow, "a"), partial(grow, "b"), look)
    assert {type(found) for found in seen} == {Whole}
    unbroken(town, 60)
