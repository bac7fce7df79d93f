"""The sheet form: the fields that a browser sends, and what the page shows of them. Their names, and what they say of a
sheet, are `rules.sheet_fields`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from league.enums import Registering
from league.models import Fixture, Player, Result
from league.queries.results.eligibility import NOBODY, Candidates, warns
from league.queries.results.sheets import sheet_of
from league.rules import formats
from league.rules.formats import KIND_NAMES, MatchTerms, Terms
from league.rules.names import LONGEST_NAME, folded
from league.rules.problems import Problem
from league.rules.sheet_fields import NAMED, PLACE, Fields, fields_of, laid_over, parse_sheet
from league.rules.sheets import (
    AWAY,
    HOME,
    MatchSheet,
    ResultSheet,
    Side,
)
from league.translation import N_, Text
from league.web.base.parse import typed

LONGEST = 12
# Of a typed name, with the number of who is meant before it. What is longer than a name is refused, not cut.
LONGEST_TYPED = LONGEST_NAME + 20


def fields_from(posted: Mapping[str, object]) -> Fields:
    """The fields of a sheet among what was posted; anything else is left out, anything too long is cut."""
    found = {name: str(value) for name, value in posted.items() if PLACE.fullmatch(name) and str(value)}
    return {name: typed(said, LONGEST_TYPED if NAMED.fullmatch(name) else LONGEST) for name, said in found.items()}


@dataclass(frozen=True)
class Filled:
    """A fixture's sheet as somebody has filled it in; what was typed is read once a request."""

    fixture: Fixture
    fields: Fields

    @cached_property
    def _read(self) -> tuple[ResultSheet, list[Problem]]:
        return parse_sheet(self.fields, formats.terms(self.fixture.division))

    @property
    def sheet(self) -> ResultSheet:
        """Return the sheet that the fields say, as far as they can be read."""
        return self._read[0]

    @property
    def unreadable(self) -> list[Problem]:
        """Return a problem for each field that cannot be read."""
        return self._read[1]


