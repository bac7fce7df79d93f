"""A ruleset: one frozen value that settles every question on which the sources differ.

The numbers behind the fields (R8) are those of docs/scoring-rules.md. A field's default is what the league plays, and
a named ruleset whose source is silent keeps it. A field added later must default to what was played before it existed,
so that a ruleset stored with an old ruling still reads the same.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Self

from scoring.choices import (
    AnnouncementOrder,
    Choice,
    FalseMuggins,
    GoContinuation,
    Misdeal,
    NextGameDealer,
    RuleBook,
    StarterCutter,
    WrongClaim,
)
from scoring.errors import Problem, RulesetError
from scoring.playable import CRIB_CARDS, contradictions, listed, no_choice, types_of, wrong_types
from scoring.text import N_, Text

__all__ = [
    "ACC",
    "CRIB_CARDS",
    "FIVE_CARD",
    "FIVE_CARD_STARTER_FIRST",
    "HOME_COMPUTER",
    "HOME_COMPUTER_61",
    "HOYLE",
    "HOYLE_61",
    "LEAGUE",
    "RULESETS",
    "SEVEN_CARD",
    "SIX_CARD",
    "SIX_CARD_61",
    "THREE_HANDED",
    "AnnouncementOrder",
    "Choice",
    "FalseMuggins",
    "GoContinuation",
    "Misdeal",
    "NextGameDealer",
    "RuleBook",
    "Ruleset",
    "StarterCutter",
    "WrongClaim",
    "parse_ruleset",
    "ruleset",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The rules of one variant with its house rules. Raises RulesetError with every reason it cannot be played."""

    name: str  # lower-case letters, digits and hyphens
    version: int  # R55: raised when what the name stands for changes
    title: str

    # The variant
    dealt: int = 6  # R5 R51: cards to each of two players
    laid_away: int = 2  # R6: by each of two players
    pack_to_crib: int = 0  # R13: cards that the pack gives to the crib of two players; of three it gives one (R12)
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
    irregularities: RuleBook = RuleBook.HOYLE  # R49a: `misdeal` and `overpeg_penalty` are of this one
    misdeal: Misdeal = Misdeal.REDEAL  # R47 R48: a wrong number of cards

    # The play
    go_continuation: GoContinuation = GoContinuation.MUST  # R17
    go_when_said: bool = False  # R18: of two players, the point for the last card is pegged as soon as go is said
    lone_player_scores: bool = True  # R26: combinations of a player left alone with cards
    runs_upwards: bool = False  # R23: a run counts only where its cards were laid upwards, one after the other

    # Calls
    announcement_order: AnnouncementOrder = AnnouncementOrder.RUNS_FIRST  # R36
    muggins: bool = True  # R39: a challenger may take what was missed
    muggins_in_play: bool = False  # R43a: in the play too, before the next card
    muggins_wrong_claim: WrongClaim = WrongClaim.NOTHING  # R40 R45
    false_muggins_penalty: FalseMuggins = FalseMuggins.NONE  # R42: for claiming points that were not missed
    overpeg_penalty: int = 0  # R49: points to the opponent of one who pegged too much, 0 for none
    persistent_threshold: int = 3  # R43: overcalls or false challenges in one game that propose awarding it

    # Winning
    lurch: bool = False  # R38: a game that is lost by far counts more
    lurch_below: int = 0  # R38: the loser's score under which it does; 0 is half of the way, 61 of 121
    double_lurch_below: int = 0  # R38: the same for a double lurch; 0 is none
    game_points: int = 1  # R38: what a game counts for its winner, and what it counts by a lurch and a double lurch
    lurch_points: int = 2
    double_lurch_points: int = 3
    cap_at_target: bool = False  # R8: the winner's score is shown as the target, not past it

    @property
    def called(self) -> Text:
        """Its title, as a text that can be translated; that of a ruleset not made here stands as it is."""
        return Text(self.title) if self.name in RULESETS else Text("{title}", title=self.title)

    @property
    def hand_size(self) -> int:
        """Cards in each hand after laying away: 3, 4 or 5 (R7)."""
        return self.dealt - self.laid_away

    def dealt_to(self, players: int) -> int:
        """Cards dealt to each of so many players (R5 R11 R12)."""
        return self.dealt if players == 2 else self.doubles_dealt

    def laid_away_by(self, players: int) -> int:
        """Cards that each of so many players lays away (R6 R11 R12)."""
        return self.laid_away if players == 2 else self.doubles_laid_away

    def pack_to_crib_of(self, players: int) -> int:
        """Cards that the pack gives to the crib of so many players (R12 R13)."""
        return self.pack_to_crib if players == 2 else CRIB_CARDS - players * self.doubles_laid_away

    @property
    def lurched_below(self) -> int:
        """The score under which a loser is lurched (R38): as the ruleset says, else half of the way."""
        return self.lurch_below or (self.target + 1) // 2

    def __post_init__(self) -> None:
        # What has the wrong type cannot be compared, so the reasons of the game wait until the types are right.
        problems = tuple(wrong_types(self)) or tuple(contradictions(self))
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
        types = types_of(cls)
        problems = [
            Problem(key, Text("{key}: no such field of a ruleset; there are {types}", key=key, types=listed(types)))
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
                    problems.append(no_choice(key, value, types[key]))
        if problems:
            raise RulesetError(*problems)
        return cls(**values)


def _plain(value: Any) -> str | int | bool:
    return value.value if isinstance(value, Choice) else value


LEAGUE = Ruleset(name="league", version=1, title=str(N_("League rules")))  # E

HOYLE = Ruleset(  # D
    name="hoyle",
    version=2,
    title=str(N_("According to Hoyle")),
    three_players=True,
    misdeal=Misdeal.CHOICE,
    muggins=False,  # played “in some localities” only
    overpeg_penalty=2,
    lurch=True,
)

HOYLE_61 = replace(
    HOYLE, name="hoyle-61", version=1, title=str(N_("According to Hoyle, once around")), target=61
)  # D: by agreement

SIX_CARD = Ruleset(  # A, which knows no muggins
    name="six-card",
    version=2,
    title=str(N_("Six-card cribbage")),
    three_players=True,
    go_continuation=GoContinuation.ONE,
    muggins=False,
)

SIX_CARD_61 = replace(
    SIX_CARD, name="six-card-61", title=str(N_("Six-card cribbage, 61 up")), target=61
)  # A's form, to the 61 that D has by agreement

FIVE_CARD = Ruleset(  # A
    name="five-card",
    version=2,
    title=str(N_("Five-card cribbage")),
    dealt=5,
    doubles_dealt=4,
    target=61,
    three_for_last=True,
    one_count=True,
    go_continuation=GoContinuation.ONE,
    muggins=False,
)

FIVE_CARD_STARTER_FIRST = replace(  # C
    FIVE_CARD,
    name="five-card-starter-first",
    title=str(N_("Five-card cribbage, starter first")),
    starter_first=True,
    go_continuation=GoContinuation.MAY,
    announcement_order=AnnouncementOrder.PAIRS_FIRST,
    muggins=True,  # agreed beforehand
)

SEVEN_CARD = Ruleset(  # A
    name="seven-card",
    version=2,
    title=str(N_("Seven-card cribbage")),
    dealt=7,
    doubles_dealt=6,
    target=181,
    go_continuation=GoContinuation.ONE,
    muggins=False,
)

THREE_HANDED = Ruleset(
    name="three-handed", version=1, title=str(N_("Three-handed cribbage")), three_players=True
)  # R12

HOME_COMPUTER = Ruleset(  # B, which knows no muggins
    name="home-computer",
    version=2,
    title=str(N_("The home computer’s cribbage")),
    starter_cutter=StarterCutter.DEALER,
    go_when_said=True,
    lone_player_scores=False,
    muggins=False,
    lurch=True,
)

HOME_COMPUTER_61 = replace(
    HOME_COMPUTER,
    name="home-computer-61",
    version=1,
    title=str(N_("The home computer’s cribbage, once around")),
    target=61,
)

ACC = Ruleset(  # with the muggins that it leaves to the organiser
    name="acc",
    version=2,
    title=str(N_("American Cribbage Congress")),
    irregularities=RuleBook.ACC,
    muggins_in_play=True,  # 10.2
    muggins_wrong_claim=WrongClaim.LESSER,  # 10.4
    false_muggins_penalty=FalseMuggins.CLAIMED,  # 10.4a
    lurch=True,
    lurch_below=91,  # a skunk: 31 points or more behind
    double_lurch_below=61,  # 61 or more; no more than a skunk is given for it
    game_points=2,
    lurch_points=3,
    double_lurch_points=3,
)

RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        rules.name: rules
        for rules in (
            LEAGUE,
            HOYLE,
            HOYLE_61,
            SIX_CARD,
            SIX_CARD_61,
            FIVE_CARD,
            FIVE_CARD_STARTER_FIRST,
            SEVEN_CARD,
            THREE_HANDED,
            HOME_COMPUTER,
            HOME_COMPUTER_61,
            ACC,
        )
    }
)


def parse_ruleset(text: str) -> Ruleset:
    """The ruleset that `text` names, or that it writes as a JSON object with the fields of `to_dict`.

    Fields left out take their defaults. Raises RulesetError with every problem.
    """
    if not text.lstrip().startswith("{"):
        return ruleset(text.strip())
    try:
        written = json.loads(text)
    except ValueError as error:
        wrong = Text("a ruleset is written as a JSON object, and this is none: {why}", why=error)
        raise RulesetError(Problem("ruleset", wrong)) from None
    return Ruleset.from_dict(written)


def ruleset(name: str) -> Ruleset:
    """The named ruleset. Raises RulesetError, listing the names there are, for any other."""
    try:
        return RULESETS[name]
    except KeyError:
        raise RulesetError(
            Problem(
                "ruleset",
                Text("no ruleset is called {name}; there are {rulesets}", name=repr(name), rulesets=listed(RULESETS)),
            )
        ) from None
