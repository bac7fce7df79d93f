"""What is said at the table for each event of a game."""

from dataclasses import replace

import pytest

from scoring import (
    ACC,
    FIVE_CARD,
    LEAGUE,
    AnnouncementOrder,
    Call,
    Challenge,
    Game,
    Go,
    Lay,
    LayAway,
    Muggins,
    Ruleset,
    Starter,
    parse_card,
)
from scoring.announcement import in_words
from scoring.events import Event
from scoring.spoken import spoken
from tests.scoring.games import as_events, random_game
from tests.scoring.strategies import PAIRS_FIRST
from tests.scoring.table import at_play, at_show, begun, dealt, play, starting
from tests.scoring.truth import rows

ORDERS = {order.value: order for order in AnnouncementOrder}


def words_said(game: Game, event: Event) -> list[tuple[int, str]]:
    return [(one.player, str(one.words)) for one in spoken(game, game.apply(event))]


@pytest.mark.parametrize("row", rows("spoken.csv"), ids=lambda row: f"{row['order']} {row['before']} {row['card']}")
def test_a_card_of_the_play_is_called_r36(row: dict[str, str]) -> None:
    before = row["before"].split()
    mine, theirs = before[::2], before[1::2]
    (mine if len(before) % 2 == 0 else theirs).append(row["card"])
    spare = iter(["KC", "KD", "KH", "KS", "QC", "QD", "QH", "QS"])
    hands = [" ".join((cards + [next(spare) for _ in range(4)])[:4]) for cards in (mine, theirs)]
    rules = replace(LEAGUE, announcement_order=ORDERS[row["order"]])
    game, _ = play(at_play(*hands, rules=rules), row["before"])
    player = game.turn
    assert player is not None
    step = game.apply(Lay(player, parse_card(row["card"])))
    assert [str(one.words) for one in spoken(game, step)] == [row["words"]]


def test_a_go_and_the_point_for_the_last_card_are_said_by_two() -> None:
    game, _ = play(at_play("TC TH 9C 9D", "TD 8C 8D 8H"), "TC TD TH")
    assert words_said(game, Go(1)) == [(1, "go")]
    game = game.apply(Go(1)).game
    assert words_said(game, Go(0)) == [(0, "go"), (0, "one for last")]


@pytest.mark.parametrize("rules", [LEAGUE, PAIRS_FIRST], ids=lambda rules: str(rules.name))
def test_the_last_card_of_all_is_called_with_its_point(rules: Ruleset) -> None:
    game, _ = play(at_play("KC QD 2H 4S", "KD JH TC 3S", rules=rules), "KC KD QD go go JH 2H TC 4S")
    assert words_said(game, Lay(1, parse_card("3S"))) == [(1, "twenty-nine, one for last")]


def test_his_heels_and_three_for_last_are_said_by_who_pegs_them() -> None:
    assert words_said(starting(), Starter(parse_card("JS"))) == [(1, "two for his heels")]
    assert words_said(starting(), Starter(parse_card("KS"))) == []
    assert words_said(begun(FIVE_CARD), dealt(5, 2)) == [(0, "three for last")]
    assert words_said(begun(), dealt(6, 2)) == []
    assert words_said(begun().apply(dealt(6, 2)).game, LayAway(0, dealt(6, 2).hands[0][:2])) == []  # type: ignore[index]


def test_a_hand_is_called_as_it_is_counted_and_a_wrong_one_by_its_points() -> None:
    counted = "fifteen two, fifteen four, fifteen six, and a double run makes fourteen"
    assert words_said(at_show(), Call(0, 14)) == [(0, counted)]
    assert words_said(at_show(), Call(0, 12)) == [(0, "twelve")]
    assert words_said(at_show(), Call(0, 12, challenge=Challenge(1, 14))) == [(0, "twelve"), (1, "muggins: fourteen")]
    leaves = Call(0, 12, challenge=Challenge(1, 14, takes=False))
    assert words_said(at_show(), leaves) == [(0, "twelve"), (1, "fourteen, and I leave it")]
    with_pairs_first = at_show(rules=PAIRS_FIRST)
    assert words_said(with_pairs_first, Call(0, 14))[0][1].startswith(
        "fifteen two, fifteen four, fifteen six, a pair makes"
    )


def test_muggins_in_the_play_is_called_after_the_card_r43a() -> None:
    game, _ = play(at_play("8C 2D 2H 2S", "7C TD TH 9C", rules=ACC), "8C")
    missed = Muggins(Lay(1, parse_card("7C")), 0, Challenge(0, 2))
    assert words_said(game, missed) == [(1, "fifteen"), (0, "muggins: two")]
    game, _ = play(at_play("TC TH 9C 9D", "TD 8C 8D 8H", rules=ACC), "TC TD TH go")
    assert words_said(game, Muggins(Go(0), 0, Challenge(1, 1)))[0] == (0, "go")


@pytest.mark.parametrize("rules", [LEAGUE, PAIRS_FIRST, FIVE_CARD], ids=lambda rules: str(rules.name))
def test_a_whole_game_can_be_said_aloud(rules: Ruleset) -> None:
    game = Game.start(("Ann", "Bob"), ruleset=rules)
    silent = 0
    for event in as_events(random_game(rules, 2, seed=3), rules, "all", 3):
        step = game.apply(event)
        words = spoken(game, step)
        silent += not words
        assert all(one.words and one.player in (0, 1) for one in words)
        if isinstance(event, Lay | Go | Call):
            assert words
        if isinstance(event, Lay) and game.play is not None:
            assert words[0].words.startswith(in_words(game.play.total + event.card.value))
        game = step.game
    assert game.winner is not None
    assert silent
