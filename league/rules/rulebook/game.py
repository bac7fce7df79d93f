"""The rules of a game in words, singles and doubles, as its ruleset has them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from league.rules.match_terms import Kind
from league.rules.wording import number
from scoring import Ruleset
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
from scoring.text import N_, Text


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter: heading, anchor, and sentences."""

    title: Text
    anchor: str
    rules: tuple[Text, ...]


def anchor(*parts: str) -> str:
    return "-".join(part.lower().replace(" ", "-") for part in parts if part)


def cards(count: int) -> Text:
    if count == 1:
        return N_("one card")
    return Text.plural("{number} card", "{number} cards", n=count, number=number(count))


def games(count: int) -> Text:
    if count == 1:
        return N_("one game")
    return Text.plural("{number} game", "{number} games", n=count, number=number(count))


# The most that a hand of three, four or five cards can count with the starter (R35).
_BEST_HANDS: Final[Mapping[int, int]] = {3: 20, 4: 29, 5: 46}
_GO_ON: Final[Mapping[GoContinuation, Text]] = {
    GoContinuation.MUST: N_(
        "A player who can play must. One who cannot says “go”; then the other player must play on for as long "
        "as they have a card that fits within thirty-one."
    ),
    GoContinuation.MAY: N_(
        "A player who can play must. One who cannot says “go”; then the other player may play on with as many "
        "cards as they like that fit within thirty-one."
    ),
    GoContinuation.ONE: N_(
        "A player who can play must. One who cannot says “go”; then the other player plays one card more, if "
        "they have one that fits within thirty-one."
    ),
}
_GO_ON_IN_PAIRS: Final[Mapping[GoContinuation, Text]] = {
    GoContinuation.MUST: N_(
        "A player who can play must. One who cannot says “go”; then the others must play on, in turn, for as "
        "long as they have a card that fits within thirty-one."
    ),
    GoContinuation.MAY: N_(
        "A player who can play must. One who cannot says “go”; then the others may play on, in turn, with as "
        "many cards as they like that fit within thirty-one."
    ),
    GoContinuation.ONE: N_(
        "A player who can play must. One who cannot says “go”; then the others play one card more, if the "
        "next "
        "in turn has one that fits within thirty-one."
    ),
}
_NEXT_DEALER: Final[Mapping[NextGameDealer, Text]] = {
    NextGameDealer.ALTERNATE: N_(
        "The first deal of each further game goes to the side that did not have it in the last."
    ),
    NextGameDealer.CUT: N_("The cards are cut again for the first deal of each game."),
    NextGameDealer.LOSER: N_("The loser of a game deals first in the next."),
    NextGameDealer.WINNER: N_("The winner of a game deals first in the next."),
}


def rulebook(ruleset: Ruleset, *, doubles: bool = False, prefix: str = "") -> tuple[Section, ...]:
    """Return a game's sections in the order of play; `prefix` begins their anchors."""
    kind: Kind = "doubles" if doubles else "singles"
    chapters = {
        N_("The game"): _game(ruleset),
        N_("The deal"): _deal(ruleset, doubles=doubles),
        N_("The crib and the starter"): _crib(ruleset, doubles=doubles),
        N_("The play"): _play(ruleset, doubles=doubles),
        N_("The show"): _show(ruleset, doubles=doubles),
        N_("Calls and muggins"): _calls(ruleset),
        N_("Errors in dealing"): _dealing_errors(ruleset),
        N_("Errors in play and pegging"): _pegging_errors(ruleset),
    }
    return tuple(Section(title, anchor(prefix, kind, title), tuple(rules)) for title, rules in chapters.items())


def _game(rules: Ruleset) -> Iterable[Text]:
    yield Text("Played by: {ruleset}, version {version}.", ruleset=rules.called, version=rules.version)
    yield Text(
        "The first to peg {target} points or more wins the game at once, even in the middle of a count.",
        target=rules.target,
    )
    yield from _margins(rules)
    if rules.cap_at_target:
        yield Text("The winner's score is written as {target}, even if more was pegged.", target=rules.target)
    else:
        yield Text("The winner's score is written as it was pegged, even past {target}.", target=rules.target)


