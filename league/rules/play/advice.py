"""The strongest player's opinion: of a move that was made in a finished game, and of a position that is entered."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.rules.play.course import Course
from league.rules.problems import Problem
from scoring import Card, Deal, Game, Go, Lay, LayAway, Ruleset, ScoringError, parse_cards, parse_game
from scoring.strategy import Option, rank
from scoring.text import N_, Text

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


def of_step(course: Course, step: int) -> tuple[Advised, ...]:
    """Return what could have been done at a step of a game, the best first; nothing where nobody chose."""
    if not 1 <= step <= len(course.happened):
        return ()
    happened = course.happened[step - 1]
    event = happened.step.event
    if not isinstance(event, LayAway | Lay | Go):
        return ()
    away: tuple[Card, ...] = ()
    for one in course.happened[: step - 1]:
        earlier = one.step.event
        if isinstance(earlier, Deal):
            away = ()
        elif isinstance(earlier, LayAway) and earlier.player == event.player:
            away = earlier.cards or ()
    return _advised(rank(happened.before, event.player, laid_away=away), _cards(event))


@dataclass(frozen=True, slots=True)
class Asked:
    """A position as it was typed: one's dealt cards, whose deal it is and the score, or one line of the notation."""

    cards: str = ""
    dealer: str = ""
    mine: str = "0"
    theirs: str = "0"
    line: str = ""


def of_position(asked: Asked, ruleset: Ruleset) -> tuple[tuple[Advised, ...], list[Problem]]:
    """Return what the strongest player thinks of a position, or all that is wrong with it."""
    line = asked.line.strip()
    problems: list[Problem] = []
    try:
        if line:
            game = parse_game(line)
            player = game.turn
            if player is None:
                return (), [Problem("line", N_("In this position it is nobody’s turn to choose a card."), "line")]
            return _advised(rank(game, player), ()), []
        scores = {field: _points(said, ruleset) for field, said in (("mine", asked.mine), ("theirs", asked.theirs))}
        wrong = Text("Enter a score from 0 to {most}.", most=ruleset.target - 1)
        problems = [Problem(field, wrong, field) for field, score in scores.items() if score is None]
        game = _dealt(asked, ruleset, [score or 0 for score in scores.values()])
        return ((), problems) if problems else (_advised(rank(game, 0), ()), [])
    except ScoringError as refused:
        field = "line" if line else "cards"
        return (), [Problem(field, Text("{problem}.", problem=refused.text.capitalised()), field), *problems]


def _dealt(asked: Asked, ruleset: Ruleset, scores: Sequence[int]) -> Game:
    start = Game.start(["You", "They"], ruleset=ruleset, dealer=0 if asked.dealer == "me" else 1)
    game = start.after(Deal([parse_cards(asked.cards), None])).game
    return replace(game, scores=tuple(scores))


def _points(said: str, ruleset: Ruleset) -> int | None:
    known = said.isascii() and said.isdigit() and len(said) < 5
    return int(said) if known and int(said) < ruleset.target else None


def _advised(options: Sequence[Option], made: tuple[Card, ...] | None) -> tuple[Advised, ...]:
    found = []
    for place, option in enumerate(options):
        cards = _cards(option.event)
        done = made is not None and set(cards) == set(made) and bool(made)
        if place < MOST or done:
            win = "" if option.win is None else f"{100 * option.win:.0f}%"
            found.append(Advised(tuple(map(str, cards)), f"{float(option.points):+.1f}", win, option.why, done))
    return tuple(found)


def _cards(event: object) -> tuple[Card, ...]:
    match event:
        case LayAway(cards=tuple(cards)):
            return cards
        case Lay(card=card):
            return (card,)
    return ()
