"""Written games gone through: the examples and every fault of docs/game-record.md, and whole games."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scoring import Call, Event, Game, Go, Lay, LayAway, Ruleset, Starter, parse_card
from scoring.record import Record
from scoring.record_parser import parse_record
from scoring.replay import replay
from scoring.transcript import transcribe
from scoring.written import LONGEST_TEXT, RecordError
from tests.scoring.written_games import GAMES, game_name, only_shown, play_game, text_of, without_gos

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


def known(event: Event) -> Event:
    """The event without what a record need not tell: the cards of a call."""
    return replace(event, cards=None) if isinstance(event, Call) else event


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_the_record_of_a_game_gives_the_same_game(game: tuple[Ruleset, int], seed: int) -> None:
    start, events, end = play_game(*game, seed=seed, odd=0)
    found = replay(str(transcribe(start, events)))
    assert found.faults == ()
    assert [known(step.event) for step in found.steps] == [known(event) for event in events]
    assert found.game == end
    assert found.scores == end.scores


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_a_record_of_what_was_shown_gives_the_same_score(game: tuple[Ruleset, int], seed: int) -> None:
    start, events, end = play_game(*game, seed=seed)
    found = replay(str(only_shown(transcribe(start, events))))
    assert found.faults == ()
    assert (found.scores, found.game and found.game.winner) == (end.scores, end.winner)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_a_go_that_the_cards_show_may_be_left_out(game: tuple[Ruleset, int], seed: int) -> None:
    start, events, end = play_game(*game, seed=seed, odd=0)
    found = replay(str(without_gos(transcribe(start, events))))
    assert found.faults == ()
    assert [known(step.event) for step in found.steps] == [known(event) for event in events]
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
        game = game.after(event).game
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


def test_a_line_of_play_that_is_written_twice_has_one_fault() -> None:
    line = "play: TS QH 9H go\n"
    assert [str(fault) for fault in replay(SHORT.replace(line, line * 2)).faults] == [
        "line 19, deal 2, play: R1: all of it was played already, from card 1 on"
    ]


def test_what_nobody_knows_is_told_once() -> None:
    text = "game\nplayers: Ann, Ben\ndealer: Ann\ndeal\ndealt Ann: 2C 3C 4C 5C 6C 7C\nstarter: 5H\nplay: TC 2C"
    assert [(fault.place, fault.rule) for fault in replay(text).faults] == [("dealt to Ann", "R6")]


def test_a_deal_with_no_heading_or_a_misspelt_one_is_a_deal() -> None:
    text = text_of("singles.txt")
    for missing, said in (
        ("deal 2\n", "line 20, deal 2, deal: R4: this is another deal, as the crib is called already"),
        ("deal 3\n", "line 32, deal 3, deal: R4: this is another deal, as the crib is called already"),
    ):
        found = replay(text.replace(missing, "\n"))
        assert [str(fault).partition(";")[0] for fault in found.faults] == [said]
    misspelt = replay(text.replace("deal 2\n", "del 2\n"))
    assert [str(fault).partition(" begins")[0] for fault in misspelt.faults] == ["line 19, column 1: “del 2”"]
    assert misspelt.scores == (122, 64)


@pytest.mark.parametrize("number", ["2", "5"])
def test_a_deal_with_a_wrong_number_is_told_once(number: str) -> None:
    text = re.sub("\ndeal [4-6]\n", "\ndeal\n", text_of("singles.txt"))
    wrong = text.replace("deal 3\n", f"deal {number}\n")
    found = replay(wrong)
    assert [str(fault) for fault in found.faults] == [f"line 31, deal 3, deal: R4: this is deal 3, not {number}"]
    again = replay(wrong.replace("score: 66 54", "score: 66 53"))
    assert [fault.deal for fault in again.faults] == [3, int(number) + 1]


def test_the_dealer_who_is_written_deals() -> None:
    text = SHORT.partition("deal 2")[0]
    shown = "starter: 5D\nplay: TS QH 9H go\nplay: 3C 9D KH 6C 3D\nhand Ben: 6C 9D 9H TS = 6\nhand Ann: 3C 3D QH KH = 6"
    found = replay(f"{text}deal 2: Ann\n{shown}\ncrib: 7H 8H 2S JC = 4\ndeal: Ben\n")
    assert [(fault.deal, fault.place) for fault in found.faults] == [(2, "deal")]
    assert found.scores == (17, 15)


def test_a_result_in_the_middle_is_told_once() -> None:
    text = SHORT.replace("score: 17 15", "result: 17 15")
    assert [str(found) for found in replay(text).faults] == [
        "line 16, column 1: “deal” comes after the result; nothing does"
    ]


def test_what_follows_from_a_line_that_cannot_be_read_is_not_told() -> None:
    text = SHORT.replace("5H 6D 7S 8C = 8", "= 8").replace("crib: 2C KD 9S 3H", "crib:")
    for right, wrong, line in (
        ("laid away Ann", "laid awy Ann", 8),
        ("players:", "player:", 3),
        ("dealer:", "dealr:", 4),
    ):
        assert [fault.at.line for fault in replay(text.replace(right, wrong)).faults] == [line]


def test_faults_go_on_after_the_first() -> None:
    text = SHORT.replace("4C 8C", "8C 4C").replace("= 8", "= 32").replace("9H go", "9H=4 go").replace("24 29", "24 30")
    assert [str(found) for found in replay(text).faults] == [
        "line 10, deal 1, play 1: R16: Ann: it is Ben’s turn; Ben can play 4C 4D 5S 6S",
        "line 12, deal 1, hand of Ann: R35: 32 is impossible: a hand is worth 0 to 29",
        "line 18, deal 2, play 3: R18: 9H pegs 1 (last card 1), not 4",
        "line 23, deal 2, score: R37: the score is 24 29, not 24 30",
    ]


def test_the_steps_end_at_what_is_refused_and_not_at_a_wrong_number() -> None:
    whole = replay(SHORT)
    wrong_number = replay(SHORT.replace("score: 17 15", "score: 17 16"))
    assert wrong_number.steps == whole.steps
    refused = replay(SHORT.replace("TS QH", "QH TS"))
    assert str(refused.fault) == (
        "line 18, deal 2, play 1: R16: Ben: it is Ann’s turn; Ann can play 6C 9D 9H TS; "
        "the hand is in line 21: 3C 3D QH KH"
    )
    assert refused.steps == whole.steps[: len(refused.steps)]
    assert isinstance(refused.steps[-1].event, Starter)
    assert refused.game == refused.steps[-1].game
    assert refused.scores == (17, 15)


def test_a_line_that_cannot_be_read_does_not_hide_the_others() -> None:
    found = replay(SHORT.replace("hand Ben: 4C 4D", "hand Ben: 4C 4X").replace("24 29", "24 28"))
    assert found.record is None
    assert [str(fault).split(":")[0] for fault in found.faults] == [
        "line 11, column 14",
        "line 23, deal 2, score",
    ]
    assert isinstance(found.steps[-1].event, Lay)


def test_after_a_deal_that_cannot_be_followed_the_written_score_is_taken() -> None:
    without = SHORT.replace("4C 8C", "8C 4C")
    assert [fault.deal for fault in replay(without).faults] == [1]
    assert [fault.deal for fault in replay(without.replace("score: 17 15", "score: 20 20")).faults] == [1, 2]


def test_a_last_deal_that_cannot_be_followed_has_one_fault() -> None:
    text = text_of("singles.txt").replace("play: JS QD KH=3", "play: QD JS KH")
    assert [fault.place for fault in replay(text).faults] == ["play 1"]
    lost = text_of("singles.txt").replace("play: JC 8S QD", "play: 8S JC QD").replace("score: 104 63\n", "")
    assert [(fault.deal, fault.place) for fault in replay(lost).faults] == [(5, "play 1")]
    whole = replay(text_of("singles.txt"))
    assert replay(lost).scores == (66, 54)
    assert replay(lost).steps == whole.steps[: len(replay(lost).steps)]


def test_a_score_written_before_the_go_that_the_cards_show_counts_it() -> None:
    text = SHORT.replace("7S 6S=1 | 6D", "7S 6S\nscore: 2 1\nplay: 6D")
    assert replay(text).faults == ()
    assert replay(text.replace("score: 2 1", "score: 2 0")).faults == ()
    assert str(replay(text.replace("score: 2 1", "score: 2 2")).fault) == (
        "line 11, deal 1, score: R37: the score is 2 0, not 2 2"
    )


@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("over-pegging Ann: 2, not asked", []),
        ("wrong crib", []),
        ("wrong hand Ann: rectify", []),
        ("wrong hand Ann", [("wrong hand", "R48")]),
        ("over-pegging Ann", [("over-pegging", "R48")]),
    ],
)
def test_an_irregularity_is_judged_in_a_deal_that_cannot_be_followed(line: str, more: list[tuple[str, str]]) -> None:
    text = SHORT.replace("rules: league", "rules: hoyle").replace("4C 8C", "8C 4C").replace("score: 17 15", line)
    text = text.replace("Ben 8 muggins", "Ben 8").replace("score: 24 29", "")
    assert [(fault.place, fault.rule) for fault in replay(text).faults] == [("play 1", "R16"), *more]


def test_a_void_deal_that_cannot_be_followed_is_dealt_again_by_the_same() -> None:
    text = SHORT.replace("deal 1\n", "deal\nstarter: 2C\nplay: KD 2C\nimperfect pack\n\ndeal\n")
    text = text.replace("deal 2  ", "deal 3  ")
    assert [(fault.place, fault.rule) for fault in replay(text).faults] == [("play 2", "R1")]


def test_a_challenge_counts_in_a_deal_that_cannot_be_followed() -> None:
    spoilt_text = SHORT.replace("TS QH 9H go", "QH TS 9H go").replace("score: 24 29\n", "\ndeal 3\nscore: 24 27")
    assert [(fault.deal, fault.place) for fault in replay(spoilt_text).faults] == [(2, "play 1")]


def test_what_was_laid_away_follows_from_the_crib_and_the_hand() -> None:
    crib_only = SHORT.replace("laid away Ann: 2C KD\n", "").replace("hand Ann: 5H 6D 7S 8C = 8", "hand Ann: = 8")
    found = replay(crib_only)
    assert found.faults == ()
    assert next(
        step.event.cards for step in found.steps if isinstance(step.event, LayAway) and step.event.player == 0
    ) == (parse_record(SHORT).deals[0].entries[1].cards)


def test_what_was_laid_away_must_be_known_where_the_deal_is() -> None:
    text = "game\nplayers: Ann, Ben\ndealer: Ann\ndeal\ndealt Ann: 5H 6D 7S 8C 2C KD\nstarter: JD"
    assert [str(fault) for fault in replay(text).faults] == [
        (
            "line 5, deal 1, dealt to Ann: R6: nobody knows what Ann laid away; "
            "write it (laid away Ann: …) or the hand that was shown"
        )
    ]


def test_a_score_that_is_wrong_all_along_is_told_once() -> None:
    found = replay(SHORT.replace("17 15", "18 15").replace("24 29", "25 29"))
    assert [str(fault) for fault in found.faults] == ["line 14, deal 1, score: R37: the score is 17 15, not 18 15"]


def test_an_irregularity_makes_the_same_dealer_deal_again() -> None:
    text = SHORT.replace("deal 1\n", "deal\ndealt Ben: 4C 4D\nwrong deal\n\ndeal 2\n").replace("deal 2  ", "deal 3  ")
    assert replay(text).faults == ()
    assert replay(text).scores == (24, 29)


@pytest.mark.parametrize("text", ["", "\n\n", "game", "sheet", "nonsense", "game\nplayers:", "x" * (LONGEST_TEXT + 1)])
def test_what_is_no_record_is_told_and_nothing_is_raised(text: str) -> None:
    found = replay(text)
    assert found.fault is not None
    assert (found.record, found.steps, found.game) == (None, (), None)


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


@pytest.mark.parametrize("first", ["Game.", "GAME:", "game.", "Game !", "game"])
def test_the_first_word_may_have_a_capital_and_a_stop(first: str) -> None:
    assert replay(SHORT.replace("game", first, 1)) == replay(SHORT)
    assert replay(text_of("sheet.txt").replace("sheet", f"Sheet{first[4:]}", 1)).faults == ()


@pytest.mark.parametrize("first", ["Gam.", "Ann against Ben", "record"])
def test_another_first_line_does_not_stop_the_rest(first: str) -> None:
    found = replay(SHORT.replace("game", first, 1))
    wrong = "line 1, column 1: the first line must be “game”, or “sheet” for a deal sheet"
    assert [str(fault) for fault in found.faults] == [wrong]
    assert found.steps == replay(SHORT).steps


def test_a_record_without_its_first_word_is_read_from_its_first_line() -> None:
    found = replay(SHORT.removeprefix("game\n"))
    assert len(found.faults) == 1
    assert (found.scores, len(found.steps)) == ((24, 29), len(replay(SHORT).steps))
    sheet = replay(text_of("sheet.txt").removeprefix("sheet\n"))
    assert (len(sheet.faults), sheet.scores) == (1, (62, 49))


def test_a_hundred_faults_are_listed_and_the_rest_counted() -> None:
    text = SHORT + "nonsense\n" * 150
    found = replay(text)
    assert (len(found.faults), found.unlisted) == (100, 50)
    assert replay(SHORT).unlisted == 0
    with pytest.raises(RecordError) as refused:
        parse_record(text)
    assert len(refused.value.faults) == 150
    assert len(refused.value.problems) == 101
    assert str(refused.value).endswith("; and 50 faults more")
    ninety_nine = replay(SHORT + "nonsense\n" * 100)
    assert (len(ninety_nine.faults), ninety_nine.unlisted) == (100, 0)


@pytest.mark.parametrize("players", ["Joan, - Mavis", "- Joan, – Mavis", "Joan -, — Mavis —"])
def test_a_dash_beside_a_name_is_no_part_of_it(players: str) -> None:
    found = replay(f"game\nplayers: {players}\ndealer: - Mavis\n")
    assert found.faults == ()
    assert found.game is not None
    assert found.game.names == ("Joan", "Mavis")


def test_a_dash_within_a_name_stays() -> None:
    assert parse_record("game\nplayers: Anne-Marie, Smith - Jones\n").players == ("Anne-Marie", "Smith - Jones")
    with pytest.raises(RecordError, match="the name “- Mavis” has a dash beside it; write it without"):
        Record(("Joan", "- Mavis"))


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
