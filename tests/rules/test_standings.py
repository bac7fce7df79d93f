"""The table: points, tie-breaks and their explanations. The expectations were worked by hand."""

import datetime as dt
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.scheme import PointsScheme
from league.rules.standings import (
    DEFAULT_TIE_BREAKS,
    TIE_BREAKS,
    Adjustment,
    Entrant,
    FixtureTotals,
    FormItem,
    Standings,
    check_tie_breaks,
    first_from,
    places_moved,
    table,
    week_of,
)
from league.rules.wording import plain

ANCHOR, BELL, CASTLE, SHIP = (Entrant(i, n) for i, n in enumerate(["Anchor", "Bell", "Castle", "Ship"], start=1))
TEAMS = (ANCHOR, BELL, CASTLE, SHIP)
GAMES_ONLY = PointsScheme()
TWO_A_WIN = PointsScheme(game=Fraction(0), win=Fraction(2))


def fixture(
    number: int, home: Entrant, away: Entrant, home_games: int, away_games: int, **more: object
) -> FixtureTotals:
    """The result of a fixture; matches are left out where the scheme gives nothing for them."""
    return FixtureTotals(number, home.id, away.id, home_games, away_games, 0, 0, order=number, **more)


def places(standings: Standings) -> list[tuple[int, bool, str]]:
    return [(row.position, row.joint, row.entrant.name) for row in standings.rows]


def reasons(standings: Standings) -> dict[str, tuple[str, str]]:
    return {row.entrant.name: (row.decided_by, row.decided_text) for row in standings.rows}


# Each plays three fixtures of nine games. Anchor 5+4+5, Bell 4+6+4, Castle 3+5+6 = 14 games each; Ship 4+5+3 = 12.
CIRCLE = (
    fixture(1, ANCHOR, BELL, 5, 4),
    fixture(2, BELL, CASTLE, 6, 3),
    fixture(3, CASTLE, ANCHOR, 5, 4),
    fixture(4, ANCHOR, SHIP, 5, 4),
    fixture(5, SHIP, BELL, 5, 4),
    fixture(6, CASTLE, SHIP, 6, 3),
)


def test_points_decide_first() -> None:
    standings = table(TEAMS[:3], [fixture(1, ANCHOR, BELL, 4, 5), fixture(2, CASTLE, ANCHOR, 7, 2)], scheme=GAMES_ONLY)
    assert places(standings) == [(1, False, "Castle"), (2, False, "Anchor"), (3, False, "Bell")]
    assert [(r.entrant.name, r.points) for r in standings.rows] == [("Castle", 7), ("Anchor", 6), ("Bell", 5)]
    assert {r.decided_by for r in standings.rows} == {""}
    assert {r.decided_text for r in standings.rows} == {""}


def test_every_column_of_a_row() -> None:
    fixtures = [
        fixture(1, ANCHOR, BELL, 5, 4, home_awarded=3),
        fixture(2, CASTLE, ANCHOR, 9, 0, home_awarded=9, how="walkover"),
        fixture(3, ANCHOR, SHIP, 4, 4),
    ]
    adjusted = [Adjustment(1, Fraction(-2), "A late card"), Adjustment(1, Fraction(1, 2), "By the committee")]
    row = next(r for r in table(TEAMS, fixtures, scheme=GAMES_ONLY, adjustments=adjusted).rows if r.entrant == ANCHOR)
    assert (row.played, row.won, row.drawn, row.lost) == (3, 1, 1, 1)
    assert (row.games_for, row.games_against, row.games_difference) == (9, 17, -8)
    assert (row.points, row.adjustment) == (Fraction(15, 2), Fraction(-3, 2))
    assert (row.awarded, row.awarded_against, row.walkovers) == (3, 9, 1)
    assert row.form == (FormItem("W", 1, BELL.id), FormItem("L", 2, CASTLE.id), FormItem("D", 3, SHIP.id))


