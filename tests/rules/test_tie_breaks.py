"""Each tie-break by itself, with tables worked by hand; and all of them against a table made the slow way."""

import datetime as dt
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.scheme import PointsScheme
from league.rules.standings import TIE_BREAKS, Entrant, FixtureTotals, Lots, Standings, check_tie_breaks, table
from league.rules.tie_breaks import needed

ANCHOR, BELL, CASTLE, SHIP = (Entrant(i, n) for i, n in enumerate(["Anchor", "Bell", "Castle", "Ship"], start=1))
TEAMS = (ANCHOR, BELL, CASTLE, SHIP)
GAMES_ONLY = PointsScheme()
TWO_A_WIN = PointsScheme(game=Fraction(0), win=Fraction(2))
Games = Sequence[tuple[int, int]]


def played(number: int, home: Entrant, away: Entrant, tables: Games, pegged: tuple[int, int] = (0, 0)) -> FixtureTotals:
    """A fixture told by the games of each match: who won more of them won the match."""
    return FixtureTotals(
        number,
        home.id,
        away.id,
        home_games=sum(own for own, _ in tables),
        away_games=sum(other for _, other in tables),
        home_matches=sum(own > other for own, other in tables),
        away_matches=sum(own < other for own, other in tables),
        order=number,
        tables=tuple(tables),
        home_pegged=pegged[0],
        away_pegged=pegged[1],
        pegged_in=sum(own + other for own, other in tables) if any(pegged) else 0,
    )


def places(standings: Standings) -> dict[str, tuple[int, bool, str, str]]:
    return {row.entrant.name: (row.position, row.joint, row.decided_by, row.decided_text) for row in standings.rows}


def test_matches_won() -> None:
    # Five games each: Anchor won two matches of three, Bell one.
    fixtures = [
        played(1, ANCHOR, CASTLE, [(2, 1), (2, 1), (1, 2)]),
        played(2, BELL, SHIP, [(3, 0), (1, 2), (1, 2)]),
    ]
    rows = places(table(TEAMS, fixtures, scheme=GAMES_ONLY, tie_breaks=("matches_won",)))
    assert rows["Anchor"] == (1, False, "matches_won", "Level on 5 points with Bell; ahead on matches won, 2 to 1.")
    assert rows["Bell"] == (2, False, "matches_won", "Level on 5 points with Anchor; behind on matches won, 1 to 2.")
    assert [rows[name][:2] for name in ("Ship", "Castle")] == [(3, False), (4, False)]


def test_most_away_wins() -> None:
    # Two points each: Anchor won at home, Bell at Ship's. A fixture drawn away is no win.
    fixtures = [
        played(1, ANCHOR, CASTLE, [(2, 1)]),
        played(2, SHIP, BELL, [(1, 2)]),
        played(3, CASTLE, ANCHOR, [(1, 1)]),
    ]
    rows = places(table(TEAMS, fixtures, scheme=TWO_A_WIN, tie_breaks=("away_wins",)))
    assert rows["Bell"] == (1, False, "away_wins", "Level on 2 points with Anchor; ahead on away wins, 1 to 0.")
    assert rows["Anchor"][:2] == (2, False)
    assert rows["Castle"] == (3, True, "", "Level on 0 points with Ship; joint, as no tie-break separates them.")


def test_count_back_by_table_names_the_table_that_decided() -> None:
    # Table 1: 3 each. Table 2: Bell 2, Anchor 1. Table 3 would be Anchor's.
    fixtures = [
        played(1, ANCHOR, CASTLE, [(3, 0), (1, 2), (1, 2)]),
        played(2, SHIP, BELL, [(0, 3), (1, 2), (3, 0)]),
    ]
    standings = table(TEAMS, fixtures, scheme=GAMES_ONLY, tie_breaks=("count_back",))
    rows = places(standings)
    assert rows["Bell"] == (
        1, False, "count_back", "Level on 5 points with Anchor; ahead on count-back at table 2, 2 to 1.",
    )  # fmt: skip
    assert rows["Anchor"][3] == "Level on 5 points with Bell; behind on count-back at table 2, 1 to 2."
    tie = standings.tie_of(BELL.id)
    assert tie is not None
    [step] = tie.steps
    assert [step.figure(team.id) for team in (BELL, ANCHOR)] == [
        "table 1: 3, table 2: 2, table 3: 0",
        "table 1: 3, table 2: 1, table 3: 1",
    ]
    assert (step.label, step.why) == ("count-back by table", "Parts them.")


