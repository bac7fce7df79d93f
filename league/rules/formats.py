"""Formats: the matches that a fixture consists of, how each of them ends, and what of it is written down.

A format is a value. Its text is what a league writes on its sheets: ``S S D`` is two singles and doubles of three
games each, all played. What differs from that stands behind the letter: ``S5`` has five games, ``Sb3`` is the best of
three, ``Sf2`` is played until one side has won two. A ``w`` at the end (``Db3w``) says that only the winners of games
are written down, a ``t`` (``D5t``) that no more is than how many each side won, and a ``p`` (``D5p``) that the points
which each side pegged in all of them are too. T is trebles, and a number before a letter the players a side: ``6P`` is
six against six. ``6E1w`` is each of six against each of the other six, which makes 36 singles matches of one game;
``6ED1w`` is the same with six pairs a side. An ``@`` at the very end names the ruleset of that match where it is not
its division's: ``T1@five-card``, ``D3@house-rules:2``. Behind a slash stands how often one player may play, and what a
short side does: ``S S D / 1S 1D short-dummy``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, Protocol, cast

import scoring
from league.rules.match_terms import (
    AWARDED,
    GAMES,
    KINDS,
    MARKS,
    MOST_EACH,
    MOST_GAMES,
    MOST_MATCHES,
    MOST_PLAYERS,
    PAIRINGS,
    PARTNERS,
    PLAYERS,
    SHORT,
    SHORT_SIDES,
    WITH_PARTNERS,
    Ends,
    Kind,
    Limits,
    MatchTerms,
    Pairing,
    Terms,
    plays_alone,
    wrong_name,
)
from league.rules.problems import Problem
from league.rules.rulesets import check_value, stored_ruleset
from scoring.text import N_, Text

_MATCH = re.compile(r"([0-9]?)(ED|[SDTPE])(?:([BF]?)([0-9]))?([WTP]?)(?:@(.*))?")
_LIMIT = re.compile(r"([0-9]{1,2})([SDTP]?)")
_ENDS: dict[str, Ends] = {"": "all", "B": "best", "F": "first"}
ONCE = "ONCE"
_SHORT = SHORT.upper()


def parse_format(text: str, games: int = GAMES) -> tuple[Terms, list[Problem]]:
    """Parse a text such as ``D D S5 Sb3w / 1S 1D``; with a problem there are no matches.

    Letters of either case, with or without commas; letters without figures need no spaces between them. `games` is the
    default number a match.
    """
    terms, problems = read_format(text, games)
    problems = problems or list(idle(terms))
    return (Terms(()) if problems else terms), problems


def read_format(text: str, games: int = GAMES) -> tuple[Terms, list[Problem]]:
    """Parse a stored text, where words that change nothing are allowed: an earlier version or another server took
    them."""
    # No letter becomes another, or two, as its capital: “ß” is no match.
    capitals = "".join(letter.upper() if letter.isascii() else letter for letter in text)
    said, _, limited = capitals.replace(",", " ").partition("/")
    words = [part for word in said.split() for part in _split_kinds(word)]
    if not words:
        empty = N_("the format is empty; write S for singles and D for doubles, like D D S S")
        return Terms(()), [Problem("format", empty)]
    read = [_read(word, games) for word in words]
    # Counted before any is made: a word of each against each stands for many.
    many = sum(one.pairing.size**2 if isinstance(one, MatchTerms) and one.pairing else 1 for one in read)
    fitting = (one for one in read if isinstance(one, MatchTerms) and many <= MOST_MATCHES)
    matches = tuple(match_terms for one in fitting for match_terms in _expand_pairings(one))
    short, problems = _short_side(limited.split())
    limits, wrong = _limits([word for word in limited.split() if not word.startswith(_SHORT)], matches)
    problems += wrong
    problems = [one for one in read if isinstance(one, Problem)] + problems
    if many > MOST_MATCHES:
        message = Text("a fixture has {most} matches at most; these are {n}", most=MOST_MATCHES, n=many)
        problems.append(Problem("format", message))
    return (Terms(()), problems) if problems else (Terms(matches, limits, short), [])


def idle(terms: Terms) -> Iterator[Problem]:
    """Yield the words behind the slash that change nothing in such matches."""
    if not terms.limits.partners_again and sum(match.kind in PARTNERS for match in terms.matches) < 2:
        text = N_("“once” is about who are partners twice; leave it out where there are not two matches with partners")
        yield Problem("format", text)
    if terms.short.dummy and not any(match.kind in WITH_PARTNERS for match in terms.matches):
        text = N_("“short-dummy” is about partners; leave it out where there is no match with partners")
        yield Problem("format", text)
    letters = {kind: letter for letter, kind in KINDS.items()}
    for kind, most in terms.limits.kinds:
        if most > terms.limits.matches:
            message = Text(
                "“{often}” is more than the {most} that one player may play in all; write {most} or fewer, or nothing",
                often=f"{most}{letters[kind]}",
                most=terms.limits.matches,
            )
            yield Problem("format", message)


def _expand_pairings(match: MatchTerms) -> Iterable[MatchTerms]:
    """Yield the matches of a word: each of the home side in turn with each of the away side."""
    if match.pairing is None:
        return (match,)
    places = range(1, match.pairing.size + 1)
    return (replace(match, pairing=replace(match.pairing, home=home, away=away)) for home in places for away in places)


def _short_side(words: list[str]) -> tuple[str, list[Problem]]:
    """Parse what a short side does from the words behind the slash: ``short-twice``."""
    said = list(dict.fromkeys(word.removeprefix(_SHORT).lower() for word in words if word.startswith(_SHORT)))
    known = Text.joined(", ", [f"{SHORT}{word}" for word in SHORT_SIDES])
    unknown = N_("“{word}” is nothing that a short side does; write one of {known}")
    problems = [Problem("format", Text(unknown, word=word, known=known)) for word in said if word not in SHORT_SIDES]
    if len(said) > 1 and not problems:
        problems = [Problem("format", Text("a short side does one thing; write only one of {known}", known=known))]
    return (said[0] if said and not problems else AWARDED), problems


def _limits(words: list[str], matches: Sequence[MatchTerms]) -> tuple[Limits, list[Problem]]:
    """Parse how often one player may play from the words behind the slash: ``2``, ``1S 1D``, ``2 1S once``."""
    whole, kinds, problems = 0, dict[Kind, int](), []
    for word in words:
        found = _LIMIT.fullmatch(word)
        if word == ONCE:
            continue
        if found is None or int(found[1]) < 1:
            message = Text(
                "“{word}” does not say how often one player may play; write a number, or like 1S 1D behind the slash",
                word=word,
            )
            problems.append(Problem("format", message))
        elif not found[2]:
            whole = int(found[1])
        elif not any(match.kind == KINDS[found[2]] for match in matches):
            message = Text("“{word}”: there is no such match in the format", word=word)
            problems.append(Problem("format", message))
        else:
            kinds[KINDS[found[2]]] = int(found[1])
    most = whole or sum(kinds.values()) or 1
    return Limits(most, tuple(kinds.items()), partners_again=ONCE not in words), problems


def _split_kinds(word: str) -> list[str]:
    return list(word) if set(word) <= KINDS.keys() else [word]


def _read(word: str, games: int) -> MatchTerms | Problem:
    found = _MATCH.fullmatch(word)
    if found is None:
        message = Text("“{word}” is not a match; write S for singles and D for doubles, like D D S S", word=word)
        return Problem("format", message)
    before, letter, ends, number, mark, named = found.groups()
    kind = PAIRINGS.get(letter) or KINDS[letter]
    pairing = Pairing(int(before or 0), 1, 1) if letter in PAIRINGS else None
    played = int(number) if number else games
    written = next(written for written, known in MARKS.items() if known.upper() == mark)
    players, ruleset = 0 if pairing else int(before or 0), (named or "").lower()
    match = MatchTerms(kind, played, _ENDS[ends or ""], written, players=players, pairing=pairing, ruleset=ruleset)
    wrong = _unplayable(word, match, bool(before)) or (None if named is None else wrong_name(word, ruleset))
    return Problem("format", wrong) if wrong else match


def _unplayable(word: str, match: MatchTerms, counted: bool) -> Text | None:
    """Why a parsed match is impossible; `counted`: its players stand before the letter."""
    if match.pairing is not None:
        if not 2 <= match.pairing.size <= MOST_EACH:
            return Text("“{word}”: each plays each of 2 to {most} a side, like 6E1 or 6ED1", word=word, most=MOST_EACH)
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
            like=f"{word.partition(match.letter)[0]}{match.letter}b{match.games + 1}",
        )
    return None


class Played(Protocol):
    """A division's settings on how its fixtures are played."""

    fixture_format: str
    games_per_match: int
    singles_ruleset: str
    doubles_ruleset: str
    singles_rules: Mapping[str, Any]
    doubles_rules: Mapping[str, Any]
    match_rules: Mapping[str, Any]