def test_form_is_the_last_five_in_the_order_of_time() -> None:
    scores = [(5, 4), (4, 5), (5, 4), (4, 4), (3, 6), (6, 3)]
    fixtures = [fixture(n, ANCHOR, BELL, *score) for n, score in enumerate(scores, start=1)]
    rows = {r.entrant.name: r for r in table(TEAMS[:2], reversed(fixtures), scheme=GAMES_ONLY).rows}
    assert [item.outcome for item in rows["Anchor"].form] == ["L", "W", "D", "L", "W"]
    assert [item.outcome for item in rows["Bell"].form] == ["W", "L", "D", "W", "L"]
    assert [item.fixture_id for item in rows["Bell"].form] == [2, 3, 4, 5, 6]


def test_head_to_head_among_three_is_a_table_of_the_three() -> None:
    # Of the 18 games among the three: Bell 4+6 = 10, Anchor 5+4 = 9, Castle 3+5 = 8.
    standings = table(TEAMS, CIRCLE, scheme=GAMES_ONLY)
    assert places(standings) == [(1, False, "Bell"), (2, False, "Anchor"), (3, False, "Castle"), (4, False, "Ship")]
    assert reasons(standings) == {
        "Bell": ("head_to_head", "Level on 14 points with Anchor and Castle; ahead on head-to-head, 10 to 9."),
        "Anchor": (
            "head_to_head",
            (
                "Level on 14 points with Bell and Castle; "
                "behind Bell on head-to-head, 9 to 10, and ahead of Castle on head-to-head, 9 to 8."
            ),
        ),
        "Castle": ("head_to_head", "Level on 14 points with Anchor and Bell; behind on head-to-head, 8 to 9."),
        "Ship": ("", ""),
    }


def test_head_to_head_does_not_count_until_all_have_met() -> None:
    # Anchor and Castle have not met; each of the three has 9 games of 18 and has won once.
    fixtures = [
        fixture(1, ANCHOR, BELL, 5, 4),
        fixture(2, BELL, CASTLE, 5, 4),
        fixture(3, CASTLE, SHIP, 5, 4),
        fixture(4, SHIP, ANCHOR, 5, 4),
    ]
    standings = table(TEAMS, fixtures, scheme=GAMES_ONLY)
    assert places(standings) == [(1, True, name) for name in ("Anchor", "Bell", "Castle", "Ship")]
    assert reasons(standings)["Bell"] == (
        "",
        (
            "Level on 9 points with Anchor, Castle and Ship; head-to-head does not count until all of them have met; "
            "joint, as no tie-break separates them."
        ),
    )


def test_games_difference_is_told_with_both_figures() -> None:
    fixtures = [fixture(1, ANCHOR, CASTLE, 15, 3), fixture(2, SHIP, BELL, 11, 6)]
    standings = table((ANCHOR, BELL, CASTLE, SHIP), fixtures, scheme=TWO_A_WIN)
    assert places(standings) == [(1, False, "Anchor"), (2, False, "Ship"), (3, False, "Bell"), (4, False, "Castle")]
    assert reasons(standings) == {
        "Anchor": ("games_difference", "Level on 2 points with Ship; ahead on games difference, +12 to +5."),
        "Ship": ("games_difference", "Level on 2 points with Anchor; behind on games difference, +5 to +12."),
        "Bell": ("games_difference", "Level on 0 points with Castle; ahead on games difference, −5 to −12."),
        "Castle": ("games_difference", "Level on 0 points with Bell; behind on games difference, −12 to −5."),
    }


def test_what_remains_level_goes_on_with_the_next_tie_break() -> None:
    # Anchor +12; Bell +2; Castle −2 + 4 = +2; two points each. Bell beat Castle.
    fixtures = [fixture(1, ANCHOR, SHIP, 15, 3), fixture(2, BELL, CASTLE, 10, 8), fixture(3, CASTLE, SHIP, 11, 7)]
    standings = table(TEAMS, fixtures, scheme=TWO_A_WIN)
    assert places(standings) == [(1, False, "Anchor"), (2, False, "Bell"), (3, False, "Castle"), (4, False, "Ship")]
    assert reasons(standings) == {
        "Anchor": ("games_difference", "Level on 2 points with Bell and Castle; ahead on games difference, +12 to +2."),
        "Bell": (
            "head_to_head",
            (
                "Level on 2 points with Anchor and Castle; behind Anchor on games difference, +2 to +12; "
                "ahead of Castle on head-to-head, 2 to 0."
            ),
        ),
        "Castle": (
            "head_to_head",
            (
                "Level on 2 points with Anchor and Bell; behind Anchor on games difference, +2 to +12; "
                "behind Bell on head-to-head, 0 to 2."
            ),
        ),
        "Ship": ("", ""),
    }


