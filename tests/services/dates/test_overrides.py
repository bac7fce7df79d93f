"""The secretary decides about a fixture's date without the captains, with a reason that both read."""

import datetime as dt

import pytest

from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Entry, Fixture, JournalEntry, Notice, Postponement, User, Venue
from league.services.dates import override, postpone
from league.services.dates.override import Override
from league.services.results import submit
from league.services.seasons.withdrawals import withdraw_team
from tests import factories
from tests.factories import Town, result_sheet

NOW = dt.datetime(2026, 9, 9, 12, tzinfo=dt.UTC)
SECOND = dt.datetime(2026, 9, 15, 19, tzinfo=dt.UTC)
LATE = dt.datetime(2026, 10, 14, 19, tzinfo=dt.UTC)
FREE = dt.datetime(2026, 9, 30, 19, tzinfo=dt.UTC)


@pytest.fixture
def fixture(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


def step(town: Town, *, seen: int = 0, reason: str = "The pub is flooded.", by: User | None = None) -> Override:
    return Override(reason=reason, seen=seen, by=by or town.secretary, now=NOW)


def requested(town: Town, fixture: Fixture) -> Postponement:
    return postpone.request(fixture, slots=[FREE], reason="Ill.", by=town.captains["Anchor"], now=NOW)


def last() -> tuple[str, str, str]:
    entry = JournalEntry.objects.latest("pk")
    return entry.kind, entry.what, entry.why


def test_the_secretary_moves_a_fixture_and_both_captains_read_why(town: Town, fixture: Fixture) -> None:
    override.move(fixture, FREE, step(town), venue=town.venues["Castle"])
    fixture.refresh_from_db()
    assert (fixture.starts_at, fixture.venue, fixture.sequence) == (FREE, town.venues["Castle"], 1)
    assert fixture.original_starts_at == SECOND
    assert last() == (
        JournalKind.FIXTURE_MOVED,
        "moved Anchor v Bell to Wednesday 30 September at 8 pm at Castle, from Tuesday 15 September at 8 pm",
        "The pub is flooded.",
    )
    text = "Anchor v Bell is played on Wednesday 30 September at 8 pm at Castle. The secretary: The pub is flooded."
    assert [(n.recipient, n.kind, n.text) for n in Notice.objects.order_by("recipient")] == [
        (town.captains[name], NoticeKind.FIXTURE_MOVED, text) for name in ("Anchor", "Bell")
    ]


def test_an_evening_outside_the_rules_wants_to_be_meant(town: Town, fixture: Fixture) -> None:
    with pytest.raises(Invalid) as refused:
        override.move(fixture, LATE, step(town))
    assert [(p.code, p.message) for p in refused.value.problems] == [
        ("anyway", "It must be played by Sunday 4 October, the end of the round’s catch-up week.")
    ]
    override.move(fixture, LATE, step(town), anyway=True)
    assert last()[1].endswith(", despite the rules")


def test_another_hour_of_the_same_evening_is_no_breach(town: Town, fixture: Fixture) -> None:
    override.move(fixture, SECOND - dt.timedelta(hours=1), step(town))
    assert not last()[1].endswith("despite the rules")
    with pytest.raises(WrongState, match="already has this date and venue"):
        override.move(fixture, SECOND - dt.timedelta(hours=1), step(town, seen=1))


def test_moving_settles_an_open_postponement(town: Town, fixture: Fixture) -> None:
    requested(town, fixture)
    override.leave_undated(fixture, step(town))
    override.move(fixture, SECOND, step(town, seen=1, reason="They can after all."))
    fixture.refresh_from_db()
    assert (fixture.state, fixture.starts_at, fixture.sequence) == (FixtureState.SCHEDULED, SECOND, 2)
    row = Postponement.objects.get()
    assert (row.state, row.starts_at, row.why) == (PostponementState.AGREED, SECOND, "They can after all.")
    assert row.decided_by == town.secretary


def test_the_secretary_refuses_in_place_of_a_captain(town: Town, fixture: Fixture) -> None:
    with pytest.raises(WrongState, match="No request is awaiting"):
        override.refuse(fixture, step(town))
    requested(town, fixture)
    row = override.refuse(fixture, step(town, reason="Too late in the season."))
    assert (row.state, row.why, row.decided_by) == (
        PostponementState.REFUSED,
        "Too late in the season.",
        town.secretary,
    )
    told = Notice.objects.filter(kind=NoticeKind.POSTPONEMENT_REFUSED)
    assert {n.recipient for n in told} == {town.captains["Anchor"], town.captains["Bell"]}


def test_the_secretary_puts_a_fixture_off_that_nobody_asked_about(town: Town, fixture: Fixture) -> None:
    row = override.leave_undated(fixture, step(town), side="away")
    assert (row.state, row.side, row.reason) == (PostponementState.OWED, "away", "The pub is flooded.")
    fixture.refresh_from_db()
    assert fixture.state == FixtureState.POSTPONED
    assert last()[:2] == (JournalKind.FIXTURE_POSTPONED, "postponed Anchor v Bell, without a date yet")
    with pytest.raises(WrongState, match="no date already"):
        override.leave_undated(fixture, step(town, seen=1))


def test_the_secretary_cancels_a_fixture_and_may_give_it_a_date_again(town: Town, fixture: Fixture) -> None:
    requested(town, fixture)
    override.cancel(fixture, step(town))
    fixture.refresh_from_db()
    assert (fixture.state, fixture.sequence) == (FixtureState.CANCELLED, 1)
    assert Postponement.objects.get().state == PostponementState.LAPSED
    assert last() == (JournalKind.FIXTURE_CANCELLED, "cancelled Anchor v Bell", "The pub is flooded.")
    assert {n.recipient for n in Notice.objects.filter(kind=NoticeKind.FIXTURE_CANCELLED)} == {
        town.captains["Anchor"],
        town.captains["Bell"],
    }
    with pytest.raises(WrongState, match="cancelled already"):
        override.cancel(fixture, step(town, seen=1))
    override.move(fixture, FREE, step(town, seen=1))
    fixture.refresh_from_db()
    assert fixture.state == FixtureState.SCHEDULED


def test_a_fixture_of_a_team_that_has_withdrawn_gets_no_date(town: Town, fixture: Fixture) -> None:
    entry = Entry.objects.select_related("season__league").get(season=town.season, team=fixture.away)
    withdraw_team(entry, reason="No players.", by=town.secretary, now=NOW)
    with pytest.raises(WrongState, match="Bell has withdrawn"):
        override.move(fixture, FREE, step(town, seen=1), anyway=True)
    fixture.refresh_from_db()
    assert (fixture.state, fixture.sequence) == (FixtureState.CANCELLED, 1)


def test_every_step_wants_a_reason_and_the_secretary(town: Town, fixture: Fixture) -> None:
    for act in (override.refuse, override.leave_undated, override.cancel):
        with pytest.raises(Invalid) as refused:
            act(fixture, step(town, reason=" "))
        assert [p.field for p in refused.value.problems] == ["reason"]
        for stranger in (town.captains["Anchor"], town.referee):
            with pytest.raises(NotAllowed):
                act(fixture, step(town, by=stranger))
    with pytest.raises(NotAllowed):
        override.move(fixture, FREE, step(town, by=town.captains["Bell"]))


def test_everything_wrong_is_told_at_once(town: Town, fixture: Fixture) -> None:
    abroad = factories.town("Abroad League", "abroad").venues["Anchor"]
    assert isinstance(abroad, Venue)
    with pytest.raises(Invalid) as refused:
        override.move(fixture, FREE, step(town, reason=""), venue=abroad)
    assert [p.field for p in refused.value.problems] == ["venue", "reason"]
    with pytest.raises(Invalid) as refused:
        override.leave_undated(fixture, step(town, reason=""), side="neither")
    assert [p.field for p in refused.value.problems] == ["side", "reason"]


def test_what_changed_since_the_page_was_opened_is_not_overwritten(town: Town, fixture: Fixture) -> None:
    requested(town, fixture)
    postpone.agree(fixture, FREE, seen=1, by=town.captains["Bell"], now=NOW)
    with pytest.raises(WrongState, match="has been changed since"):
        override.move(fixture, LATE, step(town), anyway=True)


def test_a_fixture_with_a_result_keeps_its_date(town: Town, fixture: Fixture) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=SECOND)
    for act in (override.refuse, override.leave_undated, override.cancel):
        with pytest.raises(WrongState, match="has its result"):
            act(fixture, step(town))


def test_a_venue_that_was_hidden_since_it_was_chosen_is_refused(town: Town, fixture: Fixture) -> None:
    fox = Venue.objects.create(league=town.league, name="The Fox")
    Venue.objects.filter(pk=fox.pk).update(hidden_at=NOW)
    assert fox.hidden_at is None
    with pytest.raises(Invalid) as refused:
        override.move(fixture, FREE, step(town), venue=fox)
    assert [(p.field, p.message) for p in refused.value.problems] == [
        ("venue", "Choose a venue of this league that is not hidden.")
    ]
    fixture.refresh_from_db()
    assert (fixture.starts_at, fixture.venue, fixture.sequence) == (SECOND, town.venues["Anchor"], 0)
