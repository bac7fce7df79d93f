"""Deal sheets: round trips, and everything in one that no game can show. The faults of the docs are in test_replay."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import RULESETS, Call, Deal, Game, Reason, Ruleset, Step, ruleset, score_show
from scoring.cards import PACK
from scoring.course import NEVER
from scoring.record import Result
from scoring.record_parser import parse_record
from scoring.replay import replay
from scoring.sheet import DealPoints, DealSheet, parse_sheet
from scoring.sheet_check import check_sheet
from scoring.show import HIGHEST
from scoring.written import RecordError
from tests.scoring.test_record import names, points, scores
from tests.scoring.test_spoilt_records import spoilt
from tests.scoring.written_games import GAMES, game_name, play_game, text_of

TAKEN = (Reason.MUGGINS, Reason.PENALTY)
SHEET = text_of("sheet.txt")

deals = st.builds(
    DealPoints,
    scores,
    st.lists(st.none() | points, min_size=1, max_size=4).map(tuple),
    st.none() | points,
    points,
    st.just(()) | scores,
    st.just(()) | scores,
    st.none() | points,
    st.none() | names,
)
sheets = st.builds(
    DealSheet,
    st.lists(names, min_size=1, max_size=4).map(tuple),
    st.sampled_from(("league", "five-card")),
    st.none() | names,
    st.lists(deals, max_size=4).map(tuple),
    st.none() | st.builds(Result, scores, st.none() | names),
)


def sheet_of(game: tuple[Ruleset, int], seed: int) -> tuple[DealSheet, Game]:
    """The sheet of a random game, and the game at its end."""
    start, events, end = play_game(*game, seed, odd=0)
    deals: list[list[Step]] = []
    position = start
    for event in events:
        step = position.apply(event)
        if isinstance(event, Deal):
            deals.append([])
        if deals:
            deals[-1].append(step)
        position = step.game
    lines = tuple(points_of(steps, number) for number, steps in enumerate(deals, start=1))
    return DealSheet(start.names, game[0].name, start.names[end.first_dealer or 0], lines, Result(end.scores)), end


def points_of(steps: list[Step], number: int) -> DealPoints:
    """One deal as a line of the sheet."""
    before, end = steps[0].game, steps[-1].game
    pegs = [peg for step in steps for peg in step.pegs]
    hands: dict[int | str, int] = {}
    for step in steps:
        if isinstance(step.event, Call):
            own = [peg.points for peg in step.pegs if peg.reason in (Reason.HAND, Reason.CRIB)]
            hands["crib" if step.event.crib else step.event.player] = sum(own)

    def by_side(*reasons: Reason) -> tuple[int, ...]:
        sides = range(len(end.scores))
        return tuple(sum(peg.points for peg in pegs if peg.side == side and peg.reason in reasons) for side in sides)

    heels = sum(by_side(Reason.HEELS))
    taken = by_side(Reason.MUGGINS, Reason.PENALTY)
    played = by_side(*set(Reason) - {Reason.HEELS, Reason.THREE_FOR_LAST, Reason.HAND, Reason.CRIB, *TAKEN})
    shown = tuple(hands.get(player) for player in range(len(end.names)))
    return DealPoints(played, shown, hands.get("crib"), heels, taken, end.scores, number, end.names[before.dealer])


@given(sheets)
def test_a_sheet_comes_back_from_its_text_and_its_repr(sheet: DealSheet) -> None:
    assert parse_sheet(str(sheet)) == sheet
    space = {"DealSheet": DealSheet, "DealPoints": DealPoints, "Result": Result}
    assert eval(repr(sheet), space) == sheet  # noqa: S307  our own repr


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_the_sheet_of_a_game_has_no_fault_and_its_score(game: tuple[Ruleset, int], seed: int) -> None:
    sheet, end = sheet_of(game, seed)
    found = replay(str(sheet))
    assert found.faults == ()
    assert (found.record, found.scores, found.steps, found.game) == (sheet, end.scores, (), None)


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("DEAL 1 : Play 3 4, crib 4, hands 8 12", "deal 1: heels 0, play 3 4, hands 8 12, crib 4"),
        ("deal: play: 3 4, hands: - –, crib -", "deal: heels 0, play 3 4, hands - -, crib -"),
        (
            "deal 2 Ann: heels 2,play 3 4,hands 8 12,crib 4,muggins 0 2=9 9  # so far",
            "deal 2 Ann: heels 2, play 3 4, hands 8 12, crib 4, muggins 0 2 = 9 9",
        ),
    ],
)
def test_a_deal_may_be_written_in_several_ways(written: str, same: str) -> None:
    assert str(parse_sheet(f"sheet\nplayers: Ann, Ben\n{written}").deals[0]) == same


def test_all_faults_of_a_text_come_at_once() -> None:
    text = "sheet\nplayers: Ann, Ben\ndeal: play 3 x, hands 4 y, crib 3\nplay: 3\ndeal: crib 3"
    with pytest.raises(RecordError) as caught:
        parse_sheet(text)
    assert [(found.at.line, found.at.column) for found in caught.value.faults] == [(3, 14), (3, 25), (4, 1), (5, 1)]


def test_a_sheet_is_no_record() -> None:
    with pytest.raises(RecordError):
        parse_record(SHEET)
    with pytest.raises(RecordError):
        parse_sheet(text_of("short.txt"))


@pytest.mark.parametrize(
    "make", [lambda: DealPoints((), (1,), 1), lambda: DealPoints((1,), (-1,), 1), lambda: DealSheet(())]
)
def test_a_sheet_that_could_not_be_written_is_refused(make: Callable[[], object]) -> None:
    with pytest.raises(RecordError):
        make()


@pytest.mark.parametrize("kept", [3, 4, 5])
def test_totals_that_are_never_made_r35(kept: int) -> None:
    """Of many hands rich in points none makes a total that a sheet refuses."""
    chance = Random(kept)
    rules = {3: "five-card", 4: "league", 5: "seven-card"}[kept]
    made = set()
    for _ in range(6000):
        ranks = chance.sample(range(1, 14), 4)
        some = [card for card in PACK if card.rank in ranks]
        *hand, starter = chance.sample(some, kept + 1)
        made.add(score_show(tuple(hand), starter, ruleset=ruleset(rules)).points)
    assert made.isdisjoint(NEVER[kept])
    assert max(made) <= HIGHEST[kept]
    assert set(NEVER[kept]) <= set(range(HIGHEST[kept]))


def test_points_that_cannot_be_counted_leave_the_written_score() -> None:
    found = replay(SHEET.replace("hands 8 12", "hands 8 19"))
    assert [str(fault) for fault in found.faults] == [
        "line 6, deal 1, hand of Ben: R35: 19 is impossible: no hand is worth 19, 25, 26 or 27"
    ]
    assert found.scores == (62, 49)


def test_a_running_score_wrong_all_along_is_told_once() -> None:
    text = SHEET.replace("17 16", "18 16").replace("29 36", "30 36").replace("38 47", "39 47")
    assert [fault.at.line for fault in replay(text).faults] == [6]


def test_a_line_that_cannot_be_read_leaves_the_totals_of_the_others() -> None:
    found = replay(SHEET.replace("play 3 4", "play three").replace("hands 10 6", "hands 25 6"))
    assert found.record is None
    assert [str(fault).split(": ")[0] for fault in found.faults] == [
        "line 6, column 23",
        "line 7, deal 2, hand of Ann",
    ]


def test_the_first_non_dealer_has_three_for_last_in_five_card() -> None:
    text = "sheet\nrules: five-card\nplayers: Ann, Ben\ndealer: Ann\ndeal: play 1 0, hands 2 2, crib 0 = 3 5\n"
    assert replay(text).faults == ()


def test_muggins_may_win_before_a_hand_is_counted() -> None:
    text = SHEET.replace("hands 20 -, crib -", "hands 18 -, crib -, muggins 2 0")
    assert replay(text).faults == ()
    assert replay(text).scores == (62, 49)


@pytest.mark.parametrize(("rules", "fault"), [("acc", False), ("league", True)])
def test_where_the_play_can_be_mugged_nobody_need_have_pegged_in_it_r43a(rules: str, fault: bool) -> None:
    text = f"""sheet
