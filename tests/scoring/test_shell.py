"""`python -m scoring`: hands, calls and discards, and what makes none."""

from fractions import Fraction
from pathlib import Path

import pytest

from scoring import LEAGUE, RULESETS, adjudicate, parse_card, parse_cards, score_show
from scoring.cards import HOW_TO_WRITE
from scoring.odds import discards
from tests.scoring.command import answer, document, refusals

HAND = "AC 7D 8H 3S"
BEST = "JD 5H 5C 5S"


# The show


def test_count_names_points_combinations_and_announcement() -> None:
    assert answer("count", BEST, "5D") == [
        "Hand JD 5H 5C 5S, starter 5D: 29 points",
        "  fifteen            5C JD        2",
        "  fifteen            5D JD        2",
        "  fifteen            5H JD        2",
        "  fifteen            5S JD        2",
        "  fifteen            5C 5D 5H     2",
        "  fifteen            5C 5D 5S     2",
        "  fifteen            5C 5H 5S     2",
        "  fifteen            5D 5H 5S     2",
        "  double pair royal  5C 5D 5H 5S  12",
        "  nob                JD           1",
        f"“{score_show(parse_cards(BEST), parse_card('5D')).announcement}”",
    ]


@pytest.mark.parametrize(
    ("arguments", "first", "last"),
    [
        ([BEST, "5D", "--crib"], "Crib JD 5H 5C 5S, starter 5D: 29 points", "makes twenty-nine”"),
        # B counts two fifteens here and is wrong
        ([HAND, "7C"], "Hand AC 7D 8H 3S, starter 7C: 8 points", "and a pair makes eight”"),
        (["2H 4H 6H 8H", "TS"], "Hand 2H 4H 6H 8H, starter TS: 4 points", "“a flush of four is four”"),
        (["2H 4H 6H 8H", "TS", "--crib"], "Crib 2H 4H 6H 8H, starter TS: 0 points", "“nineteen”"),
        (["JH 2C 4D 6S", "TH"], "Hand JH 2C 4D 6S, starter TH: 1 point", "“one for his nob”"),
        (["TC 5D 5H", "--ruleset", "five-card"], "Hand TC 5D 5H, no starter: 6 points", "and a pair makes six”"),
        (["4C 4D 5C 5D 6C", "6D", "--ruleset", "seven-card"], "Hand 4C 4D 5C 5D 6C, starter 6D: 46 points", "six”"),
    ],
)
def test_count_knows_cribs_variants_and_hands_without_a_starter(arguments: list[str], first: str, last: str) -> None:
    lines = answer("count", *arguments)
    assert lines[0] == first
    assert lines[-1].endswith(last)


@pytest.mark.parametrize("ten", ["10H", "TH", "th", "10♥"])
def test_a_card_is_read_however_it_is_written(ten: str) -> None:
    assert answer("count", f"{ten} 5C 5S JD", "5d")[0] == "Hand TH 5C 5S JD, starter 5D: 21 points"
    assert answer("count", "5c 5sJd,5D", ten)[0] == "Hand 5C 5S JD 5D, starter TH: 20 points"


def test_count_gives_a_machine_the_show_and_its_ruleset() -> None:
    assert document("count", HAND, "7C") == {
        "hand": "AC 7D 8H 3S",
        "starter": "7C",
        "crib": False,
        "points": 8,
        "announcement": "fifteen two, fifteen four, fifteen six, and a pair makes eight",
        "combinations": [
            {"kind": "fifteen", "cards": "7C 8H", "points": 2},
            {"kind": "fifteen", "cards": "7D 8H", "points": 2},
            {"kind": "fifteen", "cards": "AC 7C 7D", "points": 2},
            {"kind": "pair", "cards": "7C 7D", "points": 2},
        ],
        "ruleset_name": "league",
        "ruleset_version": 1,
    }
    assert document("count", "TC 5D 5H", "--ruleset", "five-card")["ruleset_name"] == "five-card"


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            ["AC 7D 8H AC", "7C"],
            ["hand: card 4: “AC” is there twice: a pack has one ace of clubs"],
        ),
        (["AC 7D 8H 3S", "3♠"], ["the three of spades is in the hand and the starter; a pack has one"]),
        (
            ["AC 7D 1H 3S", "7C"],
            [f"hand: card 3: “1H” has the unknown rank “1”: {HOW_TO_WRITE}"],
        ),
        (
            ["AC 7D 8H 3S 2C 2D", "7C", "--ruleset", "league"],
            ["AC 7D 8H 3S 2C 2D: the hand has 6 cards; in League rules it has 4, the starter not among them"],
        ),
        (
            ["AC 7D 8H 3S 2C", "7C", "--crib", "--ruleset", "seven-card"],
            ["AC 7D 8H 3S 2C: the crib has 5 cards; in Seven-card cribbage it has 4, the starter not among them"],
        ),
        (["", "7C"], ["the hand has 0 cards; one to 6 can be counted"]),
        (
            ["AC 7D 8H 3S 2C 2D 2H", "7C"],
            ["AC 7D 8H 3S 2C 2D 2H: the hand has 7 cards; one to 6 can be counted"],
        ),
        (
            ["AC 7X 8H AC", "7", "--ruleset", "house"],
            [
                f"hand: card 2: “7X” has the unknown suit “X”: {HOW_TO_WRITE}",
                "hand: card 4: “AC” is there twice: a pack has one ace of clubs",
                f"starter: “7” has no suit: {HOW_TO_WRITE}",
                f"ruleset: no ruleset is called 'house'; there are {', '.join(sorted(RULESETS))}",
            ],
        ),
    ],
)
def test_cards_that_cannot_be_counted_are_refused_by_name_with_every_reason(
    arguments: list[str], lines: list[str]
) -> None:
    assert refusals("count", *arguments) == lines
    assert refusals("count", *arguments, "--json") == lines


