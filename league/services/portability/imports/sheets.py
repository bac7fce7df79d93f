"""The lines of results.csv of one fixture become one sheet, with names in place of ids."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from typing import Any

from league.rules.formats import fixture_terms
from league.rules.match_terms import KIND_NAMES, MOST_GAMES, PARTNERS, WITH_PARTNERS, Kind, MatchTerms, Terms
from league.rules.names import folded, near
from league.rules.sheet_checks import check_game, check_totals
from league.rules.sheets import (
    AWAY,
    HOME,
    SIDES,
    UNSAID,
    GameScore,
    MatchSheet,
    Pegged,
    ResultSheet,
    Side,
    Totals,
    place_of_game,
    place_of_match,
)
from league.services.portability.imports.pairings import as_known, squads_of, with_dummies
from league.services.portability.imports.planned import FixtureKey, Plan
from league.services.portability.imports.readers import Log, Row
from league.services.portability.imports.result_lines import ResultLine
from league.translation import N_, Text

Squads = Mapping[str, list[str]]
NEEDS: Mapping[Kind, Text] = {
    "singles": N_("singles needs one player"),
    "doubles": N_("doubles needs two players, like A / B"),
}


@dataclass(frozen=True, slots=True)
class NamedMatch:
    """A match with the names of its players, and its first line; `nobody`: both sides had nobody for it."""

    number: int
    kind: Kind
    players: Mapping[Side, tuple[str, ...]]
    games: tuple[GameScore, ...]
    row: Row
    totals: bool = False
    nobody: bool = False
    pegged: Pegged = UNSAID

    @property
    def dummies(self) -> tuple[tuple[Side, int], ...]:
        """Return the seats without a name, by side and number; a match without any player has none."""
        if self.nobody:
            return ()
        return tuple((side, n) for side in SIDES for n, name in enumerate(self.players[side], 1) if not name)


@dataclass(frozen=True, slots=True)
class NamedSheet:
    """A fixture's sheet as the file has it: played, or only a note."""

    key: FixtureKey
    first: ResultLine
    matches: tuple[NamedMatch, ...]

    def with_ids(self, ids: Mapping[tuple[str, str], int]) -> ResultSheet:
        team: dict[Side, str] = {"home": self.first.home, "away": self.first.away}
        return ResultSheet(
            tuple(
                MatchSheet(
                    match.number,
                    match.kind,
                    tuple(ids[team["home"], name] if name else None for name in match.players["home"]),
                    tuple(ids[team["away"], name] if name else None for name in match.players["away"]),
                    match.games,
                    match.totals,
                    match.dummies,
                    nobody=match.nobody,
                    pegged=match.pegged,
                )
                for match in self.matches
            )
        )


def _opening(match: int, seen: Mapping[tuple[int, int], ResultLine]) -> ResultLine:
    return seen[match, 0] if (match, 0) in seen else seen[match, 1]


def named_sheets(plan: Plan, log: Log, terms: Mapping[str, Terms]) -> list[NamedSheet]:
    """Every fixture's sheet; what is wrong with its lines is in `log`.

    Args:
        terms: by division, what its fixtures are played on.
    """
    squads = squads_of(plan)
    found = []
    for key, written in plan.results.items():
        division = key[0]
        known = plan.known.fixtures.get(key)
        # What was corrected here is read in the format that it was played by.
        played = terms[division] if known is None or known.format_id is None else fixture_terms(known)
        lines = with_dummies(written) if played.short.dummy else written
        lines = as_known(lines, squads) if plan.known.open else lines
        sheet = _Sheet(key, lines, played, squads, log)
        made = sheet.made()
        if made is not None:
            found.append(made)
    return found