rules: {rules}
players: Ann, Ben
dealer: Ann

deal 1: play 0 0, hands 8 12, crib 4, muggins 0 1 = 12 13
"""
    scores, faults = check_sheet(parse_sheet(text))
    assert (scores, [each.rule for each in faults]) == ((12, 13), ["R27"] if fault else [])


def test_the_dealer_may_be_named_with_the_first_deal() -> None:
    assert replay(SHEET.replace("dealer: Ann\n", "").replace("deal 1:", "deal 1 Ann:")).faults == ()


def test_rulesets_of_one_s_own_may_be_named() -> None:
    sheet = parse_sheet(SHEET.replace("six-card-61", "club"))
    assert check_sheet(sheet, rulesets={"club": RULESETS["six-card-61"]}) == ((62, 49), ())
    assert [fault.rule for fault in check_sheet(sheet)[1]] == ["R55"]


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_a_spoilt_sheet_is_told_what_is_wrong_or_adds_up(seed: int, times: int) -> None:
    chance, text = Random(seed), SHEET
    for _ in range(times):
        text = spoilt(text, chance)
    found = replay(text)
    assert list(found.faults) == sorted(found.faults, key=lambda fault: fault.at)
    if not found.faults:
        assert isinstance(found.record, DealSheet)
        assert parse_sheet(str(found.record)) == found.record
        assert (
            not found.record.deals or not found.record.deals[-1].score or found.record.deals[-1].score == found.scores
        )


@given(st.text(max_size=200))
def test_any_text_is_told_what_is_wrong_with_it(text: str) -> None:
    replay(f"sheet\n{text}")
    assert replay(f"sheet\nplayers: Ann, Ben\n{text}").steps == ()
