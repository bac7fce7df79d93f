"""A ruleset: one frozen value that settles every question on which the sources differ.

The numbers behind the fields (R8) are those of docs/scoring-rules.md. A field's default is what the league plays, and
a named ruleset whose source is silent keeps it. A field added later must default to what was played before it existed,
so that a ruleset stored with an old ruling still reads the same.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Self, get_type_hints

from scoring.errors import Problem, RulesetError
from scoring.text import N_, Text

CRIB_CARDS = 4  # R13
SHORTEST_HAND, LONGEST_HAND = 3, 5  # R7: five-card and seven-card


class Choice(StrEnum):
    """One of a few ways. `repr` rebuilds it."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self._name_}"


class StarterCutter(Choice):
    NON_DEALER = "non-dealer"  # in doubles, the player on the dealer's left
    DEALER = "dealer"


class NextGameDealer(Choice):
    CUT = "cut"
    ALTERNATE = "alternate"
    LOSER = "loser"
    WINNER = "winner"


class GoContinuation(Choice):
    """The others' play after a go while they can still play within 31."""

    ONE = "one"  # one card, no more
    MUST = "must"  # everything that fits
    MAY = "may"  # as many as they like


class WrongClaim(Choice):
    """The points for a challenger who saw that points were missed and was wrong about how many."""

    NOTHING = "nothing"
    LESSER = "lesser"  # the lesser of what they claimed and what was missed


