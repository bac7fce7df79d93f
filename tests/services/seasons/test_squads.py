"""A draft's players, pasted: registered for their teams, asked about where they may be known, all or nobody."""

import datetime as dt

import pytest

from league.errors import Invalid, NotAllowed, WrongState
from league.models import Player, Registration, Role, Season
from league.services.portability.imports import Unclear
from league.services.seasons.drafts import copy_season
from league.services.seasons.squads import enter_squads
from tests.factories import Town

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(town: Town, now: dt.datetime) -> Season:
    """A draft of next year with the teams of this one."""
    day = town.season.first_week + dt.timedelta(weeks=52)
    return copy_season(town.league, town.season, "2027-28", day, by=town.secretary, now=now)


def names_of(season: Season) -> list[tuple[str, str]]:
    rows = Registration.objects.filter(season=season).order_by("team__name", "player__name")
    return list(rows.values_list("team__name", "player__name"))


def test_new_players_are_registered_from_the_first_week(town: Town, season: Season, now: dt.datetime) -> None:
    text = "Anchor: Zoe Newman, Yan Fresh\nXi Late\tBell\txi@town.example"
    squads = enter_squads(season, text, check_only=True, by=town.secretary, now=now)
    assert (squads, names_of(season)) == ({"Anchor": ["Zoe Newman", "Yan Fresh"], "Bell": ["Xi Late"]}, [])
    for _ in range(2):
        enter_squads(season, text, by=town.secretary, now=now)
    assert names_of(season) == [("Anchor", "Yan Fresh"), ("Anchor", "Zoe Newman"), ("Bell", "Xi Late")]
    assert Player.objects.get(name="Xi Late").email == "xi@town.example"
    assert set(Registration.objects.filter(season=season).values_list("starts_on", flat=True)) == {season.first_week}


def test_last_years_player_of_the_team_is_the_same_and_keeps_a_captaincy(
    town: Town, season: Season, now: dt.datetime
) -> None:
    known = Registration.objects.filter(team__name="Anchor").first()
    assert known is not None
    role = Role.objects.get(team=known.team, kind="captain")
    Player.objects.filter(pk=known.player_id).update(user=role.user)
    enter_squads(season, f"Anchor: {known.player.name.upper()}", by=town.secretary, now=now)
    assert [row.player_id for row in Registration.objects.filter(season=season)] == [known.player_id]
    assert Role.objects.get(pk=role.pk).ends_on is None


def test_a_name_that_is_nearly_a_known_one_is_asked_about(town: Town, season: Season, now: dt.datetime) -> None:
    known = Registration.objects.filter(team__name="Anchor").first()
    assert known is not None
    Player.objects.filter(pk=known.player_id).update(name="Robert Ashley")
    with pytest.raises(Unclear) as unclear:
        enter_squads(season, "Anchor: Robert Ashly, Zoe Newman", by=town.secretary, now=now)
    (question,) = unclear.value.questions
    assert (question.name, question.where, [one.player.pk for one in question.candidates]) == (
        "Robert Ashly", "line 1", [known.player_id]
    )  # fmt: skip
    assert names_of(season) == []
    people = {("Anchor", "Robert Ashly"): known.player_id}
    squads = enter_squads(season, "Anchor: Robert Ashly, Zoe Newman", people=people, by=town.secretary, now=now)
    assert squads == {"Anchor": ["Robert Ashley", "Zoe Newman"]}
    assert names_of(season) == [("Anchor", "Robert Ashley"), ("Anchor", "Zoe Newman")]


def test_somebody_new_with_nearly_a_known_name_is_somebody_new(town: Town, season: Season, now: dt.datetime) -> None:
    known = Registration.objects.filter(team__name="Anchor").first()
    assert known is not None
    Player.objects.filter(pk=known.player_id).update(name="Robert Ashley")
    people = {("Anchor", "Robert Ashly"): None}
    enter_squads(season, "Anchor: Robert Ashly", people=people, by=town.secretary, now=now)
    assert Registration.objects.get(season=season).player_id != known.player_id


def test_every_problem_is_told_at_its_line_and_nobody_is_registered(
    town: Town, season: Season, now: dt.datetime
) -> None:
    text = f"Anchor\nZoe Newman\n{'x' * 200}\nYan Fresh, yan@@town\nBell: Wim, Wim"
    with pytest.raises(Invalid) as refused:
        enter_squads(season, text, by=town.secretary, now=now)
    assert [str(problem.where) for problem in refused.value.problems] == ["line 3", "line 4", "line 5"]
    assert names_of(season) == []


def test_only_the_secretary_and_only_in_a_draft(town: Town, season: Season, now: dt.datetime) -> None:
    with pytest.raises(NotAllowed):
        enter_squads(season, "Anchor: Zoe", by=town.captains["Anchor"], now=now)
    with pytest.raises(WrongState):
        enter_squads(town.season, "Anchor: Zoe", by=town.secretary, now=now)
