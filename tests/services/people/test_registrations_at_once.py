"""Two captains register one player at the same second."""

import datetime as dt

import pytest

from league.enums import JournalKind, RoleKind
from league.errors import Invalid, LeagueError
from league.models import JournalEntry, League, Player, Registration, Season, Team
from league.services.people.register import register, transfer
from league.services.portability.imports import Report
from tests import factories
from tests.factories import Town
from tests.services.at_once import TIMES, at_once, sorted_out
from tests.services.small_league import GOOD, load

pytestmark = pytest.mark.django_db(transaction=True)
TODAY = dt.date(2026, 11, 3)


def test_of_two_captains_who_register_a_player_one_is_told_who_was_first(town: Town, now: dt.datetime) -> None:
    for go in range(TIMES):
        olive = Player.objects.create(league=town.league, name=f"Olive {go}")
        made, late = sorted_out(
            at_once(
                *[
                    lambda name=name, who=olive: register(
                        town.teams[name], town.season, who, starts_on=TODAY, by=town.captains[name], now=now
                    )
                    for name in ("Anchor", "Bell")
                ]
            )
        )
        first = "Anchor" if made.team == town.teams["Anchor"] else "Bell"
        assert f"is registered for {first} from 3 November 2026 by {first} 1" in late.message
        assert Registration.objects.get(player=olive) == made


def test_a_new_name_written_twice_at_once_is_one_player(town: Town, now: dt.datetime) -> None:
    for go in range(TIMES):
        ended = at_once(
            *[
                lambda name=name, go=go: register(
                    town.teams[name],
                    town.season,
                    name=f"Ned {go}",
                    starts_on=TODAY,
                    by=town.captains[name],
                    now=now,
                )
                for name in ("Anchor", "Bell")
            ]
        )
        refused = [answer for answer in ended if isinstance(answer, Invalid)]
        assert [problem.code for answer in refused for problem in answer.problems] == ["same-name"]
        assert Player.objects.filter(name=f"Ned {go}").count() == 1


def test_of_two_transfers_at_once_one_is_refused(town: Town, now: dt.datetime) -> None:
    for player in town.squads["Castle"]:
        ended = at_once(
            *[
                lambda to=to, who=player: transfer(
                    who, town.season, town.teams[to], starts_on=TODAY, by=town.secretary, now=now
                )
                for to in ("Anchor", "Bell")
            ]
        )
        assert sum(isinstance(answer, Registration) for answer in ended) == 1
        assert sum(isinstance(answer, Invalid) for answer in ended) == 1
        assert Registration.objects.filter(player=player, ends_on=None).count() == 1
    assert JournalEntry.objects.count() == 6


def test_a_transfer_and_the_spreadsheets_at_once_leave_a_player_in_one_team(now: dt.datetime) -> None:
    """Anchor's spreadsheet still lists a player who left; it is loaded while the secretary moves them to Bell."""
    league = League.objects.create(name="Go", slug="go")
    secretary = factories.user("secretary@go.example")
    factories.role(secretary, league, RoleKind.SECRETARY)
    load(league, GOOD, now)
    season, bell = Season.objects.get(league=league), Team.objects.get(league=league, name="Bell")
    files = {name: GOOD[name] for name in ("season.csv", "players.csv")}
    for name in ("Anchor 3", "Anchor 4", "Castle 3", "Castle 4", "Duke 3", "Duke 4"):
        player = Player.objects.get(league=league, name=name)
        Registration.objects.filter(player=player).update(ends_on=dt.date(2026, 10, 20))
        moved, loaded = at_once(
            lambda who=player: transfer(who, season, bell, starts_on=TODAY, by=secretary, now=now),
            lambda: load(league, files, now),
        )
        # Whoever was second was told why not, or went on from what they found.
        assert isinstance(moved, Registration | LeagueError)
        assert isinstance(loaded, Report | LeagueError)
        assert isinstance(moved, Registration) or isinstance(loaded, Report)
        assert Registration.objects.filter(player=player, ends_on=None).count() == 1
        written = JournalEntry.objects.filter(kind=JournalKind.PLAYER_TRANSFERRED, player=player).exists()
        assert written == isinstance(moved, Registration)
        Registration.objects.filter(player=player, ends_on=None).delete()
        Registration.objects.create(season=season, team=bell, player=player, starts_on=TODAY)
        files["players.csv"] = "\n".join(line for line in files["players.csv"].split("\n") if not line.startswith(name))
