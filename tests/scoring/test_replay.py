"""Written games gone through: the examples and every fault of docs/game-record.md, whole games, gos and remarks."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scoring import Call, Event, Game, Go, Lay, LayAway, Ruleset, Starter, parse_card
from scoring.record_parser import parse_record
from scoring.replay import replay
from scoring.transcript import transcribe
from tests.scoring.written_games import GAMES, game_name, play_game, text_of, without_dealt_cards, without_gos

DOCS = (Path(__file__).parents[2] / "docs" / "game-record.md").read_text(encoding="utf-8")


SHORT = text_of("short.txt")


def rows() -> Iterator[tuple[str, str, str, str]]:
    """The faults of the docs: the right text, what is replaced in it, by what, and what is said."""
    base = ""
    for line in DOCS.split("\n"):
        named = re.fullmatch(r"In .* \(`(.*\.txt)`\):", line)
        base = named.group(1) if named else base
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if base and len(cells) == 3 and cells[0].startswith("`"):
            old, new = (re.sub(r"^`|`$|^nothing$", "", cell).replace("⏎", "\n") for cell in cells[:2])
            yield base, old, new, cells[2]


ROWS = tuple(rows())


@pytest.mark.parametrize("name", ["short.txt", "singles.txt", "doubles.txt", "five-card.txt", "sheet.txt"])
def test_the_examples_of_the_docs_are_right(name: str) -> None:
    assert f"```text\n{text_of(name)}```" in DOCS
    found = replay(text_of(name))
    assert found.faults == ()
    assert found.fault is None


def test_the_docs_tell_of_many_faults() -> None:
    assert len(ROWS) > 100
    assert {row[0] for row in ROWS} == {"short.txt", "singles.txt", "doubles.txt", "sheet.txt"}


@pytest.mark.parametrize(("base", "old", "new", "said"), ROWS, ids=[f"{row[1]} → {row[2]}" for row in ROWS])
def test_every_fault_of_the_docs_is_located(base: str, old: str, new: str, said: str) -> None:
    right = text_of(base)
    assert old in right
    assert str(replay(right.replace(old, new, 1)).fault) == said


def test_the_steps_of_a_record_explain_its_points() -> None:
    found = replay(SHORT)
    assert found.record == parse_record(SHORT)
    assert found.scores == (24, 29)
    assert found.game is not None
    assert (found.game.deal, found.game.dealer, found.game.phase) == (2, 0, "deal")
    pegged = [
        (step.pegs[0].player, [(str(peg.reason), peg.points) for peg in step.pegs]) for step in found.steps if step.pegs
    ]
    assert pegged == [
        (0, [("his heels", 2)]),
        (1, [("last card", 1)]),
        (0, [("pair", 2), ("last card", 1)]),
        (1, [("hand", 14)]),
        (0, [("hand", 8)]),
        (0, [("crib", 4)]),
        (0, [("last card", 1)]),
        (1, [("thirty-one", 2)]),
        (0, [("hand", 6), ("muggins", 2)]),
        (1, [("hand", 6)]),
        (1, [("crib", 4)]),
    ]


def without_call_cards(event: Event) -> Event:
    """The event without what a record need not tell: the cards of a call."""
    return replace(event, cards=None) if isinstance(event, Call) else event


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_the_record_of_a_game_gives_the_same_game(game: tuple[Ruleset, int], seed: int) -> None:
    start, events, end = play_game(*game, seed=seed, odd=0)
    found = replay(str(transcribe(start, events)))
    assert found.faults == ()
    assert [without_call_cards(step.event) for step in found.steps] == [without_call_cards(event) for event in events]
    assert found.game == end
    assert found.scores == end.scores


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_a_record_of_what_was_shown_gives_the_same_score(game: tuple[Ruleset, int], seed: int) -> None:
    start, events, end = play_game(*game, seed=seed)
    found = replay(str(without_dealt_cards(transcribe(start, events))))
    assert found.faults == ()
    assert (found.scores, found.game and found.game.winner) == (end.scores, end.winner)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_a_go_that_the_cards_show_may_be_left_out(game: tuple[Ruleset, int], seed: int) -> None:
    start, events, end = play_game(*game, seed=seed, odd=0)
    found = replay(str(without_gos(transcribe(start, events))))
    assert found.faults == ()
    assert [without_call_cards(step.event) for step in found.steps] == [without_call_cards(event) for event in events]
    assert found.scores == end.scores


def test_a_go_is_not_supplied_where_a_hand_is_not_known() -> None:
    text = "game\nplayers: Ann, Ben\ndealer: Ann\ndeal\nstarter: 2C\nplay: KD KC 9S"
    assert [str(step.event) for step in replay(text).steps[-1:]] == [
        str(Lay(1, parse_record(text).deals[0].entries[1].moves[2].what))
    ]
    assert replay(f"{text}\nscore: 2 0").faults == ()
    assert str(replay(f"{text}\nscore: 2 1").fault) == "line 7, deal 1, score: R37: the score is 2 0, not 2 1"
    assert replay(f"{text} go go\nscore: 2 1").faults == ()


UNKNOWN = "game\nplayers: Ann, Ben\ndealer: Ann\ndeal 1\nstarter: 5H\nplay: "


@pytest.mark.parametrize("play", ["TC 9C 8C KD", "TC 9C 8C go KD", "TC 9C 8C go go KD", "TC 9C 8C | KD"])
def test_a_card_that_passes_31_proves_that_the_count_ended(play: str) -> None:
    found = replay(UNKNOWN + play)
    assert found.faults == ()
    assert [step.event for step in found.steps][-3:] == [Go(0), Go(1), Lay(0, parse_card("KD"))]


def test_a_card_that_passes_31_proves_nothing_where_somebody_is_known_to_hold_one_that_fits() -> None:
    text = f"{UNKNOWN}TC 9C 8C KD 4H\nhand Ben: TC 8C 4H 2D"
    assert (
        str(replay(text).fault)
        == "line 6, deal 1, play 4: R16: Ann: KD would make 37; a count may not pass 31; Ben can play 2D 4H"
    )


def first_play(game: Game, events: Iterable[Event]) -> tuple[str, Game]:
    """The play of a game's first deal without the gos before a card that passes 31, and the game after it."""
    written: list[str] = []
    gos: list[str] = []
    total = 0
    for event in events:
        if isinstance(event, Call) or game.deal > 1:
            break
        if isinstance(event, Lay) and game.play is not None:
            total += event.card.value
            if total <= 31:  # it does not show the gos before it, unless they ended a count
                written += gos
            total = event.card.value if not game.play.cards else total
            written.append(str(event.card))
            gos = []
        elif isinstance(event, Go):
            gos.append("go")
        game = game.apply(event).game
    return " ".join([*written, *gos]), game


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", [game for game in GAMES if not game[0].muggins_in_play], ids=game_name)
def test_in_a_play_of_unknown_hands_no_go_is_needed_before_a_card_that_passes_31(
    game: tuple[Ruleset, int], seed: int
) -> None:
    start, events, _ = play_game(*game, seed=seed, odd=0)
    play, end = first_play(start, events)
    starter = next(event.card for event in events if isinstance(event, Starter))
    names, dealer = ", ".join(start.names), start.names[end.dealer]
    text = f"game\nrules: {game[0].name}\nplayers: {names}\ndealer: {dealer}\ndeal\nstarter: {starter}\nplay: {play}\n"
    found = replay(text, rulesets={game[0].name: game[0]})
    assert found.faults == ()
    assert found.scores == end.scores
    laid = [event for event in events if isinstance(event, Lay)][: play.count(" ") + 1 - play.split().count("go")]
    assert [step.event for step in found.steps if isinstance(step.event, Lay)] == laid


