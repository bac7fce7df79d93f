"""Settings change while others decide about the same season, and while they change themselves."""

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.test import Client

from league.errors import Changed
from league.models import Division, Entry, League, RuleChange, Season, Week
from league.services.seasons import leagues, rulesets, seasons
from league.services.seasons.withdrawals import withdraw_team
from tests.factories import Town
from tests.forms import untouched_on
from tests.services.meeting import during, one_then_the_other

pytestmark = pytest.mark.django_db(transaction=True)


def of_league(town: Town, now: dt.datetime) -> Callable[[], Any]:
    league = League.objects.get(pk=town.league.pk)
    return partial(leagues.change_settings, league, {"dispute_days": 9}, reason="Agreed.", by=town.secretary, now=now)


def of_season(town: Town, now: dt.datetime) -> Callable[[], Any]:
    season = Season.objects.select_related("league").get(pk=town.season.pk)
    return partial(seasons.change_settings, season, {"place_days": 3}, reason="Agreed.", by=town.secretary, now=now)


def of_division(town: Town, now: dt.datetime) -> Callable[[], Any]:
    said = {"points_per_match": 2}
    return partial(seasons.change_division, division_of(town), said, reason="Agreed.", by=town.secretary, now=now)


def of_rulesets(town: Town, now: dt.datetime) -> Callable[[], Any]:
    said = {"singles": "five-card"}
    return partial(rulesets.set_rulesets, division_of(town), said, reason="Agreed.", by=town.secretary, now=now)


def division_of(town: Town) -> Division:
    return Division.objects.select_related("season__league").get(pk=town.division.pk)


@pytest.mark.parametrize("change", [of_league, of_season, of_division, of_rulesets])
def test_settings_change_while_a_team_is_withdrawn(
    town: Town, now: dt.datetime, change: Callable[[Town, dt.datetime], Callable[[], Any]]
) -> None:
    Week.objects.create(season=town.season, round=town.weeks[0].round, number=98, starts_on=dt.date(2026, 12, 28))
    entry = Entry.objects.select_related("season__league", "team").get(season=town.season, team=town.teams["Castle"])
    _, gone = one_then_the_other(
        town.league, change(town, now), partial(withdraw_team, entry, reason="Gone.", by=town.secretary, now=now)
    )
    assert gone.withdrawn_on == now.date()
    assert [one.season for one in RuleChange.objects.select_related("season")] == [town.season]


PAGE = "/leagues/town/secretary"
SEASON, DIVISION = "seasons/2026-27", "divisions/division-1"
# Whose settings: the change that is being made, their page, and another of theirs.
WHOSE = {
    "league": (of_league, f"{PAGE}/settings/league/", "confirm_hours", 24),
    "season": (of_season, f"{PAGE}/{SEASON}/settings/", "short_notice_hours", 5),
    "division": (of_division, f"{PAGE}/{SEASON}/{DIVISION}/settings/", "walkover_games", 9),
}


def stored_after(town: Town) -> list[int]:
    """Return what the first changes of `WHOSE` change, and then what the others do."""
    league, season, division = League.objects.get(pk=town.league.pk), Season.objects.get(), Division.objects.get()
    found = [league.dispute_days, season.place_days, int(division.points_per_match)]
    return [*found, league.confirm_hours, season.short_notice_hours, division.walkover_games or 0]


@pytest.mark.parametrize("whose", WHOSE)
def test_a_page_tells_anew_what_would_follow_of_settings_that_change_meanwhile(
    town: Town, now: dt.datetime, whose: str
) -> None:
    change, page, name, value = WHOSE[whose]
    office = Client()
    office.force_login(town.secretary)
    sent = untouched_on(office, page) | {name: value}
    sent |= {"do": "save", "seen": office.post(page, sent).context["preview"].stamp, "reason": "Agreed by all."}
    before = stored_after(town)
    _, answer = during(change(town, now), lambda: office.post(page, sent))
    assert (answer.status_code, "Look at it once more" in answer.content.decode()) == (409, True)
    assert len(answer.context["preview"].changes) == 2, (
        "the form that was sent takes the other change back, and says so"
    )
    after = stored_after(town)
    assert [at for at in range(6) if after[at] != before[at]] == [list(WHOSE).index(whose)]


def test_what_was_read_before_another_change_is_no_reason_to_revert_it(town: Town, now: dt.datetime) -> None:
    again: list[tuple[Any, Any, dict[str, int]]] = [
        (leagues.change_settings, town.league, {"confirm_hours": 24}),
        (seasons.change_settings, town.season, {"short_notice_hours": 5}),
        (seasons.change_division, division_of(town), {"walkover_games": 9}),
    ]
    for change in (of_league, of_season, of_division):
        change(town, now)()
    for write, row, changed in again:
        with pytest.raises(Changed, match="Look at it once more"):
            write(row, changed, reason="Agreed.", if_unchanged=True, by=town.secretary, now=now)
        write(row, changed, reason="Agreed.", by=town.secretary, now=now)
    assert stored_after(town) == [9, 3, 2, 24, 5, 9]