@dataclass(slots=True)
class _Sheet:
    """One fixture's lines, to be checked and put together."""

    key: FixtureKey
    lines: list[ResultLine]
    terms: Terms
    squads: Squads
    log: Log

    def made(self) -> NamedSheet | None:
        first = self.lines[0]
        if any(line.note and not line.nobody for line in self.lines):
            for line in self.lines[1:]:
                already = Text("this fixture has a line already, {line}", line=line.row.line_of(first.row))
                self.log.problem(line.row, "note", already, quote=False)
            return NamedSheet(self.key, first, ()) if len(self.lines) == 1 else None
        seen: dict[tuple[int, int], ResultLine] = {}
        for line in self.lines:
            self._check_line(line, seen)
        # Of a fixture with faulty lines nothing more is said: what seems missing may stand in one of them.
        if not all(self.log.good(line.row) for line in self.lines) or any(
            map(self._may_hold, self.log.faulty.values())
        ):
            return None
        self._check_whole(seen)
        if not all(self.log.good(line.row) for line in self.lines):
            return None
        return NamedSheet(self.key, first, tuple(self._matches(seen)))

    def _may_hold(self, row: Row) -> bool:
        """Return True if a faulty line may be one of this fixture's: what seems missing may stand in it.

        It names both sides; or one of them, and stands among the fixture's lines or next to them (a side is mistyped).
        """
        if row.file not in {line.row.file for line in self.lines}:
            return False
        first = self.lines[0]
        right = (row["home"] == first.home) + (row["away"] == first.away)
        numbers = [line.row.line for line in self.lines]
        return right == 2 or (right == 1 and min(numbers) - 1 <= row.line <= max(numbers) + 1)

    def _check_line(self, line: ResultLine, seen: dict[tuple[int, int], ResultLine]) -> None:
        log, row = self.log, line.row
        if line.match > len(self.terms.matches):
            matches = Text.plural(
                "a fixture of this division has {n} match",
                "a fixture of this division has {n} matches",
                n=len(self.terms.matches),
            )
            log.problem(row, "match", matches)
            return
        due = self.terms.match(line.match)
        if not line.nobody and not self._has_right_game(line, due):
            return
        if line.kind != due.kind:
            kind = KIND_NAMES[due.kind]
            log.problem(row, "format", Text("match {match} of this division is {kind}", match=line.match, kind=kind))
            return
        if not line.nobody:
            for side in SIDES:
                self._check_players(line, side)
            self._check_score(line, due)
        first = seen.setdefault((line.match, line.game), line)
        if first is not line:
            place = place_of_game(line.match, line.game) if line.game else place_of_match(line.match)
            log.problem(
                row,
                "game" if line.game else "match",
                Text("{place} stands in line {line} already", place=place, line=row.line_of(first.row)),
            )

    def _has_right_game(self, line: ResultLine, due: MatchTerms) -> bool:
        if due.counted and line.game:
            self.log.problem(line.row, "game", N_("games are only counted here: leave this empty"))
        elif not due.counted and not line.game:
            self.log.problem(line.row, "game", N_("is missing"), quote=False)
        elif line.game > due.most:
            message = Text.plural("a match has {n} game", "a match has {n} games", n=due.most)
            self.log.problem(line.row, "game", message)
        else:
            return True
        return False

    def _check_score(self, line: ResultLine, due: MatchTerms) -> None:
        home, away = line.score.home, line.score.away
        if due.counted:
            self._check_totals(line, due)
        elif line.pegged != UNSAID:
            self.log.problem(line.row, "score", N_("the points of all games together are not written down here"))
        elif due.written == "winners" and line.score.won is None:
            self.log.problem(line.row, "score", N_("only who won is written down here: home or away"))
        elif due.written == "scores" and (home is None or away is None):
            self.log.problem(line.row, "score", N_("write both scores, like 121-98"))
        elif home is not None and away is not None:
            for problem in check_game(home, away, due.target):
                self.log.problem(line.row, "score", problem)

    def _check_totals(self, line: ResultLine, due: MatchTerms) -> None:
        home, away = line.score.home, line.score.away
        if home is None or away is None or max(home, away) > MOST_GAMES:
            told = (
                N_("write how many games each side won and the points it pegged, like 2-1 (352-318)")
                if due.pegged
                else N_("write how many games each side won, like 2-1")
            )
            self.log.problem(line.row, "score", told)
            return
        games = Totals(home, away).games
        found = MatchSheet(line.match, line.kind, (), (), games, totals=True, pegged=line.pegged)
        for problem in check_totals(found, due, rulings=0, unfinished=False):
            self.log.problem(line.row, "score", problem)

    def _check_players(self, line: ResultLine, side: Side) -> None:
        heading, names = f"{side} players", line.players(side)
        team = line.home if side == "home" else line.away
        players = self.terms.match(line.match).players
        if len(names) != players:
            needs = NEEDS.get(line.kind) or Text("this match needs {n} players, with strokes between them", n=players)
            self.log.problem(line.row, heading, needs)
            return
        if "" in names and (line.kind not in WITH_PARTNERS or not any(names)):
            self.log.problem(line.row, heading, N_("a dummy is somebody’s partner in pairs, trebles and team matches"))
            return
        squad = self.squads.get(team, [])
        strangers = [name for name in names if name and name not in squad]
        if strangers:
            opponents = line.away if side == "home" else line.home
            told = [
                Text("{name} ({what})", name=name, what=self._describe_unknown(name, team, opponents))
                for name in strangers
            ]
            who = reduce(lambda one, other: Text("{one} and {other}", one=one, other=other), told)
            self.log.problem(line.row, heading, Text("not registered for {team}: {players}", team=team, players=who))
        elif any(squad.count(name) > 1 for name in names):
            twice = Text("{team} has two players of this name; tell them apart", team=team)
            self.log.problem(line.row, heading, twice)

    def _describe_unknown(self, name: str, team: str, opponents: str) -> Text:
        teams = [team for team, names in self.squads.items() if folded(name) in map(folded, names)]
        if not teams:
            near_names = [one for one in self.squads.get(team, ()) if near(folded(name), folded(one))]
            if near_names:
                return Text("not known in this league; did you mean “{name}”?", name=near_names[0])
            return N_("not known in this league")
        if opponents in teams:
            teams = [opponents]
        which = reduce(lambda one, other: Text("{one} or {other}", one=one, other=other), teams)
        return Text("plays for {team}", team=which)

    def _check_whole(self, seen: Mapping[tuple[int, int], ResultLine]) -> None:
        absent = {line.match for line in seen.values() if line.nobody}
        for (match, game), line in seen.items():
            if game and match in absent:
                message = Text(
                    "both sides had nobody for this match, by line {line}", line=line.row.line_of(seen[match, 0].row)
                )
                self.log.problem(line.row, "match", message)
                return
        if len(absent) == len(self.terms.matches):
            message = N_("both sides had nobody for every match; decide on the fixture’s page that nobody came")
            self.log.problem(self.lines[0].row, "note", message)
            return
        missing = [place for match in range(1, len(self.terms.matches) + 1) for place in self._missing(match, seen)]
        if missing:
            self._tell_missing(missing)
            return
        if any(self._after_the_end(line, seen) for line in seen.values()):
            return
        for (match, game), line in seen.items():
            opening = _opening(match, seen)
            if game > 1 and any(sorted(line.players(s)) != sorted(opening.players(s)) for s in SIDES):
                others = Text("line {line} has others in this match", line=line.row.line_of(opening.row))
                self.log.problem(line.row, "home players", others)
        self._check_once(seen)

    def _missing(self, match: int, seen: Mapping[tuple[int, int], ResultLine]) -> Iterator[Text]:
        """The games of a match that have no line: as few as there can be, if it ends early."""
        due, won = self.terms.match(match), {HOME: 0, AWAY: 0}
        if (match, 0) in seen and seen[match, 0].nobody:
            return
        if due.counted:
            if (match, 0) not in seen:
                yield place_of_match(match)
            return
        for game in range(1, due.most + 1):
            if due.is_over(won[HOME], won[AWAY]):
                return
            line = seen.get((match, game))
            if line is None:
                yield place_of_game(match, game)
            leads = AWAY if won[AWAY] > won[HOME] else HOME
            won[leads if line is None else line.score.winner or leads] += 1

    def _after_the_end(self, line: ResultLine, seen: Mapping[tuple[int, int], ResultLine]) -> bool:
        before = [seen[line.match, game].score.winner for game in range(1, line.game)]
        over = self.terms.match(line.match).is_over(before.count(HOME), before.count(AWAY))
        if over:
            message = Text("the match was over at {home}–{away}", home=before.count(HOME), away=before.count(AWAY))
            self.log.problem(line.row, "game", message)
        return over

    def _tell_missing(self, missing: list[Text]) -> None:
        last = self.lines[-1]
        alike = {(match.games, match.ends) for match in self.terms.matches}
        about: dict[str, Any] = {"home": last.home, "away": last.away, "game": missing[0]}
        if len(alike) > 1 or alike.pop()[1] != "all":
            message = Text.plural(
                "{home} v {away}: {game} is missing",
                "{home} v {away}: {game} and {more} more are missing",
                n=len(missing),
                more=len(missing) - 1,
                **about,
            )
            self.log.problem(last.row, "game", message, quote=False)
            return
        about["games"] = self.terms.matches[0].games
        if len(missing) == 1:
            message = Text("{home} v {away}: {game} is missing; all {games} games are played", **about)
        else:
            message = Text(
                "{home} v {away}: {game} and {more} more are missing; all {games} games are played",
                more=len(missing) - 1,
                **about,
            )
        self.log.problem(last.row, "game", message, quote=False)

    def _check_once(self, seen: Mapping[tuple[int, int], ResultLine]) -> None:
        for side in SIDES:
            there = {name for line in seen.values() for name in line.players(side) if name}
            short = len(there) < self.terms.players_needed()
            more = 2 if short and self.terms.short.again else 1
            most = self.terms.limits.matches * more
            kinds = {kind: of_kind * more for kind, of_kind in self.terms.limits.kinds}
            counted: Counter[str | tuple[str, Kind]] = Counter()
            met: set[tuple[str, ...]] = set()
            for match in range(1, len(self.terms.matches) + 1):
                line = _opening(match, seen)
                if line.nobody or self._is_of_line_up(line, side, seen):
                    continue
                if "" in line.players(side) and not short:
                    enough = N_("this side has players enough for every seat: write one, not a dummy")
                    self.log.problem(line.row, f"{side} players", enough)
                if line.kind in PARTNERS and not self.terms.limits.partners_again:
                    self._check_partners(line, side, met)
                for name, times in Counter(filter(None, line.players(side))).items():
                    counted[name] += 1
                    counted[name, line.kind] += 1
                    often = counted[name] == most + 1 or counted[name, line.kind] == kinds.get(line.kind, most) + 1
                    if times > 1 or (often and most == 1):
                        twice = Text("{name} is on this sheet twice", name=name)
                        self.log.problem(line.row, f"{side} players", twice)
                    elif often:
                        told = Text("{name} is on this sheet more often than the format allows", name=name)
                        self.log.problem(line.row, f"{side} players", told)

    def _is_of_line_up(self, line: ResultLine, side: Side, seen: Mapping[tuple[int, int], ResultLine]) -> bool:
        """Return True if another match has the line-up that holds for this one: each plays each, and counts once."""
        typed = self.terms.typed_in(line.match, side)
        if typed == line.match:
            return False
        first = _opening(typed, seen)
        if not first.nobody and line.players(side) != first.players(side):
            told = Text("each plays each: this is the player of match {match}", match=typed)
            self.log.problem(line.row, f"{side} players", told)
        return True

    def _check_partners(self, line: ResultLine, side: Side, met: set[tuple[str, ...]]) -> None:
        """Tell of the pairs in a line who are partners twice on this sheet; `met` is those of the lines before."""
        pairs = set(combinations(sorted(set(filter(None, line.players(side)))), 2))
        for one, two in sorted(pairs & met):
            again = Text("{one} and {two} are partners twice on this sheet", one=one, two=two)
            self.log.problem(line.row, f"{side} players", again)
        met |= pairs

    def _matches(self, seen: Mapping[tuple[int, int], ResultLine]) -> Iterator[NamedMatch]:
        for number, due in enumerate(self.terms.matches, start=1):
            if _opening(number, seen).nobody:
                seats = ("",) * due.players
                blank = (GameScore(),) * due.most
                line = _opening(number, seen)
                absent: dict[Side, tuple[str, ...]] = {HOME: seats, AWAY: seats}
                yield NamedMatch(number, due.kind, absent, blank, line.row, totals=due.counted, nobody=True)
                continue
            if due.counted:
                line = seen[number, 0]
                won = Totals(line.score.home or 0, line.score.away or 0).games
                named: dict[Side, tuple[str, ...]] = {side: line.players(side) for side in SIDES}
                yield NamedMatch(number, due.kind, named, won, line.row, totals=True, pegged=line.pegged)
                continue
            games = [seen[number, game] for game in range(1, due.most + 1) if (number, game) in seen]
            players: dict[Side, tuple[str, ...]] = {side: games[0].players(side) for side in SIDES}
            scores = tuple(line.score for line in games) + (GameScore(),) * (due.most - len(games))
            yield NamedMatch(number, due.kind, players, scores, games[0].row)
