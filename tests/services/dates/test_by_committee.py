"""New dates that the secretary sets for the committee: captains ask, say when they can, and are told.

Anchor v Bell is on Tuesday 15 September at eight; the catch-up week begins on the 28th.
"""

import datetime as dt

import pytest
from django.db.models import Q

from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Fixture, JournalEntry, Notice, Offer, Postponement, Season, User, Week
from league.queries.dates.postponements import open_with_offers, requests_of
from league.queries.mail.letters import facts_of, still_true, with_everything
from league.queries.results.dashboards import fixtures_of_captain
from league.services.dates import override, place, postpone
from league.services.mail import reminders
from league.services.mail.letters import letter_of
from tests.factories import Town

NOW = dt.datetime(2026, 9, 9, 12, tzinfo=dt.UTC)
WHY = "Two of ours are at a wedding."


def evening(day: int) -> dt.datetime:
    """Eight in the evening in London, in September."""
    return dt.datetime(2026, 9, day, 19, tzinfo=dt.UTC)


@pytest.fixture
def fixture(town: Town) -> Fixture:
    Season.objects.update(new_dates="committee")
    return town.fixture("Anchor", "Bell")


@pytest.fixture
def anchor(town: Town) -> User:
    return town.captains["Anchor"]


@pytest.fixture
def bell(town: Town) -> User:
    return town.captains["Bell"]


def notices_to(user: User) -> list[tuple[str, str]]:
    return [(notice.kind, notice.text) for notice in Notice.objects.filter(recipient=user).order_by("pk")]


def requested(fixture: Fixture, by: User, *dates: dt.datetime) -> Postponement:
    return postpone.request(fixture, slots=dates, reason=WHY, by=by, now=NOW)


def test_the_secretary_is_asked_and_the_other_captain_says_when_they_can(
    town: Town, fixture: Fixture, anchor: User, bell: User
) -> None:
    requested(fixture, anchor, evening(23))
    assert notices_to(town.secretary) == [
        (
            NoticeKind.DATE_TO_SET,
            "Anchor v Bell: Anchor ask to postpone. They can play on these dates: Wednesday 23 September at 8 pm.",
        )
    ]
    assert notices_to(bell) == [
        (NoticeKind.POSTPONEMENT_ASKED, "Anchor v Bell: Anchor ask the secretary to postpone. Say when you can play.")
    ]
    postpone.counter(fixture, slots=[evening(24)], seen=1, by=bell, now=NOW)
    assert notices_to(town.secretary)[-1] == (
        NoticeKind.DATE_TO_SET,
        "Anchor v Bell: Bell can play on these dates: Thursday 24 September at 8 pm.",
    )
    # Either says it anew, in whatever order, and nobody has to answer.
    postpone.counter(fixture, slots=[evening(24)], seen=2, by=anchor, now=NOW)
    assert list(Offer.objects.values_list("side", flat=True)) == ["home", "away", "home"]
    assert [entry.what for entry in JournalEntry.objects.filter(kind=JournalKind.POSTPONEMENT_ANSWERED)][-1].startswith(
        "said when they can play Anchor v Bell"
    )
    fixture.refresh_from_db()
    assert (fixture.state, fixture.starts_at) == (FixtureState.SCHEDULED, evening(15))
    for team in ("Anchor", "Bell"):
        mine = fixtures_of_captain(town.league, frozenset({town.teams[team].pk}), now=NOW)
        assert (mine.asked, mine.asking) == ([], [])


def test_no_captain_agrees_refuses_or_puts_off(fixture: Fixture, anchor: User, bell: User) -> None:
    requested(fixture, anchor, evening(23))
    for answer in (
        lambda: postpone.agree(fixture, evening(23), seen=1, by=bell, now=NOW),
        lambda: postpone.agree_without_date(fixture, seen=1, by=bell, now=NOW),
        lambda: postpone.refuse(fixture, reason="No.", seen=1, by=bell, now=NOW),
    ):
        with pytest.raises(WrongState, match="The secretary sets the new dates of this season"):
            answer()
    assert Postponement.objects.get().state == PostponementState.REQUESTED


def test_only_its_captains_ask_and_say_when_they_can(town: Town, fixture: Fixture, anchor: User) -> None:
    requested(fixture, anchor)
    for stranger in (town.captains["Castle"], town.secretary, town.referee):
        with pytest.raises(NotAllowed):
            postpone.counter(fixture, slots=[evening(23)], seen=1, by=stranger, now=NOW)
    with pytest.raises(Invalid, match="Choose at least one date"):
        postpone.counter(fixture, slots=[], seen=1, by=anchor, now=NOW)


def test_the_secretary_sets_the_date_and_needs_no_other_reason_than_the_request(
    town: Town, fixture: Fixture, anchor: User, bell: User
) -> None:
    requested(fixture, anchor, evening(23))
    step = override.Override("", fixture.sequence, town.secretary, NOW)
    moved = override.move(fixture, evening(23), step)
    assert moved.starts_at == evening(23)
    assert Postponement.objects.get().state == PostponementState.AGREED
    said = (NoticeKind.FIXTURE_MOVED, "Anchor v Bell is played on Wednesday 23 September at 8 pm.")
    assert (notices_to(anchor)[-1], notices_to(bell)[-1]) == (said, said)
    # Without a request there is no reason but the secretary's.
    moved.refresh_from_db()
    with pytest.raises(Invalid, match="Give the reason"):
        override.move(moved, evening(24), override.Override("", moved.sequence, town.secretary, NOW))


