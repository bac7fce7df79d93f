"""A team's home is changed while a season runs; a venue that is listed twice becomes one."""

import datetime as dt
from typing import Any

import pytest

from league.enums import FixtureState, JournalKind, Night, NoticeKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Entry, Fixture, JournalEntry, Notice, Season, Venue, VenueClosure
from league.queries.seasons.archivable_objects import preview_of
from league.services.dates import place, postpone
from league.services.results import confirm, submit
from league.services.seasons.changes import change_venue
from league.services.seasons.hiding import hide
from league.services.seasons.moves import change_home, merge_venues
from tests import factories
from tests.factories import Town, result_sheet

DAY = dt.date(2026, 12, 24)


def entry_of(town: Town, team: str = "Anchor") -> Entry:
    return Entry.objects.select_related("season__league", "team", "venue").get(team=town.teams[team])


@pytest.fixture
def early(town: Town) -> dt.datetime:
    """Before the first fixture."""
    return town.fixtures[0].starts_at - dt.timedelta(days=2)


def test_home_fixtures_to_come_follow_a_team_and_its_captains_are_told_once(town: Town) -> None:
    played = town.fixture(
        "Anchor", Fixture.objects.filter(home=town.teams["Anchor"]).order_by("starts_at")[0].away.name
    )
    early = played.starts_at + dt.timedelta(hours=3)
    submit.submit(played, result_sheet(town, "Anchor", played.away.name), by=town.captains["Anchor"], now=early)
    fox = Venue.objects.create(league=town.league, name="The Fox", boards=2)
    before = {one.pk: (one.starts_at, one.sequence) for one in Fixture.objects.all()}
    for _ in range(2):
        change_home(entry_of(town), {"venue": fox}, by=town.secretary, now=early)
    at_home = Fixture.objects.filter(home=town.teams["Anchor"])
    assert {one.pk for one in at_home.filter(venue=fox)} == {one.pk for one in at_home} - {played.pk}
    assert all(one.starts_at == before[one.pk][0] for one in at_home), "dates stay"
    assert {one.sequence - before[one.pk][1] for one in at_home.filter(venue=fox)} == {1}, "calendars follow"
    notices = Notice.objects.filter(kind=NoticeKind.FIXTURE_MOVED)
    assert {one.recipient for one in notices} == set(town.captains.values())
    assert {one.text for one in notices} == {"Anchor plays its home fixtures at The Fox from now on."}
    [entry] = JournalEntry.objects.filter(kind=JournalKind.TEAM_CHANGED)
    assert entry.what == "changed where or when Anchor plays at home in 2026-27: venue"
    assert entry.data["fixtures"] == at_home.count() - 1


