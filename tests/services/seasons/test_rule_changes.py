"""Rulesets and formats change while a season runs: for a reason, told to the captains, and kept for the rules page."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from league.enums import JournalKind, NoticeKind
from league.errors import Invalid
from league.models import Division, JournalEntry, League, Notice, RuleChange, Season, Week
from league.queries.seasons.setting_changes import rule_changes_of
from league.services.seasons import leagues, seasons
from tests import factories
from tests.factories import Town

WHY = "The captains agreed on it in January."


def stored(town: Town) -> Division:
    return Division.objects.select_related("season__league").get(pk=town.division.pk)


def test_before_the_first_result_the_captains_are_told_without_a_reason(town: Town, now: dt.datetime) -> None:
    for points in (2, 3):
        seasons.change_division(stored(town), {"points_per_match": Decimal(points)}, by=town.secretary, now=now)
        now += dt.timedelta(seconds=1)
    seasons.change_settings(town.season, {"reports": "winner"}, by=town.secretary, now=now)
    assert not RuleChange.objects.exists(), "nothing was played by the old rules"
    texts = [notice.text for notice in Notice.objects.filter(recipient=town.captains["Bell"]).order_by("pk")]
    assert texts == [
        "Division 1, 2026-27: the secretary changed points per match won.",
        "Division 1, 2026-27: the secretary changed points per match won.",
        "2026-27: the secretary changed who sends the result.",
    ]


def test_points_of_a_season_that_has_begun_change_for_a_reason_only(town: Town, now: dt.datetime) -> None:
    factories.begin(town.fixtures[0])
    for reason in ("", "   "):
        with pytest.raises(Invalid) as refused:
            seasons.change_division(
                stored(town), {"points_per_match": Decimal(2)}, reason=reason, by=town.secretary, now=now
            )
        assert [(one.code, one.field) for one in refused.value.problems] == [("no-reason", "reason")]
    with pytest.raises(Invalid, match="No more than 250"):
        seasons.change_division(
            stored(town), {"points_per_match": Decimal(2)}, reason="x" * 251, by=town.secretary, now=now
        )
    assert stored(town).points_per_match == 0
    assert not RuleChange.objects.exists()
    assert not Notice.objects.exists()


def test_the_change_is_journalled_mailed_once_and_kept(town: Town, now: dt.datetime) -> None:
    changed: dict[str, Any] = {"points_per_match": Decimal(2), "tie_breaks": ["games_won", "name"]}
    seasons.change_division(stored(town), changed, reason=WHY, by=town.secretary, now=now)
    entry = JournalEntry.objects.get(kind=JournalKind.SEASON_CHANGED)
    assert entry.why == WHY
    assert entry.data["points_per_match"] == {"from": "0.00", "to": "2"}
    notices = Notice.objects.filter(kind=NoticeKind.RULES_CHANGED)
    assert {one.recipient for one in notices} == set(town.captains.values())
    assert len(notices) == len(town.captains)
    assert notices[0].text == (f"Division 1, 2026-27: the secretary changed points per match won, tie-breaks. {WHY}")
    [told] = rule_changes_of(town.season)
    assert (told.division, told.reason, told.made_at) == (town.division, WHY, now)
    assert [(one.name, one.old, one.new) for one in told.changes] == [
        ("Points per match won", "0", "2"),
        ("Tie-breaks", "games difference, head-to-head, fixtures won", "games won"),
    ]
    seasons.change_division(stored(town), changed, by=town.secretary, now=now)
    assert RuleChange.objects.count() == 1, "saying the same again changes nothing, and asks for no reason"


def test_a_draft_changes_without_a_reason_and_nobody_is_told(town: Town, now: dt.datetime) -> None:
    Season.objects.update(published_at=None)
    seasons.change_division(stored(town), {"points_per_match": Decimal(2)}, by=town.secretary, now=now)
    season = Season.objects.select_related("league").get()
    seasons.change_settings(season, {"place_days": 3}, by=town.secretary, now=now)
    assert not RuleChange.objects.exists()
    assert not Notice.objects.exists()


def test_where_a_division_stands_among_others_is_told_to_nobody(town: Town, now: dt.datetime) -> None:
    seasons.change_division(stored(town), {"order": 3}, by=town.secretary, now=now)
    assert not RuleChange.objects.exists()


def test_the_league_s_deadlines_change_the_seasons_that_run(town: Town) -> None:
    now = town.fixtures[0].starts_at
    over = Season.objects.create(
        league=town.league, name="2024-25", slug="2024-25", first_week=dt.date(2024, 9, 16), published_at=now
    )
    Week.objects.create(season=over, round=over.rounds.create(number=1), number=1, starts_on=dt.date(2024, 9, 16))
    factories.begin(town.fixtures[0])
    wanted = {"confirm_hours": 24, "shorten_names": True}
    with pytest.raises(Invalid, match="Give the reason"):
        leagues.change_settings(town.league, wanted, by=town.secretary, now=now)
    leagues.change_settings(town.league, wanted, reason=WHY, by=town.secretary, now=now)
    [change] = RuleChange.objects.all()
    assert (change.season, change.division) == (town.season, None)
    assert list(change.data) == ["confirm_hours"], "shortened names ask nothing of those who play"
    assert Notice.objects.filter(kind=NoticeKind.RULES_CHANGED).count() == len(town.captains)


def test_what_asks_nothing_of_players_needs_no_reason(town: Town, now: dt.datetime) -> None:
    wanted = {"shorten_names": True, "currency": "EUR"}
    leagues.change_settings(town.league, wanted, by=town.secretary, now=now)
    assert not RuleChange.objects.exists()
    assert League.objects.get(pk=town.league.pk).currency == "EUR"


def test_another_league_s_captains_hear_nothing(town: Town, now: dt.datetime) -> None:
    other = factories.town("Other League", "other")
    seasons.change_division(stored(town), {"points_per_match": Decimal(2)}, reason=WHY, by=town.secretary, now=now)
    told = {one.recipient for one in Notice.objects.all()}
    assert not told & set(other.captains.values())