def _margins(rules: Ruleset) -> Iterable[Text]:
    counted = {"below": rules.lurched_below, "game": number(rules.game_points), "lurch": number(rules.lurch_points)}
    if not rules.lurch and rules.game_points == 1:
        yield N_("A game won is a game won, whatever the margin.")
    elif not rules.lurch:
        yield Text(
            "A game won counts {game} among the players, whatever the margin; in the league's table it is one game.",
            **counted,
        )
    elif (rules.game_points, rules.lurch_points) == (1, 2):
        yield Text(
            "A loser with fewer than {below} points is in the lurch. Players may count it double among themselves; "
            "in the league's table it is one game.",
            **counted,
        )
    else:
        yield Text(
            "A loser with fewer than {below} points is in the lurch. Players may count it {lurch} among themselves, "
            "where any other game won counts {game}; in the league's table it is one game.",
            **counted,
        )
    if rules.double_lurch_below:
        yield Text(
            "A loser with fewer than {below} points is in a double lurch, which players may count {points}.",
            below=rules.double_lurch_below,
            points=number(rules.double_lurch_points),
        )


def _deal(rules: Ruleset, *, doubles: bool) -> Iterable[Text]:
    if doubles:
        yield N_(
            "One player of each side cuts for the first deal: the lowest card deals, aces being low; equal cards are "
            "cut again."
        )
    else:
        yield N_(
            "Both players cut for the first deal: the lowest card deals, aces being low; equal cards are cut again."
        )
    yield _NEXT_DEALER[rules.next_game_dealer]
    if doubles:
        dealt = cards(rules.doubles_dealt)
        yield N_("The dealer shuffles and the player on the dealer's right cuts the pack.")
        yield N_("Partners sit opposite each other and share one score; the deal passes clockwise.")
        yield Text("Each player is dealt {cards}, one at a time, beginning on the dealer's left.", cards=dealt)
    else:
        yield N_("The dealer shuffles and the non-dealer cuts the pack.")
        yield N_("The deal alternates throughout the game.")
        dealt = cards(rules.dealt)
        yield Text("Each player is dealt {cards}, one at a time, beginning with the non-dealer.", cards=dealt)
    yield N_("Kings are high and aces are low. Court cards count ten, aces one, the others their pips.")
    if rules.three_players and not doubles:
        yield Text(
            "Three may play, each for themselves: {cards} each, of which {laid} is laid away, and one to the crib.",
            cards=cards(rules.doubles_dealt),
            laid=number(rules.doubles_laid_away),
        )
    if rules.three_for_last and not doubles:
        yield N_("The player who does not deal first pegs three for last, once a game.")
    elif rules.three_for_last:
        yield N_("The side that does not deal first pegs three for last, once a game.")


def _crib(rules: Ruleset, *, doubles: bool) -> Iterable[Text]:
    laid = rules.doubles_laid_away if doubles else rules.laid_away
    laying = Text(
        "Each player lays away {cards} and keeps {kept}. The four laid away are the crib (the box); it is the "
        "dealer's, "
        "and nobody looks at it before it is counted.",
        cards=cards(laid),
        kept=number(rules.hand_size),
    )
    if rules.pack_to_crib and not doubles:
        laying = Text(
            "Each player lays away {cards} and keeps {kept}. What is laid away and {pack} from the pack are the crib "
            "(the box); it is the dealer's, and nobody looks at it before it is counted.",
            cards=cards(laid),
            kept=number(rules.hand_size),
            pack=cards(rules.pack_to_crib),
        )
    if rules.starter_cutter is StarterCutter.DEALER:
        turning = N_("The dealer cuts the pack and turns up the top card, the starter.")
    elif doubles:
        turning = N_("The player on the dealer's left cuts the pack and the dealer turns up the top card, the starter.")
    else:
        turning = N_("The non-dealer cuts the pack and the dealer turns up the top card, the starter.")
    if rules.starter_first:
        yield from (Text("{turning} This is done before any card is laid away.", turning=turning), laying)
    else:
        yield from (laying, turning)
    yield N_("A cut leaves at least four cards in each packet.")
    yield N_("A jack turned up pegs its dealer two for his heels at once, even as the winning points.")


