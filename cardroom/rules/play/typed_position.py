"""A position entered in the form, as a game of two: the asker, and the other player, whose hand nobody knows.

In the play the form tells the asker's hand and the cards played, in their order. A card of that hand was played by the
asker and any other by the other player, and whoever's turn it was before that said go. So no go is entered.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from league.rules.problems import Problem
from scoring import Card, Deal, Event, Game, GameError, Go, Lay, LayAway, Ruleset, ScoringError, Starter, parse_cards
from scoring.cards import bits
from scoring.pegging import Play
from scoring.text import N_, Text

ME, OTHER = 0, 1
THIRTY_ONE = 31
# The fields by their labels; first those that cards are entered in.
CARDS = {
    "cards": N_("Your cards"),
    "starter": N_("Starter"),
    "laid": N_("You laid away"),
    "played": N_("Cards played"),
}
LABELS = {
    **CARDS,
    "lead": N_("Neither of us can play: I lead a new count"),
    "mine": N_("Your score"),
    "theirs": N_("Their score"),
}


@dataclass(frozen=True, slots=True)
class TypedPosition:
    """A position as it was typed: in the fields of the form, or as one line of the notation.

    Attributes:
        cards: those one was dealt, or, in the play, those one kept, played or not.
        laid: in the play, what one laid away of them.
        played: all cards played in this deal, by both players.
        lead: not empty: neither can play any more in the last count, and one leads the next.
        who: of a line: the name of who chooses what to lay away; of others it is known.
        away: of a line: what they laid away, which it does not tell.
    """

    cards: str = ""
    dealer: str = ""
    mine: str = "0"
    theirs: str = "0"
    starter: str = ""
    laid: str = ""
    played: str = ""
    lead: str = ""
    line: str = ""
    who: str = ""
    away: str = ""

    @property
    def said(self) -> bool:
        """Return True if there is anything to be judged."""
        return any(said.strip() for said in (self.cards, self.starter, self.laid, self.played, self.lead, self.line))


class _Entered(NamedTuple):
    """The cards of the form; None where a field cannot be read."""

    ruleset: Ruleset
    cards: tuple[Card, ...] | None
    starter: tuple[Card, ...] | None
    laid: tuple[Card, ...] | None
    played: tuple[Card, ...] | None
    lead: bool

    @property
    def all_dealt(self) -> bool:
        """Return True if all cards dealt are entered, not only those kept."""
        return len(self.cards or ()) == self.ruleset.dealt

    @property
    def whole(self) -> bool:
        """Return True if there are as many cards as were dealt, or, in the play, as were kept."""
        return self.all_dealt or (self.in_play and len(self.cards or ()) == self.ruleset.hand_size)

    @property
    def kept(self) -> tuple[Card, ...]:
        """The asker's hand after laying away."""
        return tuple(card for card in self.cards or () if not self.all_dealt or card not in (self.laid or ()))

    @property
    def in_play(self) -> bool:
        """Return True if it is about the play: something was laid away, as the other fields tell."""
        # None, too: what cannot be read was meant to say something.
        if self.laid != () or self.played != () or self.lead:
            return True
        turned_later = not self.ruleset.starter_first
        return self.starter != () and (turned_later or len(self.cards or ()) == self.ruleset.hand_size)


def entered_game(asked: TypedPosition, ruleset: Ruleset) -> tuple[Game | None, tuple[Card, ...], list[Problem]]:
    """Return the game that the form tells, the asker to choose, and what they laid away; or all that is wrong."""
    problems: list[Problem] = []
    cards = {field: _read(field, getattr(asked, field), problems) for field in CARDS}
    entered = _Entered(ruleset, **cards, lead=bool(asked.lead.strip()))
    problems += _wrong(entered)
    scores = {field: _points(getattr(asked, field), ruleset) for field in ("mine", "theirs")}
    game = None
    if not problems:
        begun = _begun(entered, ME if asked.dealer == "me" else OTHER)
        found = _played(begun, entered) if entered.in_play else begun
        if isinstance(found, Problem):
            problems.append(found)
        else:
            game = replace(found, scores=tuple(score or 0 for score in scores.values()))
    wrong = Text("Enter a score from 0 to {most}.", most=ruleset.target - 1)
    problems += [_problem(field, wrong) for field, score in scores.items() if score is None]
    return (None, (), problems) if problems else (game, entered.laid or (), [])


def told(game: Game) -> tuple[Text, ...]:
    """Return in sentences how the play stands, for whoever has entered it; nothing before it."""
    play = game.play
    if play is None:
        return ()
    if not play.cards:
        return (N_("You lead."),)
    said = [Text("The count is {total}.", total=play.total)]
    if play.out >> OTHER & 1:
        said.append(N_("They said go."))
    elif not play.legal(ME) and play.last == OTHER:
        said.append(N_("You have no card that fits; if they have none either, mark that you lead a new count."))
    return tuple(said)


def _points(said: str, ruleset: Ruleset) -> int | None:
    known = said.isascii() and said.isdigit() and len(said) < 5
    return int(said) if known and int(said) < ruleset.target else None


def _problem(field: str, message: Text) -> Problem:
    return Problem(field, message, field, LABELS[field])


def _read(field: str, said: str, problems: list[Problem]) -> tuple[Card, ...] | None:
    try:
        return parse_cards(said)
    except ScoringError as refused:
        text = Text("{problem}.", problem=refused.text.capitalised())
        problems.append(_problem(field, text))
        return None


