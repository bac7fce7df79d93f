"""A receipt adds up to the table, whatever a season holds, and tells every tie-break as it was applied."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.enums import FixtureState, ResultKind, ResultState, Settlement
from league.models import Adjustment, Division, Entry, Fixture, Result, Team
from league.queries.standings.receipts import Receipt, receipt_of
from league.queries.standings.standings import division_table
from league.services.results import confirm, decide, submit
from league.services.standings.adjustments import adjust_points, take_back_adjustment
from tests import factories
from tests.factories import PAIRS, TEAMS, Town, result_sheet

FIXTURES = [pair for pairs in PAIRS for pair in pairs]


def division_of(town: Town) -> Division:
    return Division.objects.select_related("season__league").get(pk=town.division.pk)


def receipt(town: Town, name: str, now: dt.datetime) -> Receipt:
    return receipt_of(division_of(town), town.teams[name], now=now)


def agree(town: Town, home: str, away: str, now: dt.datetime) -> Fixture:
    fixture = town.fixture(home, away)
    submit.submit(fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
    confirm.confirm(fixture, 1, by=town.captains[away], now=now)
    return fixture


def test_each_line_says_what_for_and_how(town: Town, now: dt.datetime) -> None:
    Division.objects.filter(pk=town.division.pk).update(
        points_per_game=Decimal("0.5"), points_per_match=1, points_per_win=2, points_per_draw=1
    )
    agree(town, "Anchor", "Bell", now)
    decide.give_walkover(
        town.fixture("Duke of York", "Anchor"), to="away", version=0, reason="Ill", by=town.secretary, now=now
    )
    submit.submit(
        town.fixture("Anchor", "Castle"), result_sheet(town, "Anchor", "Castle"), by=town.captains["Anchor"], now=now
    )
    found = receipt(town, "Anchor", now)
    lines = [
        (x.opponent, x.side, x.kind, x.counts, x.games_for, x.games_against, x.matches_won, x.points, x.total)
        for x in found.fixtures
    ]
    assert lines == [
        ("Bell", "home", "played", True, 6, 3, 3, 8, 8),
        ("Duke of York", "away", "walkover", True, 9, 0, 3, Fraction(19, 2), Fraction(35, 2)),
        ("Castle", "home", "played", False, 6, 3, 3, 0, Fraction(35, 2)),
    ]
    played, walkover, waiting = found.fixtures
    assert [(source.part, source.n, source.points) for source in played.sources.parts] == [
        ("game", 6, 3), ("match", 3, 3), ("win", 1, 2),
    ]  # fmt: skip
    assert [str(said) for said in played.told] == ["6 games: 3", "3 matches: 3", "the win: 2"]
    assert (played.settlement, played.version) == (Settlement.OTHER_SIDE, 1)
    assert (walkover.settlement, walkover.note, walkover.awarded_for) == (Settlement.SECRETARY, "Ill", 9)
    assert (waiting.settlement, waiting.why_not) == (None, "It is awaiting confirmation.")
    assert (found.position, found.joint, found.points, found.remaining) == (1, False, Fraction(35, 2), 1)


def test_every_part_that_brought_points_is_on_it(town: Town, now: dt.datetime) -> None:
    Division.objects.filter(pk=town.division.pk).update(
        points_per_win=2, points_per_loss=1, points_per_close_loss=1, close_loss_games=3,
        points_per_lurch=Decimal("0.5"), singles_ruleset="acc", doubles_ruleset="acc", walkover_games=6,
        walkover_games_against=3, absent_points=-1,
    )  # fmt: skip
    agree(town, "Anchor", "Bell", now)
    decide.give_walkover(town.fixture("Bell", "Castle"), to="away", version=0, reason="Ill", by=town.secretary, now=now)
    # The losers of the nine games come to 61 to 63: each is a lurch.
    [lost, given] = receipt(town, "Bell", now).fixtures
    assert [str(said) for said in lost.told] == [
        "3 games: 3",
        "the fixture lost: 1",
        "lost narrowly: 1",
        "3 lurches: 1½",
    ]
    assert [str(said) for said in given.told] == ["not played: −1"]
    assert (given.games_for, given.games_against, given.points, given.total) == (3, 6, -1, Fraction(11, 2))
    [won] = receipt(town, "Castle", now).fixtures
    assert [str(said) for said in won.told] == ["6 games: 6", "the win: 2"]


def test_points_taken_and_taken_back(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    entry = Entry.objects.select_related("season__league", "division", "team").get(team=town.teams["Bell"])
    day = now.date() - dt.timedelta(days=1)
    made = adjust_points(entry, Decimal("-1.5"), reason="A late card", date=day, by=town.secretary, now=now)
    adjust_points(entry, Decimal(-1), reason="No umpire", date=day, by=town.secretary, now=now)
    take_back_adjustment(made, reason="In the post", by=town.secretary, now=now)
    found = receipt(town, "Bell", now)
    assert [(x.points, x.reason, x.total, x.takes_back, x.taken_back) for x in found.adjustments] == [
        (Fraction(-3, 2), "A late card", Fraction(3, 2), None, now.date()),
        (-1, "No umpire", Fraction(1, 2), None, None),
        (Fraction(3, 2), "In the post", 2, day, None),
    ]
    assert (found.from_fixtures, found.points) == (3, 2)


def test_each_step_of_a_tie_with_the_figures_of_every_team_in_it(town: Town, now: dt.datetime) -> None:
    """Anchor beat Bell 6–3, and Castle the Duke; Anchor and Castle have not met."""
    agree(town, "Anchor", "Bell", now)
    agree(town, "Castle", "Duke of York", now)
    tie = receipt(town, "Castle", now).tie
    assert tie is not None
    assert (tie.points, tie.teams) == (6, ("Anchor", "Castle"))
    assert [(s.label, [(f.team, f.figure) for f in s.figures], s.verdict, s.why) for s in tie.steps] == [
        ("games difference", [("Anchor", "+3"), ("Castle", "+3")], "level", "Leaves them level."),
        (
            "head-to-head",
            [("Anchor", ""), ("Castle", "")],
            "not-met",
            "Has no effect: it does not count until they have met.",
        ),
        ("fixtures won", [("Anchor", "1"), ("Castle", "1")], "level", "Leaves them level."),
    ]
    assert tie.conclusion == (
        "Level on 6 points with Anchor; head-to-head does not count until they have met; "
        "joint, as no tie-break separates them."
    )


def test_what_does_not_count_is_on_it_with_the_reason(town: Town, now: dt.datetime) -> None:
    void = agree(town, "Anchor", "Bell", now)
    decide.void(void, version=1, reason="Short pack", by=town.secretary, now=now)
    gone = agree(town, "Duke of York", "Anchor", now)
    Fixture.objects.filter(pk=gone.pk).update(state=FixtureState.CANCELLED)
    found = receipt(town, "Anchor", now)
    assert [(x.kind, x.counts, x.why_not, x.note) for x in found.fixtures] == [
        ("void", False, "It is void.", "Short pack"),
        ("played", False, "It is cancelled: what was played counts no longer.", ""),
    ]
    assert (found.points, found.remaining) == (0, 1)


def test_a_team_that_is_in_the_table_no_longer(town: Town, now: dt.datetime) -> None:
    Entry.objects.filter(team=town.teams["Bell"]).update(withdrawn_on=now.date())
    Fixture.objects.filter(home=town.teams["Bell"]).update(state=FixtureState.CANCELLED)
    Fixture.objects.filter(away=town.teams["Bell"]).update(state=FixtureState.CANCELLED)
    found = receipt(town, "Bell", now)
    assert (found.position, found.points, found.fixtures, found.tie, found.remaining) == (None, 0, (), None, 0)


@pytest.mark.parametrize("size", [1, 3])
def test_a_receipt_asks_six_queries(town: Town, now: dt.datetime, django_assert_num_queries: Any, size: int) -> None:
    for home, away in FIXTURES[: 2 * size]:
        agree(town, home, away, now)
    division = division_of(town)
    with django_assert_num_queries(6):
        receipt_of(division, town.teams["Anchor"], now=now)


# A fixture's kind, home and away games of nine, home and away matches of three; whether it counts.
outcomes = st.tuples(
    st.sampled_from([None, *ResultKind]),
    st.integers(0, 9),
    st.integers(0, 9),
    st.integers(0, 3),
    st.sampled_from([ResultState.CONFIRMED, ResultState.CONFIRMED, ResultState.SUBMITTED, ResultState.DISPUTED]),
    st.booleans(),
)
quarters = st.integers(0, 12).map(lambda n: Decimal(n) / 4)


@pytest.mark.long
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(outcomes, min_size=6, max_size=6),
    st.tuples(quarters, quarters, quarters, quarters),
    st.lists(st.tuples(st.sampled_from(TEAMS), st.integers(-99, 99).filter(bool)), max_size=4),
)
def test_a_receipt_adds_up_to_the_table(
    town: Town, now: dt.datetime, season: list[Any], scheme: tuple[Decimal, ...], given_points: list[Any]
) -> None:
    Result.objects.all().delete()
    Adjustment.objects.all().delete()
    Fixture.objects.update(state=FixtureState.SCHEDULED)
    names = ("points_per_game", "points_per_match", "points_per_win", "points_per_draw")
    Division.objects.filter(pk=town.division.pk).update(**dict(zip(names, scheme, strict=True)))
    for (home, away), outcome in zip(FIXTURES, season, strict=True):
        _store(town.fixture(home, away), outcome, now)
    for name, hundredths in given_points:
        entry = Entry.objects.get(team=town.teams[name])
        points = Decimal(hundredths) / 100
        Adjustment.objects.create(entry=entry, points=points, reason="x", date=now.date(), made_at=now)
    division = division_of(town)
    table = {row.team.name: row.row for row in division_table(division).rows}
    for name, row in table.items():
        found = receipt_of(division, Team.objects.get(pk=town.teams[name].pk), now=now)
        added = found.from_fixtures + sum((line.points for line in found.adjustments), Fraction(0))
        assert added == found.points == row.points
        totals = [line.total for line in (*found.fixtures, *found.adjustments)]
        assert (totals or [Fraction(0)])[-1] == row.points
        counting = [line for line in found.fixtures if line.counts]
        assert len(counting) == row.played
        assert sum(line.games_for for line in counting) == row.games_for
        assert (found.position, found.joint) == (row.position, row.joint)
        level = [other for other in table.values() if other.points == row.points]
        assert (found.tie is not None) == (len(level) > 1 and any(other.played for other in level))


def _store(fixture: Fixture, outcome: Any, now: dt.datetime) -> None:
    kind, home, away, matches, state, cancelled = outcome
    if kind is None:
        return
    home, away = (
        (home, min(away, 9 - home)) if kind in ("played", "abandoned") else (9 * (home % 2), 9 * (1 - home % 2))
    )
    if kind in ("nobody", "void"):
        home = away = 0
    settled = {"settlement": Settlement.OTHER_SIDE, "settled_at": now} if state == ResultState.CONFIRMED else {}
    Result.objects.create(
        fixture=fixture, format=factories.format_of(fixture), version=1, state=state, kind=kind, submitted_at=now,
        home_games=home, away_games=away, home_matches=matches if home else 0,
        away_matches=3 - matches if away else 0, **settled,
    )  # fmt: skip
    if cancelled and home == 9:
        Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.CANCELLED)
