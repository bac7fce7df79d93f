"""What goes wrong at the table, in the midst of a game (R47–R49)."""

from dataclasses import replace

import pytest

from scoring import (
    ACC,
    HOYLE,
    LEAGUE,
    Call,
    Deal,
    Game,
    GameError,
    Irregularity,
    Lay,
    LayAway,
    Phase,
    Reason,
    Ruleset,
    Starter,
    parse_card,
    parse_cards,
    parse_game,
    parse_record,
    replay,
)
from scoring.events import Event
from scoring.irregularities import IrregularityKind, Remedy

ANN, BEN = 0, 1
DEALING = [IrregularityKind.FACED_CARD, IrregularityKind.EXPOSED_CARD]
AFTERWARDS = [IrregularityKind.WRONG_HAND, IrregularityKind.WRONG_CRIB]
ANY_TIME = [IrregularityKind.IMPERFECT_PACK]


def game_after(*events: Event, ruleset: Ruleset = LEAGUE) -> Game:
    """A game of Ann, who deals, and Ben."""
    game = Game.start(["Ann", "Ben"], ruleset=ruleset, dealer=ANN)
    for event in events:
        game = game.apply(event).game
    return game


DEALT = Deal((parse_cards("5H 6D 7S 8C 2C KD"), parse_cards("4C 4D 9H TS QC QD")))
LAID = (DEALT, LayAway(ANN, parse_cards("2C KD")), LayAway(BEN, parse_cards("QC QD")))
TURNED = (*LAID, Starter(parse_card("3H")))
PLAYED = (*TURNED, Lay(BEN, parse_card("9H")), Lay(ANN, parse_card("6D")))  # fifteen two for Ann


def pegs(game: Game, event: Event) -> list[tuple[int, int, Reason, str]]:
    return [(peg.player, peg.points, peg.reason, peg.rule) for peg in game.apply(event).pegs]


@pytest.mark.parametrize("kind", [*DEALING, *ANY_TIME], ids=str)
def test_a_fault_in_dealing_makes_the_same_dealer_deal_again_r47(kind: IrregularityKind) -> None:
    for game in (game_after(DEALT), game_after(*LAID)):
        step = game.apply(Irregularity(kind, ANN))
        assert (step.pegs, step.game.phase, step.game.dealer) == ((), Phase.DEAL, ANN)
        again = step.game.apply(DEALT).game
        assert (again.phase, again.deal, again.scores) == (Phase.LAY_AWAY, 2, (0, 0))


@pytest.mark.parametrize("kind", DEALING, ids=str)
def test_once_the_starter_is_turned_the_deal_stands_r47(kind: IrregularityKind) -> None:
    with pytest.raises(GameError, match=f"R47: Ann: there can be no {kind} now: next comes the play"):
        game_after(*TURNED).apply(Irregularity(kind, ANN))


@pytest.mark.parametrize("kind", AFTERWARDS, ids=str)
def test_a_hand_or_crib_is_wrong_only_after_laying_away_r48(kind: IrregularityKind) -> None:
    with pytest.raises(GameError, match=f"there can be no {kind} now: next comes the lay away"):
        game_after(DEALT).apply(Irregularity(kind, ANN))
    for events in (LAID, TURNED):
        assert game_after(*events).apply(Irregularity(kind, ANN)).game.phase is Phase.DEAL


def test_a_wrong_number_dealt_is_found_before_all_have_laid_away_r47() -> None:
    wrong = Irregularity(IrregularityKind.WRONG_DEAL, ANN)
    for events in ((DEALT,), (DEALT, LayAway(BEN, parse_cards("QC QD")))):
        assert game_after(*events).apply(wrong).game.phase is Phase.DEAL
    # Later it is a wrong hand or crib, about which Hoyle gives a choice or points.
    with pytest.raises(GameError, match="R47: Ann: there can be no wrong deal now: next comes the starter"):
        game_after(*LAID, ruleset=HOYLE).apply(wrong)


def test_starter_first_a_hand_is_wrong_only_after_laying_away_r15_r48() -> None:
    rules = replace(HOYLE, name="starter-first", starter_first=True)
    rectified = Irregularity(IrregularityKind.WRONG_HAND, ANN, choice=Remedy.RECTIFY)
    for events in ((DEALT,), (DEALT, Starter(parse_card("3H")))):
        with pytest.raises(GameError, match="there can be no wrong hand now"):
            game_after(*events, ruleset=rules).apply(rectified)
        assert game_after(*events, ruleset=rules).apply(Irregularity(IrregularityKind.WRONG_DEAL, ANN)).pegs == ()
    with pytest.raises(GameError, match="there can be no exposed card now"):
        game_after(*events, ruleset=rules).apply(Irregularity(IrregularityKind.EXPOSED_CARD, ANN))


