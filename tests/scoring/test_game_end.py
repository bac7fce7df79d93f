"""Who has won and how, who deals first in the next game, how many counts a deal has (R8 R19 R37 R38 R46)."""

from dataclasses import replace

import pytest

from scoring import (
    FIVE_CARD,
    HOME_COMPUTER,
    HOYLE,
    LEAGUE,
    SEVEN_CARD,
    SIX_CARD_61,
    THREE_HANDED,
    Call,
    Challenge,
    Deal,
    FalseMuggins,
    Game,
    GameError,
    Go,
    Irregularity,
    Lay,
    LayAway,
    Phase,
    Reason,
    Ruleset,
    ScoringError,
    Starter,
    parse_card,
)
from scoring.irregularities import IrregularityKind
from scoring.ruleset import NextGameDealer
from tests.scoring.games import PACK, cards_of
from tests.scoring.table import (
    EVENTS,
    apply_all,
    at_play,
    at_show,
    begun,
    dealt,
    pegs,
    play,
    refusal,
)

# Winning


@pytest.mark.parametrize(("score", "winner"), [(106, None), (107, 0), (108, 0), (120, 0)])
def test_the_game_is_won_at_its_number_or_more_r8(score: int, winner: int | None) -> None:
    game = apply_all(at_show((score, 0)), Call(0, 14))
    assert (game.winner, game.scores) == (winner, (score + 14, 0))


@pytest.mark.parametrize(
    ("rules", "target"), [(LEAGUE, 121), (HOYLE, 121), (SIX_CARD_61, 61), (FIVE_CARD, 61), (SEVEN_CARD, 181)]
)
def test_the_number_of_each_game_r8(rules: Ruleset, target: int) -> None:
    number = rules.dealt
    game = apply_all(begun(rules), dealt(number, 2), LayAway(0, cards_of(PACK[:2])))
    game = apply_all(game, LayAway(1, cards_of(PACK[number : number + 2])))
    jack = Starter(parse_card("JD"))
    assert apply_all(replace(game, scores=(0, target - 3)), jack).winner is None
    assert apply_all(replace(game, scores=(0, target - 2)), jack).winner == 1


def test_the_non_dealer_counts_first_and_wins_r37() -> None:
    """The first to be counted wins, although Bob would have had more with hand and crib."""
    game = apply_all(at_show((110, 120)), Call(0, 14))
    assert (game.winner, game.phase, game.scores) == (0, Phase.OVER, (124, 120))
    for event in (Call(1, 12), Call(1, 12, crib=True), Deal(), *EVENTS.values()):
        assert refusal(game, event).rule == "R37"


def test_the_dealer_wins_with_their_hand_before_the_crib_r37() -> None:
    game = apply_all(at_show((0, 110)), Call(0, 14), Call(1, 12))
    assert (game.winner, game.scores) == (1, (14, 122))
    assert refusal(game, Call(1, 12, crib=True)).rule == "R37"


def test_the_game_is_won_in_the_play_r37() -> None:
    game = at_play("7C 2D 9H 9S", "7D 7H TC TD", scores=(118, 119))
    game, pegged = play(game, "7C 7D")
    assert (pegged, game.winner, game.scores) == ([[], ["Bob pair 2"]], 1, (118, 121))
    assert refusal(game, Lay(0, parse_card("2D"))).rule == "R37"
    assert game.turn is None


def test_the_last_card_wins_too_r37() -> None:
    game = at_play("TC QC 9H 9S", "KC KD KH KS", scores=(120, 120))
    game, pegged = play(game, "TC KC QC go go")
    assert (pegged[-1], game.winner) == (["Ann last card 1"], 0)


def test_nobody_passes_the_winner_in_a_verdict_r46() -> None:
    """The counter pegs before the challenger."""
    muggins = Call(0, 10, challenge=Challenge(1, 14))
    step = at_show((111, 118)).apply(muggins)
    assert (pegs(step), step.game.winner, step.game.scores) == (["Ann hand 10"], 0, (121, 118))
    step = at_show((110, 117)).apply(muggins)
    assert (pegs(step), step.game.winner, step.game.scores) == (["Ann hand 10", "Bob muggins 4"], 1, (120, 121))
    step = at_show((110, 116)).apply(muggins)
    assert (step.game.winner, step.game.scores) == (None, (120, 120))


def test_the_penalty_can_win_r46() -> None:
    rules = replace(LEAGUE, false_muggins_penalty=FalseMuggins.CLAIMED)
    step = at_show((105, 119), rules).apply(Call(0, 14, challenge=Challenge(1, 16)))
    assert (step.game.winner, step.game.scores) == (0, (121, 119))


