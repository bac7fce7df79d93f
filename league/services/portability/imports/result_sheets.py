"""The lines of results.csv of one fixture become one sheet, with names in place of ids."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import combinations
from typing import Any

from league.models import Division, League
from league.queries.seasons.rulesets import rulesets_named_in
from league.rules.formats import fixture_terms, parse_format, terms
from league.rules.match_terms import DUMMY, KIND_NAMES, MOST_GAMES, PARTNERS, WITH_PARTNERS, Kind, MatchTerms, Terms
from league.rules.names import folded, is_name, near
from league.rules.problems import Problem
from league.rules.scheme_columns import stored_scheme
from league.rules.score_only import WHOLE_CARDS, asks_matches, check_score, refusal, with_matches
from league.rules.sheet_checks import check_game, check_totals
from league.rules.sheets import (
    AWAY,
    HOME,
    SIDES,
    UNSAID,
    GameScore,
    MatchSheet,
    ResultSheet,
    ScoreOnly,
    Side,
    Totals,
    place_of_game,
    place_of_match,
)
from league.services.portability.imports.columns import Row
from league.services.portability.imports.existing import FixtureKey, Plan
from league.services.portability.imports.row_reader import Log
from league.services.portability.imports.spreadsheets import ResultRow
from league.translation import N_, Text
from scoring.text import NOTHING

# By team, the names of its players.
Squads = dict[str, list[str]]
NEEDS: Mapping[Kind, Text] = {
    "singles": N_("singles needs one player"),
    "doubles": N_("doubles needs two players, like A / B"),
}


def named_sheets(plan: Plan, league: League, log: Log) -> list["NamedSheet"]:
    """Return every fixture's sheet; what is wrong with its lines is in `log`."""
    of_division = _terms_of_divisions(plan, league)
    squads = _squads(plan)
    sheets = []
    for key, lines in plan.results.items():
        known = plan.existing.fixtures.get(key)
        # What was corrected here is read in the format that it was played by.
        played = of_division[key[0]] if known is None or known.format_id is None else fixture_terms(known)
        if played.short.dummy:
            lines = [_map_names(line, lambda _, name: "" if name.casefold() == DUMMY else name) for line in lines]
        division = plan.existing.divisions.get(key[0]) or Division(name=key[0])
        asks = asks_matches(stored_scheme(division), played)
        refused = refusal(stored_scheme(division), played) if plan.existing.score_only else WHOLE_CARDS
        lines = _as_known(lines, squads) if plan.existing.open else lines
        sheet = NamedSheet(key, lines, played, squads, log, asks_matches=asks, score_refused=refused)
        if sheet.check():
            sheets.append(sheet)
    return sheets


def _terms_of_divisions(plan: Plan, league: League) -> dict[str, Terms]:
    by_name = {}
    for name, text in plan.formats.items():
        division = copy(plan.existing.divisions.get(name) or Division(name=name))
        if division.fixture_format != text:
            division.fixture_format = text
            division.match_rules = rulesets_named_in(league, parse_format(text)[0])[0]
        by_name[name] = terms(division)
    return by_name


def _squads(plan: Plan) -> Squads:
    squads = {team: list(names) for team, names in plan.existing.squads.items()}
    for team, player in [(player.team, player.name) for player in plan.players] + sorted(plan.invalid_refs.players):
        names = squads.setdefault(team, [])
        if player not in names:
            names.append(player)
    return squads


def _map_names(line: ResultRow, spell: Any) -> ResultRow:
    """Return a line with each name of a player as `spell` returns it of its team and name."""
    return replace(
        line,
        home_players=tuple(spell(line.home, name) for name in line.home_players),
        away_players=tuple(spell(line.away, name) for name in line.away_players),
    )


def _as_known(lines: list[ResultRow], squads: Squads) -> list[ResultRow]:
    """Return lines with each name as the team has it already, or as the file wrote it first; it joins the squad.

    A name of another team stays a stranger here: nobody can be asked which of the two is meant.
    """
    spelt: dict[str, dict[str, str]] = defaultdict(dict)
    for team, names in squads.items():
        for name in names:
            spelt[team].setdefault(folded(name), name)

    def spell(team: str, name: str) -> str:
        squad = squads.setdefault(team, [])
        if name in squad or not is_name(name):
            return name
        elsewhere = any(folded(name) in names for other, names in spelt.items() if other != team)
        if elsewhere and folded(name) not in spelt[team]:
            return name
        known = spelt[team].setdefault(folded(name), name)
        if known not in squad:
            squad.append(known)
        return known

    return [_map_names(line, spell) for line in lines]


