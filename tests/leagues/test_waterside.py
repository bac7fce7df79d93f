"""Waterside: whoever wins more of the five tables has won the night, whatever the games; a level night is 1 each.

A match may have nobody on either side, so four tables may end 2–2.
"""

import datetime as dt
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.queries.standings.meetings import head_to_head
from league.queries.standings.receipts import receipt_of
from league.queries.standings.standings import division_table
from league.queries.standings.table_variants import still_possible
from league.rules.sheets import MatchSheet, ResultSheet, Totals
from league.services.results.confirm import confirm
from league.services.results.decide import give_walkover
from league.services.results.submit import submit
from league.services.seasons.seasons import change_division
from tests.api.program import Program
from tests.factories import Town
from tests.forms import saved, untouched_on
from tests.leagues.nights import league_of
from tests.web.pages import signed_in, words

pytestmark = pytest.mark.django_db
# Three tables to two for the home side, nine games to sixteen.
NIGHT = ((3, 2), (3, 2), (3, 2), (0, 5), (0, 5))
LEVEL = ((3, 2), (5, 0), (2, 3), (1, 4), None)


@pytest.fixture
def town() -> Town:
    return league_of(
        "S5t S5t S5t S5t S5t", points_per_game=0, points_per_win=2, points_per_draw=1, won_by="matches",
        tie_breaks=["head_to_head", "fixtures_won", "games_difference", "name"],
    )  # fmt: skip


def sheet(town: Town, home: str, away: str, night: tuple[tuple[int, int] | None, ...]) -> ResultSheet:
    matches = []
    for number, games in enumerate(night, start=1):
        players = [(town.squads[team][number - 1].pk,) if games else (None,) for team in (home, away)]
        won = Totals(*games).games if games else Totals(5).games[:0]
        matches.append(MatchSheet(number, "singles", *players, won, totals=True, nobody=games is None))
    return ResultSheet(tuple(matches))


def play(town: Town, home: str, away: str, night: Any, now: dt.datetime) -> None:
    sent = submit(town.fixture(home, away), sheet(town, home, away, night), by=town.captains[home], now=now)
    confirm(sent.fixture, sent.version, by=town.captains[away], now=now)


def lines(town: Town) -> dict[str, tuple[Any, ...]]:
    """Won, drawn, lost, games for and against, points, and the form of each team that has played."""
    found = division_table(town.division).rows
    return {
        one.team.name: (
            one.row.won, one.row.drawn, one.row.lost, one.row.games_for, one.row.games_against, one.row.points,
            "".join(item.outcome for item in one.row.form),
        )
        for one in found
        if one.row.played
    }  # fmt: skip


def test_three_tables_to_two_win_the_night_and_two_all_is_drawn(town: Town, now: dt.datetime) -> None:
    play(town, "Anchor", "Bell", NIGHT, now)
    play(town, "Castle", "Duke of York", LEVEL, now)
    assert lines(town) == {
        "Anchor": (1, 0, 0, 9, 16, 2, "W"),
        "Castle": (0, 1, 0, 11, 9, 1, "D"),
        "Duke of York": (0, 1, 0, 9, 11, 1, "D"),
        "Bell": (0, 0, 1, 16, 9, 0, "L"),
    }
    receipt = receipt_of(town.division, town.teams["Anchor"], now=now)
    assert [[str(source.told) for source in one.sources.parts] for one in receipt.fixtures if one.counts] == [
        ["the win: 2"]
    ]
    # Said the other way, by games, the night was Bell's, and the level one Castle's.
    change_division(town.division, {"won_by": "games"}, reason="For a look.", by=town.secretary, now=now)
    town.division.refresh_from_db()
    assert {name: (one[0], one[2], one[5]) for name, one in lines(town).items()} == {
        "Bell": (1, 0, 2), "Castle": (1, 0, 2), "Anchor": (0, 1, 0), "Duke of York": (0, 1, 0),
    }  # fmt: skip


