"""Names typed on a sheet, where no player need be registered.

A name of a player of the team, folded, is that player. A similar one, or one of another team's player, is asked about.
Any other is somebody new: a negative number on the sheet until it is taken and a player created.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from league.rules.names import LONGEST_NAME, clean_line, folded, hidden_message, is_name, near
from league.rules.problems import Problem
from league.rules.sheets import SIDES, MatchSheet, ResultSheet, Side, TypedName, place_of_seat, seat_name
from scoring.text import Text

NEW = 0
# More than any night has. Each is compared with the whole team.
MOST_NAMES = 100


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player whom a name may mean; `of` another team, or `here`: new on a sheet of this fixture."""

    pk: int
    name: str
    of: str = ""
    here: bool = False


@dataclass(frozen=True, slots=True)
class NamedSheet:
    """A sheet with its names resolved; seats with `problems` are empty, `newcomers` have numbers below 0."""

    sheet: ResultSheet
    newcomers: Mapping[int, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def name_seats(
    sheet: ResultSheet, squads: Mapping[Side, Sequence[KnownPlayer]], others: Sequence[KnownPlayer]
) -> NamedSheet:
    """Resolve typed names: from each side's squad, then everybody else in the season."""
    sheet = replace(sheet, typed=tuple(replace(typed, name=clean_line(typed.name)) for typed in sheet.typed))
    names = {(typed.side, folded(typed.name)) for typed in sheet.typed}
    if len(names) > MOST_NAMES:
        message = Text("Write {most} names at most on one sheet.", most=MOST_NAMES)
        return NamedSheet(replace(sheet, typed=()), {}, (Problem("too-many-names", message),))
    reading = _Reading({side: _by_name(squads[side]) for side in SIDES}, _by_name(others))
    # Who is meant is said once, of whichever of the seats.
    said = {(typed.side, folded(typed.name)): typed.said for typed in sheet.typed if typed.said is not None}
    problems, seated = [], dict[str, int]()
    for typed in sheet.typed:
        if not _is_free(sheet, typed) or typed.spot in seated:
            message = Text("There is no empty seat for “{name}”.", name=typed.name[:LONGEST_NAME])
            problems.append(_problem("no-seat", message, typed, _seat_of(sheet, typed)))
            continue
        answered = replace(typed, said=said.get((typed.side, folded(typed.name))))
        found = reading.player(answered, _seat_of(sheet, typed))
        if isinstance(found, Problem):
            problems.append(found)
        else:
            seated[typed.spot] = found
    # Of a line-up that is for many matches each problem is told once.
    problems = list(dict.fromkeys(problems))
    matches = tuple(_seated(match, seated) for match in sheet.matches)
    return NamedSheet(replace(sheet, matches=matches, typed=()), reading.newcomers, tuple(problems))


def refused_names(sheet: ResultSheet) -> NamedSheet:
    """Refuse all typed names of a sheet: this season's players are registered."""
    problems = tuple(
        _problem("not-open", Text("Choose the {seat} from the list: players are registered.", seat=which), typed, which)
        for typed, which in ((typed, _seat_of(sheet, typed)) for typed in sheet.typed)
    )
    return NamedSheet(replace(sheet, typed=()), {}, problems)


def with_numbers(sheet: ResultSheet, numbers: Mapping[int, int | None]) -> ResultSheet:
    def renumbered(match: MatchSheet) -> MatchSheet:
        home, away = (
            tuple(player if player is None else numbers.get(player, player) for player in match.players(side))
            for side in SIDES
        )
        return replace(match, home_players=home, away_players=away)

    return replace(sheet, matches=tuple(renumbered(match) for match in sheet.matches)) if numbers else sheet


@dataclass(slots=True)
class _Reading:
    """The names of a sheet in order, with the numbers given to new ones."""

    squads: Mapping[Side, Mapping[str, list[KnownPlayer]]]
    others: Mapping[str, list[KnownPlayer]]
    newcomers: dict[int, str] = field(default_factory=dict)
    _numbers: dict[tuple[Side, str], int] = field(default_factory=dict)
    _near: dict[tuple[Side, str], list[KnownPlayer]] = field(default_factory=dict)

    def player(self, typed: TypedName, which: Text) -> int | Problem:
        if hidden := hidden_message(typed.name):
            return _problem("hidden-character", hidden, typed, which)
        if not is_name(typed.name):
            message = Text("Use a name of up to {most} letters for the {seat}.", seat=which, most=LONGEST_NAME)
            return _problem("wrong-name", message, typed, which)
        key = (typed.side, folded(typed.name))
        if key in self._numbers:
            return self._numbers[key]
        exact = self.squads[typed.side].get(key[1], [])
        here = [known for known in exact if known.here]
        if typed.said == NEW:
            # Sent twice, or by both captains: whoever was new on this fixture's sheet is not new once more.
            return here[0].pk if here else self._new(typed, key)
        # An answer of before somebody was merged, erased or renamed is none.
        meant_by = self._players_by_id(typed.side).get(typed.said)
        if meant_by is not None and near(folded(meant_by.name), key[1]):
            return meant_by.pk
        if len(exact) == 1:
            return exact[0].pk
        meant = exact or [*self._similar_players(key), *self.others.get(key[1], [])]
        alike = [name for (side, name) in self._numbers if side == typed.side and near(name, key[1])]
        if meant or alike:
            return _question(typed, which, meant, [self.newcomers[self._numbers[typed.side, name]] for name in alike])
        return self._new(typed, key)

    def _players_by_id(self, side: Side) -> Mapping[int | None, KnownPlayer]:
        everybody = (self.squads[side], self.others)
        return {known.pk: known for people in everybody for found in people.values() for known in found}

    def _similar_players(self, key: tuple[Side, str]) -> list[KnownPlayer]:
        side, name = key
        if key not in self._near:
            theirs = self.squads[side]
            self._near[key] = [known for said, people in theirs.items() if near(said, name) for known in people]
        return self._near[key]

    def _new(self, typed: TypedName, key: tuple[Side, str]) -> int:
        number = -len(self._numbers) - 1
        self._numbers[key] = number
        self.newcomers[number] = typed.name
        return number


def _by_name(people: Sequence[KnownPlayer]) -> dict[str, list[KnownPlayer]]:
    found: dict[str, list[KnownPlayer]] = {}
    for known in people:
        found.setdefault(folded(known.name), []).append(known)
    return found


def _seats(sheet: ResultSheet, typed: TypedName) -> tuple[int | None, ...]:
    return next((match.players(typed.side) for match in sheet.matches if match.number == typed.match), ())


def _is_free(sheet: ResultSheet, typed: TypedName) -> bool:
    seats = _seats(sheet, typed)
    return typed.seat <= len(seats) and seats[typed.seat - 1] is None


def _seat_of(sheet: ResultSheet, typed: TypedName) -> Text:
    seats = len(_seats(sheet, typed))
    return seat_name(seats if typed.seat <= seats else 8, typed.side, typed.seat)


def _problem(code: str, message: Text, typed: TypedName, which: Text, *choices: tuple[int, str]) -> Problem:
    return Problem(code, message, typed.field, place_of_seat(typed.place or typed.match, which), choices)


def _question(typed: TypedName, which: Text, meant: Sequence[KnownPlayer], alike: Sequence[str]) -> Problem:
    """The question who is meant: those with that name or a similar one, or somebody new."""
    if not meant:
        message = Text(
            "“{name}” and “{other}” are both new and very alike. Write the same name, or say that they are two people.",
            name=typed.name,
            other=alike[0],
        )
        return _problem("which-player", message, typed, which, (NEW, typed.name))
    told = [Text("{player} ({team})", player=one.name, team=one.of) if one.of else one.name for one in meant]
    message = Text(
        "Did you mean {players}? Choose, or say that “{name}” is somebody new.", players=_either(told), name=typed.name
    )
    choices = [(one.pk, str(said)) for one, said in zip(meant, told, strict=True)]
    return _problem("which-player", message, typed, which, *choices, (NEW, typed.name))


def _either(names: Sequence[Text | str]) -> Text | str:
    if len(names) < 2:
        return names[0]
    return Text("{names} or {last}", names=Text.joined(", ", names[:-1]), last=names[-1])


def _seated(match: MatchSheet, seated: Mapping[str, int]) -> MatchSheet:
    def players(side: Side) -> tuple[int | None, ...]:
        seats = enumerate(match.players(side), start=1)
        return tuple(seated.get(f"m{match.number}-{side}-{n}", player) for n, player in seats)

    return replace(match, home_players=players("home"), away_players=players("away"))


def unasked(problems: Iterator[Problem] | Sequence[Problem], asked: Sequence[Problem]) -> list[Problem]:
    """Drop problems of empty seats that are asked about."""
    seats = {problem.field for problem in asked if problem.field}
    return [problem for problem in problems if problem.field not in seats]
