"""Lessons about the table: pegging on the board, muggins, and what goes wrong."""

from cardroom.rules.learn.lessons import Drawn, Lesson, Step
from cardroom.rules.learn.questions import Called, Choose, Number, Option
from league.rules.drawings import Side
from scoring import HOYLE, IrregularityKind, Remedy, redress
from scoring.text import N_

_BOARD = Lesson(
    "board",
    N_("The board"),
    N_("Two pegs each, and a race to 121."),
    ("R8", "R37", "R38", "R46", "R50"),
    (
        Step(
            N_("Leapfrog"),
            (
                N_(
                    "Each player has two pegs. Score, and put a peg as many holes further; score again, and the "
                    "back peg jumps over the front one. The front peg shows your points, and the gap what you "
                    "scored last, so that your opponent can check it."
                ),
            ),
            pegged=(Side(N_("You"), 12, 4, gained="+8"), Side(N_("Your opponent"), 9, 7, gained="+2")),
        ),
        Step(
            N_("The first to 121"),
            (
                N_(
                    "A game is won by whoever first has 121 or more, and at that moment it is over: in the play, "
                    "or in the middle of a count."
                ),
                N_(
                    "So the order decides: his heels, the play, the non-dealer’s hand, the dealer’s hand, the "
                    "crib. Near the end the non-dealer counts before a dealer who may have more."
                ),
                N_(
                    "The league gives one point for a game, however large the margin. Elsewhere a loser with "
                    "fewer than 61 is lurched, and the game counts double."
                ),
            ),
        ),
    ),
    (
        Choose(
            N_(
                "You have 117 and count first, with a hand of four. Your opponent, who deals, has 118 and a hand "
                "of twelve. Who wins?"
            ),
            (
                Option("me", N_("I do")),
                Option("them", N_("My opponent does: they have more")),
                Option("both", N_("Nobody yet: the crib is counted first")),
            ),
            "me",
            N_("The non-dealer counts first, reaches 121 and has won. What would have come later counts for nothing."),
            "R37",
        ),
        Number(
            N_("Your front peg is in hole 47 and your back peg in hole 39. How many did you score last?"),
            47 - 39,
            N_("The distance between your pegs is your last score."),
            "R8",
        ),
    ),
)

_MUGGINS = Lesson(
    "muggins",
    N_("Muggins"),
    N_("What you miss, your opponent may take."),
    ("R39", "R40", "R41", "R42", "R43", "R43a", "R45"),
    (
        Step(
            N_("Call before you peg"),
            (
                N_(
                    "You call the total of your hand, and your opponent may disagree. If you have missed points, "
                    "they say “muggins” and take them. You keep what you called."
                ),
                N_(
                    "Claiming is optional, and nothing to be ashamed of. But the claim must be right: a "
                    "challenger who counts wrong takes nothing."
                ),
            ),
        ),
        Step(
            N_("Too much is corrected"),
            (
                N_(
                    "A call that is too high is put right when your opponent asks, and is not punished. Nor does "
                    "a challenge to a right call gain anything."
                ),
                N_(
                    "Somebody who does either of these again and again is another matter: their captain is told, "
                    "and the league may award the game to the other side."
                ),
            ),
        ),
        Step(
            N_("A printed mistake"),
            (
                N_(
                    "An old guide to the game shows this hand. It finds fifteen twice, with the eight and each "
                    "of the sevens, and so counts four for fifteens. Find what it missed."
                ),
            ),
            (Drawn("AC 7D 8H 3S", "7C", caption=N_("Ace, seven, eight, three, and a seven turned up.")),),
        ),
    ),
    (
        Called(
            "AC 7D 8H 3S",
            "7C",
            4,
            asked=N_("The guide stops at four. You call muggins: what is the whole hand worth?"),
        ),
        Choose(
            N_("Which fifteen did it miss?"),
            (
                Option("ace", N_("Ace and both sevens")),
                Option("three", N_("Eight, three and ace")),
                Option("none", N_("None: there are only two")),
            ),
            "ace",
            N_("One, seven and seven make fifteen: the third one. With the pair of sevens the hand is worth eight."),
            "R29",
        ),
        Called(
            "4C 4D 5H 6S",
            "QC",
            12,
            asked=N_(
                "Your opponent calls twelve for this hand, a double run and two fifteens. What do you say it is worth?"
            ),
        ),
    ),
)

_DEALT_WRONG = redress(IrregularityKind.WRONG_DEAL)
_PEGGED_OVER = redress(IrregularityKind.OVER_PEGGING, points=2, ruleset=HOYLE)
_PEGGED_SHORT = redress(IrregularityKind.SHORT_PEGGING, points=2, in_time=False)
_HAND_WRONG = redress(IrregularityKind.WRONG_HAND, choice=Remedy.RECTIFY, ruleset=HOYLE)

_IRREGULARITIES = Lesson(
    "irregularities",
    N_("When something goes wrong"),
    N_("Wrong deals, wrong pegs, and how they are put right."),
    ("R47", "R48", "R49"),
    (
        Step(
            N_("Deal again"),
            (
                N_(
                    "If a card lies face up in the pack, is shown in dealing, or the pack is not complete, the "
                    "same dealer deals again."
                ),
                N_("In the league the same goes for the wrong number of cards: a new deal, without penalty."),
            ),
        ),
        Step(
            N_("By Hoyle’s rules"),
            (
                N_(
                    "Other rules are stricter once cards have been laid away. Has your opponent the wrong number "
                    "of cards, and the crib is right? Then you choose: a new deal, or two points for you, and "
                    "the hand is put right."
                ),
            ),
        ),
        Step(
            N_("Pegs"),
            (
                N_(
                    "If you pegged too few, put it right before the next card is laid or the next cut is made. "
                    "After that the points are lost."
                ),
                N_(
                    "If you pegged more than you called, you go back when your opponent asks before the next "
                    "cut. By Hoyle’s rules they peg two for it; in the league it is only put right."
                ),
            ),
        ),
    ),
    (
        Choose(
            N_("You pick up your cards and have seven. What happens in the league?"),
            (
                Option("again", N_("The same dealer deals again, without penalty")),
                Option("draw", N_("My opponent draws one of mine")),
                Option("two", N_("I peg two, and play on")),
            ),
            "again" if _DEALT_WRONG.new_deal and not _DEALT_WRONG.opponent_pegs else "two",
            _DEALT_WRONG.reason,
            _DEALT_WRONG.rule,
        ),
        Number(
            N_("By Hoyle’s rules: your opponent calls six and pegs eight. You notice at once. How many do you peg?"),
            _PEGGED_OVER.opponent_pegs,
            _PEGGED_OVER.reason,
            _PEGGED_OVER.rule,
        ),
        Choose(
            N_("You called ten and pegged eight. You notice when the cards have been cut for the next deal. What now?"),
            (
                Option("lost", N_("The two points are lost")),
                Option("peg", N_("I peg them now")),
                Option("half", N_("My opponent decides")),
            ),
            "lost" if _PEGGED_SHORT.offender_pegs < 0 else "peg",
            _PEGGED_SHORT.reason,
            _PEGGED_SHORT.rule,
        ),
        Number(
            N_(
                "By Hoyle’s rules: your opponent has three cards after laying away, and the crib is right. You "
                "want the hand put right. How many do you peg?"
            ),
            _HAND_WRONG.opponent_pegs,
            _HAND_WRONG.reason,
            _HAND_WRONG.rule,
        ),
    ),
)

TABLE = (_BOARD, _MUGGINS, _IRREGULARITIES)