def _play(rules: Ruleset, *, doubles: bool) -> Iterable[Text]:
    if doubles:
        yield N_(
            "The player on the dealer's left leads. In turn, each lays a card and says the count, which may not pass "
            "thirty-one."
        )
    else:
        yield N_("The non-dealer leads. In turn, each lays a card and says the count, which may not pass thirty-one.")
    yield (_GO_ON_IN_PAIRS if doubles else _GO_ON)[rules.go_continuation]
    if rules.go_when_said and not doubles:
        yield N_(
            "The last card of a count pegs one for the go, as soon as the opponent says “go”. If it makes exactly "
            "thirty-one it pegs two instead, or one more where the one is pegged already."
        )
    else:
        yield N_("The last card of a count pegs one for the go, or two instead if it makes exactly thirty-one.")
    if rules.one_count:
        yield N_("The play ends with the first thirty-one or go; cards still held are not played.")
    else:
        yield N_("The count then begins again at nothing, until all the cards are played.")
        yield N_(
            "Whoever comes next in turn after the last card leads the new count, and nothing reaches back over it."
        )
        if rules.lone_player_scores:
            yield N_("A player left alone with cards plays them on, and what they make in succession counts.")
        else:
            yield N_("A player left alone with cards plays them on, and pegs nothing but the last card.")
    yield N_("A card that makes the count fifteen pegs two.")
    yield N_("A card of the rank of the one before pegs two for the pair, the third in a row six, the fourth twelve.")
    if rules.runs_upwards:
        yield N_(
            "Three or more last cards that go up one by one, such as three, four, five, peg one a card; laid in "
            "another order they are no run. Flushes do not count in the play."
        )
    else:
        yield N_(
            "Three or more last cards that make a run, in any order, peg one a card. Flushes do not count in the play."
        )


def _show(rules: Ruleset, *, doubles: bool) -> Iterable[Text]:
    if doubles:
        yield N_(
            "Hands are counted clockwise from the dealer's left, the dealer's last; then the dealer counts the crib."
        )
    else:
        yield N_("The non-dealer counts their hand first, then the dealer their hand, then the dealer the crib.")
    yield Text(
        "The starter belongs to every hand and to the crib, so a hand is counted as {cards}.",
        cards=cards(rules.hand_size + 1),
    )
    yield N_("Each different set of two or more cards that makes fifteen: two.")
    yield N_("A pair: two. A pair royal, three of a rank: six. A double pair royal, four of a rank: twelve.")
    yield N_("Each different run of three or more cards: one a card. Shorter runs within it do not count.")
    flush = rules.hand_size
    yield Text(
        "A flush, the whole hand of one suit: {flush}, or {more} with the starter.",
        flush=number(flush),
        more=number(flush + 1),
    )
    yield N_("A flush in the crib: five, and only if the starter is of its suit too.")
    yield N_("The jack of the starter's suit in hand or crib: one for his nob, even if it is the only point.")
    if rules.announcement_order is AnnouncementOrder.PAIRS_FIRST:
        yield N_("A hand is counted aloud in this order: fifteens, pairs, runs, flush, his nob.")
    if rules.hand_size == 4:
        yield Text("A hand counts {most} at most.", most=_BEST_HANDS[rules.hand_size])
    else:
        yield Text("A hand counts {most} at most, a crib 29.", most=_BEST_HANDS[rules.hand_size])
    yield N_("A player may ask a member of their own team to help them count.")