def test_a_card_of_another_shows_that_the_player_in_turn_said_go() -> None:
    """Dee's hand is not known; Ann, whose hand is, lays the ace: so Dee had no card for it."""
    text = """game
players: Ann, Ben, Cid, Dee
dealer: Dee
deal
starter: 2C
play: TC TD TH AC
hand Ann: TC AC 5C 6C
"""
    found = replay(text)
    laid = [step.event for step in found.steps if isinstance(step.event, Go | Lay)]
    assert laid[3:] == [Go(3), Lay(0, parse_card("AC"))]


@pytest.mark.parametrize(
    ("play", "said"),
    [
        ("TC 9C 7C=0 | QH", "play 3: R18: 7C pegs 1 (last card 1), not 0"),
        ("TC 9C 7C=1 | QH", None),
        ("TC 9C 7C | QH", None),
        ("TC 9C 7C=0 go go=1 QH", None),
        ("TC 9C 7C=0 go=1 go QH", None),
        ("TC 9C 7C=1 go go=1 QH", "go after play 3: R18: the point for the last card is written twice; once is enough"),
        ("TC 9C 7C=0 go go=0 QH", "go after play 3: R18: the go pegs 1 (last card 1), not 0"),
        ("TC 9C 7C=0 go=0 | QH", "go after play 3: R18: the go pegs 1 (last card 1), not 0"),
        ("TC 9C 5D 5S=2 | QH", "play 4: R22: 5S pegs 3 (pair 2, last card 1), not 2"),
        ("TC 9C 5D 5S=2 go go QH", None),
        ("TC 9C 5D 5S=3 | QH", None),
    ],
)
def test_the_point_for_the_last_card_stands_once(play: str, said: str | None) -> None:
    faults = [str(fault) for fault in replay(UNKNOWN + play).faults]
    assert faults == ([] if said is None else [f"line 6, deal 1, {said}"])


def test_a_card_played_twice_is_counted_as_it_is_written() -> None:
    assert [str(fault) for fault in replay(f"{UNKNOWN}TC 9C TC 8C 9C").faults] == [
        "line 6, deal 1, play 3: R1: TC was played already, as card 1",
        "line 6, deal 1, play 5: R1: 9C was played already, as card 2",
    ]


