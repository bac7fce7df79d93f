"""A sheet that nobody of the other side can answer, or that nobody answers: it goes to the secretary."""

import datetime as dt

import pytest

from league.enums import FixtureState, JournalKind, NoticeKind, ResultState, RoleKind, Settlement
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Fixture, JournalEntry, Notice, Player, Result, Role, User
from league.queries.desk.oversight import oversight_of
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.services.at_once import at_once, sorted_out

LATE = dt.timedelta(hours=57)


@pytest.fixture
def both(town: Town) -> User:
    """The captain of Anchor, who is captain of Bell as well; Bell has no other."""
    captain = town.captains["Anchor"]
    Role.objects.filter(team=town.teams["Bell"]).delete()
    factories.role(captain, town.league, RoleKind.CAPTAIN, town.teams["Bell"])
    return captain


@pytest.fixture
def fixture(town: Town, both: User, now: dt.datetime) -> Fixture:
    """The sheet of Anchor v Bell, sent by the captain of both."""
    found = town.fixture("Anchor", "Bell")
    submit.submit(found, result_sheet(town, "Anchor", "Bell"), by=both, now=now)
    return found


def live() -> Result:
    return Result.objects.get(live=True)


def notices_of(kind: NoticeKind) -> set[str]:
    return set(Notice.objects.filter(kind=kind).values_list("recipient__email", flat=True))


def test_a_sheet_of_a_captain_of_both_sides_goes_to_the_secretary_at_once(
    town: Town, now: dt.datetime, fixture: Fixture
) -> None:
    assert (live().state, live().confirm_by) == (ResultState.SUBMITTED, None)
    assert notices_of(NoticeKind.RESULT_UNANSWERABLE) == {"secretary@town.example"}
    assert notices_of(NoticeKind.RESULT_TO_CONFIRM) == set()
    assert confirm.confirm_due(now=now + 10 * LATE) == 0
    assert live().state == ResultState.SUBMITTED
    listed = oversight_of(town.league, town.season, now=now).not_confirmed
    assert [late.fixture for late in listed] == [fixture]


def test_a_secretary_who_cannot_confirm_it_is_told_only_where_none_can(
    town: Town, now: dt.datetime, both: User
) -> None:
    factories.role(both, town.league, RoleKind.SECRETARY)
    first, second = town.fixture("Anchor", "Bell"), town.fixture("Anchor", "Castle")
    submit.submit(first, result_sheet(town, "Anchor", "Bell"), by=both, now=now)
    assert notices_of(NoticeKind.RESULT_UNANSWERABLE) == {"secretary@town.example"}
    Role.objects.filter(user=town.secretary).delete()
    Role.objects.filter(team=town.teams["Castle"]).delete()
    factories.role(both, town.league, RoleKind.CAPTAIN, town.teams["Castle"])
    submit.submit(second, result_sheet(town, "Anchor", "Castle"), by=both, now=now)
    assert Notice.objects.get(fixture=second).recipient == both


def test_a_sheet_that_has_a_deadline_still_is_not_confirmed_by_it_either(
    town: Town, now: dt.datetime, fixture: Fixture, both: User
) -> None:
    # From before this rule; or Bell lost its own captain while the sheet waited.
    Result.objects.update(confirm_by=now + LATE)
    Notice.objects.all().delete()
    for minutes in (0, 1):
        assert confirm.confirm_due(now=now + LATE + dt.timedelta(minutes=minutes)) == 0
    assert (live().state, live().confirm_by) == (ResultState.SUBMITTED, None)
    assert Notice.objects.filter(kind=NoticeKind.RESULT_UNANSWERABLE).count() == 1
    assert not JournalEntry.objects.filter(kind=JournalKind.RESULT_CONFIRMED).exists()


def test_where_somebody_else_of_the_other_side_may_answer_silence_confirms(
    town: Town, now: dt.datetime, both: User
) -> None:
    vice = factories.user("vice@town.example")
    factories.role(vice, town.league, RoleKind.VICE_CAPTAIN, town.teams["Bell"])
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=both, now=now)
    assert notices_of(NoticeKind.RESULT_TO_CONFIRM) == {"vice@town.example"}
    assert notices_of(NoticeKind.RESULT_UNANSWERABLE) == set()
    assert confirm.confirm_due(now=now + LATE) == 1


def test_a_side_without_a_captain_was_never_asked_and_its_silence_is_no_agreement(town: Town, now: dt.datetime) -> None:
    Role.objects.filter(team=town.teams["Bell"]).delete()
    by = town.captains["Anchor"]
    sent = submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=by, now=now)
    assert confirm.confirm_due(now=now + LATE) == 0
    assert notices_of(NoticeKind.RESULT_UNANSWERABLE) == {"secretary@town.example"}
    confirm.uphold(sent.fixture, 1, reason="They have nobody.", by=town.secretary, now=now + LATE)
    assert Result.objects.get().settlement == Settlement.UPHELD