def test_count_back_adds_up_fixtures_and_a_table_that_was_not_begun_has_none() -> None:
    # Anchor's second fixture was abandoned after one match: tables 3 + 2 and 1, Bell's 3 + 1 and 1 + 1.
    fixtures = [
        played(1, ANCHOR, CASTLE, [(3, 0), (1, 2)]),
        played(2, ANCHOR, SHIP, [(2, 1)]),
        played(3, BELL, CASTLE, [(3, 0), (1, 2)]),
        played(4, BELL, SHIP, [(1, 2), (1, 2)]),
    ]
    rows = places(table(TEAMS, fixtures, scheme=GAMES_ONLY, tie_breaks=("count_back",)))
    assert rows["Anchor"][3] == "Level on 6 points with Bell; ahead on count-back at table 1, 5 to 4."


def test_count_back_without_any_table_leaves_them_level() -> None:
    fixtures = [FixtureTotals(1, ANCHOR.id, BELL.id, 3, 3, 0, 0)]
    standings = table(TEAMS[:2], fixtures, scheme=GAMES_ONLY, tie_breaks=("count_back",))
    assert [step.verdict for step in standings.ties[0].steps] == ["level"]


def test_pegging_spread_is_points_scored_less_points_conceded() -> None:
    # Anchor +23 and −3 makes +20; Bell −5 and 0 makes −5. A walkover pegs nothing.
    fixtures = [
        played(1, ANCHOR, CASTLE, [(2, 1)], (340, 317)),
        played(2, SHIP, ANCHOR, [(2, 1)], (351, 348)),
        played(3, BELL, SHIP, [(2, 1)], (338, 343)),
        FixtureTotals(4, BELL.id, CASTLE.id, 1, 2, 0, 1, 1, 2, how="walkover"),
    ]
    standings = table(TEAMS, fixtures, scheme=GAMES_ONLY, tie_breaks=("spread",))
    rows = places(standings)
    # Castle −23; Ship +3 and +5 makes +8; all four have three games.
    text = "Level on 3 points with Anchor, Castle and Ship; "
    assert rows["Anchor"][:3] == (1, False, "spread")
    assert [rows[name][0] for name in ("Anchor", "Ship", "Bell", "Castle")] == [1, 2, 3, 4]
    assert rows["Bell"][3] == (
        f"{text}behind Anchor and Ship on pegging spread, −5 to +8, and ahead of Castle on pegging spread, −5 to −23."
    )
    # It says on how many games it rests: none of the walkover's.
    assert standings.ties[0].steps[0].why == (
        "Games of which both sides’ points are known: Anchor 6, Bell 3, Castle 3, Ship 6."
    )


DAY = dt.date(2027, 4, 5)
LEVEL = (played(1, ANCHOR, BELL, [(2, 2)]), played(2, CASTLE, SHIP, [(2, 2)]))


def test_until_lots_are_drawn_the_teams_share_the_place_and_nothing_after_is_tried() -> None:
    fixtures = [played(1, ANCHOR, SHIP, [(3, 1)]), played(2, BELL, CASTLE, [(3, 1)])]
    standings = table(TEAMS, fixtures, scheme=GAMES_ONLY, tie_breaks=("games_difference", "lots", "away_wins"))
    rows = places(standings)
    assert rows["Anchor"] == (1, True, "", "Level on 3 points with Bell; joint until lots are drawn.")
    assert rows["Castle"] == (3, True, "", "Level on 1 point with Ship; joint until lots are drawn.")
    assert [(step.tie_break, step.verdict) for step in standings.ties[0].steps] == [
        ("games_difference", "level"), ("lots", "awaited"),
    ]  # fmt: skip
    assert (
        standings.ties[0].steps[1].why == "Lots have still to be drawn between them; until then they share the place."
    )
    assert standings.awaiting("lots") == ((ANCHOR.id, BELL.id), (CASTLE.id, SHIP.id))
    assert standings.drawn == frozenset()