def test_level_on_head_to_head_points_the_games_among_them_decide() -> None:
    # Each beats one of the others, so two points each among the three; games 21–15, 18–18, 15–21.
    fixtures = [fixture(1, ANCHOR, BELL, 12, 6), fixture(2, BELL, CASTLE, 12, 6), fixture(3, CASTLE, ANCHOR, 9, 8)]
    standings = table(TEAMS[:3], fixtures, scheme=TWO_A_WIN, tie_breaks=("head_to_head",))
    assert places(standings) == [(1, False, "Anchor"), (2, False, "Bell"), (3, False, "Castle")]
    assert reasons(standings)["Anchor"] == (
        "head_to_head",
        "Level on 2 points with Bell and Castle; ahead on head-to-head, +5 to 0.",
    )


def test_fixtures_won_and_games_won() -> None:
    # Nine games each. Anchor won one and lost one, Bell drew both of its fixtures.
    fixtures = [
        fixture(1, ANCHOR, CASTLE, 6, 2),
        fixture(2, SHIP, ANCHOR, 5, 3),
        fixture(3, BELL, CASTLE, 4, 4),
        fixture(4, SHIP, BELL, 5, 5),
    ]
    by_fixtures = table(TEAMS[:2] + TEAMS[2:], fixtures, scheme=GAMES_ONLY, tie_breaks=("fixtures_won",))
    assert reasons(by_fixtures)["Anchor"] == (
        "fixtures_won",
        "Level on 9 points with Bell; ahead on fixtures won, 1 to 0.",
    )
    # Two points each for one win; Anchor won more games in it.
    wins = [fixture(1, ANCHOR, CASTLE, 10, 8), fixture(2, BELL, CASTLE, 9, 7)]
    by_games = table(TEAMS[:3], wins, scheme=TWO_A_WIN, tie_breaks=("games_difference", "games_won"))
    assert reasons(by_games)["Bell"] == ("games_won", "Level on 2 points with Anchor; behind on games won, 9 to 10.")


def test_tie_that_remains_is_joint_and_listed_by_name() -> None:
    fixtures = [fixture(1, SHIP, BELL, 9, 9), fixture(2, CASTLE, ANCHOR, 8, 10)]
    standings = table((SHIP, BELL, CASTLE, ANCHOR), fixtures, scheme=GAMES_ONLY)
    assert places(standings) == [(1, False, "Anchor"), (2, True, "Bell"), (2, True, "Ship"), (4, False, "Castle")]
    assert reasons(standings)["Bell"] == ("", "Level on 9 points with Ship; joint, as no tie-break separates them.")


def test_joint_after_a_split_says_so() -> None:
    fixtures = [fixture(1, ANCHOR, SHIP, 12, 6), fixture(2, BELL, SHIP, 10, 8), fixture(3, CASTLE, SHIP, 10, 8)]
    standings = table(TEAMS, fixtures, scheme=TWO_A_WIN)
    assert places(standings) == [(1, False, "Anchor"), (2, True, "Bell"), (2, True, "Castle"), (4, False, "Ship")]
    assert reasons(standings)["Bell"] == (
        "games_difference",
        (
            "Level on 2 points with Anchor and Castle; behind Anchor on games difference, +2 to +6; "
            "head-to-head does not count until they have met; joint with Castle."
        ),
    )


def test_more_than_three_rivals_are_counted_not_named() -> None:
    teams = [Entrant(n, f"Team {n}") for n in range(1, 6)]
    fixtures = [fixture(n, team, SHIP_X, 9, n) for n, team in enumerate(teams, start=1)]
    standings = table([*teams, SHIP_X], fixtures, scheme=GAMES_ONLY)
    level = [r for r in standings.rows if r.points == 9]
    assert [r.entrant.name for r in level] == ["Team 1", "Team 2", "Team 3", "Team 4", "Team 5"]
    assert level[0].decided_text == "Level on 9 points with 4 teams; ahead on games difference, +8 to +7."