def test_the_secretary_confirms_it_with_a_reason(town: Town, now: dt.datetime, fixture: Fixture, both: User) -> None:
    with pytest.raises(Invalid, match="Say why it counts"):
        confirm.uphold(fixture, 1, reason=" ", by=town.secretary, now=now)
    found = confirm.uphold(fixture, 1, reason="I saw both cards.", by=town.secretary, now=now)
    assert (found.state, found.settlement, found.settled_by) == (
        ResultState.CONFIRMED, Settlement.UPHELD, town.secretary,
    )  # fmt: skip
    entry = JournalEntry.objects.get(kind=JournalKind.RESULT_CONFIRMED)
    assert (entry.by, entry.why) == (town.secretary, "I saw both cards.")
    assert entry.what == "confirmed Anchor v Bell in the other side's place: 6–3"
    assert notices_of(NoticeKind.RESULT_CONFIRMED) == {both.email}
    text = Notice.objects.get(kind=NoticeKind.RESULT_CONFIRMED).text
    assert text == "Anchor v Bell: the secretary has confirmed 6–3, it counts. I saw both cards."
    assert list(oversight_of(town.league, town.season, now=now).not_confirmed) == []
    # The button pressed twice.
    assert confirm.uphold(fixture, 1, reason="I saw both cards.", by=town.secretary, now=now) == found
    assert JournalEntry.objects.filter(kind=JournalKind.RESULT_CONFIRMED).count() == 1


def test_a_sheet_without_a_deadline_is_listed_and_confirmed_and_both_captains_are_told(
    town: Town, now: dt.datetime
) -> None:
    fixture, anchor, bell = town.fixture("Anchor", "Bell"), town.captains["Anchor"], town.captains["Bell"]
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=anchor, now=now)
    assert list(oversight_of(town.league, town.season, now=now).not_confirmed) == []
    Result.objects.update(confirm_by=None)
    assert [late.fixture for late in oversight_of(town.league, town.season, now=now).not_confirmed] == [fixture]
    confirm.uphold(fixture, 1, reason="Bell is abroad.", by=town.secretary, now=now)
    assert notices_of(NoticeKind.RESULT_CONFIRMED) == {anchor.email, bell.email}


def test_who_may_not_uphold(town: Town, now: dt.datetime, fixture: Fixture, both: User) -> None:
    player = factories.user("player@town.example")
    Player.objects.filter(pk=town.squads["Bell"][3].pk).update(user=player)
    for person in (both, player):
        factories.role(person, town.league, RoleKind.SECRETARY)
    for person in (both, player, town.referee, town.captains["Castle"]):
        with pytest.raises(NotAllowed, match="nobody confirms their own"):
            confirm.uphold(fixture, 1, reason="So.", by=person, now=now)
    # They were captain when they sent it; now they are secretary and no captain any more.
    Role.objects.filter(user=both, kind=RoleKind.CAPTAIN).delete()
    Player.objects.filter(user=both).update(user=None)
    with pytest.raises(NotAllowed):
        confirm.uphold(fixture, 1, reason="So.", by=both, now=now)


def test_what_does_not_wait_is_not_upheld(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    with pytest.raises(WrongState, match="A newer sheet"):
        confirm.uphold(fixture, 2, reason="So.", by=town.secretary, now=now)
    confirm.uphold(fixture, 1, reason="So.", by=town.secretary, now=now)
    second = factories.user("second@town.example")
    factories.role(second, town.league, RoleKind.SECRETARY)
    with pytest.raises(WrongState, match="confirmed already"):
        confirm.uphold(fixture, 1, reason="So.", by=second, now=now)
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.CANCELLED)
    with pytest.raises(WrongState, match="cancelled"):
        confirm.uphold(fixture, 1, reason="So.", by=second, now=now)


@pytest.mark.django_db(transaction=True)
def test_of_the_secretary_and_the_other_captain_at_once_one_is_first(town: Town, now: dt.datetime) -> None:
    fixture, bell = town.fixture("Anchor", "Bell"), town.captains["Bell"]
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    sorted_out(
        at_once(
            lambda: confirm.uphold(fixture, 1, reason="So.", by=town.secretary, now=now),
            lambda: confirm.dispute(fixture, 1, reason="No.", by=bell, now=now),
        )
    )
    assert live().state in (ResultState.CONFIRMED, ResultState.DISPUTED)