def test_a_fixture_without_a_date_follows_and_is_placed_at_the_new_venue(town: Town, early: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    postpone.request(fixture, slots=[], reason="Two away.", by=town.captains["Anchor"], now=early)
    postpone.agree_without_date(fixture, seen=1, by=town.captains["Bell"], now=early)
    fox = Venue.objects.create(league=town.league, name="The Fox")
    # Its old date is over, and no date is to come yet.
    change_home(entry_of(town), {"venue": fox}, by=town.secretary, now=fixture.starts_at + dt.timedelta(days=2))
    before = Fixture.objects.get(pk=fixture.pk)
    assert (before.state, before.venue) == (FixtureState.POSTPONED, fox)
    place.place_outstanding(now=dt.datetime(2026, 9, 26, 12, tzinfo=dt.UTC))
    placed = Fixture.objects.get(pk=fixture.pk)
    assert (placed.state, placed.venue) == (FixtureState.SCHEDULED, fox)


def test_a_cancelled_fixture_follows_too_and_nobody_is_told_of_it(town: Town, early: dt.datetime) -> None:
    at_home = Fixture.objects.filter(home=town.teams["Anchor"])
    at_home.update(state=FixtureState.CANCELLED)
    fox = Venue.objects.create(league=town.league, name="The Fox")
    change_home(entry_of(town), {"venue": fox}, by=town.secretary, now=early)
    assert {one.venue for one in at_home} == {fox}
    assert not Notice.objects.exists()


def test_a_full_or_closed_venue_is_taken_only_anyway(town: Town, early: dt.datetime) -> None:
    castle = town.venues["Castle"]
    VenueClosure.objects.create(venue=castle, date=dt.date(2026, 10, 6))
    before = list(Fixture.objects.values())
    with pytest.raises(Invalid) as refused:
        change_home(entry_of(town), {"venue": castle}, by=town.secretary, now=early)
    assert [(one.code, one.field, str(one.message)) for one in refused.value.problems] == [
        (
            "anyway",
            "anyway",
            "Tuesday 15 September: Castle has no board free: it has one fixture that evening and holds 1.",
        ),
        ("anyway", "anyway", "Tuesday 6 October: Castle is closed that day."),
    ]
    assert (list(Fixture.objects.values()), entry_of(town).venue) == (before, town.venues["Anchor"])
    assert not Notice.objects.exists()
    change_home(entry_of(town), {"venue": castle}, anyway=True, by=town.secretary, now=early)
    assert {one.venue for one in Fixture.objects.filter(home=town.teams["Anchor"])} == {castle}
    [entry] = JournalEntry.objects.filter(kind=JournalKind.TEAM_CHANGED)
    assert entry.what == "changed where or when Anchor plays at home in 2026-27, despite the rules: venue"


def test_a_venue_with_boards_enough_is_taken(town: Town, early: dt.datetime) -> None:
    Venue.objects.filter(pk=town.venues["Castle"].pk).update(boards=2)
    change_home(entry_of(town), {"venue": town.venues["Castle"]}, by=town.secretary, now=early)
    assert entry_of(town).venue == town.venues["Castle"]


def test_a_venue_that_was_hidden_since_it_was_read_is_refused(town: Town, early: dt.datetime) -> None:
    fox = Venue.objects.create(league=town.league, name="The Fox")
    merge_venues(town.venues["Castle"], Venue.objects.get(pk=fox.pk), reason="One.", by=town.secretary, now=early)
    assert fox.hidden_at is None
    with pytest.raises(Invalid, match="not hidden"):
        change_home(entry_of(town), {"venue": fox}, by=town.secretary, now=early)


def test_another_night_moves_no_fixture(town: Town, early: dt.datetime) -> None:
    before = list(Fixture.objects.values())
    changed = {"home_night": Night.THURSDAY.value, "start_time": dt.time(19, 30)}
    change_home(entry_of(town), changed, by=town.secretary, now=early)
    assert (entry_of(town).home_night, entry_of(town).start_time) == (3, dt.time(19, 30))
    assert list(Fixture.objects.values()) == before
    assert not Notice.objects.exists()


def test_a_home_that_cannot_be_is_refused(town: Town, early: dt.datetime) -> None:
    other = factories.town("Other League", "other")
    hidden = Venue.objects.create(league=town.league, name="Shut", hidden_at=early)
    for values, field in (
        ({"venue": other.venues["Anchor"]}, "venue"),
        ({"venue": hidden}, "venue"),
        ({"home_night": 7}, "home_night"),
        ({"division": 1}, "division"),
    ):
        wanted: dict[str, Any] = values
        with pytest.raises(Invalid) as refused:
            change_home(entry_of(town), wanted, by=town.secretary, now=early)
        assert [problem.field for problem in refused.value.problems] == [field]
    Season.objects.filter(pk=town.season.pk).update(evening="tuesday")
    with pytest.raises(Invalid, match="Everybody plays on Tuesday this season"):
        change_home(entry_of(town), {"home_night": 2}, by=town.secretary, now=early)
    Season.objects.filter(pk=town.season.pk).update(evening="own")
    with pytest.raises(NotAllowed):
        change_home(entry_of(town), {"home_night": 2}, by=other.secretary, now=early)
    Season.objects.filter(pk=town.season.pk).update(hidden_at=early)
    with pytest.raises(WrongState, match="hidden"):
        change_home(entry_of(town), {"home_night": 2}, by=town.secretary, now=early)


def test_two_venues_that_are_one_place_become_one(town: Town, now: dt.datetime) -> None:
    kept, gone = town.venues["Bell"], town.venues["Anchor"]
    played = town.fixture("Anchor", "Bell")
    submit.submit(played, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(played, 1, by=town.captains["Bell"], now=now)
    for venue, days in ((kept, 1), (gone, 3)):
        for n in range(days):
            VenueClosure.objects.create(venue=venue, date=DAY + dt.timedelta(days=n))
    merge_venues(kept, gone, reason="One pub under two names.", by=town.secretary, now=now)
    assert not Fixture.objects.filter(venue=gone).exists()
    assert not Entry.objects.filter(venue=gone).exists()
    assert VenueClosure.objects.filter(venue=kept).count() == 3
    gone.refresh_from_db()
    assert gone.hidden_at == now
    entries = JournalEntry.objects.filter(kind=JournalKind.VENUE_CHANGED).order_by("number")
    assert [entry.what for entry in entries] == [
        f"merged the venue {gone.name} into {kept.name}",
        f"hid the venue {gone.name}, which is {kept.name}",
    ]
    assert {entry.why for entry in entries} == {"One pub under two names."}
    for venue in (kept, gone):
        assert preview_of(venue, administrator=True).not_deleted != ()


def test_merging_venues_tells_the_captains_whose_fixtures_are_elsewhere_now(town: Town, early: dt.datetime) -> None:
    kept = Venue.objects.create(league=town.league, name="The Fox", boards=4)
    # One fixture of another team was moved to the venue that goes.
    Fixture.objects.filter(pk=town.fixture("Castle", "Duke of York").pk).update(
        venue=town.venues["Anchor"], starts_at=early + dt.timedelta(days=30)
    )
    merge_venues(kept, town.venues["Anchor"], reason="One pub.", by=town.secretary, now=early)
    told = [(one.text, one.recipient) for one in Notice.objects.filter(kind=NoticeKind.FIXTURE_MOVED).order_by("pk")]
    division = [("Anchor plays its home fixtures at The Fox from now on.", who) for who in town.captains.values()]
    alone = [
        ("Castle v Duke of York is played at The Fox.", town.captains[name]) for name in ("Castle", "Duke of York")
    ]
    assert sorted(told, key=str) == sorted([*division, *alone], key=str)
    assert {one.sequence for one in Fixture.objects.filter(venue=kept)} == {1}


def test_merging_venues_asks_about_evenings_that_are_full_then(town: Town, early: dt.datetime) -> None:
    kept, gone = town.venues["Castle"], town.venues["Anchor"]
    VenueClosure.objects.create(venue=gone, date=town.fixture("Castle", "Duke of York").starts_at.date())
    before = list(Fixture.objects.values())
    with pytest.raises(Invalid) as refused:
        merge_venues(kept, gone, reason="One pub.", by=town.secretary, now=early)
    assert [(one.code, one.field, str(one.message)) for one in refused.value.problems] == [
        ("anyway", "anyway", "Tuesday 15 September: Castle is closed that day."),
        (
            "anyway",
            "anyway",
            "Tuesday 15 September: Castle has no board free: it has one fixture that evening and holds 1.",
        ),
    ]
    assert list(Fixture.objects.values()) == before
    assert not Notice.objects.exists()
    merge_venues(kept, gone, reason="One pub.", anyway=True, by=town.secretary, now=early)
    assert not Fixture.objects.filter(venue=gone).exists()
    entry = JournalEntry.objects.filter(kind=JournalKind.VENUE_CHANGED).earliest("number")
    assert entry.what == "merged the venue Anchor into Castle, despite the rules"


def test_what_cannot_be_merged_is_refused(town: Town, now: dt.datetime) -> None:
    other = factories.town("Other League", "other")
    kept, gone = town.venues["Bell"], town.venues["Anchor"]
    for one, two in ((kept, kept), (kept, other.venues["Anchor"])):
        with pytest.raises(WrongState, match="two venues of this league"):
            merge_venues(one, two, reason="One pub.", by=town.secretary, now=now)
    for reason in ("", " ", "x" * 251):
        with pytest.raises(Invalid):
            merge_venues(kept, gone, reason=reason, by=town.secretary, now=now)
    for who in (town.captains["Anchor"], other.secretary):
        with pytest.raises(NotAllowed):
            merge_venues(kept, gone, reason="One pub.", by=who, now=now)
    empty = Venue.objects.create(league=town.league, name="Shut")
    hide(empty, reason="It shut.", by=town.secretary, now=now)
    with pytest.raises(WrongState):
        merge_venues(kept, empty, reason="One pub.", by=town.secretary, now=now)
    assert Fixture.objects.filter(venue=gone).exists()


def test_a_venue_holds_fewer_than_are_planned_there_only_anyway(town: Town, early: dt.datetime) -> None:
    castle = town.venues["Castle"]
    Venue.objects.filter(pk=castle.pk).update(boards=3)
    Fixture.objects.filter(week=town.weeks[0]).update(venue=castle)
    VenueClosure.objects.create(venue=castle, date=town.fixtures[0].starts_at.date())
    with pytest.raises(Invalid) as refused:
        change_venue(castle, {"boards": 1}, by=town.secretary, now=early)
    # Once for the two of them; that it is closed was so before.
    assert [(one.code, one.field, str(one.message)) for one in refused.value.problems] == [
        (
            "anyway",
            "anyway",
            "Tuesday 15 September: Castle has no board free: it has one fixture that evening and holds 1.",
        )
    ]
    assert Venue.objects.get(pk=castle.pk).boards == 3
    assert not JournalEntry.objects.filter(kind=JournalKind.VENUE_CHANGED).exists()
    change_venue(castle, {"boards": 2, "address": "High Street"}, by=town.secretary, now=early)
    change_venue(castle, {"boards": 1}, anyway=True, by=town.secretary, now=early)
    said = JournalEntry.objects.filter(kind=JournalKind.VENUE_CHANGED).order_by("number").values_list("what", flat=True)
    assert [text.partition(":")[0] for text in said] == [
        "changed the venue Castle", "changed the venue Castle, despite the rules"
    ]  # fmt: skip
    # Nothing is asked again where it holds as many as before.
    change_venue(castle, {"boards": 1, "address": ""}, by=town.secretary, now=early)


def test_a_venue_holds_fewer_once_what_was_planned_there_is_over(town: Town, early: dt.datetime) -> None:
    castle = town.venues["Castle"]
    Venue.objects.filter(pk=castle.pk).update(boards=2)
    Fixture.objects.filter(week=town.weeks[0]).update(venue=castle)
    change_venue(castle, {"boards": 1}, by=town.secretary, now=early + dt.timedelta(days=4))
    assert Venue.objects.get(pk=castle.pk).boards == 1


def test_a_team_that_has_withdrawn_has_no_other_home(town: Town, early: dt.datetime) -> None:
    Entry.objects.filter(team=town.teams["Anchor"]).update(withdrawn_on=early.date())
    with pytest.raises(WrongState, match="Anchor has withdrawn from this season"):
        change_home(entry_of(town), {"venue": town.venues["Bell"]}, by=town.secretary, now=early)
