"""Live scores: unfinished sheets, judged as `sheet_checks.check` does as far as they go; and the scoreboard on the bar.

The scoreboard's points are tapped for two sides and kept as one word in the address, such as ``h8.a2.h12``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from league.rules.drawings import Board, Side, draw_board
from league.rules.match_terms import Terms
from league.rules.problems import Problem, place_on_sheet
from league.rules.sheet_checks import check
from league.rules.sheet_fields import PLACE, Difference, Fields, differences, longest_at, parse_sheet, places_on
from league.rules.sheets import AWAY, HOME, GameScore, ResultSheet
from scoring import Board as Pegged
from scoring.text import N_, NOTHING, Text

GAME = re.compile(r"m([0-9]{1,2})-g([1-9])")
# A field of a game, or of the games of a match where these are only counted.
SCORED = re.compile(r"(m[0-9]{1,2}-g[1-9])-.*|(m[0-9]{1,2})-(?:home|away)-(?:games|pegged)")
# What is wrong only with a sheet that is finished, or is judged when it becomes one.
LATER = frozenset(("no-game", "no-total"))


@dataclass(frozen=True, slots=True)
class LiveSheet:
    """A live score; `problems` are why the fields cannot stand."""

    fields: Fields
    sheet: ResultSheet
    problems: tuple[Problem, ...]


def written_over(fields: Mapping[str, str], entry: Mapping[str, str], terms: Terms) -> Fields:
    """Merge an entry into the fields; an empty value clears its field, and places not on these terms are dropped."""
    laid, places = {**fields, **{name: said.strip() for name, said in entry.items()}}, places_on(terms)
    return {name: said for name, said in laid.items() if said and name in places}


def read_live(fields: Fields, terms: Terms) -> LiveSheet:
    """Read fields, with everything that could not stand on a finished sheet."""
    sheet, unreadable = parse_sheet(fields, terms)
    judged = check(sheet, terms, home_squad={}, away_squad={}, unfinished=True)
    found = [problem for problem in judged if _stands_against(problem, fields)]
    there = {problem.field for problem in unreadable}
    problems = [*unreadable, *(problem for problem in found if problem.field not in there)]
    return LiveSheet(fields, sheet, tuple(sorted(problems, key=place_on_sheet)))


def _stands_against(problem: Problem, fields: Fields) -> bool:
    """Whether a problem is about a score that is there, not about what may still come."""
    if problem.field.endswith("-pegged"):
        return problem.field in fields
    return problem.code not in LATER and bool(GAME.fullmatch(problem.field) or problem.field.endswith("-games"))


def places_of(entry: Iterable[str]) -> list[str]:
    """Places of an entry's scores, ``m3-g2`` or ``m3``."""
    found = (SCORED.fullmatch(name) for name in entry)
    return list(dict.fromkeys((match[1] or match[2]) for match in found if match))


def unlike(mine: Fields, theirs: Fields, terms: Terms) -> tuple[Difference, ...]:
    return differences(parse_sheet(mine, terms)[0], parse_sheet(theirs, terms)[0])


def describe_entry(sheet: ResultSheet, place: str, *, home: str, away: str) -> Text | None:
    """Format the last entry: "Match 2, game 3: Anchor 121–98. Games 4–3."; None where it was undone.

    `place` is ``m2-g3``, or ``m2`` of a match whose games are only counted.
    """
    found = GAME.fullmatch(place)
    number = int(found[1] if found else place[1:])
    match = next((one for one in sheet.matches if one.number == number), None)
    if match is None:
        return None
    so_far = {"home": sheet.games(HOME), "away": sheet.games(AWAY)}
    if found is None:
        games = {"won": match.games_won(HOME), "lost": match.games_won(AWAY)}
        return Text("Match {match}: {won}–{lost}. Games {home}–{away}.", match=number, **games, **so_far)
    game = match.games[int(found[2]) - 1] if int(found[2]) <= len(match.games) else GameScore()
    if game.winner is None:
        return None
    said: dict[str, str | int] = {"match": number, "game": int(found[2]), **so_far}
    said["team"] = home if game.winner == HOME else away
    if game.home is None or game.away is None:
        return Text("Match {match}, game {game}: {team}. Games {home}–{away}.", **said)
    said |= {"won": max(game.home, game.away), "lost": min(game.home, game.away)}
    return Text("Match {match}, game {game}: {team} {won}–{lost}. Games {home}–{away}.", **said)


