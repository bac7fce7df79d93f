"""Play-offs: between two level teams one, between more each against each, and what is told until they are played."""

import datetime as dt

import pytest

from league.rules.scheme import fixture_outcome
from league.rules.standings import Standings, check_tie_breaks, table
from league.rules.tie_breaks import PlayOff, arranged_between, decided_between, needed
from tests.rules.test_tie_breaks import ANCHOR, BELL, CASTLE, GAMES_ONLY, LEVEL, SHIP, TEAMS, places, played

DAY = dt.date(2027, 5, 4)
THREE = (played(1, ANCHOR, SHIP, [(3, 0)]), played(2, BELL, SHIP, [(3, 0)]), played(3, CASTLE, SHIP, [(3, 0)]))


def play_off(number: int, home: int, away: int, games: tuple[int, int] | None = None) -> PlayOff:
    if games is None:
        return PlayOff(number, home, away, DAY)
    return PlayOff(
        number, home, away, DAY, True, *games, fixture_outcome("games", games, (0, 0)) if any(games) else "D"
    )


def of_two(*play_offs: PlayOff, over: bool = True) -> Standings:
    order = ("games_difference", "play_off", "name")
    return table(TEAMS[:2], LEVEL[:1], scheme=GAMES_ONLY, tie_breaks=order, play_offs=play_offs, over=over)


def of_three(*play_offs: PlayOff, after: tuple[str, ...] = ()) -> Standings:
    return table(TEAMS, THREE, scheme=GAMES_ONLY, tie_breaks=("play_off", *after), play_offs=play_offs)


@pytest.mark.parametrize(
    ("play_offs", "over", "joint", "why"),
    [
        (
            (), True, "joint: a play-off is due",
            "A play-off between them is due; until it is played they share the place.",
        ),
        (
            (play_off(9, 1, 2),), True, "joint: a play-off is due",
            "Their play-off is on 4 May 2027; until then they share the place.",
        ),
        (
            (play_off(9, 1, 2, (4, 4)),), True, "joint: a play-off is due",
            "A play-off between them is due; until it is played they share the place.",
        ),
        (
            (play_off(9, 1, 3, (4, 2)),), True, "joint: a play-off is due",
            "A play-off between them is due; until it is played they share the place.",
        ),
        (
            (), False, "joint; a play-off decides if they are level at the end",
            "A play-off decides if they are still level when every fixture is played; until then they share the place.",
        ),
    ],
)  # fmt: skip
def test_until_it_is_decided_they_share_the_place(
    play_offs: tuple[PlayOff, ...], over: bool, joint: str, why: str
) -> None:
    standings = of_two(*play_offs, over=over)
    assert places(standings)["Anchor"] == (1, True, "", f"Level on 2 points with Bell; {joint}.")
    assert standings.ties[0].steps[-1].why == why
    assert (standings.awaiting("play_off"), standings.played_off) == (((1, 2),), frozenset())


def test_the_winner_of_the_latest_one_that_has_a_winner_stands_higher() -> None:
    standings = of_two(play_off(7, 1, 2, (5, 4)), play_off(8, 2, 1, (5, 4)), play_off(9, 2, 1, (0, 0)))
    assert places(standings) == {
        "Bell": (1, False, "play_off", "Level on 2 points with Anchor; ahead on play-off, 5 to 4."),
        "Anchor": (2, False, "play_off", "Level on 2 points with Bell; behind on play-off, 4 to 5."),
    }
    assert standings.ties[0].steps[-1].why == "Played on 4 May 2027: Bell 5, Anchor 4."
    assert standings.played_off == {frozenset({1, 2})}


def test_of_three_who_wins_more_play_offs_stands_higher_once_all_are_played() -> None:
    two = (play_off(7, 1, 2, (1, 2)), play_off(8, 2, 3, (2, 1)))
    waiting = of_three(*two)
    assert places(waiting)["Bell"] == (
        1, True, "", "Level on 3 points with Anchor and Castle; joint: play-offs are due.",
    )  # fmt: skip
    assert waiting.awaiting("play_off") == ((1, 2, 3),)
    assert waiting.ties[0].steps[-1].why == (
        "Play-offs between them are due, each against each; until all are played they share the place."
    )
    decided = of_three(*two, play_off(9, 3, 1, (2, 1)))
    assert [(row.position, row.joint, row.entrant.name) for row in decided.rows if row.entrant is not SHIP] == [
        (1, False, "Bell"), (2, False, "Castle"), (3, False, "Anchor"),
    ]  # fmt: skip
    assert decided.ties[0].steps[-1].why == (
        "Played on 4 May 2027: Anchor 1, Bell 2. Played on 4 May 2027: Castle 2, Anchor 1. "
        "Played on 4 May 2027: Bell 2, Castle 1."
    )


def test_a_circle_leaves_them_level_for_the_next_tie_break() -> None:
    circle = (play_off(7, 1, 2, (2, 1)), play_off(8, 2, 3, (2, 1)), play_off(9, 3, 1, (2, 1)))
    standings = of_three(*circle, after=("lots",))
    assert [(step.tie_break, step.verdict) for step in standings.ties[0].steps] == [
        ("play_off", "level"), ("lots", "awaited"),
    ]  # fmt: skip


def test_what_is_open_and_what_is_decided_between_two_teams() -> None:
    found = [play_off(7, 1, 2, (2, 1)), play_off(8, 2, 1, (1, 1)), play_off(9, 1, 3)]
    assert (decided_between(found, 2, 1), arranged_between(found, 1, 2)) == (found[0], None)
    assert (decided_between(found, 1, 3), arranged_between(found, 3, 1)) == (None, found[2])


def test_an_order_with_play_offs_needs_them_and_may_go_on_with_lots() -> None:
    assert needed(("play_off", "name")) == {"play_offs"}
    assert check_tie_breaks(["games_difference", "play_off", "lots", "name"]) == []
    [problem] = check_tie_breaks(["lots", "play_off"])
    assert problem.message == "“play_off” never counts after “lots”, which leave no teams level"
