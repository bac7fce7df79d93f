"""Written games as values and their text: round trips, what a line may look like, and where text cannot be read."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import PACK, GameError, cards, parse_cards
from scoring import irregularities as irregularities_module
from scoring import record as module
from scoring.irregularities import IrregularityKind, Remedy
from scoring.record import (
    Claim,
    DealRecord,
    HeldCards,
    Holding,
    Move,
    Moves,
    Objection,
    Oddity,
    Record,
    Result,
    Score,
    ShownHand,
    Turn,
    Turned,
    Unread,
    Word,
)
from scoring.record_parser import parse_record
from scoring.transcript import transcribe
from scoring.written import LONGEST_TEXT, NOWHERE, Fault, RecordError, TextPosition
from tests.scoring.written_games import GAMES, game_name, play_game, text_of

DASHES = "-‐‑‒–—−"
EXAMPLES = ("short.txt", "singles.txt", "doubles.txt", "five-card.txt")
VALUES = vars(cards) | vars(irregularities_module) | vars(module)

words = st.text(st.characters(exclude_categories=("C", "Z"), exclude_characters=",:;#=|"), min_size=1, max_size=8)
names = st.one_of(
    st.sampled_from(("Ann", "ben", "Mary Jane", "Ö", "J.-P. O’Neil", "Player2", "0<", "hand", "go", "deal")),
    st.lists(words.filter(lambda word: not word.isdecimal()), min_size=1, max_size=3)
    .map(" ".join)
    .filter(lambda name: name.strip(DASHES) == name),
)
few_cards = st.lists(st.sampled_from(PACK), max_size=7).map(tuple)
points = st.integers(0, 9999)
scores = st.lists(points, min_size=1, max_size=4).map(tuple)
objections = st.builds(Objection, names, points, st.booleans())
moves = st.one_of(
    st.builds(Move, st.one_of(st.sampled_from(PACK), st.just(Word.GO)), st.none() | points),
    st.just(Move(Word.NEW_COUNT)),
)


@st.composite
def shows(draw: st.DrawFn) -> ShownHand:
    crib, declared = draw(st.booleans()), draw(st.none() | points)
    held = draw(few_cards.filter(bool) if declared is None else few_cards)
    player = draw(st.none() | names) if crib else draw(names)
    return ShownHand(player, held, declared, crib, None if declared is None else draw(st.none() | objections))


BY_WHOM = {
    IrregularityKind.SHORT_PEGGING, IrregularityKind.OVER_PEGGING, IrregularityKind.WRONG_HAND,
    IrregularityKind.RENEGE, IrregularityKind.FALSE_CLAIM,
}  # fmt: skip


@st.composite
def oddities(draw: st.DrawFn) -> Oddity:
    kind = draw(st.sampled_from(IrregularityKind))
    named = kind in BY_WHOM
    player = draw(names if named else st.none() | names)
    details = draw(points), draw(st.none() | st.sampled_from(Remedy)), draw(st.booleans()), draw(st.booleans())
    return Oddity(kind, player, *details)


entries = st.one_of(
    st.builds(HeldCards, st.sampled_from(Holding), names, few_cards),
    st.builds(Claim, names, points, st.booleans()),
    st.builds(Turn, st.just(Turned.STARTER), st.tuples(st.sampled_from(PACK))),
    st.builds(Turn, st.just(Turned.EXTRA), st.lists(st.sampled_from(PACK), min_size=1, max_size=3).map(tuple)),
    st.builds(Moves, st.lists(moves, max_size=8).map(tuple)),
    shows(),
    st.builds(Score, scores),
    oddities(),
)
deals = st.builds(DealRecord, st.lists(entries, max_size=6).map(tuple), st.none() | points, st.none() | names)
records = st.builds(
    Record,
    st.lists(names, min_size=1, max_size=5).map(tuple),
    st.sampled_from(("league", "five-card", "six-card-61", "our-own-2")),
    st.none() | names,
    st.lists(few_cards.filter(bool), max_size=2).map(tuple),
    st.lists(deals, max_size=3).map(tuple),
    st.none() | st.builds(Result, scores, st.none() | names),
)


def line(text: str) -> Any:
    """The value of one line of a deal."""
    record = parse_record(f"game\nplayers: Ann, Ben\ndeal\n{text}")
    assert len(record.deals[0].entries) == 1
    return record.deals[0].entries[0]


def fault(text: str) -> str:
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert len(caught.value.faults) == 1
    return str(caught.value)


@pytest.mark.long
@given(records)
def test_a_record_comes_back_from_its_text_and_its_repr(record: Record) -> None:
    assert parse_record(str(record)) == record
    assert eval(repr(record), VALUES) == record  # noqa: S307  our own repr


@given(entries)
def test_every_line_comes_back_from_its_text_and_its_repr(entry: Any) -> None:
    assert line(str(entry)) == entry
    assert eval(repr(entry), VALUES) == entry  # noqa: S307  our own repr


@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_the_record_of_a_game_comes_back_from_its_text(game: tuple[Any, int]) -> None:
    start, events, _ = play_game(*game, seed=7)
    record = transcribe(start, events)
    assert parse_record(str(record)) == record


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_come_back_from_their_text(name: str) -> None:
    record = parse_record(text_of(name))
    assert parse_record(str(record)) == record


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("  DEALT  ann : 5h,6D  10♥", "dealt ann: 5H 6D TH"),
        ("Laid   Away Ann: 2cKD", "laid away Ann: 2C KD"),
        ("Starter jd", "starter: JD"),
        ("starter:JD # the jack", "starter: JD"),
        ("play 8C,7H = 2 GO go=1|KD", "play: 8C 7H=2 go go=1 | KD"),
        ("hand Ben:= 14", "hand Ben: = 14"),
        ("hand Ben: 4C 4D = 14 , Ann 10", "hand Ben: 4C 4D = 14, Ann 10 muggins"),
        ("Crib: 4C = 0,Mary Jane 2 LEAVES", "crib: 4C = 0, Mary Jane 2 leaves"),
        ("hand Ben: 4C 4D", "hand Ben: 4C 4D"),
        ("score 10, 24", "score: 10 24"),
        ("over pegging Ann 2", "over-pegging Ann: 2"),
        ("Wrong  deal", "wrong deal"),
        ("wrong hand Ann : new  deal", "wrong hand Ann: new deal"),
        ("over-pegging Ann: late, 2, not asked", "over-pegging Ann: 2, late, not asked"),
        ("\u00a0hand\u00a0Ben:\t4C\u20034D = 3", "hand Ben: 4C 4D = 3"),
    ],
)
def test_a_line_may_be_written_in_several_ways(written: str, same: str) -> None:
    assert str(line(written)) == same


@pytest.mark.parametrize(
    ("written", "number", "dealer"),
    [
        ("deal", None, None),
        ("Deal:", None, None),
        ("deal 3", 3, None),
        ("deal 3:", 3, None),
        ("deal Ben", None, "Ben"),
        ("deal: Ben", None, "Ben"),
        ("deal 3 Ben", 3, "Ben"),
        ("deal 3: Ben", 3, "Ben"),
    ],
)
def test_a_deal_may_have_its_number_and_its_dealer(written: str, number: int | None, dealer: str | None) -> None:
    assert parse_record(f"game\nplayers: Ann, Ben\n{written}").deals == (DealRecord((), number, dealer),)


def test_line_ends_of_every_machine_count_alike() -> None:
    text = text_of("short.txt")
    assert parse_record(text.replace("\n", "\r\n")) == parse_record(text.replace("\n", "\r")) == parse_record(text)
    assert parse_record("\ufeff" + text) == parse_record(text)


def test_where_something_stood_is_kept_and_is_no_part_of_the_value() -> None:
    record = parse_record("game\nplayers: Ann, Ben\n\ndeal\n  play: 8C  7H=2")
    moves = record.deals[0].entries[0]
    assert isinstance(moves, Moves)
    assert record.place("players") == TextPosition(2, 1)
    assert record.place("dealer") == TextPosition(1, 1)
    assert [move.at for move in moves.moves] == [TextPosition(5, 9), TextPosition(5, 13)]
    assert moves == Moves((Move(parse_cards("8C")[0]), Move(parse_cards("7H")[0], 2)))


def test_all_faults_of_a_text_come_at_once() -> None:
    text = "game\nplayers: Ann, Ben\nrules: !\ndeal\nhand Ben: 4X 5Z = 3\nplay: 9Q 5C=x |\nstarte: 5C\nscore: a"
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert [found.at for found in caught.value.faults] == [
        TextPosition(3, 8),
        TextPosition(5, 11),
        TextPosition(5, 14),
        TextPosition(6, 7),
        TextPosition(6, 10),
        TextPosition(7, 1),
        TextPosition(8, 8),
    ]
    assert [problem.message for problem in caught.value.problems] == [str(found) for found in caught.value.faults]


def test_a_text_too_long_is_refused_in_words() -> None:
    wrong = "line 1, column 1: the text has 200,001 characters; a record has no more than 200,000"
    assert fault("x" * (LONGEST_TEXT + 1)) == wrong


@pytest.mark.parametrize("text", ["", "  \n\n # nothing\n"])
def test_nothing_is_no_record(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert str(caught.value.faults[0]) == "line 1, column 1: nothing is written; the first line is “game”"


@pytest.mark.parametrize(
    ("make", "wrong"),
    [
        (lambda: HeldCards(Holding.DEALT, "", ()), "a name is missing; write whose it is"),
        (lambda: HeldCards(Holding.DEALT, "A:B", ()), "the name “A:B” has “:” in it; names have none of , : ; # = |"),
        (
            lambda: Objection("Ann 2", 3),
            "the name “Ann 2” has a word that is only a number; points could not be told from it",
        ),
        (lambda: Objection("Ann", -1), "-1 points cannot be written; 0 to 9999 can"),
        (lambda: Result((10000,)), "10000 points cannot be written; 0 to 9999 can"),
        (
            lambda: DealRecord(dealer=" Ann"),
            "the name “Ann” has blanks or signs in it that cannot be written",
        ),
        (
            lambda: Record(("A" * 41, "Ben")),
            "the name “AAAAAAAAAAAAAAAAAAAAAAAA…” has 41 characters; write 40 or fewer",
        ),
        (lambda: Record(()), "a record has players"),
        (lambda: Record(("Ann",), "Our rules"), "no ruleset is called “Our rules”"),
        (lambda: Record(("Ann",), cuts=((),)), "a cut has a card for each side"),
        (lambda: Move(Word.NEW_COUNT, 1), "a new count pegs nothing; write points behind a card or a go"),
        (lambda: ShownHand(None, (), 3), "a hand belongs to somebody; write whose it is"),
        (lambda: ShownHand("Ann"), "neither cards nor a call; write the cards, = and the call"),
        (
            lambda: ShownHand("Ann", PACK[:4], objection=Objection("Ben", 3)),
            "nothing was called, so nothing can be challenged",
        ),
        (lambda: Score(()), "a score has a number for each side"),
        (lambda: Result(()), "a result has a number for each side"),
    ],
)
def test_a_value_that_could_not_be_written_is_refused(make: Callable[[], Any], wrong: str) -> None:
    with pytest.raises(RecordError) as caught:
        make()
    assert [found.message for found in caught.value.faults] == [wrong]


@pytest.mark.long
@given(st.text(max_size=300) | records.map(str).flatmap(lambda text: st.permutations(text.split("\n")).map("\n".join)))
def test_whatever_is_written_parses_or_is_refused_with_located_faults(text: str) -> None:
    faults: tuple[Fault, ...] = ()
    try:
        record = parse_record(text)
    except RecordError as error:
        faults = error.faults
    if faults:
        assert all(found.at >= TextPosition(1, 1) and found.message for found in faults)
    else:
        assert parse_record(str(record)) == record


def test_a_fault_reads_as_a_sentence() -> None:
    assert (
        str(Fault(TextPosition(12, 5), "8H would make 33", "R16", 3, "play 5"))
        == "line 12, deal 3, play 5: R16: 8H would make 33"
    )
    assert str(Fault(TextPosition(3, 7), "no card")) == "line 3, column 7: no card"
    assert str(Unread(TextPosition(4, 1))) == "# line 4 cannot be read"
    assert TextPosition(0, 0) == NOWHERE


def test_a_game_that_breaks_the_rules_is_not_written_down() -> None:
    start, events, _ = play_game(*GAMES[0], seed=0)
    with pytest.raises(GameError):
        transcribe(start, events[1:])


def test_symbols_of_suits_are_read() -> None:
    assert str(line("play: 8♣ 8♦ 8♥ 8♠")) == "play: 8C 8D 8H 8S"