@dataclass(slots=True)
class NamedSheet:
    """One fixture's lines, put together: what was played, or only a note.

    Attributes:
        games: the lines by match and game; a match whose games are only counted, or that nobody came to, has game 0.
        asks_matches, score_refused: what a score alone of the division says too, and why it has none.
    """

    key: FixtureKey
    lines: list[ResultRow]
    terms: Terms
    squads: Squads
    log: Log
    games: dict[tuple[int, int], ResultRow] = field(default_factory=dict)
    asks_matches: bool = False
    score_refused: Text = NOTHING

    @property
    def first(self) -> ResultRow:
        return self.lines[0]

    @property
    def note(self) -> str:
        """Return the note on the whole fixture; a match that nobody came to is not one."""
        return "" if self.first.nobody else self.first.note

    def opening(self, match: int) -> ResultRow:
        return self.games[match, 0] if (match, 0) in self.games else self.games[match, 1]

    def openings(self) -> list[ResultRow]:
        """Return the first line of each match; none where only a note is written down."""
        return (
            []
            if self.note or self.first.alone
            else [self.opening(match) for match in range(1, len(self.terms.matches) + 1)]
        )

    @property
    def score(self) -> ScoreOnly:
        """The score of a fixture that has no more than that."""
        home, away = self.first.pegged
        matches = None if home is None or away is None else (home, away)
        return with_matches(ScoreOnly(self.first.score.home or 0, self.first.score.away or 0, matches), self.terms)

    def with_ids(self, ids: Mapping[tuple[str, str], int]) -> ResultSheet:
        if self.first.alone:
            return ResultSheet((), score=self.score)
        return ResultSheet(tuple(self._match(number, due, ids) for number, due in enumerate(self.terms.matches, 1)))

    def _match(self, number: int, due: MatchTerms, ids: Mapping[tuple[str, str], int]) -> MatchSheet:
        line, blank = self.opening(number), (GameScore(),) * due.most
        if line.nobody:
            nobody = (None,) * due.players
            return MatchSheet(number, due.kind, nobody, nobody, blank, due.counted, nobody=True)
        home, away = (
            tuple(ids[team, name] if name else None for name in line.players(side))
            for side, team in ((HOME, line.home), (AWAY, line.away))
        )
        dummies = tuple((side, n) for side in SIDES for n, name in enumerate(line.players(side), 1) if not name)
        if due.counted:
            won = Totals(line.score.home or 0, line.score.away or 0).games
            return MatchSheet(number, due.kind, home, away, won, True, dummies, pegged=line.pegged)
        games = [self.games[number, n].score for n in range(1, due.most + 1) if (number, n) in self.games]
        return MatchSheet(number, due.kind, home, away, (*games, *blank[len(games) :]), False, dummies)

    def check(self) -> bool:
        """Log what is wrong with the lines, by themselves and together; return whether nothing is."""
        alone = any(line.alone for line in self.lines)
        if alone or any(line.note and not line.nobody for line in self.lines):
            for line in self.lines[1:]:
                already = Text("this fixture has a line already, {line}", line=line.row.line_of(self.first.row))
                self._problem(line, "score" if line.alone else "note", already, quote=False)
            return len(self.lines) == 1 and (not alone or self._check_score())
        for line in self.lines:
            self._check_line(line)
        # Of a fixture with faulty lines nothing more is said: what seems missing may stand in one of them.
        if not self._is_good() or any(map(self._may_hold, self.log.faulty.values())):
            return False
        self._check_whole()
        return self._is_good()

    def _check_score(self) -> bool:
        line = self.first
        if self.score_refused:
            self._problem(line, "score", self.score_refused, quote=False)
        elif line.score.home is None or line.score.away is None:
            self._problem(line, "score", N_("write the games of both sides, like 9-6"))
        else:
            for problem in check_score(self.score, self.terms, matches=self.asks_matches):
                self._problem(line, "score", problem)
        return self._is_good()

    def _problem(self, line: ResultRow, heading: str, message: Text | Problem, *, quote: bool = True) -> None:
        self.log.problem(line.row, heading, message, quote=quote)

    def _is_good(self) -> bool:
        return all(self.log.good(line.row) for line in self.lines)

    def _may_hold(self, row: Row) -> bool:
        """Return True if a faulty line may be one of this fixture's: what seems missing may stand in it.

        It names both sides; or one of them, and stands among the fixture's lines or next to them (a side is mistyped).
        """
        if row.file not in {line.row.file for line in self.lines}:
            return False
        right = (row["home"] == self.first.home) + (row["away"] == self.first.away)
        numbers = [line.row.line for line in self.lines]
        return right == 2 or (right == 1 and min(numbers) - 1 <= row.line <= max(numbers) + 1)

    def _check_line(self, line: ResultRow) -> None:
        if line.match > len(self.terms.matches):
            matches = Text.plural(
                "a fixture of this division has {n} match",
                "a fixture of this division has {n} matches",
                n=len(self.terms.matches),
            )
            self._problem(line, "match", matches)
            return
        due = self.terms.match(line.match)
        if not line.nobody and (wrong := _wrong_game(line, due)):
            self._problem(line, "game", wrong, quote=bool(line.game))
            return
        if line.kind != due.kind:
            kind = KIND_NAMES[due.kind]
            self._problem(line, "format", Text("match {match} of this division is {kind}", match=line.match, kind=kind))
            return
        if not line.nobody:
            for side in SIDES:
                self._check_players(line, side)
            for problem in _wrong_score(line, due):
                self._problem(line, "score", problem)
        first = self.games.setdefault((line.match, line.game), line)
        if first is not line:
            place = place_of_game(line.match, line.game)
            already = Text("{place} stands in line {line} already", place=place, line=line.row.line_of(first.row))
            self._problem(line, "game" if line.game else "match", already)

    def _check_players(self, line: ResultRow, side: Side) -> None:
        heading, names = f"{side} players", line.players(side)
        team, opponents = (line.home, line.away) if side == HOME else (line.away, line.home)
        players = self.terms.match(line.match).players
        squad = self.squads.get(team, [])
        strangers = [name for name in names if name and name not in squad]
        if len(names) != players:
            needs = NEEDS.get(line.kind) or Text("this match needs {n} players, with strokes between them", n=players)
            self._problem(line, heading, needs)
        elif "" in names and (line.kind not in WITH_PARTNERS or not any(names)):
            self._problem(line, heading, N_("a dummy is somebody’s partner in doubles, trebles and team matches"))
        elif strangers:
            described = [
                Text("{name} ({what})", name=name, what=self._describe_unknown(name, team, opponents))
                for name in strangers
            ]
            who = reduce(lambda one, other: Text("{one} and {other}", one=one, other=other), described)
            self._problem(line, heading, Text("not registered for {team}: {players}", team=team, players=who))
        elif any(squad.count(name) > 1 for name in names):
            twice = Text("{team} has two players of this name; tell them apart", team=team)
            self._problem(line, heading, twice)

    def _describe_unknown(self, name: str, team: str, opponents: str) -> Text:
        teams = [team for team, names in self.squads.items() if folded(name) in map(folded, names)]
        if not teams:
            near_names = [other for other in self.squads.get(team, ()) if near(folded(name), folded(other))]
            if near_names:
                return Text("not known in this league; did you mean “{name}”?", name=near_names[0])
            return N_("not known in this league")
        if opponents in teams:
            teams = [opponents]
        which = reduce(lambda one, other: Text("{one} or {other}", one=one, other=other), teams)
        return Text("plays for {team}", team=which)

    def _check_whole(self) -> None:
        absent = {line.match for line in self.games.values() if line.nobody}
        for (match, game), line in self.games.items():
            if game and match in absent:
                of_match = line.row.line_of(self.games[match, 0].row)
                message = Text("both sides had nobody for this match, by line {line}", line=of_match)
                self._problem(line, "match", message)
                return
        if len(absent) == len(self.terms.matches):
            message = N_("both sides had nobody for every match; decide on the fixture’s page that nobody came")
            self._problem(self.first, "note", message)
            return
        missing = [place for match in range(1, len(self.terms.matches) + 1) for place in self._missing(match)]
        if missing:
            self._report_missing(missing)
            return
        if any(map(self._is_after_the_end, self.games.values())):
            return
        for (match, game), line in self.games.items():
            opening = self.opening(match)
            if game > 1 and any(sorted(line.players(s)) != sorted(opening.players(s)) for s in SIDES):
                others = Text("line {line} has others in this match", line=line.row.line_of(opening.row))
                self._problem(line, "home players", others)
        for side in SIDES:
            self._check_appearances(side)

    def _missing(self, match: int) -> Iterator[Text]:
        """Yield the games of a match that have no line: as few as there can be, if it ends early."""
        due, won = self.terms.match(match), {HOME: 0, AWAY: 0}
        if (match, 0) in self.games and self.games[match, 0].nobody:
            return
        if due.counted:
            if (match, 0) not in self.games:
                yield place_of_match(match)
            return
        for game in range(1, due.most + 1):
            if due.is_over(won[HOME], won[AWAY]):
                return
            line = self.games.get((match, game))
            if line is None:
                yield place_of_game(match, game)
            leads = AWAY if won[AWAY] > won[HOME] else HOME
            won[leads if line is None else line.score.winner or leads] += 1

    def _is_after_the_end(self, line: ResultRow) -> bool:
        before = [self.games[line.match, game].score.winner for game in range(1, line.game)]
        over = self.terms.match(line.match).is_over(before.count(HOME), before.count(AWAY))
        if over:
            message = Text("the match was over at {home}–{away}", home=before.count(HOME), away=before.count(AWAY))
            self._problem(line, "game", message)
        return over

    def _report_missing(self, missing: list[Text]) -> None:
        last = self.lines[-1]
        alike = {(match.games, match.ends) for match in self.terms.matches}
        params: dict[str, Any] = {"home": last.home, "away": last.away, "game": missing[0], "more": len(missing) - 1}
        if len(alike) > 1 or alike.pop()[1] != "all":
            message = Text.plural(
                "{home} v {away}: {game} is missing",
                "{home} v {away}: {game} and {more} more are missing",
                n=len(missing),
                **params,
            )
        elif len(missing) == 1:
            message = Text(
                "{home} v {away}: {game} is missing; all {games} games are played",
                games=self.terms.matches[0].games,
                **params,
            )
        else:
            message = Text(
                "{home} v {away}: {game} and {more} more are missing; all {games} games are played",
                games=self.terms.matches[0].games,
                **params,
            )
        self._problem(last, "game", message, quote=False)

    def _check_appearances(self, side: Side) -> None:
        """Log players of a side who play more often, or together more often, than the format allows."""
        limits, heading = self.terms.limits, f"{side} players"
        present = {name for line in self.games.values() for name in line.players(side) if name}
        short = len(present) < self.terms.players_needed()
        more = 2 if short and self.terms.short.again else 1
        most = limits.matches * more
        kinds = {kind: of_kind * more for kind, of_kind in limits.kinds}
        counted: Counter[str | tuple[str, Kind]] = Counter()
        met: set[tuple[str, ...]] = set()
        for line in self.openings():
            if line.nobody or self._is_of_line_up(line, side):
                continue
            names = line.players(side)
            if "" in names and not short:
                enough = N_("this side has players enough for every seat: write one, not a dummy")
                self._problem(line, heading, enough)
            if line.kind in PARTNERS and not limits.partners_again:
                pairs = set(combinations(sorted(set(filter(None, names))), 2))
                for one, two in sorted(pairs & met):
                    again = Text("{one} and {two} are partners twice on this sheet", one=one, two=two)
                    self._problem(line, heading, again)
                met |= pairs
            for name, times in Counter(filter(None, names)).items():
                counted[name] += 1
                counted[name, line.kind] += 1
                often = counted[name] == most + 1 or counted[name, line.kind] == kinds.get(line.kind, most) + 1
                if times > 1 or (often and most == 1):
                    self._problem(line, heading, Text("{name} is on this sheet twice", name=name))
                elif often:
                    message = Text("{name} is on this sheet more often than the format allows", name=name)
                    self._problem(line, heading, message)

    def _is_of_line_up(self, line: ResultRow, side: Side) -> bool:
        """Return True if another match has the line-up that holds for this one: each plays each, and counts once."""
        typed = self.terms.typed_in(line.match, side)
        if typed == line.match:
            return False
        first = self.opening(typed)
        if not first.nobody and line.players(side) != first.players(side):
            message = Text.plural(
                "each plays each: this is the player of match {match}",
                "each plays each: these are the players of match {match}",
                n=len(line.players(side)),
                match=typed,
            )
            self._problem(line, f"{side} players", message)
        return True


