"""A team's colour is chosen by its captain or the secretary; the journal says so."""

import datetime as dt

import pytest

from league.enums import JournalKind, TeamColour
from league.errors import Invalid, NotAllowed, WrongState
from league.models import JournalEntry, Team
from league.services.seasons.changes import choose_colour
from league.services.seasons.merging import merge_teams
from tests import factories
from tests.factories import Town


def colour_of(team: Team) -> str:
    return Team.objects.get(pk=team.pk).colour


def test_a_captain_chooses_their_teams_colour_and_the_journal_says_so(town: Town, now: dt.datetime) -> None:
    anchor, captain = town.teams["Anchor"], town.captains["Anchor"]
    assert choose_colour(anchor, "green", by=captain, now=now).colour == colour_of(anchor) == "green"
    choose_colour(anchor, "teal", by=town.secretary, now=now)
    choose_colour(anchor, "", by=captain, now=now)
    assert colour_of(anchor) == ""
    told = JournalEntry.objects.filter(kind=JournalKind.TEAM_CHANGED).order_by("number")
    assert [(one.what, one.by, one.data["colour"]) for one in told] == [
        ("changed the colour of Anchor to green", captain, {"from": "", "to": "green"}),
        ("changed the colour of Anchor to teal", town.secretary, {"from": "green", "to": "teal"}),
        ("removed the colour of Anchor", captain, {"from": "teal", "to": ""}),
    ]


def test_the_same_colour_again_changes_nothing(town: Town, now: dt.datetime) -> None:
    for _ in range(2):
        choose_colour(town.teams["Anchor"], "red", by=town.captains["Anchor"], now=now)
    choose_colour(town.teams["Bell"], "", by=town.captains["Bell"], now=now)
    assert JournalEntry.objects.filter(kind=JournalKind.TEAM_CHANGED).count() == 1


def test_two_teams_may_have_the_same_colour(town: Town, now: dt.datetime) -> None:
    for name in ("Anchor", "Bell"):
        choose_colour(town.teams[name], "red", by=town.captains[name], now=now)
    assert Team.objects.filter(colour="red").count() == 2


@pytest.mark.parametrize("colour", ["puce", "Red", "#b3261e", "red\x00", " "])
def test_what_is_no_colour_is_refused(town: Town, now: dt.datetime, colour: str) -> None:
    with pytest.raises(Invalid) as refused:
        choose_colour(town.teams["Anchor"], colour, by=town.captains["Anchor"], now=now)
    assert [(one.code, one.field) for one in refused.value.problems] == [("choice", "colour")]
    assert colour_of(town.teams["Anchor"]) == ""


def test_nobody_elses_captain_chooses_it_and_nobody_that_of_a_hidden_team(town: Town, now: dt.datetime) -> None:
    for somebody in (town.captains["Bell"], town.referee):
        with pytest.raises(NotAllowed):
            choose_colour(town.teams["Anchor"], "red", by=somebody, now=now)
    Team.objects.filter(pk=town.teams["Anchor"].pk).update(hidden_at=now)
    with pytest.raises(WrongState):
        choose_colour(town.teams["Anchor"], "red", by=town.secretary, now=now)
    assert not JournalEntry.objects.exists()


def test_every_colour_can_be_kept(town: Town, now: dt.datetime) -> None:
    for colour in TeamColour:
        choose_colour(town.teams["Anchor"], colour, by=town.secretary, now=now)
        assert colour_of(town.teams["Anchor"]) == colour.value


@pytest.mark.parametrize(("own", "other", "left"), [("", "red", "red"), ("blue", "red", "blue"), ("blue", "", "blue")])
def test_a_merged_teams_colour_is_kept_where_the_other_has_none(
    town: Town, now: dt.datetime, own: str, other: str, left: str
) -> None:
    again = Team.objects.create(league=town.league, name="Anchor A", slug="anchor-a", colour=other, note="Club")
    Team.objects.filter(pk=town.teams["Anchor"].pk).update(colour=own)
    kept = merge_teams(town.teams["Anchor"], again, reason="Entered twice.", by=town.secretary, now=now)
    assert (kept.colour, colour_of(kept), Team.objects.get(pk=kept.pk).note) == (left, left, "Club")


def test_another_leagues_secretary_does_not_choose_it(town: Town, now: dt.datetime) -> None:
    abroad = factories.town("Abroad League", "abroad")
    with pytest.raises(NotAllowed):
        choose_colour(town.teams["Anchor"], "red", by=abroad.secretary, now=now)
