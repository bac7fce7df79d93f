"""Two secretaries have one charge before them at the same second, or press one button twice."""

import datetime as dt
from decimal import Decimal
from functools import partial

import pytest

from league.errors import WrongState
from league.models import Charge, JournalEntry, Player
from league.services import idempotency
from league.services.money import NewCharge, cancel, charge, pay
from league.services.people.merge import merge_players
from tests.factories import Town
from tests.services.at_once import TIMES, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def fine(town: Town, now: dt.datetime) -> list[Charge]:
    new = NewCharge("fine", Decimal(5), "A late card", now.date())
    return charge(town.season, [town.teams["Bell"]], [], new, by=town.secretary, now=now)


def test_what_is_paid_and_cancelled_at_once_is_one_of_the_two(town: Town, now: dt.datetime) -> None:
    for _ in range(TIMES):
        [made] = fine(town, now)
        paid, cancelled = at_once(
            partial(pay, made, on=now.date(), by=town.secretary, now=now),
            partial(cancel, made, reason="No.", by=town.secretary, now=now),
        )
        made.refresh_from_db()
        assert isinstance(paid, WrongState) is not isinstance(cancelled, WrongState)
        assert made.standing == (cancelled if isinstance(paid, WrongState) else paid).standing


def test_what_is_paid_twice_at_once_is_written_down_once(town: Town, now: dt.datetime) -> None:
    for _ in range(TIMES):
        [made] = fine(town, now)
        before = JournalEntry.objects.count()
        again = partial(pay, made, on=now.date(), by=town.secretary, now=now)
        ended = at_once(again, again)
        assert [one.standing for one in ended] == ["paid-2026-11-03"] * 2
        assert JournalEntry.objects.count() == before + 1


def test_a_form_sent_twice_at_once_charges_once(town: Town, now: dt.datetime) -> None:
    owner = idempotency.owner_of(town.secretary)
    for number in range(TIMES):
        send = partial(idempotency.submit_once, owner, f"form-{number}", partial(fine, town, now), now=now)
        assert sorted(at_once(send, send)) == [False, True]
        assert Charge.objects.count() == number + 1


def test_nobody_who_is_merged_away_keeps_a_charge(town: Town, now: dt.datetime) -> None:
    new = NewCharge("fine", Decimal(5), "A no-show", now.date())
    for gone in town.squads["Anchor"][2:]:
        kept = Player.objects.create(league=town.league, name=gone.name)
        at_once(
            partial(merge_players, kept, gone, reason="One person.", by=town.secretary, now=now),
            partial(charge, town.season, [], [gone], new, by=town.secretary, now=now),
        )
        assert not Charge.objects.filter(player=gone).exists()
