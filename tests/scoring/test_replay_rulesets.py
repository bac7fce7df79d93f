"""Written games by other rules: cards from the pack, gos pegged when said, muggins of the play, own rulesets."""

import re
from dataclasses import replace

import pytest

from scoring import FIVE_CARD_STARTER_FIRST, LEAGUE, RULESETS, Muggins, Reason, Ruleset
from scoring.record_parser import parse_record
from scoring.replay import Replay, replay
from scoring.transcript import transcribe
from tests.scoring.written_games import play_game, text_of, without_dealt_cards, without_gos

SHORT = text_of("short.txt")


def test_three_play_with_a_card_from_the_pack() -> None:
    start, events, _ = play_game(RULESETS["three-handed"], 3, seed=3, odd=0)
    text = str(transcribe(start, events))
    assert "\nextra: " in text
    assert replay(text).faults == ()


FROM_THE_PACK = replace(LEAGUE, name="box", dealt=5, laid_away=1, pack_to_crib=2, runs_upwards=True)  # Bere Regis


def test_two_play_with_two_cards_from_the_pack() -> None:
    """Told whole, without the cards from the pack, and only as far as it was shown."""
    for seed in range(3):
        start, events, game = play_game(FROM_THE_PACK, 2, seed=seed, odd=0)
        text = str(transcribe(start, events))
        assert re.search(r"\nextra: \w\w \w\w\n", text)
        for variant in (
            text,
            re.sub(r"\nextra: .*", "", text),
            re.sub(r"\n(extra|dealt|laid away).*", "", text),
        ):
            found = replay(variant, rulesets={"box": FROM_THE_PACK})
            assert found.faults == ()
            assert (found.scores, found.game and found.game.winner) == (game.scores, game.winner)


def test_cards_from_the_pack_are_as_many_as_the_rules_say() -> None:
    start, events, _ = play_game(FROM_THE_PACK, 2, seed=1, odd=0)
    text = str(transcribe(start, events))
    for extra, wrong in (
        (r"\1", "2 cards go from the pack to the crib, not 1"),
        (r"\1 \1", "{card} is written twice; a pack has one {name}"),
        ("7X 2C", None),
    ):
        found = replay(re.sub(r"extra: (\w\w) \w\w", f"extra: {extra}", text), rulesets={"box": FROM_THE_PACK})
        assert found.fault is not None
        assert wrong is None or found.fault.message.msgid == wrong or found.fault.message == wrong


WHEN_SAID = replace(LEAGUE, name="when-said", go_when_said=True)


def test_a_go_pegged_when_it_is_said_is_read_back() -> None:
    for seed in range(4):
        start, events, game = play_game(WHEN_SAID, 2, seed=seed, odd=0)
        record = transcribe(start, events)
        for variant in (record, without_gos(record), without_dealt_cards(record)):
            found = replay(str(variant), rulesets={"when-said": WHEN_SAID})
            assert found.faults == ()
            assert found.scores == game.scores


IN_PLAY = replace(LEAGUE, name="in-play", muggins_in_play=True, three_players=True)