def test_lots_place_the_teams_in_the_order_drawn() -> None:
    lots = [
        Lots((SHIP.id, ANCHOR.id, CASTLE.id, BELL.id), DAY, "Sally Secretary", "At the AGM."),
        Lots((BELL.id, ANCHOR.id), DAY, "Somebody Else"),
    ]
    standings = table(TEAMS, LEVEL, scheme=GAMES_ONLY, tie_breaks=("lots",), lots=lots)
    assert [row.entrant.name for row in standings.rows] == ["Ship", "Anchor", "Castle", "Bell"]
    assert places(standings)["Castle"] == (
        3, False, "lots",
        ("Level on 2 points with Anchor, Bell and Ship; behind Anchor and Ship on lots, 3rd to 2nd, and ahead of Bell "
        "on lots, 3rd to 4th."),
    )  # fmt: skip
    [step] = standings.ties[0].steps
    assert step.why == "Drawn by lot on 5 April 2027, in person, and recorded by Sally Secretary. At the AGM."
    assert [step.figure(team) for team in step.teams] == ["1st", "2nd", "3rd", "4th"]
    assert standings.drawn == {frozenset({1, 2, 3, 4})}
    assert standings.awaiting("lots") == ()


def test_lots_count_only_while_exactly_their_teams_are_level() -> None:
    lots = [Lots((BELL.id, ANCHOR.id), DAY)]
    both = table(TEAMS[:2], LEVEL[:1], scheme=GAMES_ONLY, tie_breaks=("lots",), lots=lots)
    assert [row.entrant.name for row in both.rows] == ["Bell", "Anchor"]
    assert both.ties[0].steps[0].why == "Drawn by lot on 5 April 2027, in person, and recorded by the secretary."
    # More of them are level: the draw has no effect, and another one is awaited.
    four = table(TEAMS, LEVEL, scheme=GAMES_ONLY, tie_breaks=("lots",), lots=lots)
    assert {row.position for row in four.rows} == {1}
    assert four.awaiting("lots") == ((1, 2, 3, 4),)
    # They are level no more.
    apart = table(TEAMS[:2], [played(1, ANCHOR, BELL, [(3, 1)])], scheme=GAMES_ONLY, tie_breaks=("lots",), lots=lots)
    assert (apart.drawn, apart.ties) == (frozenset(), ())


def test_lots_among_those_that_others_leave_level() -> None:
    fixtures = [played(1, ANCHOR, SHIP, [(6, 3)]), played(2, BELL, SHIP, [(5, 4)]), played(3, CASTLE, SHIP, [(5, 4)])]
    order = ("games_difference", "lots")
    awaited = places(table(TEAMS, fixtures, scheme=TWO_A_WIN, tie_breaks=order))
    assert awaited["Castle"] == (
        2, True, "games_difference",
        ("Level on 2 points with Anchor and Bell; behind Anchor on games difference, +1 to +3; "
        "joint with Bell until lots are drawn."),
    )  # fmt: skip
    lots = [Lots((CASTLE.id, BELL.id), DAY)]
    drawn = places(table(TEAMS, fixtures, scheme=TWO_A_WIN, tie_breaks=order, lots=lots))
    assert drawn["Castle"] == (
        2, False, "lots",
        ("Level on 2 points with Anchor and Bell; behind Anchor on games difference, +1 to +3; "
        "ahead of Bell on lots, 1st to 2nd."),
    )  # fmt: skip