def test_an_overcall_corrected_wins_nothing_r41() -> None:
    step = at_show((106, 0)).apply(Call(0, 16, challenge=Challenge(1, 14)))
    assert (step.game.winner, step.game.scores) == (None, (120, 0))
    assert at_show((106, 0)).apply(Call(0, 16)).game.winner == 0


def lost_with(score: int, rules: Ruleset) -> Game:
    """Ann wins with her hand; Bob has the score."""
    return apply_all(at_show((rules.target - 1, score), rules), Call(0, 14))


@pytest.mark.parametrize(
    ("target", "score", "lurched"),
    [(121, 0, True), (121, 60, True), (121, 61, False), (61, 30, True), (61, 31, False), (181, 90, True)],
)
def test_the_lurch_r38(target: int, score: int, lurched: bool) -> None:
    for rules in (HOYLE, HOME_COMPUTER):
        assert lost_with(score, replace(rules, target=target)).lurched == (False, lurched)
    assert lost_with(score, replace(LEAGUE, target=target)).lurched == (False, False)


ACC_LURCH = replace(  # a skunk at 31 points or more behind, a double skunk at 61 or more
    LEAGUE, lurch=True, lurch_below=91, double_lurch_below=61, game_points=2, lurch_points=3, double_lurch_points=4
)


@pytest.mark.parametrize(
    ("score", "lurched", "double", "worth"),
    [
        (0, True, True, 4),
        (60, True, True, 4),
        (61, True, False, 3),
        (90, True, False, 3),
        (91, False, False, 2),
        (120, False, False, 2),
    ],
)
def test_lurch_and_double_lurch_at_other_scores_r38(score: int, lurched: bool, double: bool, worth: int) -> None:
    game = lost_with(score, ACC_LURCH)
    assert (game.lurched, game.double_lurched, game.worth) == ((False, lurched), (False, double), worth)


@pytest.mark.parametrize("score", range(0, 121, 5))
def test_a_lurch_counts_double_where_only_that_is_said_r38(score: int) -> None:
    assert lost_with(score, HOYLE).worth == (2 if score < 61 else 1)
    assert lost_with(score, HOYLE).double_lurched == (False, False)
    assert lost_with(score, LEAGUE).worth == 1


def test_of_three_players_the_worst_loser_says_what_the_game_counts_r38() -> None:
    game = Game.start(("Ann", "Bob", "Cat"), ruleset=replace(ACC_LURCH, three_players=True), dealer=0)
    won = replace(game, phase=Phase.OVER, winner=0, scores=(121, 100, 70))
    assert (won.lurched, won.double_lurched, won.worth) == ((False, False, True), (False, False, False), 3)
    assert replace(won, scores=(121, 60, 100)).worth == 4


def test_a_game_that_goes_on_counts_nothing_yet_r38() -> None:
    assert at_show((0, 0), ACC_LURCH).worth is None
    assert at_show((0, 0), ACC_LURCH).double_lurched == (False, False)


def test_nobody_is_lurched_while_the_game_goes_on_r38() -> None:
    assert at_show((0, 0), HOYLE).lurched == (False, False)


def test_the_middle_of_181_r38() -> None:
    assert lost_with(91, replace(HOYLE, target=181)).lurched == (False, False)


# Who deals first in the next game


def won(winner: int, first: int, way: NextGameDealer, players: int = 2) -> Game:
    rules = replace(THREE_HANDED, next_game_dealer=way)
    scores = tuple(121 if side == winner else 60 + side for side in range(2 if players == 4 else players))
    game = begun(rules, players, first)
    return replace(game, phase=Phase.OVER, winner=winner, scores=scores, deal=9)


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_dealer_of_the_next_game_r2(winner: int, first: int) -> None:
    assert won(winner, first, NextGameDealer.CUT).next_dealer is None
    assert won(winner, first, NextGameDealer.ALTERNATE).next_dealer == 1 - first
    assert won(winner, first, NextGameDealer.WINNER).next_dealer == winner
    assert won(winner, first, NextGameDealer.LOSER).next_dealer == 1 - winner


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_the_first_dealer_of_the_next_game_in_doubles_r2(first: int) -> None:
    assert won(0, first, NextGameDealer.CUT, 4).next_dealer is None
    assert won(0, first, NextGameDealer.ALTERNATE, 4).next_dealer == (first + 1) % 4
    for winner in (0, 1):
        dealer = won(winner, first, NextGameDealer.WINNER, 4).next_dealer
        loser = won(winner, first, NextGameDealer.LOSER, 4).next_dealer
        assert dealer in (winner, winner + 2)
        assert loser in (1 - winner, 3 - winner)
        assert dealer != first
        assert loser != first


