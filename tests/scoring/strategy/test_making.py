"""The making of the tables: players learn, deals are counted, and the chance to win is worked out from them."""

from dataclasses import dataclass
from functools import cache
from operator import mul
from pathlib import Path
from random import Random
from typing import cast

import pytest

from scoring.strategy.kernel import store
from scoring.strategy.kernel.kinds import KINDS
from scoring.strategy.kernel.knowledge import Knowledge, knowledge
from scoring.strategy.kernel.making import making
from scoring.strategy.kernel.making.claims import balks, leads
from scoring.strategy.kernel.making.deals import Dealing, Learned, Outcome, learn
from scoring.strategy.kernel.making.making import count, written
from scoring.strategy.kernel.making.plays import pegs_of, plays
from scoring.strategy.kernel.making.wins import Boards, Worth, expected
from scoring.strategy.kernel.store import SHARES


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", ["five", "six"])
def test_play_of_hands_ships_as_it_is_worked_out(game: str, seat: int) -> None:
    """All in one proportion, which makes the mean that of the deals that were played; some come seldom in them."""
    told = knowledge(game)
    places = range(5, len(told.keeps[seat]), len(told.keeps[seat]) // 9)
    for place in places:
        worked_out = pegs_of(told, seat, told.keeps[seat][place], 150)
        for name, points in zip(("pegged", "against"), worked_out, strict=True):
            assert told.rows[f"{name} {seat}"][place] / SHARES == pytest.approx(points, abs=0.35)


def test_play_that_is_worked_out_anew_keeps_the_mean_of_the_deals() -> None:
    told = knowledge("five")
    rows = plays(told, 3)
    for seat in (0, 1):
        times = told.rows[f"kept {seat}"]
        for name in (f"pegged {seat}", f"against {seat}"):
            assert len(rows[name]) == len(told.keeps[seat])
            new, old = (sum(map(mul, times, row)) / sum(times) for row in (rows[name], told.rows[name]))
            assert new == pytest.approx(old, abs=0.5), "in parts of a point, of which there are 256"


@pytest.mark.parametrize("game", ["five", "six", "six-home", "three", "six-partners"])
def test_players_learn_from_deals_each_of_which_is_counted_once_a_seat(game: str) -> None:
    kind = KINDS[game]

    def learned() -> tuple[Dealing, Learned]:
        dealing = Dealing(kind, Random("learn"))
        return dealing, learn(dealing, 120, 1.5)

    dealing, found = learned()
    assert found.deals == 120
    for seat in range(kind.players):
        assert sum(found.away[seat].values()) == sum(found.kept[seat].values()) == 120
        assert 0 < sum(found.pegged[seat].values()) / 120 < 8
    # All lay away to one crib, whose points each of them is told.
    assert len({sum(crib.values()) for crib in found.crib}) == 1
    assert any(dealing.player.count)
    assert any(dealing.player.hand)
    assert any(worth for worths in dealing.crib_worth for worth in worths.values())
    again, same = learned()
    assert (same.kept, same.pegged, again.player.hand) == (found.kept, found.pegged, dealing.player.hand)


@dataclass
class Deal:
    """An outcome as the board is told of it: the play, the hands from the dealer on, and the crib."""

    pegs: list[tuple[int, int]]
    hands: list[int]
    crib: int
    starter: int = 0


def points_of(deal: Deal) -> list[tuple[int, int]]:
    """Return who pegs what, in order: his heels, the play, the pone's hand, the dealer's, the crib."""
    heels = [(0, 2)] if deal.starter // 4 == 10 else []
    return [*heels, *deal.pegs, (1, deal.hands[1]), (0, deal.hands[0]), (0, deal.crib)]


DEALS = (
    Deal([(1, 2), (0, 1)], [3, 1], 2),
    Deal([(0, 5)], [0, 8], 0),
    Deal([], [0, 0], 0),
    Deal([(1, 1), (0, 2), (1, 1)], [6, 2], 4, starter=41),
)


@pytest.mark.parametrize(
    "worth", [Worth(15), Worth(15, 1, 2, 8), Worth(15, 2, 3, 11, 4, 6)], ids=["plain", "lurch", "double lurch"]
)
def test_chance_to_win_is_what_the_deals_say_played_out_card_by_card(worth: Worth) -> None:
    """Against a recursion of its own, over every deal in its order, for all that either side may need."""
    boards = Boards(2)
    for deal in DEALS:
        boards.add(cast(Outcome, deal))
    table = expected(boards, 15, worth)

    @cache
    def ahead(x: int, y: int, depth: int) -> float:
        """Return what the dealer expects who needs x, the other y; nothing but empty deals is taken for even."""
        if depth == 0:
            return 0.0
        whole = 0.0
        for deal in DEALS:
            needs = [x, y]
            for who, points in points_of(deal):
                needs[who] -= points
                if needs[who] <= 0:
                    whole += worth.of[needs[1 - who]] * (1 if who == 0 else -1)
                    break
            else:
                same = needs == [x, y]
                whole -= ahead(needs[1], needs[0], depth - 1 if same else EMPTY)
        return whole / len(DEALS)

    for x in range(1, 16):
        for y in range(1, 16):
            assert table[x][y] == pytest.approx(ahead(x, y, EMPTY), abs=1e-6)


EMPTY = 14  # deals in a row in which nobody pegs: a quarter each, and so less than one in a hundred million


def test_boards_are_stored_and_read_as_they_were_counted() -> None:
    boards = Boards(2)
    for deal in DEALS:
        boards.add(cast(Outcome, deal))
    again = Boards.from_rows(2, boards.deals, boards.rows())
    assert expected(again, 15, Worth(15)) == expected(boards, 15, Worth(15))


def test_table_of_the_short_game_ships_as_its_deals_say() -> None:
    told = knowledge("five")
    table = expected(Boards.from_rows(2, told.facts["deals"], told.rows), 61, Worth(61))
    wins = told.board("wins")
    assert wins is not None
    assert list(wins) == [round(65535 * (1 + worth) / 2) for row in table[1:] for worth in row[1:]]
    assert told.facts["first dealer"] == pytest.approx((1 + table[61][61]) / 2, abs=1e-9)


@pytest.mark.long
def test_tables_are_written_counted_and_counted_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (store, making):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    kind, said = KINDS["five"], list[str]()
    dealing = Dealing(kind, Random("learn"))
    written(dealing, learn(dealing, 200, 1.0))
    for _ in range(2):
        count(kind, 150, lambda what, began: said.append(what))
    told = Knowledge(kind)
    assert [told.facts["learned"], told.facts["deals"], [deals for deals, _ in told.facts["runs"]]] == [
        200,
        300,
        [150, 150],
    ]
    assert sum(told.rows["board"]) == sum(told.rows["crib points"]) == 300
    assert 0.3 < told.facts["first dealer"] < 0.8
    assert [line.split(":")[1] for line in said] == [" 150 deals", " 300 deals"]


def test_claims_of_books_are_put_to_deals() -> None:
    found = list(leads("five", 40))
    assert found == list(leads("five", 40))
    above = [more for _, _, _, more in found]
    assert above == sorted(above, reverse=True)
    assert sum(tried * more for _, tried, _, more in found) == pytest.approx(0, abs=1e-6)
    cribs = list(balks("six"))
    assert len(cribs) == 91
    assert [points for _, points in cribs] == sorted(points for _, points in cribs)
    assert {"9K", "TK"} & {ranks for ranks, _ in cribs[:8]}
    assert cribs[-1][0] == "55"