def test_nothing_is_drawn_for_before_anybody_has_played() -> None:
    standings = table(TEAMS, [], scheme=GAMES_ONLY, tie_breaks=("lots",), lots=[Lots((2, 1, 4, 3), DAY)])
    assert [row.entrant.name for row in standings.rows] == ["Anchor", "Bell", "Castle", "Ship"]
    assert standings.awaiting("lots") == ()


def test_what_an_order_needs_besides_totals() -> None:
    assert needed(("games_won", "count_back", "spread", "strange")) == {"tables", "points"}
    assert needed(("games_difference", "lots", "name")) == {"lots"}


@pytest.mark.parametrize(
    ("keys", "wrong"),
    [
        (["spread", "count_back", "matches_won", "away_wins", "lots", "name"], []),
        (["lots", "games_won", "name"], ["“games_won” never counts after “lots”, which leave no teams level"]),
        (["lots", "lots"], ["“lots” comes twice"]),
    ],
)
def test_an_order_in_which_something_never_counts_is_refused(keys: list[str], wrong: list[str]) -> None:
    assert [problem.message for problem in check_tie_breaks(keys)] == wrong


def test_spread_needs_the_losing_scores() -> None:
    assert [problem.message for problem in check_tie_breaks(["spread", "name"], written=["tables", "lots"])] == [
        "“spread” needs the points pegged in each game or match, which the sheets here do not have"
    ]


# All of them against a table that is made the slow way, from the fixtures alone.


@st.composite
def divisions(draw: st.DrawFn) -> tuple[list[Entrant], list[FixtureTotals], list[Lots]]:
    """Two to five teams, some of their fixtures of two matches of two games, and lots between some of the teams."""
    teams = [Entrant(n, f"Team {n}") for n in range(1, draw(st.integers(2, 5)) + 1)]
    pairs = [(a, b) for a in teams for b in teams if a != b]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=8))
    won = st.integers(0, 2)
    fixtures = [
        played(
            number,
            home,
            away,
            [(own := draw(won), 2 - own) for _ in range(2)],
            (draw(st.integers(200, 203)), draw(st.integers(200, 203))),
        )
        for number, (home, away) in enumerate(chosen, start=1)
    ]
    ids = [team.id for team in teams]
    groups = [among for size in range(2, len(ids) + 1) for among in combinations(ids, size)]
    between = draw(st.lists(st.sampled_from(groups), unique=True, max_size=4))
    return teams, fixtures, [Lots(tuple(draw(st.permutations(group))), DAY) for group in between]


def sides(fixture: FixtureTotals, team: int) -> tuple[str, str]:
    return ("home", "away") if fixture.home == team else ("away", "home")


def total(fixtures: list[FixtureTotals], team: int, what: str) -> int:
    """A team's figure, and its opponents', added up fixture by fixture: own less theirs with ``-`` in front."""
    mine = [fixture for fixture in fixtures if team in (fixture.home, fixture.away)]
    name = what.removeprefix("-")
    own = sum(getattr(fixture, f"{sides(fixture, team)[0]}_{name}") for fixture in mine)
    return own - sum(getattr(f, f"{sides(f, team)[1]}_{name}") for f in mine) if what != name else own


def won_by(fixtures: list[FixtureTotals], team: int, at: tuple[str, ...] = ("home", "away")) -> int:
    mine = [(fixture, sides(fixture, team)) for fixture in fixtures if team in (fixture.home, fixture.away)]
    return sum(
        own in at and getattr(fixture, f"{own}_games") > getattr(fixture, f"{theirs}_games")
        for fixture, (own, theirs) in mine
    )


def points_of(fixtures: list[FixtureTotals], team: int, scheme: PointsScheme) -> Fraction:
    return scheme.game * total(fixtures, team, "games") + scheme.win * won_by(fixtures, team)