@pytest.mark.parametrize("kind", [*DEALING, IrregularityKind.WRONG_DEAL, *ANY_TIME, *AFTERWARDS], ids=str)
def test_nothing_is_wrong_with_a_deal_before_there_is_one(kind: IrregularityKind) -> None:
    with pytest.raises(GameError, match="next comes the deal"):
        game_after().apply(Irregularity(kind, ANN))


def test_points_pegged_before_a_new_deal_stand_r47() -> None:
    game = game_after(*PLAYED)
    redealt = game.apply(Irregularity(IrregularityKind.IMPERFECT_PACK, BEN)).game
    assert (redealt.phase, redealt.dealer, redealt.scores) == (Phase.DEAL, ANN, (2, 0))


def test_hoyle_lets_the_opponent_choose_for_a_wrong_hand_r48() -> None:
    game = game_after(*TURNED, ruleset=HOYLE)
    rectified = Irregularity(IrregularityKind.WRONG_HAND, BEN, choice=Remedy.RECTIFY)
    assert pegs(game, rectified) == [(ANN, 2, Reason.PENALTY, "R48")]
    assert game.apply(rectified).game.phase is Phase.PLAY
    redealt = game.apply(Irregularity(IrregularityKind.WRONG_HAND, BEN, choice=Remedy.NEW_DEAL))
    assert (redealt.pegs, redealt.game.phase) == ((), Phase.DEAL)
    with pytest.raises(GameError, match="R48: Ben: wrong hand: no choice was made"):
        game.apply(Irregularity(IrregularityKind.WRONG_HAND, BEN))


@pytest.mark.parametrize("offender", [ANN, BEN])
def test_hoyle_gives_the_non_dealer_two_for_a_wrong_crib_whoever_erred_r48(offender: int) -> None:
    game = game_after(*TURNED, ruleset=HOYLE)
    assert pegs(game, Irregularity(IrregularityKind.WRONG_CRIB, offender)) == [(BEN, 2, Reason.PENALTY, "R48")]


def test_over_pegging_costs_two_where_it_is_put_right_in_time_r49() -> None:
    over = Irregularity(IrregularityKind.OVER_PEGGING, BEN, points=3)
    assert pegs(game_after(*PLAYED, ruleset=HOYLE), over) == [(ANN, 2, Reason.PENALTY, "R49")]
    assert pegs(game_after(*PLAYED), over) == []  # the league has no penalty
    assert pegs(game_after(*PLAYED), replace(over, asked=False)) == [(BEN, 3, Reason.CORRECTION, "R49")]
    assert pegs(game_after(*PLAYED), replace(over, in_time=False)) == [(BEN, 3, Reason.CORRECTION, "R49")]


def test_short_pegging_seen_too_late_is_lost_r49() -> None:
    game = game_after(*PLAYED)
    assert game.scores == (2, 0)
    late = Irregularity(IrregularityKind.SHORT_PEGGING, ANN, points=2, in_time=False)
    assert pegs(game, late) == [(ANN, -2, Reason.CORRECTION, "R49")]
    assert game.apply(late).game.scores == (0, 0)
    assert pegs(game, replace(late, in_time=True)) == []


def test_nobody_loses_points_they_have_not_r49() -> None:
    with pytest.raises(GameError, match="R49: Ben: has 0 points and cannot lose 1"):
        game_after(*TURNED).apply(Irregularity(IrregularityKind.SHORT_PEGGING, BEN, points=1, in_time=False))


def test_a_penalty_can_win_the_game_r37() -> None:
    game = replace(game_after(*TURNED, ruleset=HOYLE), scores=(120, 0))
    step = game.apply(Irregularity(IrregularityKind.WRONG_HAND, BEN, choice=Remedy.RECTIFY))
    assert (step.game.phase, step.game.winner, step.game.scores) == (Phase.OVER, 0, (122, 0))
    with pytest.raises(GameError, match="R37: the game is over: Ann won it"):
        step.game.apply(Irregularity(IrregularityKind.WRONG_CRIB, ANN))


