"""Deleting: nothing that the journal mentions can be deleted."""

import datetime as dt

import pytest

from league.errors import WrongState
from league.models import (
    Division,
    Entry,
    JournalEntry,
    JournalHead,
    League,
    Lot,
    LotsDrawn,
    Player,
    Registration,
    Season,
    Team,
    User,
)
from league.queries.seasons.archivable_objects import preview_of
from league.services.people import register
from league.services.seasons.hiding import delete
from tests import factories
from tests.factories import Town

pytestmark = pytest.mark.django_db
WHY = "Made by mistake."
FIRST = dt.date(2027, 9, 13)


@pytest.fixture
def draft(town: Town) -> Season:
    """Next season, with Anchor and Bell in it, of which the journal says nothing."""
    made = Season.objects.create(league=town.league, name="Next", slug="next", first_week=FIRST)
    division = Division.objects.create(season=made, name="D", slug="d", fixture_format="S S")
    for team in ("Anchor", "Bell"):
        Entry.objects.create(
            season=made, division=division, team=town.teams[team], venue=town.venues[team], home_night=1,
            start_time=dt.time(20),
        )  # fmt: skip
    return made


@pytest.mark.parametrize("what", ["registered", "transferred", "released"])
def test_a_season_in_which_somebody_was_registered_is_not_deleted(
    town: Town, draft: Season, now: dt.datetime, what: str
) -> None:
    """The registration goes with its season, and the entry would tell of nothing."""
    player = Player.objects.create(league=town.league, name="Newcomer")
    begun = {"team": town.teams["Bell"], "season": draft, "player": player, "starts_on": FIRST}
    later, by = FIRST + dt.timedelta(days=7), town.secretary
    if what == "registered":
        register.register(**begun, by=by, now=now)
    elif what == "transferred":
        Registration.objects.create(**begun)
        register.transfer(player, draft, town.teams["Anchor"], starts_on=later, by=by, now=now)
    else:
        register.release(Registration.objects.create(**begun), ends_on=later, by=by, now=now)
    assert JournalEntry.objects.get().kind == f"player-{what}"
    assert preview_of(draft, administrator=False).not_deleted
    with pytest.raises(WrongState, match="The journal tells of it"):
        delete(draft, reason=WHY, by=by, now=now)
    assert preview_of(town.season, administrator=False).not_deleted == ("6 fixtures refer to it.",)


def test_a_league_whose_journal_has_an_end_is_not_deleted(db: None, now: dt.datetime) -> None:
    """The site's database user cannot delete the end of a journal, and need not."""
    administrator: User = factories.user("super@town.example", is_superuser=True)
    empty = League.objects.create(name="Empty", slug="empty")
    JournalHead.objects.create(league=empty)
    assert preview_of(empty, administrator=True).not_deleted
    with pytest.raises(WrongState, match="journal"):
        delete(empty, reason=WHY, by=administrator, now=now)
    another = League.objects.create(name="Another", slug="another")
    delete(another, reason=WHY, by=administrator, now=now)
    assert list(League.objects.all()) == [empty]


def test_a_season_in_which_lots_were_drawn_is_not_deleted(town: Town, draft: Season, now: dt.datetime) -> None:
    lots = LotsDrawn.objects.create(division=draft.divisions.get(), drawn_on=FIRST, recorded_at=now)
    Lot.objects.create(drawn=lots, place=1, team=town.teams["Bell"])
    assert preview_of(draft, administrator=False).not_deleted == ("1 draw of lots refers to it.",)
    with pytest.raises(WrongState):
        delete(draft, reason=WHY, by=town.secretary, now=now)


def test_a_team_with_results_is_withdrawn_and_neither_hidden_nor_deleted(town: Town) -> None:
    factories.full_division(town, 2)
    seen = preview_of(Team.objects.get(name="Full 01"), administrator=True)
    assert "2 of its results are confirmed; withdraw it from the season instead." in seen.not_hidden
    assert seen.not_deleted[0] == "2 of its results are confirmed."
