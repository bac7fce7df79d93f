"""The sheet form: its seats, games and totals, filled in from fields whose names are `rules.sheet_fields`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from league.enums import Registering, TeamKind
from league.models import Fixture, Player, Result
from league.queries.availability import Suggestion
from league.queries.results.eligibility import NOBODY, Candidates, Note, guests_on_sheet, notes_on, warns
from league.queries.results.sheets import sheet_of
from league.rules.formats import fixture_terms
from league.rules.match_terms import KIND_NAMES, WITH_PARTNERS, MatchTerms, Terms
from league.rules.names import folded
from league.rules.problems import Problem
from league.rules.sheet_fields import NOBODY as NOBODY_CAME
from league.rules.sheet_fields import PLACE, SEATED, Fields, fields_of, laid_over, longest_at, parse_sheet
from league.rules.sheets import (
    AWAY,
    HOME,
    SIDES,
    MatchSheet,
    ResultSheet,
    Side,
)
from league.translation import N_, Text
from league.web.forms import clip_text
from league.web.results.sheet_rows import (
    GameFields,
    MatchFields,
    Options,
    PointsField,
    Row,
    Seat,
    SheetSection,
    TotalFields,
)

NO_SUGGESTION = Suggestion({})


def fields_from(posted: Mapping[str, object]) -> Fields:
    """The fields of a sheet among what was posted; anything else is left out, anything too long is cut."""
    fields = {name: str(value) for name, value in posted.items() if PLACE.fullmatch(name) and str(value)}
    return {name: clip_text(said, longest_at(name)) for name, said in fields.items()}


@dataclass(frozen=True)
class Filled:
    """A fixture's sheet as somebody has filled it in; what was typed is read once a request."""

    fixture: Fixture
    fields: Fields

    @cached_property
    def _read(self) -> tuple[ResultSheet, list[Problem]]:
        return parse_sheet(self.fields, fixture_terms(self.fixture))

    @property
    def sheet(self) -> ResultSheet:
        return self._read[0]

    @property
    def unreadable(self) -> list[Problem]:
        return self._read[1]


def filled_from(result: Result, mine: Fields | None = None) -> Filled:
    """Return the form filled in from a stored version, with each place as `mine` has it where it says anything."""
    fixture = result.fixture
    return Filled(fixture, laid_over(fields_of(sheet_of(result), fixture_terms(fixture)), mine or {}))


