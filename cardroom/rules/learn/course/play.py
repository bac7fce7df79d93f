"""Lessons about the play: fifteens and pairs, go and thirty-one, runs."""

from cardroom.rules.learn.lessons import Drawn, Lesson, Step
from cardroom.rules.learn.questions import Choose, Lay, Number, Option
from cardroom.rules.play.advice import LEADS
from scoring import LEAGUE, Peg, parse_cards, pegging_points
from scoring.cards import bits
from scoring.pegging import Playing
from scoring.text import N_


def lone_king() -> Peg:
    """Return what the last of three kings and tens pegs once the other player says go: the engine plays it."""
    mine, theirs = bits(parse_cards("9H KD")), bits(parse_cards("TS QC"))
    play = Playing(LEAGUE, ("Ann", "Ben"), (mine, theirs), (0, 0), mine | theirs, 0)
    for player, card in ((0, "9H"), (1, "TS"), (0, "KD")):
        play.lay(player, parse_cards(card)[0])
    return play.go(1)[0]


_PLAY = Lesson(
    "play",
    N_("The play"),
    N_("Cards laid one by one, with a count that grows."),
    ("R16", "R21", "R22", "R25"),
    (
        Step(
            N_("Say the count"),
            (
                N_(
                    "The non-dealer leads. Each player in turn lays a card face up in front of them and says "
                    "what all cards so far add up to. Keep yours apart from your opponent’s: you need them again."
                ),
            ),
            (Drawn("6D 9H", caption=N_("“Six.” “Fifteen for two.”")),),
        ),
        Step(
            N_("What pegs"),
            (
                N_("A card that makes the count fifteen pegs two."),
                N_(
                    "A card of the same rank as the one before it is a pair and pegs two. A third in a row pegs "
                    "six, a fourth twelve. It makes no difference who laid the others."
                ),
                N_("If one card does several things at once, it pegs all of them."),
            ),
            (Drawn("7D 7H 7S 7C", caption=N_("Nothing, two, six, twelve.")),),
        ),
        Step(
            N_("Careful leads"),
            (
                N_(
                    "Lead a card your opponent cannot make fifteen with: anything under five. Never lead a five, "
                    "since so many cards count ten."
                ),
                N_("One of a pair is a good lead, too: if your opponent pairs it, you lay the third for six."),
                LEADS,
            ),
        ),
    ),
    (
        Lay("9H", "6C TD 4S KD"),
        Lay("7D 7H", "7S AH KD 4C", N_("Your opponent has just paired your seven. Which card pegs the most?")),
    ),
)

_GO = Lesson(
    "go",
    N_("Go and thirty-one"),
    N_("What happens when the count can go no further."),
    ("R17", "R18", "R19", "R20", "R10", "R26", "R27"),
    (
        Step(
            N_("Never past thirty-one"),
            (
                N_(
                    "The count may not pass thirty-one. If you hold a card that fits, you must lay it. If you "
                    "don’t, say “go”."
                ),
                N_("Your opponent then lays cards for as long as they have one that fits."),
            ),
        ),
        Step(
            N_("One for the last, or two"),
            (
                N_(
                    "Whoever lays the last card of a count pegs one. If it makes thirty-one exactly, they peg "
                    "two instead."
                ),
                N_(
                    "Then the count begins again at nought. The player after the one who laid last leads, and "
                    "whoever said go is in again. This goes on until all cards are laid, and the very last card "
                    "pegs one as well."
                ),
            ),
            (Drawn("KH 9D 8C 4D", caption=N_("Ten, nineteen, twenty-seven, thirty-one for two.")),),
        ),
        Step(
            N_("A new count is new"),
            (
                N_(
                    "A “go” interrupts nothing: a pair or a run may go on across it. A new count does: it never "
                    "joins with cards of the one before."
                ),
                N_(
                    "In the five-card game the play ends with the first count, and the cards that are left are "
                    "not laid."
                ),
            ),
        ),
    ),
    (
        Lay("KH 9D 8C", "4D 3S 2H AC"),
        Number(
            N_(
                "You have laid the last of these cards: twenty-nine. Your opponent says go, and you have no more "
                "cards. How many do you peg?"
            ),
            lone_king().points,
            N_("One for the last card of the count."),
            lone_king().rule,
            "9H TS KD",
        ),
        Choose(
            N_("The count is twenty-six. You hold a king and a five. What do you do?"),
            (
                Option("go", N_("Say go, and keep the five")),
                Option("five", N_("Lay the five")),
                Option("king", N_("Lay the king")),
            ),
            "five",
            N_("Whoever has a card that fits must lay it; here it even makes thirty-one, for two."),
            "R17",
        ),
    ),
)


def _run(cards: str) -> int:
    return pegging_points(cards)


_RUNS = Lesson(
    "runs",
    N_("Runs in the play"),
    N_("Three cards or more in sequence, in any order."),
    ("R23", "R24"),
    (
        Step(
            N_("In any order"),
            (
                N_(
                    "When the last three or more cards of the count can be put into sequence, whoever laid the "
                    "last of them pegs one for each card. Suits don’t matter, and neither does the order in "
                    "which they came."
                ),
                N_(
                    "Only the longest run pegs. It may grow: the next card that fits makes a longer one and pegs "
                    "all of it again."
                ),
            ),
            (
                Drawn("4C 7D 5H 8S 6C", caption=N_("Nothing until the six: then five for the run.")),
                Drawn("8D 7S 6H", caption=N_("The seven makes fifteen for two, the six a run of three.")),
            ),
        ),
        Step(
            N_("What breaks a run"),
            (
                N_(
                    "A card that does not belong, or a rank that is there twice, breaks it. After A 3 5 7 the "
                    "six pegs three: for 5, 7 and 6. After 5 J 6 the seven pegs nothing, since the jack stands "
                    "in between."
                ),
                N_("The ace is low: queen, king, ace is no run."),
            ),
            (Drawn("5C JD 6H 7S", caption=N_("No run: the jack is in the way.")),),
        ),
    ),
    (
        Number(
            N_("These cards have been laid, the six last. How many does it peg?"),
            _run("4C 7D 5H 8S 6C"),
            N_("Four, five, six, seven and eight are a run of five."),
            "R23",
            "4C 7D 5H 8S 6C",
        ),
        Number(
            N_("And the last of these?"),
            _run("5C JD 6H 7S"),
            N_("The last three cards are jack, six and seven: no run, no fifteen and no pair."),
            "R23",
            "5C JD 6H 7S",
        ),
        Lay("3D 5C 4H", "6S 3H KD 5D"),
    ),
)

PLAY = (_PLAY, _GO, _RUNS)
