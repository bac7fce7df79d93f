"""Maidenhead: sixteen games a night that may end 8–8; pennies, and a fine for who stays away from the meeting."""

import datetime as dt
from decimal import Decimal

import pytest
from django.db.models import Q

from league.enums import ChargeKind, FixtureState
from league.models import Entry, Fixture, Result
from league.queries.money import charges_of_season, charges_of_team, totals_of
from league.rules.sheets import ResultSheet
from league.services.money import NewCharge, charge, pay
from league.services.results.confirm import confirm
from league.services.results.submit import submit
from league.services.seasons.seasons import change_settings
from league.services.seasons.withdrawals import withdraw_team
from tests.factories import Town
from tests.leagues.nights import games, league_of, match, sheet, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def maidenhead() -> Town:
    return league_of("D4w D4w D4w D4w", points_per_game=0, points_per_win=2, points_per_draw=1)


def night(town: Town, home: str, away: str, *won: str) -> ResultSheet:
    one, other = town.squads[home], town.squads[away]
    return sheet(
        *(
            match(n, "doubles", one[2 * n - 2 : 2 * n], other[2 * n - 2 : 2 * n], games(said))
            for n, said in enumerate(won, start=1)
        )
    )


def played(town: Town, home: str, away: str, *won: str, now: dt.datetime) -> Result:
    fixture = town.fixture(home, away)
    sent = submit(fixture, night(town, home, away, *won), by=town.captains[home], now=now)
    return confirm(fixture, version=sent.version, by=town.captains[away], now=now)


def test_eight_all_is_a_draw_and_a_point_each(maidenhead: Town, now: dt.datetime) -> None:
    played(maidenhead, "Anchor", "Bell", "HHHH", "HHAA", "AAAA", "HAHA", now=now)
    played(maidenhead, "Castle", "Duke of York", "HHHA", "HHAA", "AAAA", "HHHA", now=now)
    # Anchor 4 + 2 + 0 + 2 of 16; Castle 3 + 2 + 0 + 3 as well.
    assert table(maidenhead) == {
        "Anchor": (8, 8, 0, 1), "Bell": (8, 8, 0, 1), "Castle": (8, 8, 0, 1), "Duke of York": (8, 8, 0, 1),
    }  # fmt: skip


def test_pennies_are_paid_at_the_meeting_and_who_stays_away_is_fined(maidenhead: Town, now: dt.datetime) -> None:
    today, secretary, season = now.date(), maidenhead.secretary, maidenhead.season
    teams = list(maidenhead.teams.values())
    collected = NewCharge("pennies", Decimal("3.20"), "Pennies of the first half", today)
    for one in charge(season, teams, [], collected, by=secretary, now=now):
        if one.team != maidenhead.teams["Bell"]:
            pay(one, on=today, by=secretary, now=now)
    absent = NewCharge("fine", Decimal(5), "Nobody at the meeting to pay the pennies", today)
    charge(season, [maidenhead.teams["Bell"]], [], absent, by=secretary, now=now)
    # Three teams have paid 3.20; Bell owes its pennies and the fine.
    whole, bell = totals_of(charges_of_season(season)), totals_of(charges_of_team(maidenhead.teams["Bell"]))
    assert (whole.paid, whole.owed) == (Decimal("9.60"), Decimal("8.20"))
    assert (bell.paid, bell.owed) == (Decimal(0), Decimal("8.20"))
    kinds = charges_of_team(maidenhead.teams["Bell"]).values_list("kind", flat=True)
    assert set(kinds) == {ChargeKind.PENNIES, ChargeKind.FINE}


def test_who_withdraws_leaves_byes_behind(maidenhead: Town, now: dt.datetime) -> None:
    played(maidenhead, "Anchor", "Bell", "HHHH", "HHAA", "AAAH", "HAHA", now=now)
    change_settings(maidenhead.season, {"withdrawal_policy": "void"}, by=maidenhead.secretary, now=now)
    entry = Entry.objects.select_related("season__league", "division", "team").get(team=maidenhead.teams["Bell"])
    withdraw_team(entry, reason="No team for a second week.", by=maidenhead.secretary, now=now)
    assert table(maidenhead) == {}
    bell = maidenhead.teams["Bell"]
    left = Fixture.objects.filter(Q(home=bell) | Q(away=bell), results=None)
    assert set(left.values_list("state", flat=True)) == {FixtureState.CANCELLED}