def unfit(entry: Mapping[str, str], terms: Terms) -> Iterator[Problem]:
    """Yield problems of an entry that no page of ours would send. Clearing a missing place changes nothing."""
    places = places_on(terms)
    given = {name: said for name, said in entry.items() if said.strip() or not PLACE.fullmatch(name)}
    if len(given) > len(places):
        yield Problem("too-much", N_("This is more than a sheet has. Send one game at a time."))
        return
    for name, said in given.items():
        if not PLACE.fullmatch(name):
            message = Text("“{name}” is no place on a sheet; write for example m1-g2-winner.", name=name[:40])
            yield Problem("place", message, name[:40])
        elif name not in places:
            yield Problem("place", Text("The sheet of this fixture has no place “{name}”.", name=name), name)
        elif len(said) > longest_at(name):
            yield Problem("too-long", Text("Write {most} characters at most.", most=longest_at(name)), name)


PEG = re.compile(r"[ha](?:[1-9]|[12][0-9])")
MOST = 200  # pegs that an address is read for
MOST_POINTS = 29  # the most that one count can bring
SIDES = ("home", "away")


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """A board with its pegs; `before` is the word without the last peg, `winner` "" while there is none."""

    pegs: str
    before: str
    board: Board
    scores: tuple[int, int]
    winner: str

    def with_peg(self, side: str, points: int) -> str:
        return ".".join(filter(None, (self.pegs, f"{side[0]}{points}")))


def typed_peg(found: Scoreboard, side: str, typed: str) -> str | Problem:
    """Parse a typed number, with or without plus, into the longer word, or a problem if no count can bring it."""
    peg = f"{side[0]}{typed.strip().removeprefix('+')}"
    if not PEG.fullmatch(peg):
        wrong = Text("Write a number from 1 to {most}.", most=MOST_POINTS)
        return Problem("points", wrong, f"points-{side}")
    return found.with_peg(side, int(peg[1:]))


def scoreboard(pegs: str, names: tuple[str, str], target: int) -> Scoreboard:
    """Build a board from an address; what is no peg, or comes after the winning one, is dropped (R37)."""
    pegged, taken = Pegged.start(2), list[str]()
    for peg in pegs.split(".")[:MOST]:
        if not PEG.fullmatch(peg) or max(pegged.scores) >= target:
            continue
        pegged, _ = pegged.pegged("ha".index(peg[0]), int(peg[1:]))
        taken.append(peg)
    home, away = pegged.scores
    sides = [
        Side(name, one.front, one.back, gained=Text("+{points}", points=one.last) if one.last else NOTHING)
        for name, one in zip(names, pegged.sides, strict=True)
    ]
    winner = SIDES[0] if home >= target else SIDES[1] if away >= target else ""
    return Scoreboard(".".join(taken), ".".join(taken[:-1]), draw_board(sides, target), (home, away), winner)


def entry_of(found: Scoreboard, match: int, game: int, target: int, *, winners: bool) -> dict[str, str]:
    """Fields of a sheet that a finished board fills in; `winners`: no scores are written down."""
    at = f"m{match}-g{game}"
    said = {f"{at}-winner": found.winner}
    if winners:
        return said
    said[f"{at}-loser"] = str(min(found.scores))
    return said | ({f"{at}-winner-score": str(max(found.scores))} if max(found.scores) > target else {})
