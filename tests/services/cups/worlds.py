"""A cup in a town of four teams, and how its ties are played."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from league.enums import RoleKind
from league.models import Entrant, Entry, Fixture, KnockOut, Player, Registration, Team, Tie, Venue
from league.rules.sheets import GameScore, MatchSheet, ResultSheet
from league.services.cups.draws import announce_draw, draw_ties
from league.services.cups.entrants import enter_teams
from league.services.cups.knock_outs import CupPlan, make_cup
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town

SAID = "4 8 15 16 23 42"


def more_teams(town: Town, count: int) -> list[Team]:
    """So many teams more, each with a venue, a captain and three players."""
    made = []
    for number in range(1, count + 1):
        name = f"Team {number:02}"
        team = Team.objects.create(league=town.league, name=name, slug=f"team-{number:02}")
        venue = Venue.objects.create(league=town.league, name=f"Inn {number:02}")
        Entry.objects.create(
            season=town.season, division=town.division, team=team, venue=venue, home_night=1, start_time=dt.time(20)
        )
        town.teams[name], town.venues[name] = team, venue
        captain = factories.user(f"captain-{number}@town.example", name=f"Captain {number}")
        factories.role(captain, town.league, RoleKind.CAPTAIN, team)
        town.captains[name] = captain
        town.squads[name] = [Player.objects.create(league=town.league, name=f"P{n} of {name}") for n in (1, 2, 3)]
        for player in town.squads[name]:
            Registration.objects.create(season=town.season, team=team, player=player, starts_on=town.season.first_week)
        made.append(team)
    return made


def cup(town: Town, *, now: dt.datetime, teams: Sequence[Team] = (), **fields: Any) -> KnockOut:
    """A cup whose ties are one singles match of three games, with these teams, or all of the town's, entered."""
    plan = CupPlan(**{"name": "Town Cup", "fixture_format": "S", **fields})
    made = make_cup(town.season, plan, by=town.secretary, now=now)
    enter_teams(made, list(teams or town.teams.values()), by=town.secretary, now=now)
    return made


def drawn(made: KnockOut, town: Town, *, now: dt.datetime) -> list[Tie]:
    announce_draw(made, by=town.secretary, now=now)
    draw_ties(made, said=SAID, by=town.secretary, now=now)
    return ties(made)


def ties(made: KnockOut) -> list[Tie]:
    return list(Tie.objects.filter(knock_out=made).select_related("top__team", "bottom__team", "winner__team"))


def sheet(fixture: Fixture, town: Town, *, home_wins: bool) -> ResultSheet:
    home, away = town.squads[fixture.home.name][0].pk, town.squads[fixture.away.name][0].pk
    game = GameScore(121, 90) if home_wins else GameScore(90, 121)
    return ResultSheet((MatchSheet(1, "singles", (home,), (away,), (game, game, game)),))


def leg_of(tie: Tie) -> Fixture:
    return (
        Fixture.objects.filter(tie=tie, results=None, state="scheduled")
        .select_related("division__season__league", "home", "away", "venue", "week__round")
        .get()
    )


def play(tie: Tie, winner: Entrant | None, town: Town, *, now: dt.datetime) -> Fixture:
    """Let a side win the tie's next leg, by its captains' sheet and confirmation."""
    assert winner is not None
    fixture = leg_of(tie)
    now = max(now, fixture.starts_at)
    home_wins = fixture.home_id == winner.team_id
    submit.submit(fixture, sheet(fixture, town, home_wins=home_wins), by=town.captains[fixture.home.name], now=now)
    confirm.confirm(fixture, 1, by=town.captains[fixture.away.name], now=now)
    return fixture
