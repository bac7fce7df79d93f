"""Terms of matches as values: players, games, how a match ends, what is written down, what a short side does.

`formats` reads their text. A match's ruleset is a word: ``five-card`` of the engine, ``house-rules:2`` a league's own
with its version; services check that the league has it. A match that a side has nobody for is left empty, and its games
are awarded to the other side.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Final, Literal

import scoring
from scoring.text import N_, Text


@dataclass(frozen=True, slots=True)
class ShortSide:
    """A way of playing short.

    Attributes:
        sentence: for the rules page; None where only games are awarded.
        again: its players may play twice as often as others.
        dummy: a seat beside a partner may stay empty.
        leaves: which of its matches of a kind it leaves empty; blank: any.
    """

    label: Text
    sentence: Text | None = None
    again: bool = False
    dummy: bool = False
    leaves: Literal["", "first", "last"] = ""


# The kinds of match in which two are partners; beside others of a team somebody may have a dummy, too.
PARTNERS: Final = ("doubles", "trebles")
WITH_PARTNERS: Final = (*PARTNERS, "team")
# Stands for the missing partner where players are written by their names, as in results.csv.
DUMMY: Final = "dummy"
AWARDED: Final = "awarded"
# Stands before the word for one in a format.
SHORT: Final = "short-"
SHORT_SIDES: Final[Mapping[str, ShortSide]] = {
    AWARDED: ShortSide(N_("The games of whoever is missing are awarded to the other side")),
    "twice": ShortSide(
        N_("A player may play twice"),
        N_(
            "A player of a team that is short may play twice as often as others, in the place of somebody who is "
            "missing."
        ),
        again=True,
    ),
    "last": ShortSide(
        N_("The last match is lost"),
        N_("A team that is short leaves the last match empty; where there are several kinds, the last of a kind."),
        leaves="last",
    ),
    "first": ShortSide(
        N_("The first match is lost"),
        N_("A team that is short leaves the first match empty; where there are several kinds, the first of a kind."),
        leaves="first",
    ),
    "dummy": ShortSide(
        N_("A partner may be a dummy"),
        N_(
            "In doubles, trebles and team matches a team that is short may have a dummy in the place of a partner; "
            "whoever is there plays without them."
        ),
        dummy=True,
    ),
}


_WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?P<own>:[1-9][0-9]{0,3})?")


def is_own(word: str) -> bool:
    return ":" in word


def word_of(ruleset: scoring.Ruleset) -> str:
    """A ruleset's name with its version: ``league:1``."""
    return f"{ruleset.name}:{ruleset.version}"


def wrong_name(said: str, word: str) -> Text | None:
    """Why a match cannot be played by that ruleset, if the league has it; `said` is the whole word in the format."""
    if _WORD.fullmatch(word) is None:
        return Text(
            "“{word}”: behind the @ stands the name of a ruleset, like five-card, or house-rules:2 of your own",
            word=said,
        )
    if is_own(word):
        return None
    if word not in scoring.RULESETS:
        known = ", ".join(name for name, one in scoring.RULESETS.items() if _for_a_match(one))
        return Text(
            "“{word}”: there is no such ruleset; there are {known}, and your own with a version, like house-rules:2",
            word=said,
            known=known,
        )
    if not _for_a_match(scoring.RULESETS[word]):
        return Text("“{word}”: that is a game for three, and no match is played by three; choose another", word=said)
    return None


def _for_a_match(ruleset: scoring.Ruleset) -> bool:
    """Whether it is a game for two sides: not one for three alone."""
    return ruleset != scoring.THREE_HANDED


Kind = Literal["singles", "doubles", "trebles", "team"]
# All its games are played · the best of so many · the first to win so many.
Ends = Literal["all", "best", "first"]
# Of each game the loser's score, or no more than who won it; of the whole match how many games each side won, without
# or with the points that it pegged in all of them.
Written = Literal["scores", "winners", "totals", "pegged"]

