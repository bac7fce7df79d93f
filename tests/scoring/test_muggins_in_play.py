"""Muggins in the play (R43a): points of a card or a go that were not pegged, claimed before the next card."""

from dataclasses import replace

import pytest

from scoring import (
    LEAGUE,
    Challenge,
    Game,
    Go,
    Lay,
    Muggins,
    Phase,
    Ruleset,
    ScoringError,
    adjudicate_play,
    parse_card,
)
from scoring.errors import Problem
from scoring.ruleset import FalseMuggins, WrongClaim
from tests.scoring import oracle
from tests.scoring.table import at_play, at_show, pegs, play, refusal

IN_PLAY = replace(LEAGUE, title="In the play", muggins_in_play=True)
ACC = replace(IN_PLAY, title="ACC", muggins_wrong_claim=WrongClaim.LESSER, false_muggins_penalty=FalseMuggins.CLAIMED)
HANDS = ("8C 5D 4H 3S", "7C 5H 6D 9C")


def position(script: str, rules: Ruleset = IN_PLAY, scores: tuple[int, ...] = (0, 0)) -> Game:
    return play(at_play(*HANDS, rules=rules, scores=scores), script)[0]


def called(card: str, declared: int, claimed: int, by: int = 0, *, takes: bool = True, player: int = 1) -> Muggins:
    return Muggins(Lay(player, parse_card(card)), declared, Challenge(by, claimed, takes))


# The verdict


@pytest.mark.parametrize("rules", [IN_PLAY, ACC, replace(IN_PLAY, muggins_wrong_claim=WrongClaim.LESSER)])
@pytest.mark.parametrize("takes", [True, False])
def test_every_challenge_is_judged_as_one_of_a_hand_is_r45(rules: Ruleset, takes: bool) -> None:
    for made in range(15):
        for declared in range(made + 1):
            for claimed in range(15):
                found = adjudicate_play(made, declared=declared, claimed=claimed, takes=takes, ruleset=rules)
                counter, challenger, _, _ = oracle.pegs(
                    made,
                    declared,
                    claimed,
                    takes,
                    lesser=rules.muggins_wrong_claim is WrongClaim.LESSER,
                    false_penalty=rules.false_muggins_penalty is FalseMuggins.CLAIMED,
                )
                assert (found.counter_pegs, found.challenger_pegs) == (counter, challenger)
                assert found.challenger_pegs + min(found.counter_pegs, made) <= made
                assert found.penalty == max(0, counter - made)


@pytest.mark.parametrize(
    ("made", "declared", "claimed", "go", "rule", "reason"),
    [
        (
            2,
            0,
            2,
            False,
            "R43a",
            ("The card is worth 2 and was called 0, so the player pegs 0 and the challenger takes the 2 missed."),
        ),
        (
            1,
            0,
            1,
            True,
            "R43a",
            "The go is worth 1 and was called 0, so the player pegs 0 and the challenger takes the 1 missed.",
        ),
        (
            5,
            2,
            4,
            False,
            "R40",
            (
                "The card is worth 5 and was called 2, so the player pegs 2 and the challenger, who said 4, takes 2, "
                "the lesser of what they claimed and the 3 missed."
            ),
        ),
        (
            0,
            0,
            2,
            False,
            "R42",
            (
                "The card is worth 0, as it was called, so the player pegs 0 and the 2 claimed besides, and the "
                "challenge of 2 is recorded as a false challenge."
            ),
        ),
    ],
)
def test_the_reason_is_a_sentence(made: int, declared: int, claimed: int, go: bool, rule: str, reason: str) -> None:
    found = adjudicate_play(made, declared=declared, claimed=claimed, go=go, ruleset=ACC)
    assert (found.rule, found.reason) == (rule, reason)


def test_every_reason_why_there_is_no_muggins_is_told_at_once() -> None:
    with pytest.raises(ScoringError) as refused:
        adjudicate_play(2, declared=3, claimed=15, ruleset=LEAGUE)
    assert refused.value.problems == (
        Problem("ruleset", "in League rules what is missed in the play is not taken"),
        Problem("declared", "3 pegged for what makes 2; too much is over-pegging, and no muggins (R49)"),
        Problem("claimed", "claimed 15 is impossible: a card of the play makes 0 to 14"),
    )


# In a game


def test_an_opponent_takes_what_a_card_made_and_nobody_pegged_acc_10_2() -> None:
    game = position("8C")
    step = game.apply(called("7C", 0, 2))
    assert (pegs(step), step.game.scores) == (["Ann muggins 2"], (2, 0))
    assert step.pegs[0].rule == "R43a"
    assert step.game.play == game.apply(Lay(1, parse_card("7C"))).game.play


