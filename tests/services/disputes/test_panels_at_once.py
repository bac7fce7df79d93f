"""Members who vote at the same second: the vote that comes last decides, once."""

import datetime as dt

import pytest

from league.enums import AppealState, JournalKind, ResultState
from league.errors import WrongState
from league.models import Appeal, AppealVote, JournalEntry, League, Result
from league.queries.disputes.disputes import find_appeal
from league.services.disputes import appeal as appeals
from league.services.disputes.panel_votes import continue_due
from tests.factories import Town
from tests.services.at_once import at_once
from tests.services.disputes.panel_cases import DAY, appealed, committee, voted

TIMES = 3
pytestmark = pytest.mark.django_db(transaction=True)


def read_elsewhere(made: Appeal) -> Appeal:
    """The appeal as another connection has read it."""
    return find_appeal(League.objects.get(slug="town"), made.pk)


@pytest.mark.parametrize("go", range(TIMES))
def test_two_last_votes_at_once_decide_it_once(town: Town, now: dt.datetime, go: int) -> None:
    people = committee(town, 2)
    made = appealed(town, now)
    found = [read_elsewhere(made) for _ in people]
    ended = at_once(*[lambda a=a, who=who: voted(a, who, now) for a, who in zip(found, people, strict=True)])
    assert not [one for one in ended if isinstance(one, Exception)]
    made.refresh_from_db()
    assert (made.state, AppealVote.objects.count()) == (AppealState.ALLOWED, 2)
    assert JournalEntry.objects.filter(kind=JournalKind.APPEAL_DECIDED).count() == 1
    assert JournalEntry.objects.filter(kind=JournalKind.APPEAL_VOTED).count() == 2
    live = Result.objects.get(live=True)
    assert (live.version, live.state) == (3, ResultState.CONFIRMED)


@pytest.mark.parametrize("go", range(TIMES))
def test_of_votes_past_a_majority_at_once_the_late_one_is_told(town: Town, now: dt.datetime, go: int) -> None:
    first, chair, third = committee(town)
    made = appealed(town, now)
    voted(made, first, now)
    found = [read_elsewhere(made) for _ in range(2)]
    ended = at_once(lambda: voted(found[0], chair, now, allow=True), lambda: voted(found[1], third, now, allow=True))
    [late] = [one for one in ended if isinstance(one, WrongState)]
    assert late.code == "decided"
    assert AppealVote.objects.count() == 2
    assert Result.objects.filter(live=True).count() == 1


@pytest.mark.parametrize("go", range(TIMES))
def test_one_member_who_presses_twice_has_one_vote(town: Town, now: dt.datetime, go: int) -> None:
    first, *_ = committee(town)
    made = appealed(town, now)
    found = [read_elsewhere(made) for _ in range(2)]
    at_once(*[lambda a=a: voted(a, first, now) for a in found])
    assert AppealVote.objects.count() == 1
    made.refresh_from_db()
    assert made.state == AppealState.OPEN


@pytest.mark.parametrize("go", range(TIMES))
def test_a_chair_who_decides_while_the_scan_asks_decides_it_once(town: Town, now: dt.datetime, go: int) -> None:
    _, chair, _ = committee(town)
    made = appealed(town, now)
    late = (now + 8 * DAY).replace(hour=9)
    found = read_elsewhere(made)
    at_once(lambda: voted(found, chair, late), lambda: continue_due(now=late))
    made.refresh_from_db()
    assert (made.state, made.decided_as) == (AppealState.ALLOWED, "chair")
    assert JournalEntry.objects.filter(kind=JournalKind.APPEAL_DECIDED).count() == 1


def test_a_secretary_who_decides_at_once_with_the_last_vote_is_refused(town: Town, now: dt.datetime) -> None:
    people = committee(town, 2)
    made = appealed(town, now)
    voted(made, people[0], now)
    found = [read_elsewhere(made) for _ in range(2)]
    ended = at_once(
        lambda: voted(found[0], people[1], now),
        lambda: appeals.decide_appeal(found[1], allow=False, decision="No.", by=town.secretary, now=now),
    )
    assert isinstance(ended[1], WrongState)
    made.refresh_from_db()
    assert made.decided_as == "committee"