def test_a_captain_withdraws_and_the_secretary_hears_of_it(town: Town, fixture: Fixture, anchor: User) -> None:
    requested(fixture, anchor)
    postpone.withdraw(fixture, by=anchor, now=NOW)
    assert notices_to(town.secretary)[-1][0] == NoticeKind.POSTPONEMENT_REFUSED


def test_undecided_when_it_is_due_to_start_it_has_no_date_and_is_placed(fixture: Fixture, anchor: User) -> None:
    requested(fixture, anchor)
    assert place.expire_requests(now=evening(15)) == 1
    fixture.refresh_from_db()
    assert fixture.state == FixtureState.POSTPONED
    entry = JournalEntry.objects.get(kind=JournalKind.FIXTURE_POSTPONED)
    assert entry.what == "postponed Anchor v Bell: no new date was set before it was due to start"
    assert notices_to(anchor)[-1][1] == (
        "Anchor v Bell is postponed and has no date yet. The captains say when they can play, and the secretary sets "
        "a date; otherwise it is placed."
    )
    assert place.place_outstanding(now=evening(22)) == 1


def test_the_secretary_is_reminded_before_the_last_day(town: Town, fixture: Fixture, anchor: User) -> None:
    Week.objects.update(kind="play")
    Season.objects.update(catch_up="none", play_within=14)
    fixture.refresh_from_db()
    fixture = town.fixture("Anchor", "Bell")
    requested(fixture, anchor)
    step = override.Override("The cellar is flooded.", fixture.sequence, town.secretary, NOW)
    override.leave_undated(fixture, step)
    at = dt.datetime(2026, 9, 22, 17, tzinfo=dt.UTC)
    assert [reminders.queue_date_reminders(now=at + dt.timedelta(minutes=n)) for n in range(3)] == [1, 0, 0]
    assert notices_to(town.secretary)[-1] == (
        NoticeKind.DATE_TO_SET,
        "Anchor v Bell still has no date and must be played by Tuesday 29 September: set one.",
    )
    assert NoticeKind.TIME_RUNNING_OUT not in [kind for kind, _ in notices_to(anchor)]


def test_letters_say_who_sets_the_date_and_lead_there(town: Town, fixture: Fixture, anchor: User, bell: User) -> None:
    requested(fixture, anchor, evening(23))
    postpone.counter(fixture, slots=[evening(24)], seen=1, by=bell, now=NOW)
    notices = with_everything(Q(recipient__in=[town.secretary, bell]))
    facts = facts_of(notices)[fixture.pk]
    assert all(still_true(notice, facts) for notice in notices)
    letters = [letter_of(notice, facts) for notice in notices]
    assert {letter.subject for letter in letters} == {
        "A date to set: Anchor v Bell", "Anchor ask for a postponement: Anchor v Bell"
    }  # fmt: skip
    [to_bell] = [letter for letter in letters if letter.subject.startswith("Anchor ask")]
    assert to_bell.paragraphs[-1] == "The secretary sets the new date. Say on the fixture’s page when you can play."
    assert {letter.url.rpartition("/fixtures/")[2] for letter in letters} == {
        f"{fixture.pk}/move/", f"{fixture.pk}/answer/"
    }  # fmt: skip
    override.move(fixture, evening(23), override.Override("", fixture.sequence, town.secretary, NOW))
    facts = facts_of(notices)[fixture.pk]
    assert not any(still_true(notice, facts) for notice in notices)


def test_an_open_request_is_answered_as_the_season_has_it_now(fixture: Fixture, anchor: User, bell: User) -> None:
    requested(fixture, anchor, evening(23))
    Season.objects.update(new_dates="agreed")
    again = Fixture.objects.select_related("division__season__league").get(pk=fixture.pk)
    done = postpone.agree(again, evening(23), seen=1, by=bell, now=NOW)
    assert done.state == PostponementState.AGREED


def test_where_captains_agree_no_request_is_listed(town: Town, anchor: User) -> None:
    fixture = town.fixture("Anchor", "Bell")
    requested(fixture, anchor)
    assert requests_of(town.season) == []
    Season.objects.update(new_dates="committee")
    assert [found.postponement.fixture for found in requests_of(Season.objects.get())] == [fixture]
    assert open_with_offers(fixture) is not None


def test_a_side_sends_dates_so_many_times_a_day_and_the_other_side_is_free(
    town: Town, fixture: Fixture, anchor: User, bell: User
) -> None:
    requested(fixture, anchor, evening(23))
    for number, day in enumerate((24, 25, 30), start=1):
        postpone.counter(fixture, slots=[evening(day)], seen=number, by=anchor, now=NOW)
    with pytest.raises(Invalid, match="sent dates 4 times within a day; send others tomorrow"):
        postpone.counter(fixture, slots=[evening(23)], seen=4, by=anchor, now=NOW)
    assert postpone.counter(fixture, slots=[evening(24)], seen=4, by=bell, now=NOW).number == 5
    later = NOW + dt.timedelta(days=1)
    assert postpone.counter(fixture, slots=[evening(23)], seen=5, by=anchor, now=later).number == 6
    assert [text for kind, text in notices_to(town.secretary)].count(notices_to(town.secretary)[0][1]) == 1


def test_asking_and_withdrawing_again_and_again_counts_too(fixture: Fixture, anchor: User) -> None:
    for _ in range(4):
        requested(fixture, anchor, evening(23))
        postpone.withdraw(fixture, by=anchor, now=NOW)
    with pytest.raises(Invalid, match="send others tomorrow"):
        requested(fixture, anchor, evening(23))