@pytest.mark.parametrize(
    ("rules", "declared", "claimed", "takes", "expected"),
    [
        (IN_PLAY, 2, 5, True, ["Bob fifteen 2", "Ann muggins 3"]),
        (IN_PLAY, 3, 5, True, ["Bob fifteen 2", "Bob run 1", "Ann muggins 2"]),
        (IN_PLAY, 0, 5, True, ["Ann muggins 5"]),
        (IN_PLAY, 2, 5, False, ["Bob fifteen 2"]),
        (IN_PLAY, 2, 4, True, ["Bob fifteen 2"]),
        (ACC, 2, 4, True, ["Bob fifteen 2", "Ann muggins 2"]),
        (ACC, 2, 8, True, ["Bob fifteen 2", "Ann muggins 3"]),
        (IN_PLAY, 5, 7, True, ["Bob fifteen 2", "Bob run 3"]),
        (ACC, 5, 7, True, ["Bob fifteen 2", "Bob run 3", "Bob penalty 2"]),
        (ACC, 5, 7, False, ["Bob fifteen 2", "Bob run 3"]),
    ],
)
def test_a_card_that_made_fifteen_and_a_run(
    rules: Ruleset, declared: int, claimed: int, takes: bool, expected: list[str]
) -> None:
    game, _ = play(at_play("4C 5D 9H 9S", "6C 5H TD TC", rules=rules, dealer=0), "6C 4C")
    step = game.apply(called("5H", declared, claimed, takes=takes))
    assert sorted(pegs(step)) == sorted(expected)


def test_the_point_for_a_go_belongs_to_who_laid_the_last_card() -> None:
    game, _ = play(at_play("TC QD 2C 2S", "KC KS 9C 9S", rules=IN_PLAY), "TC KC QD go")
    missed = Muggins(Go(0), 0, Challenge(1, 1))
    assert refusal(game, Muggins(Go(0), 0, Challenge(0, 1))).rule == "R39"
    game, _ = play(at_play("TC QD 2C 2S", "KC KS 9C 9S", rules=IN_PLAY), "TC KC")
    assert refusal(game, missed).rule in ("R16", "R17")
    game, _ = play(at_play("TC QD 9D 9H", "KC KS 9C 9S", rules=IN_PLAY), "TC KC QD go")
    step = game.apply(missed)
    assert (pegs(step), step.game.scores) == (["Bob muggins 1"], (0, 1))


def test_the_winning_points_can_be_missed_and_win_for_the_other() -> None:
    step = position("8C", scores=(119, 119)).apply(called("7C", 0, 2))
    assert (pegs(step), step.game.winner, step.game.scores) == (["Ann muggins 2"], 0, (121, 119))
    step = position("8C", scores=(119, 120)).apply(called("7C", 1, 2))
    assert (pegs(step), step.game.winner) == (["Bob fifteen 1"], 1)


def test_the_last_card_of_all_leads_to_the_show() -> None:
    game, _ = play(at_play(*HANDS, rules=IN_PLAY), "8C 7C 5D 6D 4H go go 5H 3S")
    step = game.apply(called("9C", 0, 1))
    assert (pegs(step), step.game.phase) == (["Ann muggins 1"], Phase.SHOW)


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (called("7C", 0, 2, by=1), "R39"),  # one's own side
        (called("7C", 0, 2, by=2), "R4"),
        (called("KC", 0, 2), "R16"),  # does not hold it
        (called("7C", 0, 2, player=0, by=1), "R16"),  # out of turn
        (called("7C", 3, 2), "R43a"),
        (called("7C", 0, 30), "R43a"),
        (Muggins(Go(1), 0, Challenge(0, 1)), "R17"),
    ],
)
def test_what_cannot_happen_is_refused_and_changes_nothing(event: Muggins, rule: str) -> None:
    assert refusal(position("8C"), event).rule == rule


def test_where_it_is_not_played_points_of_the_play_cannot_be_taken() -> None:
    error = refusal(position("8C", LEAGUE), called("7C", 0, 2))
    assert str(error) == "R43a: Ann: in League rules what is missed in the play is not taken"


def test_muggins_is_called_in_the_play_while_it_lasts() -> None:
    assert refusal(at_show((0, 0), IN_PLAY), called("7C", 0, 2)).rule == "R43a"
    assert refusal(replace(position("8C"), winner=1, phase=Phase.OVER), called("7C", 0, 2)).rule == "R37"


def test_partners_take_for_their_side() -> None:
    game, _ = play(at_play("8C 2C 2D 2H", "7C 3C 3D 3H", "KC 4C 4D 4H", "KD 5C 5D 5H", rules=IN_PLAY), "8C")
    step = game.apply(called("7C", 0, 2, by=2))
    assert (pegs(step), step.game.scores) == (["Cat muggins 2"], (2, 0))
    assert refusal(game, called("7C", 0, 2, by=3)).rule == "R39"
