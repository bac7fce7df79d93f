"""Formats: the matches that a fixture consists of, how each of them ends, and what of it is written down.

A format is a value. Its text is what a league writes on its sheets: ``S S D`` is two singles and a pairs match of three
games each, all played. What differs from that stands behind the letter: ``S5`` has five games, ``Sb3`` is the best of
three, ``Sf2`` is played until one side has won two. A ``w`` at the end (``Db3w``) says that only the winners of games
are written down, and a ``t`` (``D5t``) that no more is than how many each side won. T is trebles, and a number before a
letter the players a side: ``6P`` is six against six. ``6E1w`` is each of six against each of the other six, which makes
36 singles matches of one game. An ``@`` at the very end names the ruleset of that match where it is not its division's:
``T1@five-card``, ``D3@house-rules:2``. Behind a slash stands how often one player may play, and what a short side does:
``S S D / 1S 1D short-dummy``.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from typing import Any, Literal, Protocol

import scoring
from league.rules.match_rulesets import word_of, wrong_name
from league.rules.problems import Problem
from league.rules.short_sides import AWARDED, PARTNERS, SHORT_SIDES, WITH_PARTNERS, ShortSide
from league.rules.stored_rulesets import stored_ruleset
from scoring.text import N_, Text

Kind = Literal["singles", "doubles", "trebles", "team"]
# All its games are played · the best of so many · the first to win so many.
Ends = Literal["all", "best", "first"]
# Of each game the loser's score, or no more than who won it; of the whole match how many games each side won.
Written = Literal["scores", "winners", "totals"]

TARGET = 121
KINDS: dict[str, Kind] = {"S": "singles", "D": "doubles", "T": "trebles", "P": "team"}
# Each plays each: singles, so many a side.
EACH = "E"
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
_MARKS: dict[Written, str] = {"scores": "", "winners": "w", "totals": "t"}
MOST_PLAYERS = 8
MOST_GAMES = 9
# Those of a match that does not say how many.
GAMES = 3
MOST_MATCHES = 60


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match of those in which each plays each: so many a side, and which of either side play it, counted from 1.

    Its sides are typed once: a home player in their match with the first away player, and the other way round.
    """

    size: int
    home: int
    away: int

    @property
    def home_first(self) -> bool:
        """Return True of the first of its matches."""
        return self.home == self.away == 1

    def typed_in(self, number: int, side: str) -> int:
        """Return the number of the match in which the player of that side of match `number` is typed."""
        first = number - (self.home - 1) * self.size - (self.away - 1)
        return first + (self.home - 1) * self.size if side == "home" else first + self.away - 1


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """The terms that one match of a fixture is played on.

    Attributes:
        kind: singles, doubles, trebles, or a team of more; `players` a side.
        games: how many are played; the best of how many; or how many a side must win: as `ends` says.
        written: what of each game is written down.
        target: the points that a game is played to.
        lurch: the loser's score under which a game is won by a lurch, `double_lurch` by a double one; 0: there is none.
        pairing: which of either side play it, where each plays each.
        ruleset: the word of the ruleset that the format names for it; "": it is played by its division's.
        rules: the ruleset that it is played by, once that is known.
    """

    kind: Kind = "singles"
    games: int = GAMES
    ends: Ends = "all"
    written: Written = "scores"
    target: int = TARGET
    players: int = 0
    lurch: int = 0
    double_lurch: int = 0
    pairing: Pairing | None = None
    ruleset: str = ""
    rules: scoring.Ruleset | None = None

    def __post_init__(self) -> None:
        if not self.players:
            object.__setattr__(self, "players", PLAYERS.get(self.kind, 1))

    @property
    def most(self) -> int:
        """Return the most games that it can have."""
        return 2 * self.games - 1 if self.ends == "first" else self.games

    @property
    def needed(self) -> int:
        """Return the games that a side with all of them has won: those of a walkover, and of a side with nobody."""
        return self.games // 2 + 1 if self.ends == "best" else self.games

    @property
    def played_by(self) -> str:
        """Return the name of its ruleset with the version, ``league:1``; "" while it is not known."""
        return word_of(self.rules) if self.rules is not None else ""

    @property
    def of_its_own(self) -> Text | None:
        """Return the title of the ruleset that the format names for it; None where its division's holds."""
        return self.rules.called if self.ruleset and self.rules is not None else None

    def over(self, home: int, away: int) -> bool:
        """Return True if a match that stands at so many games to so many has no more of them."""
        return home + away >= self.most or (self.ends != "all" and max(home, away) >= self.needed)

    def left(self, home: int, away: int) -> int:
        """Return the fewest games that it still has, as it stands at so many games to so many."""
        if self.over(home, away):
            return 0
        return self.most - home - away if self.ends == "all" else self.needed - max(home, away)

    def ends_at(self, home: int, away: int) -> bool:
        """Return True if it can end at so many games to so many: it is over, and was not before its last game."""
        before = ((home - 1, away), (home, away - 1))
        return self.over(home, away) and any(min(one) >= 0 and not self.over(*one) for one in before)

    def __str__(self) -> str:
        if self.pairing is not None:
            letter, players = EACH, str(self.pairing.size)
        else:
            letter = next(letter for letter, kind in KINDS.items() if kind == self.kind)
            players = str(self.players) if self.kind == "team" else ""
        ends = {"all": "", "best": "b", "first": "f"}[self.ends]
        # Without a figure before it a t would read as trebles.
        games = str(self.games) if ends or self.games != GAMES or self.written == "totals" else ""
        named = f"{NAMED}{self.ruleset}" if self.ruleset else ""
        return f"{players}{letter}{ends}{games}{_MARKS[self.written]}{named}"