class Misdeal(Choice):
    REDEAL = "redeal"  # the same dealer deals again, without penalty
    CHOICE = "choice"  # the opponent chooses a new deal, or pegs 2 and the hand is corrected


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The rules of one variant with its house rules. Raises RulesetError with every reason it cannot be played."""

    name: str  # lower-case letters, digits and hyphens
    version: int  # R55: raised when what the name stands for changes
    title: str

    # The variant
    dealt: int = 6  # R5 R51: cards to each of two players
    laid_away: int = 2  # R6: by each of two players
    doubles_dealt: int = 5  # R11 R51: cards to each of four
    doubles_laid_away: int = 1  # R11 R51: by each of four
    three_players: bool = False  # R12: three may play: one card less dealt, one laid away by each, one from the pack
    target: int = 121  # R8: points that win, or more
    three_for_last: bool = False  # R9: to the first non-dealer, once a game
    one_count: bool = False  # R10: the play stops at the first 31 or go

    # Starter and deal
    starter_first: bool = False  # R15: turned before anything is laid away
    starter_cutter: StarterCutter = StarterCutter.NON_DEALER  # R14
    next_game_dealer: NextGameDealer = NextGameDealer.ALTERNATE  # R2: who deals first in games 2 and 3
    misdeal: Misdeal = Misdeal.REDEAL  # R47 R48: a wrong number of cards

    # The play
    go_continuation: GoContinuation = GoContinuation.MUST  # R17
    lone_player_scores: bool = True  # R26: combinations of a player left alone with cards

    # Calls
    muggins: bool = True  # R39: a challenger may take what was missed
    muggins_wrong_claim: WrongClaim = WrongClaim.NOTHING  # R40 R45
    overpeg_penalty: int = 0  # R45 R49: points to the challenger of an overcall, 0 for none
    persistent_threshold: int = 3  # R43: overcalls or false challenges in one game that propose awarding it

    # Winning
    lurch: bool = False  # R38: a loser not half-way counts double
    cap_at_target: bool = False  # R8: the winner's score is shown as the target, not past it

    @property
    def called(self) -> Text:
        """Its title, as a text that can be translated."""
        return Text(self.title)

    @property
    def kept(self) -> int:
        """Cards in each hand after laying away: 3, 4 or 5 (R7)."""
        return self.dealt - self.laid_away

    def dealt_to(self, players: int) -> int:
        """Cards dealt to each of so many players (R5 R11 R12)."""
        return self.dealt if players == 2 else self.doubles_dealt

    def laid_away_by(self, players: int) -> int:
        """Cards that each of so many players lays away (R6 R11 R12)."""
        return self.laid_away if players == 2 else self.doubles_laid_away

    def __post_init__(self) -> None:
        # What has the wrong type cannot be compared, so the reasons of the game wait until the types are right.
        problems = tuple(_wrong_types(self)) or tuple(_unplayable(self))
        if problems:
            raise RulesetError(*problems)

    def to_dict(self) -> dict[str, str | int | bool]:
        """Plain values under the names of the fields, fit for JSON; `from_dict` gives the ruleset back."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The ruleset that `to_dict` wrote. Fields unknown to an older writer take their defaults.

        Raises RulesetError for unknown or missing fields and choices, or for a ruleset that cannot be played.
        """
        types = get_type_hints(cls)
        problems = [
            Problem(key, Text("{key}: no such field of a ruleset; there are {types}", key=key, types=_listed(types)))
            for key in data
            if key not in types
        ]
        problems += [
            Problem(key, Text("{key}: missing; a ruleset has a name, a version and a title", key=key))
            for key in ("name", "version", "title")
            if key not in data
        ]
        values: dict[str, Any] = {key: value for key, value in data.items() if key in types}
        for key, value in values.items():
            if issubclass(types[key], Choice):
                try:
                    values[key] = types[key](value)
                except ValueError:
                    problems.append(_no_choice(key, value, types[key]))
        if problems:
            raise RulesetError(*problems)
        return cls(**values)


def _plain(value: Any) -> str | int | bool:
    return value.value if isinstance(value, Choice) else value


def _listed(words: Iterable[str]) -> str:
    return ", ".join(sorted(words))


def _no_choice(key: str, value: object, choices: type[Choice]) -> Problem:
    return Problem(
        key,
        Text(
            "{key}: {value} is not a choice; there are {choices}", key=key, value=repr(value), choices=_listed(choices)
        ),
    )


def _wrong_types(rules: Ruleset) -> Iterator[Problem]:
    for key, kind in get_type_hints(Ruleset).items():
        value = getattr(rules, key)
        if type(value) is kind:  # exactly: a bool is an int, and must not pass for one
            continue
        if issubclass(kind, Choice):
            yield _no_choice(key, value, kind)
        else:
            words = {str: N_("text"), int: N_("a whole number"), bool: N_("true or false")}
            yield Problem(key, Text("{key}: {value} must be {words}", key=key, value=repr(value), words=words[kind]))


def _unplayable(rules: Ruleset) -> Iterator[Problem]:
    """Every reason why no game can be played by `rules`."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rules.name):
        yield Problem(
            "name", Text("name: {name} must be lower-case letters, digits and single hyphens", name=repr(rules.name))
        )
    if not rules.title.strip():
        yield Problem("title", N_("title: empty; a ruleset needs words to be called by"))
    for key in ("version", "target", "persistent_threshold"):
        if getattr(rules, key) < 1:
            yield Problem(key, Text("{key}: {value} must be 1 or more", key=key, value=getattr(rules, key)))
    if rules.overpeg_penalty < 0:
        yield Problem(
            "overpeg_penalty",
            Text("overpeg_penalty: {overpeg_penalty} must be 0 (none) or more", overpeg_penalty=rules.overpeg_penalty),
        )
    if not rules.muggins and rules.muggins_wrong_claim is not WrongClaim.NOTHING:
        yield Problem(
            "muggins_wrong_claim",
            Text(
                "muggins_wrong_claim: {claim} must be nothing where muggins is off: what was missed cannot be taken",
                claim=rules.muggins_wrong_claim,
            ),
        )
    yield from _undealable(rules)