TOLD = """game
rules: in-play
players: Ann, Ben
dealer: Ben

deal 1
dealt Ann: 8C 5D 4H 3S KC KD
dealt Ben: 7C 5H 6D 9C QC QD
laid away Ann: KC KD
laid away Ben: QC QD
starter: 2H
play: 8C 7C=0
muggins Ann: 2
play: 5D 6D 4H go go=1 5H 3S 9C=1
score: 8 5
"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_muggins_of_the_play_is_written_and_read_back_r43a(players: int) -> None:
    written = 0
    for seed in range(3):
        start, events, game = play_game(IN_PLAY, players, seed=seed, odd=0)
        text = str(transcribe(start, events))
        written += text.count("\nmuggins ")
        found = replay(text, rulesets={"in-play": IN_PLAY})
        assert found.faults == ()
        assert (found.scores, [step.event for step in found.steps if isinstance(step.event, Muggins)]) == (
            game.scores,
            [event for event in events if isinstance(event, Muggins)],
        )
        assert str(parse_record(text)) == text
    assert written > 10


def replay_changed(*changes: tuple[str, str], rules: Ruleset = IN_PLAY) -> Replay:
    text = TOLD
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    return replay(text, rulesets={"in-play": rules})


def test_muggins_stands_below_the_card_it_is_about_r43a() -> None:
    found = replay_changed()
    assert (found.faults, found.scores) == ((), (8, 5))
    (taken,) = [peg for step in found.steps for peg in step.pegs if peg.reason is Reason.MUGGINS]
    assert (taken.player, taken.points, taken.rule) == (0, 2, "R43a")
    assert replay_changed(("7C=0", "7C")).faults == ()  # where nothing is written behind it, nothing was pegged
    assert replay_changed(("7C=0", "7C=1"), ("score: 8 5", "score: 7 6")).faults == ()
    left = replay_changed(("Ann: 2", "Ann: 2 leaves"), ("score: 8 5", "score: 6 5"))
    assert (left.faults, left.scores) == ((), (6, 5))


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        (
            [("muggins Ann: 2", "muggins Cid: 2")],
            "line 13, deal 1, muggins: R4: nobody here is called Cid; the players are Ann, Ben",
        ),
        (
            [("muggins Ann: 2", "muggins Ben: 2")],
            "line 13, deal 1, muggins: R39: Ben: challenges their own side; an opponent may",
        ),
        (
            [("7C=0", "7C=3")],
            (
                "line 13, deal 1, muggins: R43a: Ann: 3 pegged for what makes 2; too much is over-pegging, and no "
                "muggins (R49)"
            ),
        ),
        (
            [("play: 8C 7C=0\nmuggins", "muggins")],
            (
                "line 12, deal 1, muggins: R43a: nothing was played in the line before; write it below the card or go "
                "it is about"
            ),
        ),
        (
            [("7C=0", "7C=2 |")],
            "line 12, deal 1, new count after play 2: R17: the count is not over: Ann: cannot say go: 3S would make 18",
        ),
        (
            [("7C=0", "7C=2"), ("muggins Ann: 2", "muggins Ann")],
            "line 13, column 9: “Ann” is no challenge; write who, their total, muggins or leaves: Ben 10 muggins",
        ),
    ],
)
def test_a_muggins_that_cannot_be_is_located_r43a(changes: list[tuple[str, str]], fault: str) -> None:
    assert str(replay_changed(*changes).fault) == fault


def test_a_muggins_after_a_bar_is_about_nothing_r43a() -> None:
    found = replay_changed(("go go=1 5H 3S 9C=1", "go go=1 |\nmuggins Ben: 1\nplay: 5H 3S 9C=1"))
    assert "R43a: nothing was played in the line before" in str(found.fault)


def test_points_of_the_play_cannot_be_taken_where_the_rules_have_it_not_r43a() -> None:
    found = replay_changed(rules=replace(LEAGUE, name="in-play"))
    wrong = "line 13, deal 1, muggins: R43a: Ann: in League rules what is missed in the play is not taken"
    assert str(found.fault) == wrong


def test_own_rulesets_may_be_named() -> None:
    house = replace(LEAGUE, name="house", muggins=False)
    text = SHORT.replace("rules: league", "rules: house").replace("24 29", "24 27")
    assert replay(text, rulesets={"house": house}).faults == ()
    assert str(replay(text).fault).startswith(
        "line 2, rules: R55: no rules are called house; there are acc, five-card,"
    )


def test_a_winner_past_the_target_may_be_written_with_the_target() -> None:
    text = text_of("singles.txt")
    assert replay(text.replace("result: Ann 122 64", "result: 121 64")).faults == ()
    assert replay(text.replace("score: 122 64", "score: 121 64")).faults == ()


def test_five_cards_end_at_the_first_count() -> None:
    found = replay(text_of("five-card.txt"))
    assert found.game is not None
    assert found.game.ruleset is FIVE_CARD_STARTER_FIRST
    assert (found.scores, found.game.winner) == ((43, 65), 1)
