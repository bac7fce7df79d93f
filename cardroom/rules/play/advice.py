"""The strongest player's opinion: of a move that was made in a finished game, and of a position that is entered.

An old book's advice, and what the tables of the computer's players say of it (docs/strategy.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardroom.rules.play.replay import Replay
from cardroom.rules.play.typed_position import ME, TypedPosition, entered_game, told
from league.rules.problems import Problem
from scoring import Card, Deal, Game, Go, Lay, LayAway, Phase, Ruleset, ScoringError, parse_cards, parse_game
from scoring.cards import cards_of
from scoring.strategy import Option, rank
from scoring.text import N_, NOTHING, Text

BALKS = N_(
    "Hoyle: kings and aces spoil the dealer’s crib best. The tables: with a king laid into it the crib is worth 4.4 on "
    "average, with an ace 4.7, with a five 6.9; king and ten leave it 3.8."
)
LEADS = N_(
    "Hoyle: the safest lead is a four, the most dangerous a seven or an eight. The tables, in points above the hand’s "
    "other leads: a three +0.32, a four +0.28, a seven −0.06, an eight −0.12, and a five −0.59."
)


def claim_on(game: Game, player: int) -> Text:
    """Return what is claimed of the choice that a player of two has with six cards, and how it turns out; else nothing.

    The figures are of the six-card game.
    """
    if len(game.names) != 2 or (game.ruleset.dealt, game.ruleset.laid_away) != (6, 2):
        return NOTHING
    if game.phase is Phase.LAY_AWAY and player != game.dealer:
        return BALKS
    first = game.phase is Phase.PLAY and game.play is not None and game.play.left == game.play.held
    return LEADS if first else NOTHING


MOST = 8


@dataclass(frozen=True, slots=True)
class Advised:
    """One thing that could be done.

    Attributes:
        cards: that are laid away or played; none: go is said.
        points: what may be expected of it to the end of the deal, one's own less the others', with one decimal.
        made: it is what was done.
    """

    cards: tuple[str, ...]
    points: str
    win: str
    why: Text
    made: bool


class Opinion(NamedTuple):
    """The opinion of the strongest player of a position, and how it was read; or all that is wrong with it.

    Attributes:
        claim: what an old book advises there, and what the tables say of it.
    """

    advised: tuple[Advised, ...] = ()
    problems: Sequence[Problem] = ()
    read: tuple[Text, ...] = ()
    claim: Text = NOTHING


def of_step(course: Replay, step: int) -> Opinion:
    """Return what could have been done at a step of a game, the best first; nothing where nobody chose."""
    if not 1 <= step <= len(course.happened):
        return Opinion()
    happened = course.happened[step - 1]
    event = happened.step.event
    if not isinstance(event, LayAway | Lay | Go):
        return Opinion()
    away: tuple[Card, ...] = ()
    for one in course.happened[: step - 1]:
        earlier = one.step.event
        if isinstance(earlier, Deal):
            away = ()
        elif isinstance(earlier, LayAway) and earlier.player == event.player:
            away = earlier.cards or ()
    before, player = happened.before, event.player
    advised = _advised(rank(before, player, laid_away=away, also=event), _cards(event))
    return Opinion(advised, claim=claim_on(before, player))


def of_position(asked: TypedPosition, ruleset: Ruleset) -> Opinion:
    """Return what the strongest player thinks of a position, or all that is wrong with it."""
    line = asked.line.strip()
    try:
        if line:
            return _of_line(asked)
        game, laid, problems = entered_game(asked, ruleset)
        if game is None:
            return Opinion(problems=problems)
        advised = _advised(rank(game, ME, laid_away=laid), None)
        return Opinion(advised, read=told(game), claim=claim_on(game, ME))
    except ScoringError as refused:
        field = "line" if line else "cards"
        return Opinion(problems=[Problem(field, Text("{problem}.", problem=refused.text.capitalised()), field)])


def _of_line(asked: TypedPosition) -> Opinion:
    game = parse_game(asked.line.strip())
    player = _who_lays_away(game, asked.who.strip()) if game.phase is Phase.LAY_AWAY else game.turn
    if player is None:
        return Opinion(problems=[Problem("line", N_("In this position it is nobody’s turn to choose a card."), "line")])
    away: tuple[Card, ...] = ()
    if game.phase is Phase.PLAY and asked.away.strip():
        away, number = parse_cards(asked.away), game.ruleset.laid_away_by(len(game.names))
        if len(set(away)) != number or len(away) != number or set(away) & _seen_cards(game, player):
            wrong = Text.plural(
                "Enter the {n} card that was laid away; it is neither on the table nor in the hand.",
                "Enter the {n} cards that were laid away; none of them is on the table or in the hand.",
                n=number,
            )
            return Opinion(problems=[Problem("away", wrong, "away")])
    return Opinion(_advised(rank(game, player, laid_away=away), None), claim=claim_on(game, player))


def _seen_cards(game: Game, player: int) -> set[Card]:
    if game.table is None or game.play is None:
        return set()
    played = sum(held & ~left for held, left in zip(game.play.held, game.play.left, strict=True))
    starter = () if game.table.starter is None else (game.table.starter,)
    return {*cards_of(game.play.held[player] | played), *starter}


def _who_lays_away(game: Game, name: str) -> int | None:
    """Return who is asked about where cards are laid away: the one named, else the first whose cards are known."""
    table = game.table
    due = [
        player
        for player in range(len(game.names))
        if table is not None and not table.hidden[player] and not table.laid >> player & 1
    ]
    named = [player for player in due if game.names[player] == name]
    return next(iter(named or due), None)


def _advised(options: Sequence[Option], made: tuple[Card, ...] | None) -> tuple[Advised, ...]:
    found = []
    for place, option in enumerate(options):
        cards = _cards(option.event)
        done = made is not None and set(cards) == set(made) and bool(made)
        if place < MOST or done:
            win = "" if option.win is None else f"{100 * option.win:.0f}%"
            found.append(
                Advised(tuple(map(str, cards)), f"{float(option.points):+.1f}".replace("-", "−"), win, option.why, done)
            )
    return tuple(found)


def _cards(event: object) -> tuple[Card, ...]:
    match event:
        case LayAway(cards=tuple(cards)):
            return cards
        case Lay(card=card):
            return (card,)
    return ()