def slow_keys(
    key: str, group: list[int], fixtures: list[FixtureTotals], lots: list[Lots], scheme: PointsScheme
) -> dict[int, object] | None:
    """What each team of a group is compared by; None where it has no effect, or is not decided."""
    if key == "points":
        return {team: points_of(fixtures, team, scheme) for team in group}
    if key == "lots":
        drawn = [one.teams for one in lots if sorted(one.teams) == sorted(group)]
        return {team: -drawn[0].index(team) for team in group} if drawn else None
    if key == "head_to_head":
        among = [fixture for fixture in fixtures if {fixture.home, fixture.away} <= set(group)]
        if {tuple(sorted((f.home, f.away))) for f in among} != set(combinations(sorted(group), 2)):
            return None
        return {team: (points_of(among, team, scheme), total(among, team, "-games")) for team in group}
    if key == "count_back":
        return {
            team: [
                sum(f.tables[at][0 if f.home == team else 1] for f in fixtures if team in (f.home, f.away))
                for at in range(2)
            ]
            for team in group
        }
    figures = {"games_difference": "-games", "games_won": "games", "matches_won": "matches", "spread": "-pegged"}
    if key in figures:
        return {team: total(fixtures, team, figures[key]) for team in group}
    if key == "name":
        return None  # those who are still level share their place
    at = {"fixtures_won": ("home", "away"), "away_wins": ("away",)}
    assert key in at, f"There is no slow way for {key} yet."
    return {team: won_by(fixtures, team, at[key]) for team in group}


def slow_table(
    teams: list[Entrant], fixtures: list[FixtureTotals], lots: list[Lots], scheme: PointsScheme, order: Sequence[str]
) -> list[tuple[int, set[int]]]:
    """The groups of teams that share a place, from the top, each with its place."""
    groups, settled = [[team.id for team in teams]], set[int]()
    played_in = {team for fixture in fixtures for team in (fixture.home, fixture.away)}
    begun = set[int]()  # whoever is level on points with somebody who has played
    for key in ("points", *order):
        split: list[list[int]] = []
        for group in groups:
            apart = key == "points" or (set(group) <= begun and not settled & set(group) and len(group) > 1)
            keys = slow_keys(key, group, fixtures, lots, scheme) if apart else None
            if apart and key == "lots" and keys is None:
                settled |= set(group)
            figures = sorted({*map(repr, keys.values())}) if keys else []
            if len(figures) < 2 or keys is None:
                split.append(group)
                continue
            best = sorted({repr(figure): figure for figure in keys.values()}.values(), reverse=True)  # type: ignore[type-var]
            split += [[team for team in group if keys[team] == figure] for figure in best]
        groups = split
        if key == "points":
            begun = {team for group in groups if played_in & set(group) for team in group}
    return [(1 + sum(len(before) for before in groups[:at]), set(group)) for at, group in enumerate(groups)]


# Play-offs have tests of their own: none is among what is drawn here.
orders = st.lists(st.sampled_from(sorted(TIE_BREAKS.keys() - {"play_off"})), unique=True, max_size=6)


@given(divisions(), st.sampled_from([GAMES_ONLY, TWO_A_WIN]), orders)
def test_the_table_is_that_which_is_made_the_slow_way(
    division: tuple[list[Entrant], list[FixtureTotals], list[Lots]], scheme: PointsScheme, order: list[str]
) -> None:
    teams, fixtures, lots = division
    places: dict[int, set[int]] = {}
    for row in table(teams, fixtures, scheme=scheme, tie_breaks=order, lots=lots).rows:
        places.setdefault(row.position, set()).add(row.entrant.id)
    assert sorted(places.items()) == slow_table(teams, fixtures, lots, scheme, order)


@given(divisions(), orders)
def test_whoever_waits_for_lots_shares_the_place_and_nobody_else_does(
    division: tuple[list[Entrant], list[FixtureTotals], list[Lots]], order: list[str]
) -> None:
    teams, fixtures, lots = division
    standings = table(teams, fixtures, scheme=GAMES_ONLY, tie_breaks=[*order, "lots"], lots=lots)
    waiting = {team for group in standings.awaiting("lots") for team in group}
    begun = {team for tie in standings.ties for team in tie.teams}
    assert {row.entrant.id for row in standings.rows if row.joint and row.entrant.id in begun} == waiting