SHIP_X = Entrant(99, "Ship")


def test_no_fixtures_all_are_joint_first_by_name_and_nothing_is_explained() -> None:
    standings = table((SHIP, Entrant(7, "anvil"), BELL), [], scheme=GAMES_ONLY)
    assert places(standings) == [(1, True, "anvil"), (1, True, "Bell"), (1, True, "Ship")]
    assert {(r.played, r.points, r.form, r.decided_text) for r in standings.rows} == {(0, 0, (), "")}


def test_no_entrants() -> None:
    assert table((), [], scheme=GAMES_ONLY) == Standings(())


def test_results_with_a_team_that_withdrew_are_void() -> None:
    withdrawn = [fixture(7, ANCHOR, Entrant(50, "Gone"), 9, 0), fixture(8, Entrant(50, "Gone"), BELL, 0, 9)]
    gone = [Adjustment(50, Fraction(-1), "Withdrew")]
    assert table(TEAMS, [*CIRCLE, *withdrawn], scheme=GAMES_ONLY, adjustments=gone) == table(
        TEAMS, CIRCLE, scheme=GAMES_ONLY
    )


def test_fixture_nobody_came_to_is_lost_by_both() -> None:
    scheme = PointsScheme(draw=Fraction(1))
    rows = table(TEAMS[:2], [fixture(1, ANCHOR, BELL, 0, 0, how="nobody")], scheme=scheme).rows
    assert [(r.lost, r.drawn, r.points, r.walkovers, r.form[0].outcome) for r in rows] == [(1, 0, 0, 0, "L")] * 2


def test_a_void_result_counts_for_nothing() -> None:
    void = fixture(1, ANCHOR, BELL, 9, 0, how="void")
    assert table(TEAMS, [void], scheme=GAMES_ONLY) == table(TEAMS, [], scheme=GAMES_ONLY)


def test_a_fixture_broken_off_counts_its_games_and_is_won_by_nobody() -> None:
    scheme = PointsScheme(win=Fraction(2), draw=Fraction(1))
    rows = table(TEAMS[:2], [fixture(1, ANCHOR, BELL, 3, 1, how="abandoned", finished=False)], scheme=scheme).rows
    told = [(r.entrant.name, r.played, r.won, r.drawn, r.lost, r.abandoned, r.points, r.form[0].outcome) for r in rows]
    assert told == [("Anchor", 1, 0, 0, 0, 1, 3, "A"), ("Bell", 1, 0, 0, 0, 1, 1, "A")]


def test_each_step_of_a_tie_is_told_as_it_was_applied() -> None:
    """Anchor, Bell and Castle are level: games difference leaves them so, head-to-head parts all three."""
    (tie,) = table(TEAMS, CIRCLE, scheme=GAMES_ONLY).ties
    assert (tie.points, tie.teams) == (14, (BELL.id, ANCHOR.id, CASTLE.id))
    assert [(s.tie_break, s.verdict, s.why) for s in tie.steps] == [
        ("games_difference", "level", "Leaves them level."),
        ("head_to_head", "parted", "Parts them."),
    ]
    assert [[s.figure(team) for team in tie.teams] for s in tie.steps] == [
        ["+1", "+1", "+1"],
        ["points 10, games +2", "points 9, games 0", "points 8, games −2"],
    ]


def test_a_step_after_a_split_is_about_those_still_level() -> None:
    fixtures = [fixture(1, ANCHOR, SHIP, 12, 6), fixture(2, BELL, SHIP, 10, 8), fixture(3, CASTLE, SHIP, 10, 8)]
    tie = table(TEAMS, fixtures, scheme=TWO_A_WIN).tie_of(BELL.id)
    assert tie is not None
    assert [(s.tie_break, s.teams, s.verdict, s.why) for s in tie.steps] == [
        ("games_difference", (1, 2, 3), "parted", "Separates some of them; the others stay level."),
        ("head_to_head", (2, 3), "not-met", "Has no effect: it does not count until they have met."),
        ("fixtures_won", (2, 3), "level", "Leaves them level."),
    ]
    assert tie.steps[1].figure(BELL.id) == ""