# Calls


def test_call_says_who_pegs_what_and_why() -> None:
    assert answer("call", HAND, "7C", "--declared", "6", "--claimed", "8") == [
        "Hand AC 7D 8H 3S, starter 7C: 8 points",
        "“fifteen two, fifteen four, fifteen six, and a pair makes eight”",
        "The hand is worth 8 and was called 6, so the player pegs 6 and the challenger takes the 2 missed. (R39)",
        "  the counter pegs     6",
        "  the challenger pegs  2",
    ]


@pytest.mark.parametrize(
    ("arguments", "counter", "challenger", "rule"),
    [
        (["--declared", "8"], 8, 0, "R45"),
        (["--declared", "8", "--claimed", "9"], 8, 0, "R42"),
        (["--declared", "6", "--claimed", "8", "--leaves"], 6, 0, "R39"),
        (["--declared", "6", "--claimed", "7"], 6, 0, "R40"),
        (["--declared", "9", "--claimed", "8"], 8, 0, "R41"),
        (["--declared", "9", "--claimed", "8", "--ruleset", "hoyle"], 8, 0, "R41"),
        (["--declared", "+6", "--claimed", " 8 "], 6, 2, "R39"),
    ],
)
def test_call_follows_r45(arguments: list[str], counter: int, challenger: int, rule: str) -> None:
    lines = answer("call", HAND, "7C", *arguments)
    assert lines[-3].endswith(f". ({rule})")
    assert lines[-2:] == [f"  the counter pegs     {counter}", f"  the challenger pegs  {challenger}"]


def test_call_gives_a_machine_the_verdict() -> None:
    verdict = adjudicate(
        parse_cards("2H 4H 6H 8H"), parse_card("TS"), crib=True, declared=4, claimed=0, takes=False, ruleset=LEAGUE
    )
    found = document("call", "2H 4H 6H 8H", "TS", "--crib", "--declared", "4", "--claimed", "0", "--leaves")
    assert found == verdict.to_dict()
    assert set(found) == {
        "show",
        "declared",
        "claimed",
        "takes",
        "counter_pegs",
        "challenger_pegs",
        "rule",
        "reason",
        "ruleset_name",
        "ruleset_version",
        "true_points",
        "crib",
        "overcall",
        "false_challenge",
    }


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            [HAND, "7C", "--declared", "-1", "--claimed", "30"],
            [
                "declared -1 is impossible: a hand in League rules is worth 0 to 29",
                "claimed 30 is impossible: a hand in League rules is worth 0 to 29",
            ],
        ),
        (
            ["AC 7D 8H", "7D", "--declared", "30"],
            [
                "AC 7D 8H: the hand has 3 cards; in League rules it has 4, the starter not among them",
                "the seven of diamonds is in the hand and the starter; a pack has one",
                "declared 30 is impossible: a hand in League rules is worth 0 to 29",
            ],
        ),
        (
            [HAND, "Z", "--declared", "eight", "--claimed", "8.0"],
            [
                f"starter: “Z” is not a card: {HOW_TO_WRITE}",
                "declared: “eight” is not a number of points: write a whole number, such as 8",
                "claimed: “8.0” is not a number of points: write a whole number, such as 8",
            ],
        ),
        (
            [HAND, "7C", "--declared", "1_0", "--claimed", "٨"],
            [
                "declared: “1_0” is not a number of points: write a whole number, such as 8",
                "claimed: “٨” is not a number of points: write a whole number, such as 8",
            ],
        ),
        (
            [HAND, "7C", "--declared", "9" * 5000],
            [f"declared: “{'9' * 24}…” is not a number of points: write a whole number, such as 8"],
        ),
    ],
)
def test_a_call_that_cannot_be_judged_is_refused_with_every_reason(arguments: list[str], lines: list[str]) -> None:
    assert refusals("call", *arguments) == lines


# Discards