def test_the_pegging_of_a_hand_may_be_wrong_before_the_next_deal_r49() -> None:
    game = replace(game_after(*PLAYED), phase=Phase.DEAL)
    assert pegs(game, Irregularity(IrregularityKind.OVER_PEGGING, BEN, points=1, asked=False)) == [
        (BEN, 1, Reason.CORRECTION, "R49")
    ]
    over = Irregularity(IrregularityKind.OVER_PEGGING, BEN, points=1, asked=False)
    for fresh, due in ((Game.start(["Ann", "Ben"]), "cut for deal"), (game_after(), "deal")):
        with pytest.raises(GameError, match=f"there can be no over-pegging now: next comes the {due}"):
            fresh.apply(over)
    with pytest.raises(GameError, match="R49: Ben: 122 points cannot be pegged wrong, 121 up"):
        game_after(*PLAYED).apply(replace(over, points=122))


def test_a_void_deal_leaves_no_cards_behind_r47() -> None:
    game = game_after(*PLAYED).apply(Irregularity(IrregularityKind.IMPERFECT_PACK, BEN)).game
    assert (game.table, game.play, game.shown) == (None, None, 0)


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        (IrregularityKind.FACED_CARD, "R47"),
        (IrregularityKind.WRONG_CRIB, "R48"),
        (IrregularityKind.OVER_PEGGING, "R49"),
    ],
)
def test_what_is_wrong_with_an_irregularity_cites_its_rule(kind: IrregularityKind, rule: str) -> None:
    with pytest.raises(GameError) as caught:
        game_after(*TURNED).apply(Irregularity(kind, ANN, choice=Remedy.RECTIFY))
    assert caught.value.rule == rule


def test_all_that_is_wrong_with_an_irregularity_is_said() -> None:
    wrong = Irregularity(IrregularityKind.WRONG_CRIB, ANN, choice=Remedy.RECTIFY, points=2)
    with pytest.raises(GameError, match=r"leave it out.*leave them out") as caught:
        game_after(*TURNED).apply(wrong)
    assert caught.value.player == ANN
    with pytest.raises(GameError, match="R4: player 2: nobody sits there"):
        game_after(*TURNED).apply(replace(wrong, player=2))


def test_a_call_is_no_irregularity() -> None:
    with pytest.raises(GameError, match="R28: Ben: cannot call a hand now: next comes the play"):
        game_after(*TURNED).apply(Call(BEN, 8))


# The American Cribbage Congress's book (R49a)


@pytest.mark.parametrize("kind", AFTERWARDS, ids=str)
def test_a_wrong_number_of_cards_takes_back_what_the_play_pegged_acc_4_4(kind: IrregularityKind) -> None:
    heels = (*LAID, Starter(parse_card("JH")), Lay(BEN, parse_card("9H")), Lay(ANN, parse_card("6D")))
    game = game_after(*heels, ruleset=ACC)
    assert (game.scores, game.in_play) == ((4, 0), (2, 0))
    step = game.apply(Irregularity(kind, BEN))
    assert [(peg.player, peg.points, peg.rule) for peg in step.pegs] == [(ANN, -2, "ACC 4.4")]
    # His heels were not pegged in the play.
    assert (step.game.scores, step.game.phase, step.game.dealer) == ((2, 0), Phase.DEAL, ANN)
    assert step.game.apply(DEALT).game.in_play == (0, 0)


def test_only_the_play_of_this_deal_is_taken_back_acc_4_4() -> None:
    first = (
        *TURNED, *(Lay(player, parse_card(card)) for player, card in
                   ((BEN, "9H"), (ANN, "6D"), (BEN, "4C"), (ANN, "5H"), (BEN, "4D"))),
    )  # fmt: skip
    game = game_after(*first, ruleset=ACC)
    assert game.in_play == game.scores
    assert parse_game(str(game)) == game
    again = game.apply(Irregularity(IrregularityKind.WRONG_HAND, ANN)).game
    assert again.scores == (0, 0)
    assert parse_game(str(again)) == again


def test_the_dealer_s_lead_is_put_right_or_stands_acc_7_1b() -> None:
    game = game_after(*TURNED, ruleset=ACC)
    seen = game.apply(Irregularity(IrregularityKind.WRONG_LEAD, ANN))
    assert (seen.pegs, seen.game.turn) == ((), BEN)
    late = game.apply(Irregularity(IrregularityKind.WRONG_LEAD, ANN, in_time=False))
    assert (late.pegs, late.game.turn) == ((), ANN)
    played = late.game.apply(Lay(ANN, parse_card("6D"))).game.apply(Lay(BEN, parse_card("9H")))
    assert played.game.scores == (0, 2)
    with pytest.raises(GameError, match=r"ACC 7\.1b: Ben: does not deal; only the dealer can lead wrongly"):
        game.apply(Irregularity(IrregularityKind.WRONG_LEAD, BEN))
    with pytest.raises(GameError, match="there can be no wrong lead now: next comes the play"):
        game_after(*PLAYED, ruleset=ACC).apply(Irregularity(IrregularityKind.WRONG_LEAD, ANN))