def filled_from(result: Result, mine: Fields | None = None) -> Filled:
    """Return the form filled in from a stored version, with each place as `mine` has it where it says anything."""
    fixture = result.fixture
    return Filled(fixture, laid_over(fields_of(sheet_of(result), formats.terms(fixture.division)), mine or {}))


Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A select of players.

    Attributes:
        options: the squad's players: values and names; `groups` has those who may be chosen besides, under a heading.
        problems: why the sheet was refused.
        breaches: what stands against whoever sits there, before the sheet is sent.
        open: a name may be typed in place of a choice, and `typed` is the one that is.
        asked: who may be meant by it, values and names, where that has to be asked; blank of somebody new.
        answered: who is meant, where it was asked before.
    """

    name: str
    label: str
    value: str
    options: Options
    problems: tuple[Problem, ...]
    groups: tuple[tuple[str, Options], ...] = ()
    breaches: tuple[Problem, ...] = ()
    open: bool = False
    typed: str = ""
    asked: Options = ()
    answered: str = ""


@dataclass(frozen=True, slots=True)
class GameFields:
    """The inputs of one game; an optional one is played only if the match is not over before it."""

    name: str
    number: int
    winner: str
    loser: str
    winner_score: str
    problems: tuple[Problem, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class MatchFields:
    """The inputs of one match; `open_ended` says that it is over as soon as a side has won `needed` games."""

    number: int
    kind: str
    target: int
    how: Text | None
    scored: bool
    needed: int
    open_ended: bool
    home: tuple[Seat, ...]
    away: tuple[Seat, ...]
    games: tuple[GameFields, ...]
    short: str
    past_target: bool
    home_games: int
    away_games: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class SheetForm:
    """Everything `league/results/_sheet_form.html` shows."""

    fixture: Fixture
    matches: tuple[MatchFields, ...]
    problems: tuple[Problem, ...]
    home_games: int
    away_games: int
    terms: Terms
    warns: bool = False

    @property
    def all_games(self) -> int:
        """Return the games of the fixture; where matches end early, the fewest that there can be."""
        return self.terms.games

    @property
    def open_ended(self) -> bool:
        """Return True if some of its matches are over before all their games are played."""
        return any(match.open_ended for match in self.matches)

    @property
    def games_left(self) -> int:
        """Return the games that nobody is said to have won yet; where matches end early, the fewest there can be."""
        return sum(self.terms.match(match.number).left(match.home_games, match.away_games) for match in self.matches)

    @property
    def intro(self) -> Text:
        """Return what is to be done for each game, in two sentences."""
        written = {match.scored for match in self.matches}
        if written == {False}:
            tap = N_("For each game, tap who won it.")
        elif False in written:
            tap = N_("For each game, tap the winner, and type the loser’s score where there is a field for it.")
        else:
            tap = N_("For each game, tap the winner and type the loser’s score.")
        if self.open_ended:
            play = N_("A match is over as soon as one side has won enough games: leave those that were not played.")
        else:
            play = Text.plural("Play the {n} game.", "Play all {n} games.", n=self.all_games)
        return Text.joined(" ", (tap, play))

    @property
    def once(self) -> bool:
        """Return True if nobody plays in two of its matches."""
        return self.terms.limits.matches == 1


def _label(number: int, side: Side, seat: int, players: int) -> Text:
    if players == 1:
        alone = N_("home player") if side == HOME else N_("away player")
        return Text("Match {match}, {seat}", match=number, seat=alone)
    if side == HOME:
        return Text("Match {match}, home player {seat}", match=number, seat=seat)
    return Text("Match {match}, away player {seat}", match=number, seat=seat)


def _how(due: MatchTerms) -> Text | None:
    """How a match ends; None where that is after all its games."""
    if due.ends == "best":
        return Text("best of {n}", n=due.games)
    return Text("first to {n}", n=due.games) if due.ends == "first" else None


def answers_to(choices: Iterable[tuple[int, str]], written: str) -> Options:
    """Return the values and the names of those who may be meant by a typed name; somebody new has none."""
    return tuple((f"{number} {' '.join(written.split())}", name if number else "") for number, name in choices)


@dataclass(slots=True)
class _Maker:
    fields: Mapping[str, str]
    squads: Mapping[Side, Sequence[Player]]
    sheet: ResultSheet
    terms: Terms
    besides: tuple[tuple[str, Options], ...] = ()
    open: bool = False
    by_field: dict[str, list[Problem]] = field(default_factory=dict)
    breaches: dict[str, list[Problem]] = field(default_factory=dict)

    def problems(self, name: str) -> tuple[Problem, ...]:
        return tuple(self.by_field.get(name, ()))

    def seat(self, number: int, side: Side, seat: int, players: int) -> Seat:
        name = f"m{number}-{side}-{seat}"
        options = tuple((str(p.pk), p.name) for p in self.squads[side])
        problems = self.problems(name)
        written = self.fields.get(f"{name}-name", "") if self.open else ""
        breaches = tuple(breach for breach in self.breaches.get(name, ()) if breach not in problems)
        choices = next((problem.choices for problem in (*problems, *breaches) if problem.choices), ())
        said = self.fields.get(f"{name}-is", "")
        return Seat(
            name,
            _label(number, side, seat, players),
            self.fields.get(name, ""),
            options,
            problems,
            self.besides,
            breaches,
            self.open,
            written,
            answers_to(choices, written),
            # An answer goes with the sheet whenever that is sent again; it is about this name alone.
            said if not choices and written and folded(said.partition(" ")[2]) == folded(written) else "",
        )

    def game(self, number: int, game: int, due: MatchTerms) -> GameFields:
        name = f"m{number}-g{game}"
        get = self.fields.get
        return GameFields(
            name,
            game,
            get(f"{name}-winner", ""),
            get(f"{name}-loser", ""),
            get(f"{name}-winner-score", ""),
            self.problems(name),
            due.ends != "all" and game > due.needed,
        )

    def match(self, match: MatchSheet) -> MatchFields:
        due = self.terms.match(match.number)
        seats = range(1, due.players + 1)
        games = tuple(self.game(match.number, game, due) for game in range(1, due.most + 1))
        return MatchFields(
            number=match.number,
            kind=KIND_NAMES[match.kind],
            target=due.target,
            how=_how(due),
            scored=due.written == "scores",
            needed=due.needed,
            open_ended=due.ends != "all",
            home=tuple(self.seat(match.number, HOME, seat, due.players) for seat in seats),
            away=tuple(self.seat(match.number, AWAY, seat, due.players) for seat in seats),
            games=games,
            short=self.fields.get(f"m{match.number}-short", ""),
            past_target=any(game.winner_score for game in games),
            home_games=match.games_won(HOME),
            away_games=match.games_won(AWAY),
            problems=self.problems(f"m{match.number}"),
        )


def sheet_form(
    filled: Filled,
    *,
    squads: tuple[Sequence[Player], Sequence[Player]],
    problems: Sequence[Problem] = (),
    besides: Candidates = NOBODY,
    breaches: Sequence[Problem] = (),
) -> SheetForm:
    """Return the form of a fixture's sheet as it is filled in, marked with `problems`.

    Args:
        besides: who may be chosen besides the squads.
        breaches: what stands against those who are on it so far.
    """
    fixture, sheet, terms = filled.fixture, filled.sheet, formats.terms(filled.fixture.division)
    maker = _Maker(filled.fields, {HOME: squads[0], AWAY: squads[1]}, sheet, terms, _groups(besides))
    maker.open = fixture.division.season.registration == Registering.OPEN
    for problem in problems:
        maker.by_field.setdefault(problem.field, []).append(problem)
    for breach in breaches:
        maker.breaches.setdefault(breach.field, []).append(breach)
    return SheetForm(
        fixture=fixture,
        matches=tuple(maker.match(match) for match in sheet.matches),
        problems=tuple(problems),
        home_games=sheet.games(HOME),
        away_games=sheet.games(AWAY),
        terms=terms,
        warns=warns(fixture.division.season),
    )


def _groups(besides: Candidates) -> tuple[tuple[str, Options], ...]:
    """Guests, and those who would be a breach, each with their own team behind their name."""

    def options(found: Iterable[tuple[Player, str]]) -> Options:
        return tuple(
            (str(player.pk), Text("{player} ({team})", player=player.name, team=team or N_("no team")))
            for player, team in found
        )

    groups = ((N_("Guests"), options(besides.guests)), (N_("Not eligible"), options(besides.others)))
    return tuple((label, found) for label, found in groups if found)