def test_a_score_written_before_the_go_that_the_cards_show_counts_it() -> None:
    text = SHORT.replace("7S 6S=1 | 6D", "7S 6S\nscore: 2 1\nplay: 6D")
    assert replay(text).faults == ()
    assert replay(text.replace("score: 2 1", "score: 2 0")).faults == ()
    assert str(replay(text.replace("score: 2 1", "score: 2 2")).fault) == (
        "line 11, deal 1, score: R37: the score is 2 0, not 2 2"
    )


def test_what_was_laid_away_follows_from_the_crib_and_the_hand() -> None:
    crib_only = SHORT.replace("laid away Ann: 2C KD\n", "").replace("hand Ann: 5H 6D 7S 8C = 8", "hand Ann: = 8")
    found = replay(crib_only)
    assert found.faults == ()
    assert next(
        step.event.cards for step in found.steps if isinstance(step.event, LayAway) and step.event.player == 0
    ) == (parse_record(SHORT).deals[0].entries[1].cards)


def test_an_irregularity_makes_the_same_dealer_deal_again() -> None:
    text = SHORT.replace("deal 1\n", "deal\ndealt Ben: 4C 4D\nwrong deal\n\ndeal 2\n").replace("deal 2  ", "deal 3  ")
    assert replay(text).faults == ()
    assert replay(text).scores == (24, 29)


CRIB = "line 22, deal 2, crib: R39: the crib was called 4 and is worth 6; nobody claimed the 2 missed"


def test_a_miscount_that_nobody_challenged_is_a_remark_and_no_fault_r39() -> None:
    found = replay(SHORT)
    assert found.faults == ()
    assert [str(remark) for remark in found.remarks] == [CRIB]
    assert f"`{CRIB}`" in DOCS
    (remark,) = found.remarks
    assert (remark.deal, remark.place, remark.declared, remark.true, remark.rule) == (2, "crib", 4, 6, "R39")


def test_remarks_tell_of_too_much_and_of_too_little_in_the_order_of_the_text() -> None:
    text = SHORT.replace("= 14", "= 12").replace("score: 17 15", "score: 17 13").replace("2S JC = 4", "2S JC = 7")
    found = replay(text.replace("score: 24 29", "score: 24 30"))
    assert found.faults == ()
    assert [str(remark) for remark in found.remarks] == [
        "line 11, deal 1, hand of Ben: R39: the hand was called 12 and is worth 14; nobody claimed the 2 missed",
        "line 22, deal 2, crib: R45: the crib was called 7 and is worth 6; nobody challenged it, so it stands",
    ]


def test_a_right_call_and_a_challenged_one_are_not_remarked_on() -> None:
    challenged = replay(SHORT.replace("2S JC = 4", "2S JC = 4, Ann 6 leaves"))
    assert (challenged.faults, challenged.remarks) == ((), ())
    assert replay(text_of("singles.txt")).remarks == ()
    assert replay(text_of("sheet.txt")).remarks == ()


def test_a_total_that_no_hand_makes_is_a_fault_alone_r35() -> None:
    found = replay(SHORT.replace("= 14", "= 19"))
    assert found.faults[0].rule == "R35"
    assert [str(remark) for remark in found.remarks] == [CRIB]


def test_a_miscount_in_a_deal_that_cannot_be_followed_is_remarked_on_too() -> None:
    found = replay(SHORT.replace("4C 8C 4D 7S", "4C 8C 7S 4D").replace("7S 8C = 8\n", "7S 8C = 6\n", 1))
    assert found.fault is not None
    assert found.fault.rule == "R16"
    assert [str(remark) for remark in found.remarks] == [
        "line 12, deal 1, hand of Ann: R39: the hand was called 6 and is worth 8; nobody claimed the 2 missed",
        CRIB,
    ]


def test_hoyle_pegs_two_for_the_peg_and_nothing_for_the_call_d() -> None:
    """An overcall is corrected on demand; the 2 points are for moving the peg past the score, once (R41 R49)."""
    heading = "game\nrules: hoyle\nplayers: Ann, Ben\ndealer: Ann\ndeal\nstarter: 3C\n"
    text = f"{heading}play: 4C KC 5D 9S | 5H KD 5S QD\nhand Ben: 4C 5D 5H 5S = 20, Ann 17 muggins\n"
    found = replay(text)
    assert found.faults == ()
    assert [(peg.player, peg.points, str(peg.reason)) for peg in found.steps[-1].pegs] == [(1, 17, "hand")]
    twice = replay(f"{text}over-pegging Ben: 3\n")
    assert twice.faults == ()
    assert [(peg.player, peg.points, peg.rule) for peg in twice.steps[-1].pegs] == [(0, 2, "R49")]
    assert twice.scores[0] == found.scores[0] + 2