def test_pages_exports_and_programs_say_the_same(town: Town, now: dt.datetime, client: Client) -> None:
    play(town, "Anchor", "Bell", NIGHT, now)
    anchor, bell = town.teams["Anchor"], town.teams["Bell"]
    tally = head_to_head(anchor, bell).tally
    assert (tally.won, tally.lost, tally.games_for, tally.games_against) == (1, 0, 9, 16)

    def page(name: str, **which: object) -> Any:
        return client.get(reverse(name, kwargs={"slug": "town", **which}))

    here = {"season": "2026-27", "division": "division-1"}
    assert 'class="form' in page("division", **here).content.decode()
    assert "Won against Bell" in words(page("division", **here))
    assert "the win: 2" in words(page("receipt", team="anchor", **here))
    night = town.fixture("Anchor", "Bell")
    assert "Anchor won by 3 matches to 2." in words(page("fixture", fixture=night.pk))
    assert "Anchor 9–16 Bell: Anchor won by 3 matches to 2" in page("results-feed").content.decode()
    rules = words(page("rules"))
    assert "A fixture is won by winning more of its matches, whatever the games." in rules
    cross = page("cross-table", **here).context["rows"]
    outcomes = {one.team.name: [m.outcome for cell in one.cells for m in cell.meetings if m.outcome] for one in cross}
    assert (outcomes["Anchor"], outcomes["Bell"]) in ((["w"], ["l"]), (["w"], []))
    csv = client.get("/leagues/town/tables/2026-27/division-1/table.csv").content.decode().splitlines()
    assert next(line for line in csv if "Anchor" in line).startswith("1,,Anchor,1,1,0,0,")
    program = Program(town.secretary)
    told = json.loads(program.get("seasons/2026-27/divisions/division-1/standings/").content)
    first = told["rows"][0]
    assert (first["team"]["name"], first["won"], first["form"][0]["outcome"]) == ("Anchor", 1, "W")
    assert json.loads(program.get("seasons/2026-27/divisions/division-1/settings/").content)["won_by"] == "matches"


def test_what_may_still_come_knows_that_tables_decide(town: Town, now: dt.datetime, client: Client) -> None:
    """Nine games to sixteen bring two points to the side with nine."""
    play(town, "Anchor", "Bell", NIGHT, now)
    address = reverse("what-if", kwargs={"slug": "town", "season": "2026-27", "division": "division-1"})
    castle = town.fixture("Castle", "Duke of York")
    asked = client.get(address, {f"f{castle.pk}": "9-16=2-0"})
    assert asked.status_code == 200
    assert "Castle" in words(asked)
    assert all(one.places for one in still_possible(division_table(town.division)))


def test_a_walkover_and_a_play_off_go_by_the_same_rule(town: Town, now: dt.datetime) -> None:
    later = now + dt.timedelta(days=1)
    give_walkover(town.fixtures[0], to="away", version=0, reason="Nobody came.", by=town.secretary, now=later)
    assert {name: one[:3] for name, one in lines(town).items()} == {"Bell": (1, 0, 0), "Anchor": (0, 0, 1)}


def test_the_secretary_sees_the_table_it_makes_and_the_rules_say_so(town: Town, now: dt.datetime) -> None:
    play(town, "Anchor", "Bell", NIGHT, now)
    office = signed_in(town.secretary)
    address = "/leagues/town/secretary/seasons/2026-27/divisions/division-1/settings/"
    form = office.get(address).content.decode()
    assert form.count('name="won_by"') == 2
    assert form.count('name="points_per_win"') == 1
    sent = untouched_on(office, address) | {"won_by": "games"}
    shown = words(office.post(address, sent))
    assert "A fixture is won by winning more of its games." in shown
    saved(office, address, sent, reason="The meeting.")
    town.division.refresh_from_db()
    assert (town.division.won_by, lines(town)["Bell"][0]) == ("games", 1)
    rules = words(office.get("/leagues/town/rules/"))
    assert "A fixture is won by winning more of its games." in rules


def test_each_table_can_bring_points_and_a_drawn_one_is_shared(now: dt.datetime) -> None:
    """Two points a table won and one each where it is drawn, whoever has won the night."""
    town = league_of(
        "S4t S4t S4t S4t S4t", points_per_game=0, points_per_match=2, points_per_match_drawn=1, won_by="matches"
    )
    play(town, "Anchor", "Bell", ((2, 2), (3, 1), (4, 0), (2, 2), (0, 4)), now)
    assert [(name, one[0], one[5]) for name, one in lines(town).items()] == [("Anchor", 1, 6), ("Bell", 0, 4)]
    receipt = receipt_of(town.division, town.teams["Bell"], now=now)
    assert [[str(source.told) for source in one.sources.parts] for one in receipt.fixtures if one.counts] == [
        ["1 match: 2", "2 matches drawn: 2"]
    ]
    rules = words(Client().get("/leagues/town/rules/"))
    assert "Two points for each match won." in rules
    assert "One point for each match drawn." in rules