def test_discard_names_every_choice_the_best_first() -> None:
    lines = answer("discard", "JD 5H 5C 5S 9C KD", "--dealer")
    assert lines[0] == "Dealer with JD 5H 5C 5S 9C KD: lay away 9C JD"
    assert lines[1] == "  lay away  keep           hand    crib   hand plus crib"
    found = discards(parse_cards("JD 5H 5C 5S 9C KD"), dealer=True)
    assert len(lines) == 2 + len(found) == 17
    for line, one in zip(lines[2:], found, strict=True):
        cards = [*map(str, one.laid_away), *map(str, one.kept)]
        assert line.split() == [*cards, f"{float(one.hand):.2f}", f"{float(one.crib):.2f}", f"{float(one.total):.2f}"]


def test_discard_takes_the_crib_off_where_it_is_the_opponents() -> None:
    lines = answer("discard", "JD 5H 5C 5S 9C KD")
    assert lines[0] == "Pone with JD 5H 5C 5S 9C KD: lay away 9C KD"
    assert lines[1].endswith("hand less crib")


def test_discard_knows_variants_and_a_starter_turned_first() -> None:
    lines = answer("discard", "JD 5H 5C 5S 9C", "--ruleset", "five-card-starter-first", "--starter", "5D")
    assert lines[0] == "Pone with JD 5H 5C 5S 9C, starter 5D: lay away 9C JD"
    assert lines[2].split()[:6] == ["9C", "JD", "5C", "5H", "5S", "20.00"]


def test_discard_gives_a_machine_numbers_and_exact_fractions() -> None:
    found = document("discard", "JD 5H 5C 9C KD", "--ruleset", "five-card", "--dealer")
    assert set(found) == {"cards", "dealer", "starter", "discards", "ruleset_name", "ruleset_version"}
    assert (found["cards"], found["dealer"], found["starter"]) == ("JD 5H 5C 9C KD", True, None)
    assert (found["ruleset_name"], found["ruleset_version"]) == ("five-card", 2)
    exact = discards(parse_cards("JD 5H 5C 9C KD"), dealer=True, ruleset=RULESETS["five-card"])
    for one, worth in zip(found["discards"], exact, strict=True):
        assert set(one) == {"laid_away", "kept", "hand", "crib", "total", "exact"}
        assert (parse_cards(one["laid_away"]), parse_cards(one["kept"])) == (worth.laid_away, worth.kept)
        assert {key: Fraction(text) for key, text in one["exact"].items()} == {
            "hand": worth.hand,
            "crib": worth.crib,
            "total": worth.total,
        }
        assert (one["hand"], one["crib"], one["total"]) == (float(worth.hand), float(worth.crib), float(worth.total))


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            ["JD 5H 5C 5S 9C", "--starter", "9C"],
            [
                (
                    "JD 5H 5C 5S 9C: there are 5 cards; in League rules each of two players is dealt 6 (three and four "
                    "players are not worked out)"
                ),
                "the nine of clubs is dealt and the starter; a pack has one",
            ],
        ),
        (
            ["JD 5H 5C 5H 9C 1D", "--starter", "5"],
            [
                "cards: card 4: “5H” is there twice: a pack has one five of hearts",
                f"cards: card 6: “1D” has the unknown rank “1”: {HOW_TO_WRITE}",
                f"starter: “5” has no suit: {HOW_TO_WRITE}",
            ],
        ),
    ],
)
def test_cards_nobody_was_dealt_are_refused_with_every_reason(arguments: list[str], lines: list[str]) -> None:
    assert refusals("discard", *arguments) == lines


def test_a_hand_is_counted_and_judged_by_a_ruleset_file(tmp_path: Path) -> None:
    house = tmp_path / "house.json"
    house.write_text('{"name": "ours", "version": 3, "title": "Ours", "muggins": false}', encoding="utf-8")
    said = document("call", "AC 7D 8H 3S", "7C", "--declared", "6", "--claimed", "8", "--ruleset", str(house))
    assert (said["challenger_pegs"], said["ruleset_name"], said["ruleset_version"]) == (0, "ours", 3)
    assert document("count", "AC 7D 8H 3S", "--ruleset", str(house))["ruleset_name"] == "ours"
    dealt = "JD 5H 5C 5S 9C KD"
    assert document("discard", dealt, "--ruleset", str(house))["discards"] == document("discard", dealt)["discards"]


@pytest.mark.parametrize(("hand", "points"), [("5H", 0), ("5H 5D", 2), ("TC 5D 5H", 6), ("5C 5D 5H 5S JC KD", 36)])
def test_a_hand_of_one_to_six_cards_is_counted_without_a_ruleset(hand: str, points: int) -> None:
    said = document("count", hand)
    assert (said["points"], said["ruleset_name"], said["ruleset_version"]) == (points, None, None)
    assert document("count", HAND)["ruleset_name"] == "league"
    assert refusals("count", hand, "--ruleset", "league")[0].startswith(f"{hand}: the hand has ")