@dataclass(frozen=True, slots=True)
class Limits:
    """The number of times that one player may play in a fixture. As it is unless a format says more: once.

    Attributes:
        matches: of all its matches.
        kinds: of one kind of match, where that is fewer.
        partners_again: two players may be partners twice.
    """

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
    """The terms a division's fixtures are played on.

    Attributes:
        matches: in their order.
        limits: how often one player may play.
        short_side: the word of `SHORT_SIDES` for what a side does that is short of players.
    """

    matches: tuple[MatchTerms, ...]
    limits: Limits = Limits()
    short_side: str = AWARDED

    @property
    def short(self) -> ShortSide:
        """Return what a side does that is short of players."""
        return SHORT_SIDES[self.short_side]

    def players_needed(self, among: Collection[int] | None = None) -> int:
        """Return the fewest players of a side that can fill every seat.

        Args:
            among: the numbers of the matches that are played, where some are not; None: all.
        """
        # Where each plays each, a line-up is typed once and counts as one match.
        typed = [
            match
            for number, match in enumerate(self.matches, start=1)
            if (among is None or number in among) and self.typed_in(number, "home") == number
        ]
        kinds = {match.kind: sum(one.players for one in typed if one.kind == match.kind) for match in typed}
        limited = [-(-kinds.get(kind, 0) // most) for kind, most in self.limits.kinds]
        widest = max((match.pairing.size if match.pairing else match.players for match in typed), default=0)
        fewest = max([-(-sum(kinds.values()) // self.limits.matches), widest, *limited])
        if self.limits.partners_again:
            return fewest
        pairs, threes = (sum(match.kind == kind for match in typed) for kind in PARTNERS)
        return next(many for many in count(fewest) if self._partners_for(pairs, threes, many))

    def _partners_for(self, pairs: int, threes: int, many: int) -> bool:
        """Return True if so many players are enough for so many pairs and trebles, nobody being partners twice."""
        often = dict(self.limits.kinds)
        in_pairs, in_threes = (often.get(kind, self.limits.matches) for kind in PARTNERS)
        return (
            2 * (pairs + 3 * threes) <= many * (many - 1)
            and 2 * pairs <= many * min(in_pairs, many - 1)
            and 3 * threes <= many * min(in_threes, (many - 1) // 2)
        )

    def typed_in(self, number: int, side: str) -> int:
        """Return the number of the match in which the players of a side of match `number` are typed: its own mostly."""
        pairing = self.match(number).pairing
        return pairing.typed_in(number, side) if pairing is not None else number

    @property
    def format(self) -> tuple[Kind, ...]:
        """Return the kinds of the matches in order."""
        return tuple(match.kind for match in self.matches)

    @property
    def games(self) -> int:
        """Return the games of a side that wins every one of a fixture (LEAGUES: walkover score)."""
        return sum(match.needed for match in self.matches)

    @property
    def most(self) -> int:
        """Return the most games that any of its matches can have."""
        return max((match.most for match in self.matches), default=0)

    def match(self, number: int) -> MatchTerms:
        """Return the terms of a match by its number; of one that the format lacks, the usual ones."""
        return self.matches[number - 1] if 1 <= number <= len(self.matches) else MatchTerms()

    def ruleset(self, number: int) -> scoring.Ruleset:
        """Return the ruleset that a match is played by (R55); of a number without one that of the first singles."""
        there = [match for match in self.matches if match.rules is not None]
        if 1 <= number <= len(self.matches) and self.match(number).rules is not None:
            there = [self.match(number)]
        first = next((match for match in there if alone(match.kind)), there[0] if there else None)
        return first.rules if first is not None and first.rules is not None else scoring.LEAGUE

    @property
    def rulesets(self) -> tuple[scoring.Ruleset, ...]:
        """Return the rulesets that its matches are played by, each once and in their order."""
        return tuple(dict.fromkeys(match.rules for match in self.matches if match.rules is not None))

    @property
    def named(self) -> tuple[str, ...]:
        """Return the words of the rulesets that its matches name, each once and in their order."""
        return tuple(dict.fromkeys(match.ruleset for match in self.matches if match.ruleset))

    def __str__(self) -> str:
        short = "" if self.short_side == AWARDED else f"{_SHORT.lower()}{self.short_side}"
        limits = " ".join(filter(None, (str(self.limits), short)))
        # Where each plays each, all the matches are written as one.
        written = [str(match) for match in self.matches if match.pairing is None or match.pairing.home_first]
        return " ".join(written) + (f" / {limits}" if limits else "")


def uniform(kinds: Iterable[Kind], games: int = GAMES, targets: Mapping[Kind, int] | None = None) -> Terms:
    """Return the terms of matches that are all played alike: every game of each, with its scores.

    Args:
        kinds: the kinds of the matches in order.
        games: the games of each match.
        targets: points a game is played to by the kind of match; 121 where nothing is said.
    """
    return Terms(tuple(MatchTerms(kind, games, target=(targets or {}).get(kind, TARGET)) for kind in kinds))


_MATCH = re.compile(r"([0-9]?)([SDTPE])(?:([BF]?)([0-9]))?([WT]?)(?:@(.*))?")
_LIMIT = re.compile(r"([0-9]{1,2})([SDTP]?)")
_ENDS: dict[str, Ends] = {"": "all", "B": "best", "F": "first"}
ONCE = "ONCE"
_SHORT = "SHORT-"


def parse_format(text: str, games: int = GAMES) -> tuple[Terms, list[Problem]]:
    """Return the terms that a text such as ``D D S5 Sb3w / 1S 1D`` says, and what is wrong with it.

    Letters of either case, with or without commas; letters without figures need no spaces between them. With a problem
    there are no matches.

    Args:
        games: the games of a match whose letter does not say how many.
    """
    terms, problems = _parsed(text, games)
    problems = problems or list(idle(terms))
    return (Terms(()) if problems else terms), problems


def _parsed(text: str, games: int) -> tuple[Terms, list[Problem]]:
    """Return the terms that a text says, and why it cannot be read; what is stored is read so, with what is idle."""
    # No letter becomes another, or two, as its capital: “ß” is no match.
    capitals = "".join(letter.upper() if letter.isascii() else letter for letter in text)
    said, _, limited = capitals.replace(",", " ").partition("/")
    words = [part for word in said.split() for part in _parts(word)]
    if not words:
        empty = N_("the format is empty; write S for singles and D for doubles, like D D S S")
        return Terms(()), [Problem("format", empty)]
    read = [_read(word, games) for word in words]
    # Counted before any is made: a word of each against each stands for many.
    many = sum(one.pairing.size**2 if isinstance(one, MatchTerms) and one.pairing else 1 for one in read)
    fitting = (one for one in read if isinstance(one, MatchTerms) and many <= MOST_MATCHES)
    matches = tuple(each for one in fitting for each in _each(one))
    short, problems = _short_side(limited.split())
    limits, wrong = _limits([word for word in limited.split() if not word.startswith(_SHORT)], matches)
    problems += wrong
    problems = [one for one in read if isinstance(one, Problem)] + problems
    if many > MOST_MATCHES:
        message = Text("a fixture has {most} matches at most; these are {n}", most=MOST_MATCHES, n=many)
        problems.append(Problem("format", message))
    return (Terms(()), problems) if problems else (Terms(matches, limits, short), [])


def idle(terms: Terms) -> Iterator[Problem]:
    """Yield what is said behind the slash and changes nothing in matches such as these."""
    if not terms.limits.partners_again and sum(match.kind in PARTNERS for match in terms.matches) < 2:
        told = N_("“once” is about who are partners twice; leave it out where there are not two matches with partners")
        yield Problem("format", told)
    if terms.short.dummy and not any(match.kind in WITH_PARTNERS for match in terms.matches):
        told = N_("“short-dummy” is about partners; leave it out where there is no match with partners")
        yield Problem("format", told)
    letters = {kind: letter for letter, kind in KINDS.items()}
    for kind, most in terms.limits.kinds:
        if most > terms.limits.matches:
            message = Text(
                "“{often}” is more than the {most} that one player may play in all; write {most} or fewer, or nothing",
                often=f"{most}{letters[kind]}",
                most=terms.limits.matches,
            )
            yield Problem("format", message)


def _each(match: MatchTerms) -> Iterable[MatchTerms]:
    """Yield the matches that a word stands for: of each home player in turn with each of the away side's."""
    if match.pairing is None:
        return (match,)
    places = range(1, match.pairing.size + 1)
    return (replace(match, pairing=replace(match.pairing, home=home, away=away)) for home in places for away in places)


def _short_side(words: list[str]) -> tuple[str, list[Problem]]:
    """Read what a side does that is short of players, from the words behind the slash: ``short-twice``."""
    said = list(dict.fromkeys(word.removeprefix(_SHORT).lower() for word in words if word.startswith(_SHORT)))
    known = Text.joined(", ", [f"{_SHORT.lower()}{word}" for word in SHORT_SIDES])
    unknown = N_("“{word}” is nothing that a short side does; write one of {known}")
    problems = [Problem("format", Text(unknown, word=word, known=known)) for word in said if word not in SHORT_SIDES]
    if len(said) > 1 and not problems:
        problems = [Problem("format", Text("a short side does one thing; write only one of {known}", known=known))]
    return (said[0] if said and not problems else AWARDED), problems


def _limits(words: list[str], matches: Sequence[MatchTerms]) -> tuple[Limits, list[Problem]]:
    """Read how often one player may play, from the words behind the slash: ``2``, ``1S 1D``, ``2 1S once``."""
    whole, kinds, problems = 0, dict[Kind, int](), []
    for word in words:
        found = _LIMIT.fullmatch(word)
        if word == ONCE:
            continue
        if found is None or int(found[1]) < 1:
            told = Text(
                "“{word}” does not say how often one player may play; write a number, or like 1S 1D behind the slash",
                word=word,
            )
            problems.append(Problem("format", told))
        elif not found[2]:
            whole = int(found[1])
        elif not any(match.kind == KINDS[found[2]] for match in matches):
            told = Text("“{word}”: there is no such match in the format", word=word)
            problems.append(Problem("format", told))
        else:
            kinds[KINDS[found[2]]] = int(found[1])
    most = whole or sum(kinds.values()) or 1
    return Limits(most, tuple(kinds.items()), partners_again=ONCE not in words), problems


def _parts(word: str) -> list[str]:
    return list(word) if set(word) <= KINDS.keys() else [word]


def _read(word: str, games: int) -> MatchTerms | Problem:
    found = _MATCH.fullmatch(word)
    if found is None:
        told = Text("“{word}” is not a match; write S for singles and D for doubles, like D D S S", word=word)
        return Problem("format", told)
    before, letter, ends, number, mark, named = found.groups()
    kind = KINDS.get(letter, "singles")
    pairing = Pairing(int(before or 0), 1, 1) if letter == EACH else None
    played = int(number) if number else games
    written = next(written for written, known in _MARKS.items() if known.upper() == mark)
    players, ruleset = 0 if pairing else int(before or 0), (named or "").lower()
    match = MatchTerms(kind, played, _ENDS[ends or ""], written, players=players, pairing=pairing, ruleset=ruleset)
    wrong = _unplayable(word, match, bool(before)) or (None if named is None else wrong_name(word, ruleset))
    return Problem("format", wrong) if wrong else match


def _unplayable(word: str, match: MatchTerms, counted: bool) -> Text | None:
    """Return what is wrong with a match that could be read; `counted` says that its players stand before the letter."""
    if match.pairing is not None:
        if not 2 <= match.pairing.size <= MOST_EACH:
            return Text("“{word}”: each plays each of 2 to {most} a side, like 6E1", word=word, most=MOST_EACH)
    elif counted != (match.kind == "team"):
        if counted:
            return Text("“{word}” says how many players, but only a team match (P) does, like 6P", word=word)
        return Text("“{word}” does not say how many players a side, like 6P", word=word)
    if match.kind == "team" and not 4 <= match.players <= MOST_PLAYERS:
        return Text("“{word}”: a team match has 4 to {most} players a side", word=word, most=MOST_PLAYERS)
    if match.games < 1 or match.most > MOST_GAMES:
        return Text("“{word}”: a match has 1 to {most} games", word=word, most=MOST_GAMES)
    if match.ends == "best" and match.games % 2 == 0:
        return Text(
            "“{word}”: the best of an even number may end level; write an odd one, like {like}",
            word=word,
            like=f"{word[: 1 + word[0].isdigit()]}b{match.games + 1}",
        )
    return None


class Played(Protocol):
    """A division's settings that say how its fixtures are played."""

    fixture_format: str
    games_per_match: int
    singles_ruleset: str
    doubles_ruleset: str
    singles_rules: Mapping[str, Any]
    doubles_rules: Mapping[str, Any]
    match_rules: Mapping[str, Any]


def terms(division: Played) -> Terms:
    """Return the terms of a division's fixtures, each match with the ruleset that it is played by (R8, R55)."""
    singles, doubles = (ruleset_of(division, kind) for kind in ("singles", "doubles"))
    own = tuple((word, stored_ruleset(value)) for word, value in sorted(division.match_rules.items()))
    return resolved(division.fixture_format, division.games_per_match, singles, doubles, own)


@lru_cache(maxsize=256)
def resolved(
    text: str,
    games: int,
    singles: scoring.Ruleset,
    doubles: scoring.Ruleset,
    own: tuple[tuple[str, scoring.Ruleset], ...] = (),
) -> Terms:
    """Return the terms that a text says, with the ruleset of singles and that of any other match.

    Args:
        games: the games of a match whose letter does not say how many.
        own: the rulesets that matches name for themselves, by their words; one that comes with the engine need not be
            among them.
    """
    found, _ = _parsed(text, games)
    known = {**scoring.RULESETS, **dict(own)}

    def of(match: MatchTerms) -> scoring.Ruleset:
        return known.get(match.ruleset, singles if alone(match.kind) else doubles)

    return replace(found, matches=tuple(_played_by(match, of(match)) for match in found.matches))


def _played_by(match: MatchTerms, ruleset: scoring.Ruleset) -> MatchTerms:
    lurch, double = (ruleset.lurched_below, ruleset.double_lurch_below) if ruleset.lurch else (0, 0)
    return replace(match, target=ruleset.target, lurch=lurch, double_lurch=double, rules=ruleset)


def ruleset_of(division: Played, kind: str) -> scoring.Ruleset:
    """Return the ruleset that a kind of match is played by: pairs and teams have one, and singles theirs (R55).

    It is one of the league's own, where the division has such a one, else the named one.
    """
    own = division.singles_rules if alone(kind) else division.doubles_rules
    if own:
        return stored_ruleset(own)
    return scoring.RULESETS[division.singles_ruleset if alone(kind) else division.doubles_ruleset]


def alone(kind: str) -> bool:
    """Return True if players of that kind of match play for themselves, so that the game is that of two players."""
    return kind == "singles" or not kind