def test_teams_that_have_not_played_are_no_tie() -> None:
    assert table(TEAMS, [], scheme=GAMES_ONLY).ties == ()


def test_adjustment_counts_in_points_and_in_no_tie_break() -> None:
    fixtures = [fixture(1, ANCHOR, BELL, 10, 8)]
    standings = table(TEAMS[:2], fixtures, scheme=GAMES_ONLY, adjustments=[Adjustment(1, Fraction(-2), "A late card")])
    assert reasons(standings)["Anchor"] == (
        "games_difference",
        "Level on 8 points with Bell; ahead on games difference, +2 to −2.",
    )


def test_match_and_fixture_points_reach_the_table() -> None:
    scheme = PointsScheme(game=Fraction(1, 2), match=Fraction(1), win=Fraction(2), draw=Fraction(1))
    rows = table(TEAMS[:2], [FixtureTotals(1, 1, 2, 10, 8, 4, 2)], scheme=scheme).rows
    assert [(r.entrant.name, r.points) for r in rows] == [("Anchor", 11), ("Bell", 6)]


@pytest.mark.parametrize(
    ("points", "text"),
    [("54", "54"), ("9/2", "4.5"), ("1/4", "0.25"), ("1/3", "0.33"), ("-3/2", "−1.5"), ("0", "0"), ("100", "100")],
)
def test_points_in_words(points: str, text: str) -> None:
    assert plain(Fraction(points)) == text


def test_one_point_is_singular() -> None:
    fixtures = [fixture(1, ANCHOR, BELL, 1, 1)]
    texts = {r.decided_text for r in table(TEAMS[:2], fixtures, scheme=GAMES_ONLY).rows}
    assert texts == {
        f"Level on 1 point with {name}; joint, as no tie-break separates them." for name in ("Anchor", "Bell")
    }


def test_check_tie_breaks() -> None:
    assert check_tie_breaks(DEFAULT_TIE_BREAKS) == []
    assert [p.message for p in check_tie_breaks(["name", "luck", "name"])] == [
        f"“luck” is not a tie-break; there are {', '.join(TIE_BREAKS)}",
        "“name” comes twice",
    ]


orders = st.permutations(sorted(TIE_BREAKS)).flatmap(lambda keys: st.integers(0, 5).map(lambda n: tuple(keys[:n])))


@st.composite
def divisions(draw: st.DrawFn) -> tuple[list[Entrant], list[FixtureTotals]]:
    """Two to six teams and some of their fixtures of six games, so that ties are common."""
    teams = [Entrant(n, f"Team {n}") for n in range(1, draw(st.integers(2, 6)) + 1)]
    pairs = [(a, b) for a in teams for b in teams if a != b]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True))
    fixtures = [
        fixture(n, home, away, won := draw(st.integers(0, 6)), 6 - won) for n, (home, away) in enumerate(chosen, 1)
    ]
    return teams, fixtures


schemes = st.sampled_from([GAMES_ONLY, TWO_A_WIN, PointsScheme(Fraction(1, 2), win=Fraction(2), draw=Fraction(1))])


@given(divisions(), schemes, orders, st.randoms(use_true_random=False))
def test_table_does_not_depend_on_the_order_of_its_input(division, scheme, tie_breaks, random) -> None:
    teams, fixtures = division
    before = table(teams, fixtures, scheme=scheme, tie_breaks=tie_breaks)
    random.shuffle(teams)
    random.shuffle(fixtures)
    assert table(teams, fixtures, scheme=scheme, tie_breaks=tie_breaks) == before


@given(divisions(), schemes, orders)
def test_what_some_win_others_lose(division, scheme, tie_breaks) -> None:
    teams, fixtures = division
    rows = table(teams, fixtures, scheme=scheme, tie_breaks=tie_breaks).rows
    assert sorted(r.entrant.id for r in rows) == sorted(t.id for t in teams)
    assert sum(r.games_for for r in rows) == sum(r.games_against for r in rows) == 6 * len(fixtures)
    assert sum(r.won for r in rows) == sum(r.lost for r in rows)
    assert sum(r.played for r in rows) == 2 * len(fixtures)