@dataclass(frozen=True)
class SheetForm:
    fixture: Fixture
    matches: tuple[MatchFields, ...]
    problems: tuple[Problem, ...]
    home_games: int
    away_games: int
    terms: Terms
    warns: bool = False
    notes: tuple[Note, ...] = ()  # the secretary's, on the two teams and their squads: names with notes
    guest_notes: tuple[Note, ...] = ()  # those on guests who are chosen so far
    fields: Fields = field(default_factory=dict)  # what is filled in
    suggested: Suggestion = NO_SUGGESTION  # the line-up that is suggested, whether it is filled in or not

    @property
    def line_up(self) -> str:
        """Return if a line-up is suggested and stands in the form ("last", "chosen"), or nobody does ("offered").

        That of pairs and single players is no suggestion.
        """
        if self.fixture.home.kind != TeamKind.TEAM:
            return ""
        there = {name for name, value in self.suggested.fields.items() if self.fields.get(name) == value}
        if there:
            return "chosen" if there & self.suggested.chosen else "last"
        return "offered" if self.suggested.fields and not any(SEATED.fullmatch(name) for name in self.fields) else ""

    @cached_property
    def sections(self) -> tuple[SheetSection, ...]:
        """Its matches in order, those in which each plays each as one part."""
        return tuple(self._sections())

    def _sections(self) -> Iterator[SheetSection]:
        rest = list(self.matches)
        while rest:
            pairing = self.terms.match(rest[0].number).pairing
            size = pairing.size if pairing is not None else 0
            taken, rest = tuple(rest[: size * size or 1]), rest[size * size or 1 :]
            rows = (taken[at : at + size] for at in range(0, size * size, size or 1))
            yield SheetSection(taken, tuple(Row(n, row[0].home, row) for n, row in enumerate(rows, start=1)))

    @property
    def open_part(self) -> str:
        """Return the name of the one part that is open: the first with a problem, else the first with games to come."""
        parts: list[Row | MatchFields] = []
        for section in self.sections:
            parts += section.rows or section.matches
        wrong = next((part.name for part in parts if part.wrong), "")
        return wrong or next((part.name for part in parts if not part.complete), "")

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        return tuple(chain.from_iterable(section.seats_to_fill(side) for section in self.sections))

    @property
    def all_seats(self) -> int:
        return sum(len(self.seats_of(side)) for side in SIDES)

    @property
    def filled_seats(self) -> int:
        return sum(seat.filled for side in SIDES for seat in self.seats_of(side))

    @cached_property
    def written_seats(self) -> tuple[Seat, ...]:
        """The seats in which names are written at once, and which may have nobody instead."""
        return tuple(seat for side in SIDES for seat in self.seats_of(side) if seat.is_written and seat.options)

    @property
    def nobody_came(self) -> bool:
        return any(seat.value for seat in self.written_seats)

    @property
    def names_first(self) -> bool:
        """Return True if nothing but names to write is looked at yet: no match is open beside the line-up."""
        wrong = any(match.wrong for match in self.matches)
        return not wrong and any(seat.is_written and not seat.filled for side in SIDES for seat in self.seats_of(side))

    @property
    def line_up_wrong(self) -> bool:
        """Return True if a seat of the line-up was refused."""
        return any(seat.problems for match in self.matches for seat in (*match.home, *match.away))

    @property
    def names_left(self) -> list[tuple[str, int]]:
        """Return how many names either team lacks; nothing of a team that lacks none."""
        teams: dict[Side, str] = {HOME: self.fixture.home.name, AWAY: self.fixture.away.name}
        empty = {side: sum(not seat.filled for seat in self.seats_of(side)) for side in SIDES}
        return [(teams[side], number) for side, number in empty.items() if number]

    @property
    def scores_left(self) -> int:
        return sum(match.scores_left for match in self.matches)

    @property
    def complete(self) -> bool:
        return not (self.names_left or self.games_left or self.scores_left)

    @property
    def open_ended(self) -> bool:
        """Return True if some of its matches are over before all their games are played."""
        return any(match.open_ended for match in self.matches)

    @property
    def games_left(self) -> int:
        """Return the games that nobody is said to have won yet; where matches end early, the fewest there can be."""
        return sum(match.left for match in self.matches)

    @property
    def intro(self) -> Text:
        written = {match.scored for match in self.matches}
        counted = {match.totals is not None for match in self.matches}
        pegged = {bool(match.totals and match.totals.points) for match in self.matches}
        if counted == pegged == {True}:
            tap = N_("For each match, enter how many games each side won and the points it pegged in all of them.")
        elif counted == {True}:
            tap = (
                N_("For each match, enter how many games each side won, and the points pegged where it asks for them.")
                if True in pegged
                else N_("For each match, enter how many games each side won.")
            )
        elif True in counted:
            tap = N_("For each game, tap the winner, or enter how many games each side won, as the match asks.")
        elif written == {False}:
            tap = N_("For each game, tap who won it.")
        elif False in written:
            tap = N_("For each game, tap the winner, and type the loser’s score where there is a field for it.")
        else:
            tap = N_("For each game, tap the winner and type the loser’s score.")
        if self.open_ended:
            play = N_("A match is over as soon as one side has won enough games: leave those that were not played.")
        else:
            play = Text.plural("Play the {n} game.", "Play all {n} games.", n=self.terms.games)
        return Text.joined(" ", (tap, play))

    @property
    def once(self) -> bool:
        """Return True if nobody plays in two of its matches, not even for a side that is short."""
        return self.terms.limits.matches == 1 and not self.terms.short.again

    @property
    def short_side(self) -> Text | None:
        return self.terms.short.sentence


def _label(number: int, team: str, seat: int, players: int) -> Text:
    if players == 1:
        return Text("Match {match}, {team}’s player", match=number, team=team)
    return Text("Match {match}, {team}’s player {seat}", match=number, team=team, seat=seat)


def _label_of_each(number: int, team: str, seat: int, players: int) -> Text:
    if players > 1:
        return Text("{team}’s pair {pair}, player {seat}", team=team, pair=number, seat=seat)
    return Text("{team}’s player {seat}", team=team, seat=number)


def _how(due: MatchTerms) -> Text | None:
    """Say how a match ends, and its ruleset; None where it is after all its games, by the usual one."""
    texts = [due.own_ruleset_title] if due.own_ruleset_title is not None else []
    if due.ends != "all":
        ends = N_("best of {n}") if due.ends == "best" else N_("first to {n}")
        texts.insert(0, Text(ends, n=due.games))
    return Text.joined(", ", texts) if texts else None


def answers_to(choices: Iterable[tuple[int, str]], written: str) -> Options:
    """Return the values and the names of those who may be meant by a typed name; somebody new has none."""
    return tuple((f"{number} {' '.join(written.split())}", name if number else "") for number, name in choices)