def test_the_next_first_dealer_of_three_r2() -> None:
    assert won(2, 1, NextGameDealer.ALTERNATE, 3).next_dealer == 2
    assert won(2, 2, NextGameDealer.ALTERNATE, 3).next_dealer == 0
    assert won(1, 2, NextGameDealer.WINNER, 3).next_dealer == 1
    assert won(1, 2, NextGameDealer.CUT, 3).next_dealer is None


def test_there_is_no_next_game_while_this_goes_on_r2() -> None:
    with pytest.raises(GameError, match="R2"):
        assert begun().next_dealer


# How many counts


def counts(game: Game, script: str) -> int:
    """Counts in a deal: each ends with a thirty-one or a last card."""
    game, pegged = play(game, script)
    assert game.phase is Phase.SHOW
    return sum("last card" in peg or "thirty-one" in peg for step in pegged for peg in step)


def test_up_to_three_counts_in_six_card_r19() -> None:
    assert counts(at_play("TC TD TH TS", "KC KD KH KS"), "TC KC TD go go KD TH KH go go TS KS") == 3


def test_up_to_four_counts_in_seven_card_r19() -> None:
    hands = ("TC TD TH TS 9C", "KC KD KH KS QC")
    script = "TC KC TD go go KD TH KH go go TS KS 9C go QC"
    assert counts(at_play(*hands, rules=SEVEN_CARD), script) == 4


@pytest.mark.parametrize(("rules", "ranks", "number"), [(LEAGUE, "TJQK", 6), (SEVEN_CARD, "9TJQK", 7)])
def test_six_or_seven_counts_of_partners_r19(rules: Ruleset, ranks: str, number: int) -> None:
    """Nothing but tens and nines: three cards a count."""
    game = at_play(*(" ".join(rank + suit for rank in ranks) for suit in "CDHS"), rules=rules)
    ended = 0
    while game.phase is Phase.PLAY:
        assert game.play is not None
        assert game.turn is not None
        cards = game.play.legal(game.turn)
        step = game.apply(Lay(game.turn, cards[-1]) if cards else Go(game.turn))
        ended += [peg.reason for peg in step.pegs].count(Reason.LAST)
        game = step.game
    assert ended == number


# Values


def test_a_step_leaves_the_game_before_it_as_it_was() -> None:
    game = at_show()
    before = repr(game)
    one, other = game.apply(Call(0, 14)), game.apply(Call(0, 10))
    assert repr(game) == before
    assert (one.game.scores, other.game.scores) == ((14, 0), (10, 0))
    assert game.apply(Call(0, 14)) == one


def test_what_is_no_event_is_refused() -> None:
    for nonsense in (None, "deal", 7, ("lay", 0)):
        with pytest.raises(ScoringError):
            begun().apply(nonsense)  # type: ignore[arg-type]


def test_three_for_last_is_not_pegged_again_after_a_wrong_deal_r9() -> None:
    game = apply_all(begun(FIVE_CARD), dealt(5, 2), Irregularity(IrregularityKind.WRONG_DEAL, 1))
    step = game.apply(dealt(5, 2))
    assert (pegs(step), step.game.scores) == ([], (3, 0))


def test_a_game_won_on_the_crib_keeps_its_last_deal_r37() -> None:
    shown = apply_all(at_show((0, 119)), Call(0, 0), Call(1, 0))
    won = shown.apply(Call(1, 12, crib=True)).game
    assert (won.phase, won.winner, won.scores, won.dealer) == (Phase.OVER, 1, (0, 131), 1)
    assert (won.table, won.play) == (shown.table, shown.play)
    assert apply_all(replace(shown, scores=(0, 0)), Call(1, 12, crib=True)).dealer == 0


def test_an_impossible_claim_is_the_challengers_fault_r35() -> None:
    with pytest.raises(GameError, match="R35: Bob: claimed 99 is impossible") as caught:
        at_show().apply(Call(0, 4, challenge=Challenge(1, 99)))
    assert (caught.value.rule, caught.value.player) == ("R35", 1)
    with pytest.raises(GameError, match=r"R35: Ann: declared 98 is impossible.*claimed 99 is impossible") as caught:
        at_show().apply(Call(0, 98, challenge=Challenge(1, 99)))
    assert caught.value.player == 0


def test_names_differ_in_more_than_capitals_r4() -> None:
    with pytest.raises(GameError, match="R4: two players are called ann; tell them apart"):
        Game.start(["Ann", "ann"])