def _wrong_game(line: ResultRow, due: MatchTerms) -> Text | None:
    if due.counted and line.game:
        return N_("games are only counted here: leave this empty")
    if not due.counted and not line.game:
        return N_("is missing")
    if line.game > due.most:
        return Text.plural("a match has {n} game", "a match has {n} games", n=due.most)
    return None


def _wrong_score(line: ResultRow, due: MatchTerms) -> Iterator[Text | Problem]:
    home, away = line.score.home, line.score.away
    if due.counted:
        if home is None or away is None or max(home, away) > MOST_GAMES:
            yield (
                N_("write how many games each side won and the points it pegged, like 2-1 (352-318)")
                if due.pegged
                else N_("write how many games each side won, like 2-1")
            )
        else:
            games = Totals(home, away).games
            sheet = MatchSheet(line.match, line.kind, (), (), games, totals=True, pegged=line.pegged)
            yield from check_totals(sheet, due, rulings=0, unfinished=False)
    elif line.pegged != UNSAID:
        yield N_("the points of all games together are not written down here")
    elif due.written == "winners" and line.score.won is None:
        yield N_("only who won is written down here: home or away")
    elif due.written == "scores" and (home is None or away is None):
        yield N_("write both scores, like 121-98")
    elif home is not None and away is not None:
        yield from check_game(home, away, due.target)