TARGET = 121
KINDS: dict[str, Kind] = {"S": "singles", "D": "doubles", "T": "trebles", "P": "team"}
# Each plays each: so many a side, alone or in pairs.
EACH, EACH_PAIR = "E", "ED"
PAIRINGS: dict[str, Kind] = {EACH: "singles", EACH_PAIR: "doubles"}
# Before the word of the ruleset that a match names for itself.
NAMED = "@"
MOST_EACH = 7
KIND_NAMES: dict[Kind, Text] = {
    "singles": N_("singles"),
    "doubles": N_("doubles"),
    "trebles": N_("trebles"),
    "team": N_("team match"),
}
PLAYERS: dict[Kind, int] = {"singles": 1, "doubles": 2, "trebles": 3}
MARKS: dict[Written, str] = {"scores": "", "winners": "w", "totals": "t", "pegged": "p"}
# The games of such a match are counted; none of them is written down by itself.
COUNTED: frozenset[Written] = frozenset({"totals", "pegged"})
MOST_PLAYERS = 8
MOST_GAMES = 9
# Those of a match that does not say how many.
GAMES = 3
MOST_MATCHES = 60


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match of those in which each plays each: `size` players or pairs a side, and which of them meet, from 1.

    Sides are typed once: home players in their match with the first of the away side, and the other way round.
    """

    size: int
    home: int
    away: int

    @property
    def home_first(self) -> bool:
        return self.home == self.away == 1

    def typed_in(self, number: int, side: str) -> int:
        """The match in which the player of that side of match `number` is typed."""
        first = number - (self.home - 1) * self.size - (self.away - 1)
        return first + (self.home - 1) * self.size if side == "home" else first + self.away - 1


@dataclass(frozen=True, slots=True)
class MatchTerms:
    kind: Kind = "singles"
    games: int = GAMES  # played; or the best of; or to win: as `ends` says
    ends: Ends = "all"
    written: Written = "scores"
    target: int = TARGET
    players: int = 0  # a side
    lurch: int = 0  # a loser's score below it is a lurch; 0: there is none
    double_lurch: int = 0
    pairing: Pairing | None = None  # where each plays each
    ruleset: str = ""  # of the format; "": the division's
    rules: scoring.Ruleset | None = None  # once known

    def __post_init__(self) -> None:
        if not self.players:
            object.__setattr__(self, "players", PLAYERS.get(self.kind, 1))

    @property
    def most(self) -> int:
        return 2 * self.games - 1 if self.ends == "first" else self.games

    @property
    def needed(self) -> int:
        """The games of a side that wins all: of a walkover, or against nobody."""
        return self.games // 2 + 1 if self.ends == "best" else self.games

    @property
    def counted(self) -> bool:
        return self.written in COUNTED

    @property
    def pegged(self) -> bool:
        """Whether a side's points in all games are written down as one number."""
        return self.written == "pegged"

    @property
    def points_known(self) -> bool:
        """Whether points are written down, by game or in all."""
        return self.written == "scores" or self.pegged

    def pegged_by(self, won: int, lost: int) -> tuple[int, int]:
        """The fewest and most points of a side that won and lost so many games.

        A winner has pegged the target, a loser at least one less.
        """
        return won * self.target, won * self.target + lost * (self.target - 1)

    @property
    def played_by(self) -> str:
        """Its ruleset with the version, ``league:1``; "" while not known."""
        return word_of(self.rules) if self.rules is not None else ""

    @property
    def own_ruleset_title(self) -> Text | None:
        """Title of its own ruleset; None where its division's holds."""
        return self.rules.called if self.ruleset and self.rules is not None else None

    def is_over(self, home: int, away: int) -> bool:
        return home + away >= self.most or (self.ends != "all" and max(home, away) >= self.needed)

    def games_left(self, home: int, away: int) -> int:
        """The fewest games to come at that score."""
        if self.is_over(home, away):
            return 0
        return self.most - home - away if self.ends == "all" else self.needed - max(home, away)

    def can_end_at(self, home: int, away: int) -> bool:
        """Whether it can end at that score: it is over, and was not before its last game."""
        before = ((home - 1, away), (home, away - 1))
        return self.is_over(home, away) and any(min(one) >= 0 and not self.is_over(*one) for one in before)

    @property
    def endings(self) -> tuple[tuple[int, int], ...]:
        """Possible final scores; 0–0 where neither side has anybody for it.

        A fixture has at least one match that somebody plays, so one that ends 0–0 is none.
        """
        most = range(self.most + 1)
        return (*((home, away) for home in most for away in most if self.can_end_at(home, away)), (0, 0))

    @property
    def letter(self) -> str:
        kinds = KINDS if self.pairing is None else PAIRINGS
        return next(letter for letter, kind in kinds.items() if kind == self.kind)

    def __str__(self) -> str:
        if self.pairing is not None:
            players = str(self.pairing.size)
        else:
            players = str(self.players) if self.kind == "team" else ""
        ends = {"all": "", "best": "b", "first": "f"}[self.ends]
        # Without a figure before it a t would read as trebles, and a p as a team match.
        games = str(self.games) if ends or self.games != GAMES or self.counted else ""
        named = f"{NAMED}{self.ruleset}" if self.ruleset else ""
        return f"{players}{self.letter}{ends}{games}{MARKS[self.written]}{named}"


