"""Two teams are merged while a captain sends a sheet, a player is registered, and somebody merges them back."""

import datetime as dt
from functools import partial

import pytest

from league.errors import NotAllowed, WrongState
from league.models import Entry, Fixture, Player, Registration, Result, Role, Team
from league.services.people.register import register
from league.services.results import submit
from league.services.seasons.merging import merge_teams
from tests.factories import Town, result_sheet
from tests.services.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def another(town: Town) -> Team:
    return Team.objects.create(league=town.league, name="Anchor A", slug="anchor-a")


def test_a_sheet_that_is_sent_meanwhile_is_the_teams_that_stays(town: Town, now: dt.datetime) -> None:
    kept = another(town)
    sheet = result_sheet(town, "Anchor", "Bell")
    fixture = town.fixture("Anchor", "Bell")
    send = partial(submit.submit, fixture, sheet, by=town.captains["Anchor"], now=now)
    merge = partial(merge_teams, kept, town.teams["Anchor"], reason="One team.", by=town.secretary, now=now)
    merged, sent = at_once(merge, send)
    assert merged == kept, merged
    # Whoever asks with the fixture as it was before is no captain of that team any more, and sends it again.
    assert isinstance(sent, Result | NotAllowed), sent
    assert not Fixture.objects.filter(home=town.teams["Anchor"]).exists()
    again = submit.submit(Fixture.objects.get(pk=fixture.pk), sheet, by=town.captains["Anchor"], now=now)
    assert (again.fixture.home, again.live) == (kept, True)


def test_a_registration_meanwhile_is_for_the_team_that_stays(town: Town, now: dt.datetime) -> None:
    kept, player = another(town), Player.objects.create(league=town.league, name="New")
    day = now.date()
    enter = partial(register, town.teams["Anchor"], town.season, player, starts_on=day, by=town.secretary, now=now)
    merge = partial(merge_teams, kept, town.teams["Anchor"], reason="One team.", by=town.secretary, now=now)
    merged, entered = at_once(merge, enter)
    assert merged == kept, merged
    left = Registration.objects.filter(team=town.teams["Anchor"])
    assert not left.exists(), entered


def test_of_two_mergings_that_cross_one_is_refused(town: Town, now: dt.datetime) -> None:
    other, anchor = another(town), town.teams["Anchor"]
    said = {"reason": "One team.", "by": town.secretary, "now": now}
    one, two = at_once(partial(merge_teams, other, anchor, **said), partial(merge_teams, anchor, other, **said))
    assert {type(one), type(two)} == {Team, WrongState}, (one, two)
    assert Team.objects.exclude(merged_into=None).count() == 1
    left = Team.objects.get(pk__in=(other.pk, anchor.pk), merged_into=None)
    assert Entry.objects.get(season=town.season, team=left)
    assert Role.objects.filter(user=town.captains["Anchor"], team=left).exists()