def terms(division: Played) -> Terms:
    """Terms of a division's fixtures, each match with its ruleset (R8, R55)."""
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
    """Parse terms with the rulesets of singles, of other matches, and those named by matches (`own`, by word)."""
    parsed, _ = read_format(text, games)
    rulesets = {**scoring.RULESETS, **dict(own)}

    def find_ruleset(match: MatchTerms) -> scoring.Ruleset:
        return rulesets.get(match.ruleset, singles if plays_alone(match.kind) else doubles)

    return replace(parsed, matches=tuple(_played_by(match, find_ruleset(match)) for match in parsed.matches))


def _played_by(match: MatchTerms, ruleset: scoring.Ruleset) -> MatchTerms:
    lurch, double = (ruleset.lurched_below, ruleset.double_lurch_below) if ruleset.lurch else (0, 0)
    return replace(match, target=ruleset.target, lurch=lurch, double_lurch=double, rules=ruleset)


def ruleset_of(division: Played, kind: str) -> scoring.Ruleset:
    """The ruleset of a kind of match (R55), the league's own or a named one; all but singles share one."""
    own = division.singles_rules if plays_alone(kind) else division.doubles_rules
    if own:
        return stored_ruleset(own)
    return scoring.RULESETS[division.singles_ruleset if plays_alone(kind) else division.doubles_ruleset]


