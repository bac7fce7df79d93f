"""Placing while others place, or captains agree: threads with connections of their own meet real locks."""

import datetime as dt
from collections import Counter

import pytest
from django.db import transaction

from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState, Side
from league.errors import WrongState
from league.models import Entry, Fixture, JournalEntry, Notice, Offer, Postponement, Season
from league.rules.placing import Placing, Situation, place
from league.services.dates import postpone
from league.services.dates.place import lapse_unplayed, place_outstanding
from tests.factories import Town
from tests.journals import forget
from tests.services.at_once import TIMES, at_once
from tests.services.dates.owing import NOW, OVER, evening, fixture_without_date

pytestmark = pytest.mark.django_db(transaction=True)


def again(town: Town) -> None:
    """Put every fixture back to being owed a date, and delete offers, notices and the journal."""
    forget(Notice, JournalEntry, Offer)
    Postponement.objects.update(state=PostponementState.OWED, starts_at=None, why="", awaiting="")
    Fixture.objects.filter(postponements__isnull=False).update(state=FixtureState.POSTPONED, sequence=0)


def double_bookings(town: Town) -> int:
    """Count the fixtures that exceed a venue's boards or a team's one fixture on an evening."""
    found = Fixture.objects.filter(state=FixtureState.SCHEDULED).select_related("venue")
    boards = Counter((x.venue, x.starts_at) for x in found)
    teams = Counter((team, x.starts_at.date()) for x in found for team in (x.home_id, x.away_id))
    return sum(n - at[0].boards for at, n in boards.items() if n > at[0].boards) + sum(n - 1 for n in teams.values())


def test_two_beats_at_once_place_everything_exactly_once(town: Town) -> None:
    pairs = [("Anchor", "Bell"), ("Castle", "Duke of York"), ("Duke of York", "Anchor"), ("Bell", "Castle")]
    rows = [fixture_without_date(town, *pair) for pair in pairs]
    Fixture.objects.filter(pk__in=[row.fixture_id for row in rows]).update(venue=town.venues["Anchor"])
    for _ in range(TIMES):
        again(town)
        counts = at_once(*[lambda: place_outstanding(now=NOW)] * 2)
        assert sum(counts) == 4
        assert set(Postponement.objects.values_list("state", flat=True)) == {PostponementState.PLACED}
        assert set(Fixture.objects.filter(postponements__in=rows).values_list("sequence", flat=True)) == {1}
        assert JournalEntry.objects.filter(kind=JournalKind.POSTPONEMENT_PLACED).count() == 4
        assert Notice.objects.filter(kind=NoticeKind.POSTPONEMENT_PLACED).count() == 8
        assert double_bookings(town) == 0


def test_two_beats_at_once_tell_the_secretary_once(town: Town) -> None:
    Season.objects.update(catch_up_nights=[1])
    fixture_without_date(town, "Anchor", "Bell"), fixture_without_date(town, "Duke of York", "Anchor")
    for _ in range(TIMES):
        again(town)
        assert sum(at_once(*[lambda: place_outstanding(now=NOW)] * 3)) == 1
        assert Notice.objects.filter(kind=NoticeKind.POSTPONEMENT_OWED).count() == 1


def test_captains_who_agree_while_it_is_placed_have_it_their_way_or_are_told(town: Town) -> None:
    """The captains agree to the evening that placing would give to another fixture; the pub has one board."""
    mine, other = fixture_without_date(town, "Anchor", "Bell"), fixture_without_date(town, "Castle", "Duke of York")
    Fixture.objects.filter(pk__in=[mine.fixture_id, other.fixture_id]).update(venue=town.venues["Anchor"])
    Entry.objects.update(home_night=1)
    agreed = told = 0
    for _ in range(TIMES):
        again(town)
        Offer.objects.create(
            postponement=other, number=1, side=Side.HOME, made_by=town.captains["Castle"], made_at=NOW,
            slots=[evening(1).isoformat()],
        )  # fmt: skip
        fixture = town.fixture("Castle", "Duke of York")
        by = town.captains["Duke of York"]
        _, answer = at_once(
            lambda: place_outstanding(now=NOW),
            lambda fixture=fixture, by=by: postpone.agree(fixture, evening(1), seen=1, by=by, now=NOW),
        )
        states = dict(Postponement.objects.values_list("pk", "state"))
        assert states[mine.pk] == PostponementState.PLACED
        assert double_bookings(town) == 0
        if isinstance(answer, WrongState):
            told += 1
            assert states[other.pk] == PostponementState.PLACED
        else:
            agreed += 1
            assert states[other.pk] == PostponementState.AGREED
            assert Fixture.objects.get(pk=other.fixture_id).starts_at == evening(1)
    assert agreed + told == TIMES


def test_two_beats_at_once_decide_what_is_unplayed_once(town: Town) -> None:
    Season.objects.update(unplayed_policy="nil")
    fixture_without_date(town, "Anchor", "Bell"), fixture_without_date(town, "Castle", "Duke of York")
    for _ in range(TIMES):
        again(town)
        assert sum(at_once(*[lambda: lapse_unplayed(now=OVER)] * 2)) == 2
        assert set(Fixture.objects.filter(postponements__isnull=False).values_list("state", "sequence")) == {
            (FixtureState.CANCELLED, 1)
        }
        assert JournalEntry.objects.filter(kind=JournalKind.POSTPONEMENT_LAPSED).count() == 2


def test_a_placing_that_is_overtaken_is_computed_anew(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """The board is taken between the computing of a placing and its writing."""
    Season.objects.update(catch_up_nights=[2])
    first = fixture_without_date(town, "Anchor", "Bell")
    taken: list[dt.datetime] = []

    def somebody_takes_it() -> None:
        if not taken:
            taken.append(evening(1))
            with transaction.atomic():
                Fixture.objects.filter(home=town.teams["Castle"], away=town.teams["Duke of York"]).update(
                    starts_at=evening(1), venue=town.venues["Anchor"], sequence=1
                )

    def and_then(situation: Situation) -> Placing:
        found = place(situation)
        somebody_takes_it()
        return found

    monkeypatch.setattr("league.services.dates.place.place", and_then)
    assert place_outstanding(now=NOW) == 1
    assert Fixture.objects.get(pk=first.fixture_id).starts_at == evening(2)
