"""Lessons about the cards: what they count, how they are dealt, the crib and the starter."""

from cardroom.rules.learn.lessons import Drawn, Lesson, Step
from cardroom.rules.learn.questions import Choose, Fifteen, LayAway, Number, Option
from cardroom.rules.play.advice import BALKS
from scoring import LEAGUE, Deal, Game, Peg, Starter
from scoring import LayAway as Away
from scoring.text import N_


def heels() -> Peg:
    """Return what the dealer pegs when a jack is turned, as a game of the engine pegs it."""
    game = Game.start(["Ann", "Ben"], dealer=0)
    game = game.apply(Deal(("5H 6D 7S 8C 2C KD", "4C 4D 5S 6S 9S 3H"))).game
    game = game.apply(Away(0, "2C KD")).game.apply(Away(1, "9S 3H")).game
    return game.apply(Starter("JD")).pegs[0]


_VALUES = Lesson(
    "values",
    N_("What the cards count"),
    N_("One pack, thirteen ranks, and the number fifteen."),
    ("R1",),
    (
        Step(
            N_("Rank and value"),
            (
                N_(
                    "Cribbage is played with all fifty-two cards and no jokers. The ace is low, the king is "
                    "high, and no suit is better than another."
                ),
                N_(
                    "Each card also has a value: an ace counts one, and the cards from two to ten what they "
                    "show. Jack, queen and king count ten, like the ten itself."
                ),
            ),
            (Drawn("AS 7H TD KC", caption=N_("One, seven, ten and ten.")),),
        ),
        Step(
            N_("Why it matters"),
            (
                N_(
                    "Sixteen of the fifty-two cards count ten. Put a five beside any of them and you have "
                    "fifteen, which scores. That makes fives the best cards of the pack."
                ),
                N_("A king and a jack have the same value, but they are no pair: pairs and runs go by rank."),
            ),
            (Drawn("5S KD", caption=N_("A five and any ten-card make fifteen.")),),
        ),
    ),
    (
        Fifteen("KD 7C 6H 3S 2D"),
        Fifteen("9S 8H 5D 4C AH", N_("Now find fifteen among these.")),
    ),
)

_DEAL = Lesson(
    "deal",
    N_("Cutting and dealing"),
    N_("Who deals first, and how many cards you get."),
    ("R2", "R4", "R5", "R6", "R7", "R9", "R12", "R51", "R55"),
    (
        Step(
            N_("Cut for the deal"),
            (
                N_(
                    "Each player cuts the pack. The lower card deals first, and the ace is the lowest; if both "
                    "cut the same rank, cut again. In doubles one player of each side cuts."
                ),
                N_(
                    "After that the deal alternates with every hand. Dealing is an advantage, because the dealer "
                    "also counts the crib."
                ),
            ),
            (Drawn("4H KS", caption=N_("The four deals.")),),
        ),
        Step(
            N_("Six cards each"),
            (
                N_(
                    "In the league’s game for two, each player is dealt six cards, one at a time, the non-dealer "
                    "first. In doubles each of the four gets five."
                ),
                N_(
                    "The older game deals five cards each and is played to 61. There the non-dealer pegs three "
                    "holes before the first hand, to make up for not dealing: “three for last”."
                ),
            ),
        ),
    ),
    (
        Choose(
            N_("You cut the ace of spades, your opponent the king of hearts. Who deals?"),
            (
                Option("me", N_("I do")),
                Option("them", N_("My opponent does")),
                Option("again", N_("We cut again")),
            ),
            "me",
            N_("The lowest cut deals, and the ace is low."),
            "R2",
        ),
        Number(
            N_("How many cards is each of two players dealt in the league’s game?"),
            LEAGUE.dealt,
            N_("Two of them go to the crib, and four are kept."),
            "R5",
        ),
    ),
)

_CRIB = Lesson(
    "crib",
    N_("The crib"),
    N_("Two cards to give away, and whose they become."),
    ("R13",),
    (
        Step(
            N_("Lay away two"),
            (
                N_(
                    "Look at your six cards and lay two of them away, face down. Your opponent does the same. "
                    "These four cards are the crib."
                ),
                N_(
                    "The crib belongs to the dealer, who counts it last as an extra hand. Until then nobody "
                    "looks at it."
                ),
            ),
        ),
        Step(
            N_("Keep or spoil"),
            (
                N_(
                    "If you deal, lay away what might score: a pair, or cards that make fifteen. You will count "
                    "them yourself."
                ),
                N_(
                    "If you don’t, your opponent counts what you lay away. Avoid fives, pairs and neighbours; "
                    "cards that are far apart, such as a king and an ace, do least for them. Sometimes it is "
                    "right to keep a slightly worse hand so as to spoil the crib."
                ),
                BALKS,
            ),
            (
                Drawn("KD AC", caption=N_("Safe to give away: far apart, and no fifteen.")),
                Drawn("5D 5C", caption=N_("A present to the dealer.")),
            ),
        ),
    ),
    (
        LayAway("4H 5S 6D 6C KH QS", dealer=True),
        LayAway("2H 3S 4D 4C KH 8S", dealer=False),
    ),
)

_STARTER = Lesson(
    "starter",
    N_("The starter"),
    N_("One card turned up, which counts in every hand."),
    ("R14", "R15", "R3"),
    (
        Step(
            N_("Cut and turn"),
            (
                N_(
                    "When everybody has laid away, the non-dealer lifts a part of the pack and the dealer turns "
                    "up the card below it. This is the starter."
                ),
                N_(
                    "At least four cards must be in each part of the pack, so that nobody finds out what lies at "
                    "its ends."
                ),
            ),
        ),
        Step(
            N_("Everybody’s fifth card"),
            (
                N_(
                    "Nobody plays the starter. But when hands are counted it belongs to each of them: to yours, "
                    "to your opponent’s and to the crib."
                ),
            ),
            (
                Drawn(
                    "7C 7D 8H 2S",
                    "9D",
                    counted=True,
                    caption=N_("A nine turned makes this hand worth twelve instead of six."),
                ),
            ),
        ),
        Step(
            N_("Two for his heels"),
            (
                N_(
                    "If the starter is a jack, the dealer pegs two at once and says “two for his heels”. These "
                    "two can win the game."
                ),
            ),
            (Drawn("JD", caption=N_("A jack turned up.")),),
        ),
    ),
    (
        Number(
            N_("You deal, and the jack of diamonds is turned up. How many do you peg?"),
            heels().points,
            N_("Two for his heels, before a card is played."),
            heels().rule,
            "JD",
        ),
        Choose(
            N_(
                "The game is to 121. You deal at 119, your opponent is at 120, and the starter is a jack. What happens?"
            ),
            (
                Option("win", N_("I have won")),
                Option("play", N_("We play on: a game is not won by heels")),
                Option("they", N_("My opponent may play first, and wins with one point")),
            ),
            "win",
            N_("Points are pegged in their order, and heels come before the play. Whoever gets there first has won."),
            "R14",
        ),
    ),
)

CARDS = (_VALUES, _DEAL, _CRIB, _STARTER)