def _wrong(entered: _Entered) -> Iterator[Problem]:
    """Yield what is wrong with the cards before anybody plays them."""
    ruleset, cards, starter, laid, played, _ = entered
    if cards is not None and not entered.whole:
        sizes = {"dealt": ruleset.dealt, "kept": ruleset.hand_size}
        wanted = N_("Enter the {dealt} cards you were dealt.")
        if entered.in_play:
            wanted = N_("Enter the {dealt} cards you were dealt or the {kept} you kept.")
        yield _problem("cards", Text(wanted, **sizes))
    if starter is not None and len(starter) != 1 and (starter or entered.in_play or ruleset.starter_first):
        yield _problem("starter", N_("Enter the starter: one card."))
    if laid is not None and len(laid) != ruleset.laid_away and (laid or (entered.in_play and entered.all_dealt)):
        said = Text.plural(
            "Enter the {n} card you laid away.", "Enter the {n} cards you laid away.", n=ruleset.laid_away
        )
        yield _problem("laid", said)
    yield from _twice(entered)
    theirs = [card for card in played or () if card not in (cards or ())]
    if entered.whole and len(theirs) > ruleset.hand_size:
        wrong = Text("{n} of these are not your cards; they hold {kept}.", n=len(theirs), kept=ruleset.hand_size)
        yield _problem("played", wrong)


def _twice(entered: _Entered) -> Iterator[Problem]:
    """Yield each card that cannot be where it is entered, as it is somewhere else."""
    cards, starter, laid, played = (found or () for found in entered[1:5])
    for card in starter:
        if card in cards:
            yield _problem("starter", Text("{card} is among your cards.", card=card))
    for card in laid:
        if card in starter:
            yield _problem("laid", Text("{card} is the starter.", card=card))
        elif entered.all_dealt and card not in cards:
            yield _problem("laid", Text("{card} is not among your cards.", card=card))
        elif entered.whole and not entered.all_dealt and card in cards:
            yield _problem("laid", Text("{card} is among the cards you kept.", card=card))
    for card in played:
        if card in starter:
            yield _problem("played", Text("{card} is the starter.", card=card))
        elif card in laid:
            yield _problem("played", Text("{card} was laid away.", card=card))


def _begun(entered: _Entered, dealer: int) -> Game:
    """Return the game when cards are to be laid away, or when the play begins."""
    ruleset, laid = entered.ruleset, entered.laid or None
    dealt = entered.cards if entered.all_dealt else None
    starter: list[Event] = [Starter(card) for card in entered.starter or ()]
    away: list[Event] = []
    if entered.in_play:
        away = [LayAway(ME, laid, () if dealt else entered.kept), LayAway(OTHER)]
    game = Game.start(["You", "They"], ruleset=ruleset, dealer=dealer).apply(Deal([dealt, None])).game
    for event in (*starter, *away) if ruleset.starter_first else (*away, *starter):
        game = game.apply(event).game
    return game


def _played(game: Game, entered: _Entered) -> Game | Problem:
    """Return the game after the cards that were played, when the asker is to choose one."""
    mine = bits(entered.kept)
    for place, card in enumerate(entered.played or (), start=1):
        after = _laid(game, ME if card.bit & mine else OTHER, card)
        if isinstance(after, Text):
            message = Text("Card {place}, {card}: {wrong}.", place=place, card=card, wrong=after)
            return _problem("played", message)
        game = after
    return _my_turn(game, lead=entered.lead)


def _laid(game: Game, player: int, card: Card) -> Game | Text:
    """Return the game after a card, whoever could not play before it having said go; or why it cannot be."""
    while True:
        play = _play(game)
        if play.turn is None:
            return N_("the play was over before it")
        if play.turn == player and card.value <= THIRTY_ONE - play.total:
            try:
                return game.apply(Lay(player, card)).game
            except GameError:  # of hidden cards, which a go has told of
                return N_("they said go when it would have fitted")
        passed = _passed(game)
        if isinstance(passed, Text):
            return passed
        game = passed


def _passed(game: Game) -> Game | Text:
    """Return the game after a go of the player in turn, or why they cannot have said it."""
    play = _play(game)
    player = play.turn or 0
    if not play.cards:
        return N_("it was your turn to lead") if player == ME else N_("it was their turn to lead")
    if not play.may_go(player):
        if player == ME:
            return Text("it was your turn, and {other} would have fitted", other=play.legal(ME)[0])
        return Text("it was their turn, and at {total} any card would have fitted", total=play.total)
    return game.apply(Go(player)).game


def _my_turn(game: Game, *, lead: bool) -> Game | Problem:
    """Return the game when the asker's turn has come, as far as it comes without another card."""
    if not _play(game).left[ME]:
        return _problem("played", N_("You have played all your cards."))
    while (play := _play(game)).turn is not None and (play.cards if lead else play.turn == OTHER):
        after = _passed(game)
        if isinstance(after, Text) and lead:
            return _problem("lead", Text("The count goes on: {wrong}.", wrong=after))
        if isinstance(after, Text):
            return _problem("played", N_("It is their turn: enter the card they played."))
        game = after
    if play.turn is None:
        return _problem("played", N_("The play is over: only one count is played."))
    if play.turn == OTHER:
        return _problem("lead", N_("They lead the next count: enter the card they played."))
    return game


def _play(game: Game) -> Play:
    return cast(Play, game.play)  # a game that `_begun` has brought so far has one
