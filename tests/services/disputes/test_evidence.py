"""What both sides bring to a dispute: statements, hands, written games and photographs, while it is open."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from league.enums import EvidenceKind, JournalKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Dispute, Evidence, JournalEntry, Photograph
from league.rules.written_games import DealInput, MarkedLine, players_in, read_game, with_deal
from league.services.calls.rule import rule
from league.services.disputes import dispute as disputes
from league.services.disputes import evidence
from tests import factories
from tests.factories import Town
from tests.services import dispute_cases as cases
from tests.services.test_photographs import photograph

RECORDS = Path(__file__).resolve().parents[2] / "scoring" / "records"
HAND: Any = {"match_number": None, "cards": "AC 7D 8H 3S", "starter": "7C", "crib": False, "declared": 6, "claimed": 8}


@pytest.fixture
def dispute(town: Town, now: dt.datetime) -> Dispute:
    cases.counting(town, now)
    return cases.of_a_game(town, now)


def test_both_sides_and_the_referee_say_something(town: Town, dispute: Dispute, now: dt.datetime) -> None:
    for person in (town.captains["Bell"], town.captains["Anchor"], town.referee, town.secretary):
        evidence.add_statement(dispute, text=" It was so. ", by=person, now=now)
    assert [(e.side, e.text) for e in Evidence.objects.order_by("pk")] == [
        ("away", "It was so."), ("home", "It was so."), ("", "It was so."), ("", "It was so."),
    ]  # fmt: skip
    assert JournalEntry.objects.filter(kind=JournalKind.EVIDENCE_ADDED).count() == 4


def test_strangers_bring_nothing(town: Town, dispute: Dispute, now: dt.datetime) -> None:
    abroad = factories.town("Abroad", "abroad")
    for person in (town.captains["Castle"], abroad.referee, abroad.secretary, abroad.captains["Anchor"]):
        with pytest.raises(NotAllowed):
            evidence.add_statement(dispute, text="So.", by=person, now=now)
        with pytest.raises(NotAllowed):
            evidence.add_photograph(dispute, content=b"not even looked at", by=person, now=now)


def test_a_closed_dispute_takes_no_evidence(town: Town, dispute: Dispute, now: dt.datetime) -> None:
    disputes.withdraw_dispute(dispute, by=town.captains["Bell"], now=now)
    with pytest.raises(WrongState, match="withdrawn already"):
        evidence.add_statement(dispute, text="Too late.", by=town.captains["Bell"], now=now)


def test_a_side_brings_twelve_pieces_at_the_most(town: Town, dispute: Dispute, now: dt.datetime) -> None:
    for _ in range(12):
        evidence.add_statement(dispute, text="Again.", by=town.captains["Bell"], now=now)
    with pytest.raises(WrongState, match="12 pieces"):
        evidence.add_statement(dispute, text="Again.", by=town.captains["Bell"], now=now)
    evidence.add_statement(dispute, text="Mine.", by=town.captains["Anchor"], now=now)


def test_a_hand_is_counted_whenever_somebody_looks(town: Town, dispute: Dispute, now: dt.datetime) -> None:
    added = evidence.add_hand(dispute, hand=HAND, text="Deal 3", by=town.captains["Bell"], now=now)
    found = evidence.count_evidence(dispute, Evidence.objects.get(pk=added.pk))
    assert found is not None
    assert found.verdict is not None
    assert (found.show.points, found.verdict.challenger_pegs) == (8, 2)
    with pytest.raises(Invalid) as refused:
        evidence.add_hand(dispute, hand={**HAND, "cards": "AC 7D", "starter": "XX"}, by=town.captains["Bell"], now=now)
    assert {p.field for p in refused.value.problems} == {"cards", "starter"}


def test_a_hand_of_a_disputed_sheet_is_of_one_of_its_matches(town: Town, now: dt.datetime) -> None:
    about_the_sheet = cases.of_a_waiting_sheet(town, now)
    wrong = {**HAND, "match_number": 98, "cards": "AC 7D"}
    with pytest.raises(Invalid) as refused:
        evidence.add_hand(about_the_sheet, hand=wrong, by=town.captains["Bell"], now=now)
    first, second = refused.value.problems
    assert (first.code, first.field) == ("no-match", "match_number")
    assert str(first.message) == "There is no match 98: choose 1 to 3."
    assert second.field == "cards"
    evidence.add_hand(about_the_sheet, hand={**HAND, "match_number": 3}, by=town.captains["Bell"], now=now)
    assert [e.hand["match_number"] for e in Evidence.objects.all()] == [3]


def test_a_photograph_is_kept_made_anew(town: Town, dispute: Dispute, now: dt.datetime) -> None:
    evidence.add_photograph(dispute, content=photograph(), text="The card", by=town.captains["Bell"], now=now)
    kept = Photograph.objects.select_related("evidence").get()
    assert (kept.evidence.kind, kept.evidence.text, kept.width, kept.height) == (
        EvidenceKind.PHOTO,
        "The card",
        400,
        300,
    )
    assert bytes(kept.content)[:3] == b"\xff\xd8\xff"
    with pytest.raises(Invalid):
        evidence.add_photograph(dispute, content=b"text", by=town.captains["Bell"], now=now)
    assert Evidence.objects.count() == 1


def test_what_is_refused_anyhow_is_not_looked_at(town: Town, dispute: Dispute, now: dt.datetime) -> None:
    """A photograph takes time and memory to open; this one could not be opened at all."""
    bell, anchor = town.captains["Bell"], town.captains["Anchor"]
    for _ in range(12):
        evidence.add_statement(dispute, text="Again.", by=bell, now=now)
    with pytest.raises(WrongState, match="12 pieces"):
        evidence.add_photograph(dispute, content=b"no photograph", by=bell, now=now)
    with pytest.raises(Invalid):
        evidence.add_photograph(dispute, content=b"no photograph", by=anchor, now=now)
    disputes.withdraw_dispute(dispute, by=bell, now=now)
    with pytest.raises(WrongState, match="withdrawn already"):
        evidence.add_photograph(Dispute.objects.get(), content=b"no photograph", by=anchor, now=now)


def test_a_written_game_is_kept_whatever_is_wrong_with_it(town: Town, dispute: Dispute, now: dt.datetime) -> None:
    evidence.add_record(dispute, text="game\nplayers: Ann, Ben\n", by=town.captains["Bell"], now=now)
    with pytest.raises(Invalid):
        evidence.add_record(dispute, text=" ", by=town.captains["Bell"], now=now)
    with pytest.raises(Invalid):
        evidence.add_record(dispute, text="x" * 20_001, by=town.captains["Bell"], now=now)


def test_a_side_brings_three_written_games_at_the_most(town: Town, dispute: Dispute, now: dt.datetime) -> None:
    for _ in range(3):
        evidence.add_record(dispute, text="game\n", by=town.captains["Bell"], now=now)
    with pytest.raises(WrongState, match="3 written games"):
        evidence.add_record(dispute, text="game\n", by=town.captains["Bell"], now=now)
    evidence.add_statement(dispute, text="So.", by=town.captains["Bell"], now=now)


def test_a_right_game_is_replayed_to_its_end() -> None:
    found = read_game((RECORDS / "singles.txt").read_text())
    assert (found.fault, found.scores, found.winner) == (None, (("Ann", 122), ("Ben", 64)), "Ann")
    assert not any(line.faulty for line in found.lines)


def test_the_pegs_of_a_game_stand_where_its_right_part_ends() -> None:
    text = (RECORDS / "short.txt").read_text()
    pegs = read_game(text).pegs
    assert pegs is not None
    # Ann pegged the hand's 6 last, Ben the crib's 4.
    assert [(track.side.name, track.side.front, track.side.back, track.side.gained) for track in pegs.board.tracks] == [
        ("Ann", 24, 18, "+6"), ("Ben", 29, 25, "+4")
    ]  # fmt: skip
    assert (pegs.deal, pegs.board.target) == (2, 121)
    assert [str(sentence) for sentence in pegs.said] == [
        "Ann: front peg at 24, back peg at 18.", "Ben: front peg at 29, back peg at 25.",
    ]  # fmt: skip
    early = read_game(text.replace("play: 4C 8C 4D", "play: 4C 8C XX")).pegs
    assert early is not None
    assert [str(sentence) for sentence in early.said] == [
        "Ann: front peg at 2, back peg at the start.", "Ben has not pegged yet.",
    ]  # fmt: skip
    won = read_game((RECORDS / "singles.txt").read_text()).pegs
    assert won is not None
    assert [track.side.front for track in won.board.tracks] == [122, 64]


def test_every_record_s_pegs_stand_at_its_score() -> None:
    for path in sorted(RECORDS.glob("*.txt")):
        found = read_game(path.read_text())
        if found.pegs is not None:
            tracks = found.pegs.board.tracks
            assert [(track.side.name, track.side.front) for track in tracks] == list(found.scores), path.name
            assert all(track.side.back <= track.side.front for track in tracks)


def test_what_is_not_played_card_by_card_has_no_pegs() -> None:
    sheet = "sheet\nplayers: Ann, Ben\ndealer: Ann\ndeal 1: heels 0, play 3 4, hands 8 12, crib 5 = 16 16\n"
    for text in ("", "x", "game\nplayers: Ann, Ben\n", sheet):
        assert read_game(text).pegs is None


def test_the_first_fault_is_marked_at_its_place_in_the_text() -> None:
    text = (RECORDS / "short.txt").read_text()
    called = read_game(text.replace("hand Ann: 5H 6D 7S 8C = 8", "hand Ann: 5H 6D 7S 8C = 19"))
    assert called.fault is not None
    assert (called.fault.at.line, called.fault.rule, called.fault.deal) == (12, "R35", 1)
    assert [line for line in called.lines if line.faulty] == [MarkedLine(12, "", "hand Ann: 5H 6D 7S 8C = 19")]
    played = read_game(text.replace("play: 4C 8C 4D", "play: 4C 8C XX"))
    assert [line for line in played.lines if line.faulty] == [
        MarkedLine(10, "play: 4C 8C ", "XX", " 7S 6S=1 | 6D 5S 5H=3")
    ]


def test_a_text_that_is_no_game_has_a_fault_and_breaks_nothing() -> None:
    for text in ("", "x", "game", "\n\n", "game\nplayers: Ann\n", "deal 1\nplay: 9H\n", "sheet\n", "game\x00\n"):
        assert read_game(text).fault is not None


def test_a_game_is_written_deal_by_deal() -> None:
    text = "game\nrules: league\nplayers: Ann, Ben\ndealer: Ann\n"
    first = DealInput(
        starter="JD",
        play="4C 8C 4D 7S 6S | 6D 5S 5H",
        hands=(("5H 6D 7S 8C", "8"), ("4C 4D 5S 6S", "14")),
        crib=("2C KD 9S 3H", "4"),
        score="17 15",
    )
    written = with_deal(text, first)
    found = read_game(written)
    assert (found.fault, found.scores) == (None, (("Ann", 17), ("Ben", 15)))
    again = with_deal(written, DealInput(dealer="Ann", starter="5D # sly\nresult: 121 0"))
    assert again.endswith("\n\ndeal 2: Ann\nstarter: 5D sly result: 121 0\n")
    assert DealInput(hands=(("", ""),)).empty


def test_a_game_of_more_lines_than_any_is_refused(town: Town, dispute: Dispute, now: dt.datetime) -> None:
    bell = town.captains["Bell"]
    with pytest.raises(Invalid) as wrong:
        evidence.add_record(dispute, text="game\n" * 1001, by=bell, now=now)
    assert wrong.value.problems[0].message == "Write 1,000 lines at the most."
    evidence.add_record(dispute, text="game\n" * 1000, by=bell, now=now)


def test_players_and_deals_are_read_line_by_line() -> None:
    text = "game\r\n  Players : Ann,  Ben # us\r\n\u2028deal 1\n deal\ndealer: Ann\n# deal 3\n"
    assert players_in(text) == ("Ann", "Ben")
    assert "\ndeal 3\nstarter: JD\n" in with_deal(text, DealInput(starter="JD"))
    assert [line.number for line in read_game("game\vplayers: A\nnothing\n").lines] == [1, 2]


def test_what_cannot_be_stored_or_is_too_long_to_be_cards_is_refused_at_its_field(
    town: Town, dispute: Dispute, now: dt.datetime
) -> None:
    by = town.captains["Bell"]
    with pytest.raises(Invalid) as refused:
        evidence.add_statement(dispute, text="So\0 it was.", by=by, now=now)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("wrong-text", "statement")]
    with pytest.raises(Invalid) as refused:
        evidence.add_hand(dispute, hand={**HAND, "cards": "AC " * 99, "starter": "7C " * 99}, by=by, now=now)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [
        ("too-long", "cards"), ("too-long", "starter"),
    ]  # fmt: skip
    assert not Evidence.objects.exists()


def test_a_referee_who_ruled_in_the_game_before_brings_nothing(town: Town, dispute: Dispute, now: dt.datetime) -> None:
    called: Any = {**cases.CALLED, "match_number": 1, "claimed": None}
    rule(dispute.fixture, **called, by=town.referee, now=now)
    with pytest.raises(WrongState, match="Whoever ruled in this game before brings nothing to it"):
        evidence.add_statement(dispute, text="It was so.", by=town.referee, now=now)
