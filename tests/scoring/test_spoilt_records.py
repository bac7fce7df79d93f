"""Spoilt records: whatever is written, what is replayed of it is a legal game, and all else is told."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Call, Card, Cut, Deal, Game, Lay, Muggins
from scoring.record import Move, Moves, Record, Score, ShownHand
from scoring.replay import Replay, replay
from scoring.transcript import transcribe
from tests.scoring.written_games import GAMES, play_game, text_of, without_dealt_cards

SHORT = text_of("short.txt")


# Spoilt records


def played(record: Record) -> list[Card]:
    lines = (entry for deal in record.deals for entry in deal.entries if isinstance(entry, Moves))
    return [move.what for moves in lines for move in moves.moves if isinstance(move.what, Card)]


def called(record: Record) -> list[int]:
    shown = (entry for deal in record.deals for entry in deal.entries if isinstance(entry, ShownHand))
    return [entry.declared for entry in shown if entry.declared is not None]


def stated(record: Record) -> int:
    """The sum of the points behind cards; gos may share theirs."""
    lines = (entry for deal in record.deals for entry in deal.entries if isinstance(entry, Moves))
    return sum(move.points or 0 for moves in lines for move in moves.moves if isinstance(move, Move))


def driven(found: Replay) -> Game | None:
    """The game of the steps, each event done again by the engine."""
    if found.game is None:
        return None
    events = [step.event for step in found.steps]
    cut = bool(events) and isinstance(events[0], Cut)
    first = None if cut else found.game.first_dealer
    game = Game.start(found.game.names, ruleset=found.game.ruleset, dealer=first)
    for step in found.steps:
        again = game.apply(step.event)
        assert again == step
        game = again.game
    return game


def accepted_only_if_legal(text: str) -> None:
    """Whatever `text` is, its steps are a legal game; and without a fault they are all that was written."""
    found = replay(text)
    assert driven(found) == found.game
    assert list(found.faults) == sorted(found.faults, key=lambda fault: fault.at)
    if found.faults or not isinstance(found.record, Record) or found.game is None:
        assert found.faults or not isinstance(found.record, Record)
        return
    events = [step.event for step in found.steps]
    # A card of whose points somebody was told stands within the telling.
    done = [event.of if isinstance(event, Muggins) else event for event in events]
    assert [event.card for event in done if isinstance(event, Lay)] == played(found.record)
    assert [event.declared for event in events if isinstance(event, Call)] == called(found.record)
    assert sum(isinstance(event, Deal) for event in events) == len(found.record.deals)
    pegs = [peg.points for step in found.steps if not isinstance(step.event, Call) for peg in step.pegs]
    in_play = sum(points for points in pegs if points > 0)  # what a wrong hand takes back was pegged before
    assert stated(found.record) <= in_play or any("pegging" in str(event) for event in events)
    last = [entry for deal in found.record.deals for entry in deal.entries if isinstance(entry, Score)]
    if last and found.record.deals[-1].entries[-1] is last[-1]:
        target = found.game.ruleset.target
        pairs = zip(last[-1].points, found.scores, strict=True)
        assert all(points == score or points == target < score for points, score in pairs)


MARKS = ("|", "=", "#", ",", "-1", "121")


WORDS = (*MARKS, "5H", "KD", "10♥", "go", "hand", "Ann:", "Ben", "Zed", "deal", "dealt", "laid", "away", "score:")


WORDS += ("starter:", "play:", "result:", "crib:", "wrong", "late")


TEXTS = tuple(
    text
    for game in GAMES
    for start, events, _ in [play_game(*game, seed=1)]
    for record in [transcribe(start, events)]
    for text in (str(record), str(without_dealt_cards(record)))
) + tuple(text_of(name) for name in ("short.txt", "singles.txt", "doubles.txt", "five-card.txt"))


def spoilt(text: str, chance: Random) -> str:
    """`text` with a word left out, written twice, exchanged with another or written wrong, or two lines exchanged."""
    words = re.split(r"( |\n)", text)
    places = range(0, len(words), 2)
    one, other = chance.choice(places), chance.choice(places)
    match chance.randrange(5):
        case 0:
            del words[one : one + 2]
        case 1:
            words[one:one] = [words[other], " "]
        case 2:
            words[one], words[other] = words[other], words[one]
        case 3:
            words[one] = chance.choice(WORDS)
        case _:
            lines = text.split("\n")
            one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
            lines[one], lines[other] = lines[other], lines[one]
            return "\n".join(lines)
    return "".join(words)


@pytest.mark.long
@settings(deadline=None)
@given(st.sampled_from(TEXTS), st.integers(0, 2**32), st.integers(1, 4))
def test_a_spoilt_record_is_told_or_is_another_legal_game(text: str, seed: int, times: int) -> None:
    chance = Random(seed)
    for _ in range(times):
        text = spoilt(text, chance)
    accepted_only_if_legal(text)


@given(st.text(max_size=300))
def test_any_text_is_told_what_is_wrong_with_it(text: str) -> None:
    accepted_only_if_legal(text)
    accepted_only_if_legal(f"game\nplayers: Ann, Ben\ndealer: Ann\ndeal\n{text}")


@settings(deadline=None)
@given(st.lists(st.sampled_from([*WORDS, *SHORT.split(), "\n", "\n", "\n"]), max_size=60).map(" ".join))
def test_words_of_a_record_in_any_order_are_told_what_is_wrong(text: str) -> None:
    accepted_only_if_legal(text)
    accepted_only_if_legal(f"game\nplayers: Ann, Ben\ndealer: Ann\ndeal\nstarter: 2C\n{text}")
