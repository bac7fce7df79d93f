"""R43 awards a game to the opponent of whoever offended in it, and what follows is shown before it is signed."""

import datetime as dt
from typing import Any

import pytest

from league.enums import FixtureState, NoticeKind, Side
from league.errors import Invalid, WrongState
from league.models import Fixture, Notice, Result, Ruling
from league.queries.standings.standings import division_table
from league.services.calls.rule import preview, rule
from league.services.disputes import rulings as rulings
from league.services.results.decide import give_walkover
from tests.factories import Town
from tests.services import dispute_cases as cases
from tests.services.evenings import HAND, agreed, false_challenge, overcall


@pytest.fixture
def played(town: Town, now: dt.datetime) -> Fixture:
    """Anchor v Bell, 6–3 by a sheet that counts."""
    fixture = town.fixture("Anchor", "Bell")
    agreed(town, fixture, now)
    return fixture


def refused(fixture: Fixture, town: Town, now: dt.datetime, **called: Any) -> dict[str, str]:
    with pytest.raises(Invalid) as found:
        rule(fixture, **{**HAND, "reason": "Often.", **called}, by=town.referee, now=now)
    return {problem.code: problem.message for problem in found.value.problems}


def test_no_game_is_awarded_to_the_offender_s_own_side(town: Town, played: Fixture, now: dt.datetime) -> None:
    own = "Anchor overcalled or challenged falsely in this game: R43 awards it to Bell."
    assert refused(played, town, now, declared=12, award_to="home") == {"own-side": own}
    # A false challenge is the challenger's.
    falsely = "Bell overcalled or challenged falsely in this game: R43 awards it to Anchor."
    assert refused(played, town, now, declared=8, claimed=10, award_to="away") == {"own-side": falsely}
    with pytest.raises(Invalid, match="R43 awards it to Bell"):
        preview(played, **HAND, declared=12, award_to="home", by=town.referee, now=now)
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("to", ["home", "away"])
def test_where_nobody_offended_no_game_is_awarded(town: Town, played: Fixture, now: dt.datetime, to: str) -> None:
    assert list(refused(played, town, now, declared=6, award_to=to)) == ["nobody-offended"]
    # Called too high in another game is nothing to this one.
    overcall(town, played, None, now, game_number=2)
    assert list(refused(played, town, now, declared=6, award_to=to)) == ["nobody-offended"]


def test_an_offence_ruled_on_before_in_the_game_counts(town: Town, played: Fixture, now: dt.datetime) -> None:
    overcall(town, played, None, now)
    found = preview(played, **{**HAND, "starter": "7S"}, declared=8, by=town.referee, now=now)
    assert found.award_choices == ("away",)
    false_challenge(town, played, None, now, counter="home")
    found = preview(played, **{**HAND, "starter": "7S"}, declared=8, by=town.referee, now=now)
    assert found.award_choices == ("home", "away")


def test_what_follows_is_shown_down_to_the_places_and_is_what_follows(
    town: Town, played: Fixture, now: dt.datetime
) -> None:
    call: Any = {**HAND, "declared": 12, "by": town.referee, "now": now}
    nothing = preview(played, **call)
    assert (nothing.following.nothing, nothing.award_choices) == (True, ("away",))
    unmoved = [(p.team, p.before, p.points_after, p.changes) for p in nothing.following.table]
    assert unmoved == [("Anchor", "1", 6, False), ("Bell", "2", 3, False)]
    shown = preview(played, award_to="away", **call).following
    assert (shown.score_before, shown.score_after) == ((6, 3), (5, 4))
    assert [(p.team, p.points_before, p.points_after) for p in shown.places] == [("Anchor", 6, 5), ("Bell", 3, 4)]
    assert not Ruling.objects.exists()
    for stamp in ("something-else", nothing.following.stamp):
        with pytest.raises(WrongState, match="look again at what follows") as late:
            rule(played, award_to="away", reason="Often.", seen=stamp, **call)
        assert late.value.code == "changed"
    rule(played, award_to="away", reason="Often.", seen=shown.stamp, **call)
    live = Result.objects.get(live=True)
    assert (live.home_games, live.away_games) == shown.score_after
    table = {row.team.name: (row.row.position, row.row.points) for row in division_table(played.division).rows}
    assert {name: table[name] for name in ("Anchor", "Bell")} == {"Anchor": (1, 5), "Bell": (2, 4)}
    moves = "In the table: Anchor place 1, 6 → 5 points; Bell place 2, 3 → 4 points."
    told = Notice.objects.filter(kind=NoticeKind.RULING_MADE)
    assert told.count() == 2
    assert all(notice.text.endswith(moves) for notice in told)


def test_nothing_is_shown_to_follow_where_no_sheet_counts(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    with pytest.raises(WrongState, match="wait until it is entered"):
        preview(fixture, **HAND, declared=12, award_to="away", by=town.referee, now=now)
    assert preview(fixture, **HAND, declared=12, by=town.referee, now=now).following.nothing


@pytest.mark.parametrize(("called", "to"), [({"declared": 12}, "home"), ({"declared": 6}, "away")])
def test_a_ruling_on_a_disputed_call_awards_it_to_no_other(
    town: Town, played: Fixture, now: dt.datetime, called: dict[str, int], to: str
) -> None:
    opened = cases.of_a_call(town, now, **called)
    decision: Any = {"outcome": "awarded", "awarded_to": to}
    for decide in (rulings.preview, rulings.rule):
        more = {} if decide is rulings.preview else cases.SIGNED
        with pytest.raises(Invalid) as found:
            decide(opened, by=town.referee, now=now, **decision, **more)  # type: ignore[operator]
        assert [p.field for p in found.value.problems] == ["awarded_to"]
    assert Result.objects.get(live=True).version == 1


def test_a_ruling_on_a_disputed_game_gives_nothing_to_whoever_is_known_to_have_offended(
    town: Town, played: Fixture, now: dt.datetime
) -> None:
    overcall(town, played, None, now, match_number=1)
    opened = cases.of_a_game(town, now)
    by = cases.second_referee(town)
    with pytest.raises(Invalid, match="R43 awards it to Bell"):
        rulings.rule(opened, outcome="awarded", awarded_to="home", by=by, now=now, **cases.SIGNED)
    rulings.rule(opened, outcome="awarded", awarded_to="away", by=by, now=now, **cases.SIGNED)
    assert Result.objects.get(live=True).away_awarded == 1


def test_a_game_is_awarded_to_one_of_the_two_sides(town: Town, played: Fixture, now: dt.datetime) -> None:
    assert "no-side" in refused(played, town, now, declared=12, award_to="both")


def test_a_fixture_that_is_cancelled_has_no_game_to_award(town: Town, played: Fixture, now: dt.datetime) -> None:
    Fixture.objects.filter(pk=played.pk).update(state=FixtureState.CANCELLED)
    with pytest.raises(WrongState, match="cancelled and counts for nothing, so there is no game to award"):
        preview(town.fixture("Anchor", "Bell"), **HAND, declared=12, award_to="away", by=town.referee, now=now)


def test_a_walkover_has_no_game_to_award(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    give_walkover(fixture, to=Side.HOME, version=0, reason="They left.", by=town.secretary, now=now)
    with pytest.raises(WrongState, match="The sheet has no match 2, game 1"):
        preview(fixture, **HAND, declared=12, award_to="away", by=town.referee, now=now)