RULED_KINDS: Final = ("singles", "doubles")
# Rulesets that matches name for themselves, by their words.
NAMED_RULES: Final = "named"


class KeptFormat(Protocol):
    text: str
    value: Mapping[str, Any]


class PlayedDivision(Played, Protocol):
    """A division and its stored format, if any."""

    @property
    def format_id(self) -> int | None: ...


class PlayedFixture(Protocol):
    @property
    def division(self) -> PlayedDivision: ...
    @property
    def format_id(self) -> int | None: ...
    @property
    def format(self) -> KeptFormat | None: ...


class PlayedResult(Protocol):
    @property
    def fixture(self) -> PlayedFixture: ...
    @property
    def format_id(self) -> int: ...
    @property
    def format(self) -> KeptFormat: ...


class KeptResult(Protocol):
    @property
    def format(self) -> KeptFormat: ...


class KeptMatch(Protocol):
    number: int
    kind: str

    @property
    def result(self) -> KeptResult: ...


def players_a_side(match: KeptMatch) -> int:
    """Players a side of a stored match; for a team match its result's format must be joined."""
    return PLAYERS.get(cast(Kind, match.kind)) or kept_terms(match.result.format).match(match.number).players


def fixture_terms(fixture: PlayedFixture) -> Terms:
    """Terms of a fixture: of its result, else of its division. Both must be joined."""
    if fixture.format_id is None or fixture.format_id == fixture.division.format_id:
        return terms(fixture.division)
    kept = fixture.format
    return terms(fixture.division) if kept is None else kept_terms(kept)


def result_terms(result: PlayedResult) -> Terms:
    """Terms of one version of a sheet; its fixture's division must be joined."""
    same = result.format_id == result.fixture.division.format_id
    return terms(result.fixture.division) if same else kept_terms(result.format)


def kept_terms(kept: KeptFormat) -> Terms:
    said = {kind: stored_ruleset(kept.value[kind]) for kind in RULED_KINDS if kind in kept.value}
    # A kind of match that the text has and the value lacks: no row that was made here is so.
    singles, doubles = (said.get(kind, scoring.LEAGUE) for kind in RULED_KINDS)
    named = sorted(kept.value.get(NAMED_RULES, {}).items())
    return resolved(kept.text, 3, singles, doubles, tuple((word, stored_ruleset(value)) for word, value in named))


def kept_value(said: Terms) -> dict[str, dict[str, Any]]:
    """Values stored beside the text: the rulesets of singles, of the others, and those named."""
    found: dict[str, dict[str, Any]] = {}
    for match in said.matches:
        if match.rules is None:
            continue
        if match.ruleset:
            found.setdefault(NAMED_RULES, {})[match.ruleset] = match.rules.to_dict()
        else:
            found["singles" if plays_alone(match.kind) else "doubles"] = match.rules.to_dict()
    return {part: dict(sorted(found[part].items())) for part in sorted(found)}


def check_kept(value: Any) -> list[Problem]:
    """Problems of a value that `kept_value` would not give."""
    wrong = [Problem("format", N_("The rulesets of a format are a table by kind of match."))]
    if not isinstance(value, dict) or not value or not value.keys() <= {*RULED_KINDS, NAMED_RULES}:
        return wrong
    if not all(value.values()):
        return wrong
    problems = [problem for kind in RULED_KINDS if kind in value for problem in check_value(value[kind])]
    return problems or check_named(value.get(NAMED_RULES, {}))


def check_named(value: Any) -> list[Problem]:
    """Problems of a table of rulesets by the words of matches."""
    if not isinstance(value, dict) or not all(value.values()):
        return [Problem("format", N_("The rulesets that matches name are a table by their words."))]
    return [problem for said in value.values() for problem in check_value(said)]