def _calls(rules: Ruleset) -> Iterable[Text]:
    yield N_("A player calls the score of their hand or crib. What they call stands unless the call is challenged.")
    if not rules.muggins:
        yield N_("There is no muggins: points that a player misses are lost, and nobody else may take them.")
    else:
        yield N_("An opponent who notices missed points may call “muggins” and peg them. Claiming them is optional.")
        if rules.muggins_in_play:
            yield N_(
                "Muggins may be called in the play too, before the next card, for points of a card or a go that were "
                "not pegged; never for his heels, a penalty or a missed muggins."
            )
        if rules.muggins_wrong_claim is WrongClaim.LESSER:
            yield N_(
                "A challenger who is right that points were missed but has not counted correctly themselves pegs the "
                "lesser of what they claimed and what was missed."
            )
        else:
            yield N_(
                "A challenger who is right that points were missed but has not counted correctly themselves takes "
                "nothing, and the score called stands."
            )
    yield N_("A hand called too high is corrected when it is challenged, and there is no other penalty.")
    if rules.false_muggins_penalty is FalseMuggins.CLAIMED:
        yield N_(
            "A challenge to a call that was correct is noted, and the points claimed besides go to the player "
            "challenged."
        )
    else:
        yield N_("A challenge to a call that was correct gains nothing, and is noted.")
    yield rule_on_conduct(rules)


def rule_on_conduct(rules: Ruleset) -> Text:
    """The rule on persistent overcalling or false challenges (R43)."""
    times = rules.persistent_threshold
    if times == 1:
        often = N_("once")
    elif times == 2:
        often = N_("twice")
    else:
        often = Text("{number} times", number=number(times))
    return Text(
        "A player who persistently calls too much or challenges correct calls: their captain is informed, and that "
        "game is awarded to the opponent. Whether it was persistent is for a referee to decide, who looks into it once "
        "it has happened {often} in one game.",
        often=often,
    )


def _dealing_errors(rules: Ruleset) -> Iterable[Text]:
    yield N_("A card faced in the pack, a card exposed in dealing or an imperfect pack: the same dealer deals again.")
    if rules.irregularities is RuleBook.ACC:
        yield N_("A wrong number of cards dealt: the same dealer deals again, without penalty.")
        yield N_(
            "A hand or a crib with a wrong number of cards found after laying away: what was pegged in the play is "
            "taken back, the hands and the crib are dead, and the same dealer deals again."
        )
    elif rules.misdeal is Misdeal.REDEAL:
        yield N_("A wrong number of cards dealt: the same dealer deals again, without penalty.")
    else:
        yield N_(
            "A hand with a wrong number of cards beside a right crib: the opponent chooses a new deal, or pegs two and "
            "the hand is corrected."
        )
        yield N_("A wrong crib beside right hands: the non-dealer pegs two, and the crib is corrected.")


# ACC 7.1b, 7.3, 8.3, 8.4.
_PEGGING_ERRORS_ACC: Final = (
    N_(
        "The dealer leads: seen before a third card is played, the cards go back and the other player leads; later, "
        "the lead and the points stand."
    ),
    N_(
        "A player says go with a card that could be played, and plays such a card later: the play goes back to that "
        "go, and the opponent pegs two for each such card."
    ),
    N_("Points pegged too few are lost once the fingers have left the peg."),
    N_("Points pegged too many are given up when the opponent says so, and the opponent pegs them."),
    N_(
        "A player who claims the game without having won it moves back to the points made and then fifteen more, and "
        "the opponent pegs the points that were missing."
    ),
)


def _pegging_errors(rules: Ruleset) -> Iterable[Text]:
    if rules.irregularities is RuleBook.ACC:
        yield from _PEGGING_ERRORS_ACC
        return
    yield N_(
        "Points pegged too few are put right until the next card is played or the pack is cut; later, they are lost."
    )
    if rules.overpeg_penalty:
        yield Text(
            "Points pegged too many are given up if the opponent asks before the next cut, and the opponent pegs "
            "{points}; later, they stand.",
            points=number(rules.overpeg_penalty),
        )
    else:
        yield N_("Points pegged too many are given up if the opponent asks before the next cut; later, they stand.")
