"""Written games that are not as they should be: each fault is told once, where it stands, and the rest goes on."""

import re

import pytest

from scoring import Lay, Starter
from scoring.record import Record
from scoring.record_parser import parse_record
from scoring.replay import replay
from scoring.written import LONGEST_TEXT, RecordError
from tests.scoring.written_games import text_of

SHORT = text_of("short.txt")


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


@pytest.mark.parametrize("strange", ["zork 49", "zork 2", "zork 3:"])
@pytest.mark.parametrize("name", ["short.txt", "singles.txt"])
def test_an_unknown_word_with_a_number_has_one_fault_wherever_it_stands(name: str, strange: str) -> None:
    lines = text_of(name).split("\n")
    for place in range(lines.index("game") + 1, len(lines)):
        found = replay("\n".join([*lines[:place], strange, *lines[place:]]))
        assert [str(fault).partition(" begins")[0] for fault in found.faults] == [
            f"line {place + 1}, column 1: “{strange}”"
        ]


def test_an_unknown_word_before_the_lines_of_another_deal_begins_it() -> None:
    text = text_of("singles.txt")
    for strange in ("round 2", "round 9"):
        found = replay(text.replace("deal 2\n", f"{strange}\n"))
        assert [str(fault).partition(" begins")[0] for fault in found.faults] == [f"line 19, column 1: “{strange}”"]
        assert found.scores == (122, 64)


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


@pytest.mark.parametrize("text", ["", "\n\n", "game", "sheet", "nonsense", "game\nplayers:", "x" * (LONGEST_TEXT + 1)])
def test_what_is_no_record_is_told_and_nothing_is_raised(text: str) -> None:
    found = replay(text)
    assert found.fault is not None
    assert (found.record, found.steps, found.game) == (None, (), None)


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
