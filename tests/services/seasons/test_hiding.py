"""What was made by mistake is hidden, comes back as it was, and is deleted only where nobody has decided anything."""

import datetime as dt
from typing import Any

import pytest

from league.enums import JournalKind, NoticeState
from league.errors import Invalid, NotAllowed, WrongState
from league.models import (
    Entry,
    Fixture,
    JournalEntry,
    League,
    Notice,
    Result,
    Role,
    Season,
    Team,
    User,
    Venue,
    VenueClosure,
)
from league.queries.dates.calendars import calendars_of
from league.queries.leagues import current_season, leagues_of, seasons_of
from league.queries.seasons.archivable_objects import preview_of
from league.queries.standings.standings import division_table
from league.services.mail import reminders
from league.services.mail.delivery import deliver_due
from league.services.notices import queue_notice
from league.services.portability.imports import import_season
from league.services.results import confirm, submit
from league.services.seasons.changes import change_venue
from league.services.seasons.entries import NewTeam, add_team
from league.services.seasons.hiding import delete, hide, restore
from tests import factories
from tests.factories import Town, result_sheet

WHY = "Made by mistake."


@pytest.fixture
def administrator(db: None) -> User:
    return factories.user("super@town.example", is_superuser=True)


def kinds(town: Town) -> list[tuple[str, str, str]]:
    return list(JournalEntry.objects.order_by("number").values_list("kind", "what", "why"))


def spare(town: Town) -> tuple[Team, Venue]:
    """A team and a venue that nothing refers to."""
    venue = Venue.objects.create(league=town.league, name="Dog", address="High St")
    return Team.objects.create(league=town.league, name="Dog Tooth", slug="dog-tooth"), venue


def test_a_season_is_hidden_restored_and_stands_in_the_journal_once_each(town: Town, now: dt.datetime) -> None:
    for _ in range(2):
        hidden = hide(town.season, reason=WHY, by=town.secretary, now=now)
    assert hidden.hidden_at == now
    assert (current_season(town.league, now=now), seasons_of(town.league)) == (None, [])
    for _ in range(2):
        restore(town.season, reason="It was right.", by=town.secretary, now=now)
    assert seasons_of(town.league) == [town.season]
    hide(town.season, reason="Again.", by=town.secretary, now=now)
    assert kinds(town) == [
        ("hidden", "hid the season 2026-27", WHY),
        ("restored", "restored the season 2026-27", "It was right."),
        ("hidden", "hid the season 2026-27", "Again."),
    ]


def test_nothing_is_written_about_a_hidden_season(town: Town, now: dt.datetime) -> None:
    hide(town.season, reason=WHY, by=town.secretary, now=now)
    fixture = town.fixture("Anchor", "Bell")
    with pytest.raises(WrongState, match="2026-27 is hidden"):
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    assert not Result.objects.exists()
    restore(town.season, reason=WHY, by=town.secretary, now=now)
    assert submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now).version


