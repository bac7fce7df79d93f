"""Lessons about the show: counting a hand, flush and nob, and the greatest hands."""

from cardroom.rules.learn.lessons import Drawn, Lesson, Step
from cardroom.rules.learn.questions import Choose, Count, Make, Option
from scoring import FIVE_CARD
from scoring.text import N_

_SHOW = Lesson(
    "show",
    N_("Counting a hand"),
    N_("Fifteens, runs and pairs, with the starter as your fifth card."),
    ("R28", "R29", "R30", "R31", "R36", "R44"),
    (
        Step(
            N_("In turn"),
            (
                N_(
                    "After the play the non-dealer counts first, then the dealer’s hand, then the crib. The "
                    "order matters: whoever reaches the end first has won."
                ),
                N_("You may use every card in as many combinations as you like."),
            ),
        ),
        Step(
            N_("What counts"),
            (
                N_("Every set of two or more cards that makes fifteen counts two."),
                N_(
                    "A pair counts two. Three of a kind are three pairs, so six: a pair royal. Four of a kind "
                    "are six pairs, so twelve."
                ),
                N_(
                    "Three or more cards in sequence count one each. If a rank of the run is there twice, there "
                    "are two runs: a double run of three is eight with its pair."
                ),
            ),
            (
                Drawn(
                    "9H 6C 5D 4S",
                    "4D",
                    counted=True,
                    caption=N_("Fourteen: three fifteens, and a double run for eight."),
                ),
            ),
        ),
        Step(
            N_("Say it aloud"),
            (
                N_(
                    "Count fifteens first and keep the total running: “fifteen two, fifteen four, and a double "
                    "run makes twelve”. A hand with nothing is called “nineteen”, because no hand can be worth "
                    "that."
                ),
                N_("If you are unsure, ask a team-mate to help you count. In the league that is allowed."),
            ),
            (Drawn("8H 8D 7C 6S", "6H", counted=True, caption=N_("A quadruple run: sixteen, and two fifteens.")),),
        ),
    ),
    (
        Count("4S 5H 5D 5C", "3H"),
        Count("AS 2D 3C 7H", "2H"),
        Count("7D 6C 6H KS", "5S"),
    ),
)

_FLUSH = Lesson(
    "flush-and-nob",
    N_("Flush and his nob"),
    N_("The two things for which suits matter."),
    ("R32", "R33", "R34"),
    (
        Step(
            N_("A flush"),
            (
                N_(
                    "If the four cards of your hand are of one suit, count four; five if the starter is of that "
                    "suit too. Three of them and the starter are no flush."
                ),
                N_("In the crib a flush counts only if all five cards are of one suit. That is easily forgotten."),
            ),
            (
                Drawn("3H 4H 5H 6H", "7C", counted=True, caption=N_("In a hand the four hearts count four.")),
                Drawn("3H 4H 5H 6H", "7C", counted=True, crib=True, caption=N_("The same cards as a crib: no flush.")),
            ),
        ),
        Step(
            N_("One for his nob"),
            (
                N_(
                    "The jack of the starter’s suit, in your hand or in the crib, counts one. It may be the only "
                    "point you have."
                ),
                N_("Don’t confuse him with his heels: that is a jack turned up as the starter."),
            ),
            (Drawn("JH 2C 6D 8S", "4H", counted=True, caption=N_("The starter is a heart, and so is the jack.")),),
        ),
        Step(
            N_("Not in the play"),
            (N_("Neither counts while cards are laid: suits never matter there."),),
        ),
    ),
    (
        Count("2S 8S TS QS", "KH"),
        Count("2S 8S TS QS", "KH", crib=True),
        Count("JC 9D 4S 2H", "6C"),
    ),
)

_GREAT = Lesson(
    "great-hands",
    N_("Twenty and twenty-nine"),
    N_("The best hands there are, and the totals there are not."),
    ("R35",),
    (
        Step(
            N_("Twenty, with three cards"),
            (
                N_(
                    "In the five-card game you keep three cards. Nothing beats three fives with the fourth "
                    "turned up: four fifteens make eight, and the four fives twelve."
                ),
            ),
            (Drawn("5H 5C 5S", "5D", counted=True, ruleset=FIVE_CARD, caption=N_("Twenty.")),),
        ),
        Step(
            N_("Twenty-nine, with four"),
            (
                N_(
                    "In the six-card game, and in any crib, there is room for a jack as well. Each five makes "
                    "fifteen with it, which is eight more, and it is of the starter’s suit, which is one for "
                    "his nob."
                ),
                N_("Out of about thirteen million hands four are worth twenty-nine. Leagues put them on a board."),
            ),
            (Drawn("5H 5C 5S JD", "5D", counted=True, caption=N_("Twenty-nine.")),),
        ),
        Step(
            N_("Impossible totals"),
            (
                N_(
                    "With four cards and the starter no hand is worth nineteen, twenty-five, twenty-six or "
                    "twenty-seven. If you hear one of these, somebody has miscounted."
                ),
            ),
        ),
    ),
    (
        Make(
            29,
            N_("Make a hand worth twenty-nine: four cards, and then the starter."),
        ),
        Choose(
            N_("Which of these can a hand of four cards and the starter be worth?"),
            (
                Option("19", N_("Nineteen")),
                Option("24", N_("Twenty-four")),
                Option("25", N_("Twenty-five")),
                Option("27", N_("Twenty-seven")),
            ),
            "24",
            N_("Four, five and six with two of them doubled make it: 4 4 5 6 6, for example."),
            "R35",
        ),
    ),
)

SHOW = (_SHOW, _FLUSH, _GREAT)