@dataclass(frozen=True, slots=True)
class Limits:
    """How often one player may play in a fixture: of all matches, fewer of a kind, and with the same partner."""

    matches: int = 1
    kinds: tuple[tuple[Kind, int], ...] = ()
    partners_again: bool = True

    def __str__(self) -> str:
        letters = {kind: letter for letter, kind in KINDS.items()}
        whole = [str(self.matches)] if self.matches != (sum(most for _, most in self.kinds) or 1) else []
        kinds = [f"{most}{letters[kind]}" for kind, most in self.kinds]
        return " ".join([*whole, *kinds, *([] if self.partners_again else ["once"])])


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms of a fixture: its matches, limits, and a word of `SHORT_SIDES`."""

    matches: tuple[MatchTerms, ...]
    limits: Limits = Limits()
    short_side: str = AWARDED

    @property
    def short(self) -> ShortSide:
        return SHORT_SIDES[self.short_side]

    def players_needed(self, among: Collection[int] | None = None) -> int:
        """The fewest players who fill every seat, of the matches `among` (None: all)."""
        # Where each plays each, a line-up is typed once and counts as one match.
        typed = [
            match
            for number, match in enumerate(self.matches, start=1)
            if (among is None or number in among) and self.typed_in(number, "home") == number
        ]
        kinds = {match.kind: sum(one.players for one in typed if one.kind == match.kind) for match in typed}
        limited = [-(-kinds.get(kind, 0) // most) for kind, most in self.limits.kinds]
        widest = max((match.players * (match.pairing.size if match.pairing else 1) for match in typed), default=0)
        fewest = max([-(-sum(kinds.values()) // self.limits.matches), widest, *limited])
        if self.limits.partners_again:
            return fewest
        pairs, threes = (sum(match.kind == kind for match in typed) for kind in PARTNERS)
        return next(many for many in count(fewest) if self._partners_for(pairs, threes, many))

    def _partners_for(self, pairs: int, threes: int, many: int) -> bool:
        """Whether players suffice for so many pairs and trebles, nobody being partners twice."""
        often = dict(self.limits.kinds)
        in_pairs, in_threes = (often.get(kind, self.limits.matches) for kind in PARTNERS)
        return (
            2 * (pairs + 3 * threes) <= many * (many - 1)
            and 2 * pairs <= many * min(in_pairs, many - 1)
            and 3 * threes <= many * min(in_threes, (many - 1) // 2)
        )

    def typed_in(self, number: int, side: str) -> int:
        """The match in which the players of a side of match `number` are typed: mostly its own."""
        pairing = self.match(number).pairing
        return pairing.typed_in(number, side) if pairing is not None else number

    @property
    def format(self) -> tuple[Kind, ...]:
        return tuple(match.kind for match in self.matches)

    @property
    def games(self) -> int:
        """Games of a side that wins every one (LEAGUES: walkover score)."""
        return sum(match.needed for match in self.matches)

    @property
    def most(self) -> int:
        return max((match.most for match in self.matches), default=0)

    def match(self, number: int) -> MatchTerms:
        """A match by number; the usual one beyond the format."""
        return self.matches[number - 1] if 1 <= number <= len(self.matches) else MatchTerms()

    def ruleset(self, number: int) -> scoring.Ruleset:
        """The ruleset of a match (R55); without number that of the first singles."""
        there = [match for match in self.matches if match.rules is not None]
        if 1 <= number <= len(self.matches) and self.match(number).rules is not None:
            there = [self.match(number)]
        first = next((match for match in there if plays_alone(match.kind)), there[0] if there else None)
        return first.rules if first is not None and first.rules is not None else scoring.LEAGUE

    @property
    def rulesets(self) -> tuple[scoring.Ruleset, ...]:
        return tuple(dict.fromkeys(match.rules for match in self.matches if match.rules is not None))

    @property
    def named_rulesets(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(match.ruleset for match in self.matches if match.ruleset))

    def __str__(self) -> str:
        short = "" if self.short_side == AWARDED else f"{SHORT}{self.short_side}"
        limits = " ".join(filter(None, (str(self.limits), short)))
        # Where each plays each, all the matches are written as one.
        written = [str(match) for match in self.matches if match.pairing is None or match.pairing.home_first]
        return " ".join(written) + (f" / {limits}" if limits else "")


def uniform(kinds: Iterable[Kind], games: int = GAMES, targets: Mapping[Kind, int] | None = None) -> Terms:
    """Terms of equal matches with all scores written; `targets` by kind, 121 by default."""
    return Terms(tuple(MatchTerms(kind, games, target=(targets or {}).get(kind, TARGET)) for kind in kinds))


def plays_alone(kind: str) -> bool:
    return kind == "singles" or not kind