def test_a_waiting_sheet_of_a_hidden_season_is_not_confirmed_by_the_deadline(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    hide(town.season, reason=WHY, by=town.secretary, now=now)
    later = now + dt.timedelta(days=30)
    assert confirm.confirm_due(now=later) == 0
    restore(town.season, reason=WHY, by=town.secretary, now=later)
    assert confirm.confirm_due(now=later) == 0
    assert confirm.confirm_due(now=later + dt.timedelta(days=2, hours=8)) == 1


def test_nothing_is_sent_about_a_hidden_season_or_league(town: Town, now: dt.datetime, administrator: User) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    assert Notice.objects.filter(state=NoticeState.WAITING).exists()
    hide(town.season, reason=WHY, by=town.secretary, now=now)
    assert not Notice.objects.filter(state=NoticeState.WAITING).exists()
    assert reminders.queue_due(now=fixture.starts_at - dt.timedelta(days=1)) == 0
    restore(town.season, reason=WHY, by=town.secretary, now=now)
    before = dt.datetime(2026, 9, 14, 19, tzinfo=dt.UTC)
    assert reminders.queue_due(now=before) > 0
    hide(town.league, reason=WHY, by=administrator, now=now)
    assert not Notice.objects.filter(state=NoticeState.WAITING).exists()
    assert reminders.queue_due(now=before + dt.timedelta(hours=1)) == 0
    league = League.objects.get()
    queue_notice(league, [town.referee], Notice.objects.all()[0].kind, "x", text="x", now=now)  # type: ignore[arg-type]
    assert not Notice.objects.filter(key="x").exists()


@pytest.mark.django_db(transaction=True)
def test_what_slipped_into_the_outbox_meanwhile_is_not_delivered(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    Season.objects.filter(pk=town.season.pk).update(hidden_at=now)
    assert deliver_due(now=now).sent == 0
    assert set(Notice.objects.values_list("state", flat=True)) == {NoticeState.KEPT_BACK}


def test_a_season_with_confirmed_results_is_hidden_by_an_administrator_alone(
    town: Town, now: dt.datetime, administrator: User
) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    with pytest.raises(WrongState, match="1 of its results is confirmed"):
        hide(town.season, reason=WHY, by=town.secretary, now=now)
    assert hide(town.season, reason=WHY, by=administrator, now=now).hidden_at == now
    restore(town.season, reason=WHY, by=town.secretary, now=now)
    assert [row.row.played for row in division_table(town.division).rows] == [1, 1, 0, 0]


def test_a_team_with_fixtures_to_play_or_results_is_not_hidden(town: Town, now: dt.datetime) -> None:
    with pytest.raises(WrongState, match="3 fixtures of it are still to be played"):
        hide(town.teams["Bell"], reason=WHY, by=town.secretary, now=now)
    with pytest.raises(WrongState, match="fixtures at it are still to be played"):
        hide(town.venues["Bell"], reason=WHY, by=town.secretary, now=now)


def test_a_hidden_team_is_in_no_table_and_no_calendar_and_comes_back(town: Town, now: dt.datetime) -> None:
    team, venue = spare(town)
    Entry.objects.create(
        season=town.season, division=town.division, team=team, venue=town.venues["Bell"], home_night=1,
        start_time=dt.time(20),
    )  # fmt: skip
    hide(team, reason=WHY, by=town.secretary, now=now)
    hide(venue, reason=WHY, by=town.secretary, now=now)
    assert team not in division_table(town.division).teams.values()
    divisions, venues = calendars_of(town.league, now=now)
    assert team not in divisions[0].teams
    assert venue not in venues
    with pytest.raises(Invalid, match="Dog Tooth is hidden; restore it first"):
        add_team(
            town.season, NewTeam("Dog Tooth", town.division, town.venues["Bell"], 1, dt.time(20)),
            by=town.secretary, now=now,
        )  # fmt: skip
    with pytest.raises(Invalid, match="is hidden; restore it first"):
        import_season(
            {"venues.csv": b"venue,address,fixtures at once\nDog,High St,1\n"}, town.league, by=town.secretary, now=now
        )
    restore(team, reason=WHY, by=town.secretary, now=now)
    assert team in division_table(town.division).teams.values()


def test_a_hidden_league_is_nobodys_but_the_administrators(town: Town, now: dt.datetime, administrator: User) -> None:
    with pytest.raises(NotAllowed, match="Only an administrator"):
        hide(town.league, reason=WHY, by=town.secretary, now=now)
    hidden = hide(town.league, reason=WHY, by=administrator, now=now)
    assert leagues_of() == []
    with pytest.raises(NotAllowed):
        hide(Season.objects.get(), reason=WHY, by=town.secretary, now=now)
    with pytest.raises(NotAllowed):
        restore(hidden, reason=WHY, by=town.secretary, now=now)
    restore(hidden, reason=WHY, by=administrator, now=now)
    assert leagues_of() == [town.league]


@pytest.mark.parametrize("who", ["captain", "referee", "nobody", "abroad"])
def test_nobody_else_hides_restores_or_deletes(town: Town, now: dt.datetime, who: str) -> None:
    """Otherwise a captain could make another team vanish."""
    abroad = factories.town("Abroad", "abroad")
    people = {
        "captain": town.captains["Anchor"], "referee": town.referee, "nobody": factories.user("x@town.example"),
        "abroad": abroad.secretary,
    }  # fmt: skip
    team, venue = spare(town)
    things: list[Any] = [team, venue, town.season, town.league]
    for thing in things:
        for do in (hide, restore, delete):
            with pytest.raises(NotAllowed):
                do(thing, reason=WHY, by=people[who], now=now)
    assert not JournalEntry.objects.exists()


def test_a_reason_is_wanted(town: Town, now: dt.datetime) -> None:
    team, _ = spare(town)
    for do in (hide, restore, delete):
        for reason in (" ", "x" * 2001):
            with pytest.raises(Invalid):
                do(team, reason=reason, by=town.secretary, now=now)


def test_what_nobody_has_decided_anything_about_is_deleted_with_its_parts(town: Town, now: dt.datetime) -> None:
    team, venue = spare(town)
    VenueClosure.objects.create(venue=venue, date=now.date())
    Role.objects.create(user=town.referee, league=town.league, kind="player", team=team, starts_on=now.date())
    assert preview_of(venue, administrator=False).goes == {"venue": 1, "venue closure": 1}
    assert preview_of(team, administrator=False).goes == {"role": 1, "team": 1}
    delete(venue, reason=WHY, by=town.secretary, now=now)
    delete(team, reason=WHY, by=town.secretary, now=now)
    assert not Venue.objects.filter(name="Dog").exists()
    assert not Team.objects.filter(name="Dog Tooth").exists()
    assert town.referee.roles.count() == 1
    assert kinds(town) == [("deleted", "deleted the venue Dog", WHY), ("deleted", "deleted the team Dog Tooth", WHY)]
    with pytest.raises(WrongState, match="is deleted"):
        delete(Venue(pk=venue.pk, league=town.league, name="Dog"), reason=WHY, by=town.secretary, now=now)


def test_what_the_journal_tells_of_or_something_refers_to_is_not_deleted(town: Town, now: dt.datetime) -> None:
    team, venue = spare(town)
    change_venue(venue, {"name": "Cat"}, by=town.secretary, now=now)
    hide(team, reason=WHY, by=town.secretary, now=now)
    for thing in (Venue.objects.get(pk=venue.pk), Team.objects.get(pk=team.pk)):
        with pytest.raises(WrongState, match="The journal tells of it"):
            delete(thing, reason=WHY, by=town.secretary, now=now)
    with pytest.raises(WrongState, match=r"fixtures refer to it"):
        delete(town.venues["Bell"], reason=WHY, by=town.secretary, now=now)
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    with pytest.raises(WrongState, match="The journal tells of it"):
        delete(town.season, reason=WHY, by=town.secretary, now=now)
    assert Fixture.objects.count() == 6


def test_a_season_from_nowhere_and_a_league_of_nothing_are_deleted_whole(
    town: Town, now: dt.datetime, administrator: User
) -> None:
    with pytest.raises(WrongState, match="6 fixtures refer to it"):
        delete(town.season, reason=WHY, by=town.secretary, now=now)
    Fixture.objects.all().delete()
    goes = preview_of(town.season, administrator=False).goes
    assert (goes["weeks"], goes["entries"], goes["season"]) == (4, 4, 1)
    delete(town.season, reason=WHY, by=town.secretary, now=now)
    assert Team.objects.count() == 4
    with pytest.raises(WrongState, match="The journal tells of it"):
        delete(town.league, reason=WHY, by=administrator, now=now)
    empty = League.objects.create(name="Empty", slug="empty")
    with pytest.raises(NotAllowed):
        delete(empty, reason=WHY, by=town.secretary, now=now)
    delete(empty, reason=WHY, by=administrator, now=now)
    assert [league.name for league in League.objects.all()] == ["Town League"]


def test_an_entry_that_came_with_the_league_names_it_too(town: Town, now: dt.datetime) -> None:
    _, venue = spare(town)
    JournalEntry.objects.create(
        league=town.league, number=1, at=now, kind=JournalKind.VENUE_CHANGED, key="venue:99999:1", imported=True,
        what="changed the venue Dog: boards", hash="x",
    )  # fmt: skip
    with pytest.raises(WrongState, match="The journal tells of it"):
        delete(venue, reason=WHY, by=town.secretary, now=now)