def _undealable(rules: Ruleset) -> Iterator[Problem]:
    """Every reason why the cards of `rules` make no hands and crib (R5–R7, R11–R13)."""
    for key, players in (("laid_away", 2), ("doubles_laid_away", 4)):
        crib = players * getattr(rules, key)
        if crib != CRIB_CARDS:
            right = CRIB_CARDS // players
            yield Problem(
                key,
                Text(
                    "{key}: {players} × {value} makes a crib of {crib}; it has four, so {right}",
                    key=key,
                    players=players,
                    value=getattr(rules, key),
                    crib=crib,
                    right=right,
                ),
            )
    if not SHORTEST_HAND <= rules.kept <= LONGEST_HAND:
        yield Problem(
            "dealt",
            Text(
                "dealt: {dealt} less {laid_away} keeps {kept}; a hand is 3, 4 or 5 cards",
                dealt=rules.dealt,
                laid_away=rules.laid_away,
                kept=rules.kept,
            ),
        )
    if rules.doubles_dealt - rules.doubles_laid_away != rules.kept:
        kept = rules.doubles_dealt - rules.doubles_laid_away
        yield Problem(
            "doubles_dealt",
            Text(
                "doubles_dealt: keeps {kept} in doubles and {singles} in singles; both must agree",
                kept=kept,
                singles=rules.kept,
            ),
        )
    if rules.three_players and rules.kept != CRIB_CARDS:
        yield Problem(
            "three_players", Text("three_players: three play with hands of four cards, not {kept}", kept=rules.kept)
        )


LEAGUE = Ruleset(name="league", version=1, title=str(N_("League rules")))  # E

HOYLE = Ruleset(  # D
    name="hoyle",
    version=1,
    title=str(N_("According to Hoyle")),
    three_players=True,
    misdeal=Misdeal.CHOICE,
    muggins=False,  # played “in some localities” only
    overpeg_penalty=2,
    lurch=True,
)

SIX_CARD = Ruleset(  # A
    name="six-card",
    version=1,
    title=str(N_("Six-card cribbage")),
    three_players=True,
    go_continuation=GoContinuation.ONE,
)

SIX_CARD_61 = replace(
    SIX_CARD, name="six-card-61", title=str(N_("Six-card cribbage, 61 up")), target=61
)  # D: by agreement

FIVE_CARD = Ruleset(  # A
    name="five-card",
    version=1,
    title=str(N_("Five-card cribbage")),
    dealt=5,
    doubles_dealt=4,
    target=61,
    three_for_last=True,
    one_count=True,
    go_continuation=GoContinuation.ONE,
)

FIVE_CARD_STARTER_FIRST = replace(  # C
    FIVE_CARD,
    name="five-card-starter-first",
    title=str(N_("Five-card cribbage, starter first")),
    starter_first=True,
    go_continuation=GoContinuation.MAY,
)

SEVEN_CARD = Ruleset(  # A
    name="seven-card",
    version=1,
    title=str(N_("Seven-card cribbage")),
    dealt=7,
    doubles_dealt=6,
    target=181,
    go_continuation=GoContinuation.ONE,
)

THREE_HANDED = Ruleset(
    name="three-handed", version=1, title=str(N_("Three-handed cribbage")), three_players=True
)  # R12

HOME_COMPUTER = Ruleset(  # B
    name="home-computer",
    version=1,
    title=str(N_("The home computer’s cribbage")),
    starter_cutter=StarterCutter.DEALER,
    lone_player_scores=False,
    lurch=True,
)

RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        rules.name: rules
        for rules in (
            LEAGUE,
            HOYLE,
            SIX_CARD,
            SIX_CARD_61,
            FIVE_CARD,
            FIVE_CARD_STARTER_FIRST,
            SEVEN_CARD,
            THREE_HANDED,
            HOME_COMPUTER,
        )
    }
)


def ruleset(name: str) -> Ruleset:
    """The named ruleset. Raises RulesetError, listing the names there are, for any other."""
    try:
        return RULESETS[name]
    except KeyError:
        raise RulesetError(
            Problem(
                "ruleset",
                Text("no ruleset is called {name}; there are {rulesets}", name=repr(name), rulesets=_listed(RULESETS)),
            )
        ) from None