@given(divisions(), schemes, orders)
def test_places_are_counted_as_in_a_race(division, scheme, tie_breaks) -> None:
    teams, fixtures = division
    rows = table(teams, fixtures, scheme=scheme, tie_breaks=tie_breaks).rows
    assert [r.points for r in rows] == sorted((r.points for r in rows), reverse=True)
    for row in rows:
        sharing = [r for r in rows if r.position == row.position]
        assert row.position == 1 + sum(r.position < row.position for r in rows)
        assert row.joint == (len(sharing) > 1)
        assert len({r.points for r in sharing}) == 1
    listed = [(r.position, r.entrant.name) for r in rows]
    assert listed == sorted(listed)


@given(divisions(), schemes, orders)
def test_the_ties_are_the_groups_level_on_points_in_the_order_of_the_table(division, scheme, tie_breaks) -> None:
    teams, fixtures = division
    standings = table(teams, fixtures, scheme=scheme, tie_breaks=tie_breaks)
    by_points: dict[Fraction, list[int]] = {}
    for row in standings.rows:
        by_points.setdefault(row.points, []).append(row.entrant.id)
    played = {row.entrant.id for row in standings.rows if row.played}
    level = {points: tuple(ids) for points, ids in by_points.items() if len(ids) > 1 and played & set(ids)}
    assert {tie.points: tie.teams for tie in standings.ties} == level
    rows = {row.entrant.id: row for row in standings.rows}
    for tie in standings.ties:
        for step in tie.steps:
            figures = [step.figures[team] for team in step.teams] if step.figures else []
            assert figures == sorted(figures, reverse=True)
            assert (step.verdict == "parted") == (len(set(figures)) > 1)
        parted = {team: s.tie_break for s in tie.steps if s.verdict == "parted" for team in s.teams}
        assert {team: rows[team].decided_by for team in tie.teams} == {team: parted.get(team, "") for team in tie.teams}


STARTS = (dt.date(2026, 10, 5), dt.date(2026, 10, 12), dt.date(2026, 11, 2))
ANCHOR, BELL, CROWN = Entrant(1, "Anchor"), Entrant(2, "Bell"), Entrant(3, "Crown")


@pytest.mark.parametrize(
    ("day", "week"),
    [
        (dt.date(2026, 9, 1), 0),
        (dt.date(2026, 10, 5), 0),
        (dt.date(2026, 10, 11), 0),
        (dt.date(2026, 10, 12), 1),
        (dt.date(2026, 10, 30), 1),
        (dt.date(2027, 5, 1), 2),
    ],
)
def test_a_day_counts_in_the_last_week_begun(day: dt.date, week: int) -> None:
    assert week_of(day, STARTS) == week


def test_what_is_decided_without_play_counts_from_the_next_week_with_results() -> None:
    assert [first_from(week, (1, 4)) for week in range(7)] == [1, 1, 4, 4, 4, 4, 4]


def test_places_are_moved_up_and_down_and_a_joint_place_is_the_place_it_is() -> None:
    first = FixtureTotals(1, 1, 2, 6, 3, 2, 1, order=1)
    second = FixtureTotals(2, 3, 1, 9, 0, 3, 0, order=2)
    scheme = PointsScheme()
    before = table([ANCHOR, BELL, CROWN], [first], scheme=scheme)
    after = table([ANCHOR, BELL, CROWN], [first, second], scheme=scheme)
    assert [(row.entrant.name, row.position) for row in before.rows] == [("Anchor", 1), ("Bell", 2), ("Crown", 3)]
    assert places_moved(before, after) == {3: 2, 1: -1, 2: -1}
    assert places_moved(after, after) == {3: 0, 1: 0, 2: 0}


def test_a_team_that_is_in_one_of_the_tables_has_not_moved() -> None:
    scheme = PointsScheme()
    assert places_moved(table([ANCHOR], [], scheme=scheme), table([ANCHOR, BELL], [], scheme=scheme)) == {1: 0}