@dataclass(slots=True)
class _Maker:
    fields: Mapping[str, str]
    squads: Mapping[Side, Sequence[Player]]
    sheet: ResultSheet
    terms: Terms
    teams: Mapping[Side, str]
    besides: tuple[tuple[str, Options], ...] = ()
    open: bool = False
    suggested: Suggestion = NO_SUGGESTION
    by_field: dict[str, list[Problem]] = field(default_factory=dict)
    breaches: dict[str, list[Problem]] = field(default_factory=dict)

    def problems(self, name: str) -> tuple[Problem, ...]:
        return tuple(self.by_field.get(name, ()))

    def seat(self, number: int, side: Side, seat: int, players: int) -> Seat:
        name = f"m{self.terms.typed_in(number, side)}-{side}-{seat}"
        options = tuple((str(p.pk), p.name) for p in self.squads[side])
        pairing = self.terms.match(number).pairing
        if pairing is not None and players > 1 and self.terms.short.dummy:
            options += ((NOBODY_CAME, N_("A dummy; two of them: nobody, the games are lost")),)
        elif pairing is not None:
            options += ((NOBODY_CAME, N_("Nobody: their games are lost")),)
        elif self.terms.short.dummy and self.terms.match(number).kind in WITH_PARTNERS:
            options += ((NOBODY_CAME, N_("A dummy")),)
        problems = self.problems(name)
        written = self.fields.get(f"{name}-name", "") if self.open else ""
        breaches = tuple(breach for breach in self.breaches.get(name, ()) if breach not in problems)
        choices = next((problem.choices for problem in (*problems, *breaches) if problem.choices), ())
        said = self.fields.get(f"{name}-is", "")
        team = self.teams[side]
        label = _label(number, team, seat, players)
        if pairing is not None:
            label = _label_of_each(pairing.home if side == HOME else pairing.away, team, seat, players)
        return Seat(
            name,
            label,
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
            self.suggestion_at(name),
        )

    def suggestion_at(self, name: str) -> str:
        player = self.suggested.fields.get(name)
        if not player or self.fields.get(name) != player:
            return ""
        return "chosen" if name in self.suggested.chosen else "last"

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

    def totals(self, number: int, due: MatchTerms) -> TotalFields:
        home, away = (self.fields.get(f"m{number}-{side}-games", "") for side in (HOME, AWAY))
        highest = due.games if due.ends == "all" else due.needed
        points = tuple(self.points(f"m{number}-{side}-pegged", side) for side in (HOME, AWAY)) if due.pegged else ()
        return TotalFields(f"m{number}-games", home, away, highest, self.problems(f"m{number}-games"), points)

    def points(self, name: str, side: Side) -> PointsField:
        return PointsField(name, side, self.fields.get(name, ""), self.problems(name))

    def match(self, match: MatchSheet) -> MatchFields:
        due = self.terms.match(match.number)
        seats = range(1, due.players + 1)
        played = range(1, 1 if due.counted else due.most + 1)
        games = tuple(self.game(match.number, game, due) for game in played)
        return MatchFields(
            number=match.number,
            kind=KIND_NAMES[match.kind],
            target=due.target,
            how=_how(due),
            scored=due.written == "scores",
            totals=self.totals(match.number, due) if due.counted else None,
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
            most=due.most,
            left=0 if match.nobody else due.games_left(match.games_won(HOME), match.games_won(AWAY)),
            nobody=match.nobody,
        )


def sheet_form(
    filled: Filled,
    *,
    squads: tuple[Sequence[Player], Sequence[Player]],
    problems: Sequence[Problem] = (),
    besides: Candidates = NOBODY,
    breaches: Sequence[Problem] = (),
    suggested: Suggestion | None = None,
) -> SheetForm:
    """Make the form of a sheet as filled in; `besides` may play besides the squads."""
    fixture, sheet, terms = filled.fixture, filled.sheet, fixture_terms(filled.fixture)
    teams: dict[Side, str] = {HOME: fixture.home.name, AWAY: fixture.away.name}
    maker = _Maker(filled.fields, {HOME: squads[0], AWAY: squads[1]}, sheet, terms, teams, _groups(besides))
    maker.open = fixture.division.season.registration == Registering.OPEN
    maker.suggested = suggested or NO_SUGGESTION
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
        notes=notes_on(fixture, (*squads[0], *squads[1])),
        guest_notes=tuple((one.name, one.note) for one in guests_on_sheet(sheet, besides) if one.note),
        fields=filled.fields,
        suggested=maker.suggested,
    )


def _groups(besides: Candidates) -> tuple[tuple[str, Options], ...]:
    def options(options_found: Iterable[tuple[Player, str]]) -> Options:
        return tuple(
            (str(player.pk), Text("{player} ({team})", player=player.name, team=team or N_("no team")))
            for player, team in options_found
        )

    groups = ((N_("Guests"), options(besides.guests)), (N_("Not eligible"), options(besides.others)))
    return tuple((label, options_found) for label, options_found in groups if options_found)