# A record under the ACC, up to the play.
ACC_RECORD = """game
rules: acc
players: Ann, Ben
dealer: Ann

deal 1
dealt Ann: 5H 6D 7S 8C 2C KD
dealt Ben: 4C 4D 9H TS QC QD
laid away Ann: 2C KD
laid away Ben: QC QD
starter: 3H
"""


def test_a_renege_is_two_for_each_card_acc_7_3() -> None:
    game = game_after(*PLAYED, ruleset=ACC)
    assert pegs(game, Irregularity(IrregularityKind.RENEGE, BEN, points=3)) == [(ANN, 6, Reason.PENALTY, "ACC 7.3")]
    with pytest.raises(GameError, match="there can be no renege now: next comes the play"):
        game_after(*TURNED, ruleset=ACC).apply(Irregularity(IrregularityKind.RENEGE, BEN, points=1))


def test_a_renege_with_the_last_card_is_written_behind_the_play_acc_7_3() -> None:
    text = f"""{ACC_RECORD}play: 9H 6D TS 5H 4C 7S 4D 8C
renege Ben: 1
hand Ben: = 4
"""
    found = replay(text)
    assert [fault.message for fault in found.faults] == []
    before = replay(text.partition("renege")[0]).scores
    assert replay(text.partition("hand Ben")[0]).scores == (before[ANN] + 2, before[BEN])
    late = replay(f"{text}renege Ben: 1\n")
    assert "there can be no renege now" in str(late.fault)
    assert parse_record(str(parse_record(text))) == parse_record(text)


def test_a_false_claim_of_game_costs_fifteen_and_the_overclaim_acc_8_4b() -> None:
    game = replace(game_after(*PLAYED, ruleset=ACC), scores=(117, 60))
    false = Irregularity(IrregularityKind.FALSE_CLAIM, ANN, points=4)
    step = game.apply(false)
    assert step.game.scores == (102, 64)
    assert [(peg.player, peg.points) for peg in step.pegs] == [(ANN, -15), (BEN, 4)]
    with pytest.raises(GameError, match=r"ACC 8\.4b: Ann: claims 5 too many; 4 are missing"):
        game.apply(replace(false, points=5))
    # Who has fewer goes back to the start; and the overclaim may be the game, the fifteen are lost all the same.
    behind = replace(game, scores=(9, 60)).apply(replace(false, points=112))
    assert (behind.game.scores, behind.game.winner) == ((0, 172), BEN)


def test_short_pegging_is_never_put_right_and_too_much_goes_to_the_opponent_acc_8() -> None:
    game = game_after(*PLAYED, ruleset=ACC)
    short = Irregularity(IrregularityKind.SHORT_PEGGING, ANN, points=1)
    assert pegs(game, short) == [(ANN, -1, Reason.CORRECTION, "ACC 8.3")]
    over = Irregularity(IrregularityKind.OVER_PEGGING, ANN, points=3)
    assert pegs(game, over) == [(BEN, 3, Reason.PENALTY, "ACC 8.4c")]


@pytest.mark.parametrize("kind", [IrregularityKind.WRONG_LEAD, IrregularityKind.RENEGE, IrregularityKind.FALSE_CLAIM])
def test_hoyle_says_nothing_about_them(kind: IrregularityKind) -> None:
    points = 0 if kind is IrregularityKind.WRONG_LEAD else 1
    with pytest.raises(GameError, match=f"League rules says nothing about a {kind}"):
        game_after(*PLAYED).apply(Irregularity(kind, ANN, points=points))


def test_a_record_states_each_of_them() -> None:
    text = f"""{ACC_RECORD}wrong lead: late
play: 6D 9H=2
renege Ben: 1
score: 2 2
false claim Ben: 119
score: 121 0
"""
    found = replay(text)
    assert [fault.message for fault in found.faults] == []
    assert (found.game.winner, found.game.scores) == (ANN, (121, 0))
    assert parse_record(str(parse_record(text))) == parse_record(text)
