"""Each value of a ruleset on the rules page: the sentences that go and those that come when it is another."""

from dataclasses import fields, replace

import pytest

from scoring import LEAGUE, Ruleset
from scoring.ruleset import (
    AnnouncementOrder,
    FalseMuggins,
    GoContinuation,
    Misdeal,
    NextGameDealer,
    RuleBook,
    StarterCutter,
    WrongClaim,
)
from tests.rules.sentences import change

# For every field of a ruleset: the same rules with another value, and what then is said instead.
CHANGES = {
    "version": (
        replace(LEAGUE, version=2),
        {"Played by: League rules, version 1."},
        {"Played by: League rules, version 2."},
    ),
    "title": (
        replace(LEAGUE, title="Town rules"),
        {"Played by: League rules, version 1."},
        {"Played by: Town rules, version 1."},
    ),
    "three_players": (
        replace(LEAGUE, three_players=True),
        set(),
        {"Three may play, each for themselves: five cards each, of which one is laid away, and one to the crib."},
    ),
    "target": (
        replace(LEAGUE, target=61),
        {
            "The first to peg 121 points or more wins the game at once, even in the middle of a count.",
            "The winner's score is written as it was pegged, even past 121.",
        },
        {
            "The first to peg 61 points or more wins the game at once, even in the middle of a count.",
            "The winner's score is written as it was pegged, even past 61.",
        },
    ),
    "three_for_last": (
        replace(LEAGUE, three_for_last=True),
        set(),
        {"The player who does not deal first pegs three for last, once a game."},
    ),
    "one_count": (
        replace(LEAGUE, one_count=True),
        {
            "The count then begins again at nothing, until all the cards are played.",
            "Whoever comes next in turn after the last card leads the new count, and nothing reaches back over it.",
            "A player left alone with cards plays them on, and what they make in succession counts.",
        },
        {"The play ends with the first thirty-one or go; cards still held are not played."},
    ),
    "starter_first": (
        replace(LEAGUE, starter_first=True),
        {"The non-dealer cuts the pack and the dealer turns up the top card, the starter."},
        {
            (
                "The non-dealer cuts the pack and the dealer turns up the top card, the starter. This is done before"
                " any card is laid away."
            )
        },
    ),
    "starter_cutter": (
        replace(LEAGUE, starter_cutter=StarterCutter.DEALER),
        {"The non-dealer cuts the pack and the dealer turns up the top card, the starter."},
        {"The dealer cuts the pack and turns up the top card, the starter."},
    ),
    "next_game_dealer": (
        replace(LEAGUE, next_game_dealer=NextGameDealer.LOSER),
        {"The first deal of each further game goes to the side that did not have it in the last."},
        {"The loser of a game deals first in the next."},
    ),
    "irregularities": (
        replace(LEAGUE, irregularities=RuleBook.ACC),
        {
            (
                "Points pegged too few are put right until the next card is played or the pack is cut; later, they are "
                "lost."
            ),
            "Points pegged too many are given up if the opponent asks before the next cut; later, they stand.",
        },
        {
            (
                "A hand or a crib with a wrong number of cards found after laying away: what was pegged in the play is "
                "taken back, the hands and the crib are dead, and the same dealer deals again."
            ),
            (
                "The dealer leads: seen before a third card is played, the cards go back and the other player leads; "
                "later, the lead and the points stand."
            ),
            (
                "A player says go with a card that could be played, and plays such a card later: the play goes back to "
                "that go, and the opponent pegs two for each such card."
            ),
            "Points pegged too few are lost once the fingers have left the peg.",
            "Points pegged too many are given up when the opponent says so, and the opponent pegs them.",
            (
                "A player who claims the game without having won it moves back to the points made and then fifteen "
                "more, and the opponent pegs the points that were missing."
            ),
        },
    ),
    "misdeal": (
        replace(LEAGUE, misdeal=Misdeal.CHOICE),
        {"A wrong number of cards dealt: the same dealer deals again, without penalty."},
        {
            (
                "A hand with a wrong number of cards beside a right crib: the opponent chooses a new deal, or pegs "
                "two and the hand is corrected."
            ),
            "A wrong crib beside right hands: the non-dealer pegs two, and the crib is corrected.",
        },
    ),
    "go_continuation": (
        replace(LEAGUE, go_continuation=GoContinuation.ONE),
        {
            (
                "A player who can play must. One who cannot says “go”; then the other player must play on "
                "for as long as they have a card that fits within thirty-one."
            )
        },
        {
            (
                "A player who can play must. One who cannot says “go”; then the other player plays one card"
                " more, if they have one that fits within thirty-one."
            )
        },
    ),
    "lone_player_scores": (
        replace(LEAGUE, lone_player_scores=False),
        {"A player left alone with cards plays them on, and what they make in succession counts."},
        {"A player left alone with cards plays them on, and pegs nothing but the last card."},
    ),
    "muggins": (
        replace(LEAGUE, muggins=False),
        {
            "An opponent who notices missed points may call “muggins” and peg them. Claiming them is optional.",
            (
                "A challenger who is right that points were missed but has not counted correctly themselves takes "
                "nothing, and the score called stands."
            ),
        },
        {"There is no muggins: points that a player misses are lost, and nobody else may take them."},
    ),
    "muggins_wrong_claim": (
        replace(LEAGUE, muggins_wrong_claim=WrongClaim.LESSER),
        {
            (
                "A challenger who is right that points were missed but has not counted correctly themselves takes "
                "nothing, and the score called stands."
            )
        },
        {
            (
                "A challenger who is right that points were missed but has not counted correctly themselves pegs the "
                "lesser of what they claimed and what was missed."
            )
        },
    ),
    "overpeg_penalty": (
        replace(LEAGUE, overpeg_penalty=2),
        {"Points pegged too many are given up if the opponent asks before the next cut; later, they stand."},
        {
            (
                "Points pegged too many are given up if the opponent asks before the next cut, and the opponent pegs "
                "two; later, they stand."
            )
        },
    ),
    "false_muggins_penalty": (
        replace(LEAGUE, false_muggins_penalty=FalseMuggins.CLAIMED),
        {"A challenge to a call that was correct gains nothing, and is noted."},
        {
            (
                "A challenge to a call that was correct is noted, and the points claimed besides go to the player "
                "challenged."
            )
        },
    ),
    "muggins_in_play": (
        replace(LEAGUE, muggins_in_play=True),
        set(),
        {
            (
                "Muggins may be called in the play too, before the next card, for points of a card or a go that were "
                "not pegged; never for his heels, a penalty or a missed muggins."
            )
        },
    ),
    "announcement_order": (
        replace(LEAGUE, announcement_order=AnnouncementOrder.PAIRS_FIRST),
        set(),
        {"A hand is counted aloud in this order: fifteens, pairs, runs, flush, his nob."},
    ),
    "go_when_said": (
        replace(LEAGUE, go_when_said=True),
        {"The last card of a count pegs one for the go, or two instead if it makes exactly thirty-one."},
        {
            (
                "The last card of a count pegs one for the go, as soon as the opponent says “go”. If it makes exactly "
                "thirty-one it pegs two instead, or one more where the one is pegged already."
            )
        },
    ),
    "persistent_threshold": (
        replace(LEAGUE, persistent_threshold=2),
        {
            (
                "A player who persistently calls too much or challenges correct calls: their captain is informed, and "
                "that game is awarded to the opponent. Whether it was persistent is for a referee to decide, who looks "
                "into it once it has happened three times in one game."
            )
        },
        {
            (
                "A player who persistently calls too much or challenges correct calls: their captain is informed, and "
                "that game is awarded to the opponent. Whether it was persistent is for a referee to decide, who looks "
                "into it once it has happened twice in one game."
            )
        },
    ),
    "lurch": (
        replace(LEAGUE, lurch=True),
        {"A game won is a game won, whatever the margin."},
        {
            (
                "A loser with fewer than 61 points is in the lurch. Players may count it double among themselves; "
                "in the league's table it is one game."
            ),
        },
    ),
    "lurch_below": (
        replace(LEAGUE, lurch=True, lurch_below=91),
        {"A game won is a game won, whatever the margin."},
        {
            (
                "A loser with fewer than 91 points is in the lurch. Players may count it double among themselves; "
                "in the league's table it is one game."
            ),
        },
    ),
    "double_lurch_below": (
        replace(LEAGUE, lurch=True, double_lurch_below=31),
        {"A game won is a game won, whatever the margin."},
        {
            (
                "A loser with fewer than 61 points is in the lurch. Players may count it double among themselves; "
                "in the league's table it is one game."
            ),
            "A loser with fewer than 31 points is in a double lurch, which players may count three.",
        },
    ),
    "game_points": (
        replace(LEAGUE, game_points=2),
        {"A game won is a game won, whatever the margin."},
        {"A game won counts two among the players, whatever the margin; in the league's table it is one game."},
    ),
    "lurch_points": (
        replace(LEAGUE, lurch=True, game_points=2, lurch_points=3),
        {"A game won is a game won, whatever the margin."},
        {
            (
                "A loser with fewer than 61 points is in the lurch. Players may count it three among themselves, "
                "where any other game won counts two; in the league's table it is one game."
            ),
        },
    ),
    "double_lurch_points": (
        replace(LEAGUE, lurch=True, double_lurch_below=31, double_lurch_points=4),
        {"A game won is a game won, whatever the margin."},
        {
            (
                "A loser with fewer than 61 points is in the lurch. Players may count it double among themselves; "
                "in the league's table it is one game."
            ),
            "A loser with fewer than 31 points is in a double lurch, which players may count four.",
        },
    ),
    "runs_upwards": (
        replace(LEAGUE, runs_upwards=True),
        {"Three or more last cards that make a run, in any order, peg one a card. Flushes do not count in the play."},
        {
            (
                "Three or more last cards that go up one by one, such as three, four, five, peg one a card; laid in "
                "another order they are no run. Flushes do not count in the play."
            ),
        },
    ),
    "cap_at_target": (
        replace(LEAGUE, cap_at_target=True),
        {"The winner's score is written as it was pegged, even past 121."},
        {"The winner's score is written as 121, even if more was pegged."},
    ),
}


# The cards of a game are changed together (a hand and a crib must come out of them); the name is not for readers.
TOGETHER = {"dealt", "laid_away", "pack_to_crib", "doubles_dealt", "doubles_laid_away", "name"}


def test_every_field_of_a_ruleset_has_its_sentences() -> None:
    assert set(CHANGES) | TOGETHER == {field.name for field in fields(Ruleset)}


@pytest.mark.parametrize("field", sorted(CHANGES))
def test_sentences_follow_a_field(field: str) -> None:
    ruleset, gone, come = CHANGES[field]
    assert change(LEAGUE, ruleset) == (gone, come)
