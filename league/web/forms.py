"""The sheet form: fields as a browser sends them, to and from the values of the rules.

A field is named by its place: ``m3-home-1`` (a player's id), ``m3-g2-winner`` (home or away), ``m3-g2-loser`` (the
loser's score), ``m3-g2-winner-score`` (only when the winner went past the target) and ``m3-short`` (the side that had
nobody to play). Drafts keep these fields as they were typed, so that nothing is lost that the rules cannot read yet.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from league.models import Fixture, Player
from league.queries.eligibility import NOBODY, Candidates, warns
from league.rules.points import Terms
from league.rules.problems import Problem, place_on_sheet
from league.rules.sheets import (
    AWAY,
    HOME,
    SIDES,
    GameScore,
    Kind,
    MatchSheet,
    ResultSheet,
    Side,
    other,
    players_a_side,
    seat_name,
)

Fields = dict[str, str]
NAME = re.compile(r"m[0-9]{1,2}-(?:(?:home|away)-[12]|g[0-9]-(?:winner|loser|winner-score)|short)")
# Only the ten digits of a phone's number pad: int() would take other scripts' digits and underscores too.
DIGITS = re.compile(r"[0-9]{1,9}")
LONGEST = 12


def fields_from(posted: Mapping[str, object]) -> Fields:
    """The fields of a sheet among what was posted; anything else is left out, anything too long is cut."""
    return {name: typed(value, LONGEST) for name, value in posted.items() if NAME.fullmatch(name) and str(value)}


def typed(value: object, longest: int) -> str:
    """What a person typed, without the null characters that PostgreSQL refuses, cut to a length."""
    return str(value).replace("\x00", "").strip()[:longest]


def fields_of(sheet: ResultSheet, terms: Terms) -> Fields:
    """A sheet as the form would have sent it."""
    fields: Fields = {}
    for match in sheet.matches:
        at = f"m{match.number}"
        if match.short:
            fields[f"{at}-short"] = match.short
        for side in SIDES:
            for seat, player in enumerate(match.players(side), start=1):
                if player is not None:
                    fields[f"{at}-{side}-{seat}"] = str(player)
        for number, game in enumerate(match.games, start=1):
            fields.update(_game_fields(f"{at}-g{number}", game, terms.targets[match.kind]))
    return fields


def _game_fields(at: str, game: GameScore, target: int) -> Fields:
    if game.awarded or game.winner is None or game.home is None or game.away is None:
        return {}
    fields = {f"{at}-winner": str(game.winner), f"{at}-loser": str(min(game.home, game.away))}
    if max(game.home, game.away) != target:
        fields[f"{at}-winner-score"] = str(max(game.home, game.away))
    return fields


def laid_over(theirs: Fields, mine: Fields) -> Fields:
    """Their sheet, with each place that one has filled in as one has it oneself. A game is taken whole."""
    taken = {_spot(name) for name in mine}
    played = {name.partition("-")[0] + "-short" for name in mine}
    return {name: value for name, value in theirs.items() if _spot(name) not in taken and name not in played} | mine


def _spot(name: str) -> str:
    """The game of a game's field; a seat by itself."""
    return re.sub(r"(-g[0-9])-.*", r"\1", name)


def parse_sheet(fields: Mapping[str, str], terms: Terms) -> tuple[ResultSheet, list[Problem]]:
    """The sheet that the fields say, and what in them cannot be read. What is missing is for the rules to tell."""
    problems: list[Problem] = []
    matches = tuple(_match(fields, number, kind, terms, problems) for number, kind in enumerate(terms.format, start=1))
    return ResultSheet(matches), problems


def _match(fields: Mapping[str, str], number: int, kind: Kind, terms: Terms, problems: list[Problem]) -> MatchSheet:
    at = f"m{number}"
    short = _side(fields.get(f"{at}-short", ""))
    seats: dict[Side, tuple[int | None, ...]] = {}
    for side in SIDES:
        places = range(1, players_a_side(kind) + 1)
        seats[side] = tuple(None if side == short else _seat(fields, at, kind, side, n, problems) for n in places)
    games = tuple(
        GameScore(awarded=other(short)) if short else _game(fields, number, game, kind, terms, problems)
        for game in range(1, terms.games_per_match + 1)
    )
    return MatchSheet(number, kind, seats[HOME], seats[AWAY], games)


def _seat(fields: Mapping[str, str], at: str, kind: Kind, side: Side, seat: int, problems: list[Problem]) -> int | None:
    name = f"{at}-{side}-{seat}"
    text = fields.get(name, "")
    if not text or DIGITS.fullmatch(text):
        return int(text) if text else None
    which = seat_name(kind, side, seat)
    problems.append(Problem("player", f"Choose the {which} from the list.", name, f"match {at[1:]}, {which}"))
    return None


def _game(
    fields: Mapping[str, str], match: int, number: int, kind: Kind, terms: Terms, problems: list[Problem]
) -> GameScore:
    at, place = f"m{match}-g{number}", f"match {match}, game {number}"
    winner = _side(fields.get(f"{at}-winner", ""))
    loser = _score(fields, f"{at}-loser", at, place, problems)
    most = _score(fields, f"{at}-winner-score", at, place, problems)
    if winner is None:
        if loser is not None or most is not None:
            problems.append(Problem("no-winner", "Tap who won this game.", at, place))
        return GameScore()
    best = terms.targets[kind] if most is None else most
    if most is not None and loser is not None and most < loser:
        problems.append(Problem("winner-below", "The winner’s score is below the loser’s.", at, place))
    return GameScore(best, loser) if winner == HOME else GameScore(loser, best)


def _side(text: str) -> Side | None:
    return HOME if text == HOME else AWAY if text == AWAY else None


def _score(fields: Mapping[str, str], name: str, field: str, where: str, problems: list[Problem]) -> int | None:
    text = fields.get(name, "")
    if not text:
        return None
    if DIGITS.fullmatch(text):
        return int(text)
    problems.append(Problem("number", f"“{text}” is not a number; write digits, like 98.", field, where))
    return None


def merge(unreadable: Sequence[Problem], found: Iterable[Problem]) -> list[Problem]:
    """All problems in the order of the sheet; of a field that cannot be read nothing else is said."""
    said = {problem.field for problem in unreadable}
    # Nor is a match empty in which something stands that cannot be read.
    said |= {field.partition("-")[0] for field in said}
    return sorted([*unreadable, *(p for p in found if p.field not in said)], key=place_on_sheet)


Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A select of players.

    Attributes:
        options: the squad's players: values and names; `groups` has those who may be chosen besides, under a heading.
        problems: why the sheet was refused.
        breaches: what stands against whoever sits there, before the sheet is sent.
    """

    name: str
    label: str
    value: str
    options: Options
    problems: tuple[Problem, ...]
    groups: tuple[tuple[str, Options], ...] = ()
    breaches: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class GameFields:
    """The inputs of one game."""

    name: str
    number: int
    winner: str
    loser: str
    winner_score: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class MatchFields:
    """The inputs of one match."""

    number: int
    kind: str
    target: int
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
    """Everything `league/_sheet_form.html` shows."""

    fixture: Fixture
    matches: tuple[MatchFields, ...]
    problems: tuple[Problem, ...]
    home_games: int
    away_games: int
    all_games: int
    warns: bool = False


@dataclass(slots=True)
class _Maker:
    fields: Mapping[str, str]
    squads: Mapping[Side, Sequence[Player]]
    sheet: ResultSheet
    terms: Terms
    besides: tuple[tuple[str, Options], ...] = ()
    by_field: dict[str, list[Problem]] = field(default_factory=dict)
    breaches: dict[str, list[Problem]] = field(default_factory=dict)

    def problems(self, name: str) -> tuple[Problem, ...]:
        return tuple(self.by_field.get(name, ()))

    def seat(self, number: int, side: Side, seat: int, kind: Kind) -> Seat:
        name = f"m{number}-{side}-{seat}"
        which = f"{side} player" + (f" {seat}" if kind == "doubles" else "")
        options = tuple((str(p.pk), p.name) for p in self.squads[side])
        problems = self.problems(name)
        return Seat(
            name,
            f"Match {number}, {which}",
            self.fields.get(name, ""),
            options,
            problems,
            self.besides,
            tuple(breach for breach in self.breaches.get(name, ()) if breach not in problems),
        )

    def game(self, number: int, game: int) -> GameFields:
        name = f"m{number}-g{game}"
        get = self.fields.get
        return GameFields(
            name,
            game,
            get(f"{name}-winner", ""),
            get(f"{name}-loser", ""),
            get(f"{name}-winner-score", ""),
            self.problems(name),
        )

    def match(self, match: MatchSheet) -> MatchFields:
        seats = range(1, players_a_side(match.kind) + 1)
        games = tuple(self.game(match.number, game) for game in range(1, self.terms.games_per_match + 1))
        return MatchFields(
            number=match.number,
            kind=match.kind,
            target=self.terms.targets[match.kind],
            home=tuple(self.seat(match.number, HOME, seat, match.kind) for seat in seats),
            away=tuple(self.seat(match.number, AWAY, seat, match.kind) for seat in seats),
            games=games,
            short=self.fields.get(f"m{match.number}-short", ""),
            past_target=any(game.winner_score for game in games),
            home_games=match.games_won(HOME),
            away_games=match.games_won(AWAY),
            problems=self.problems(f"m{match.number}"),
        )


def sheet_form(
    fixture: Fixture,
    fields: Mapping[str, str],
    *,
    terms: Terms,
    squads: tuple[Sequence[Player], Sequence[Player]],
    problems: Sequence[Problem] = (),
    besides: Candidates = NOBODY,
    breaches: Sequence[Problem] = (),
) -> SheetForm:
    """The form of a fixture's sheet, filled with `fields` and marked with `problems`.

    Args:
        besides: who may be chosen besides the squads.
        breaches: what stands against those who are on it so far.
    """
    sheet, _ = parse_sheet(fields, terms)
    maker = _Maker(fields, {HOME: squads[0], AWAY: squads[1]}, sheet, terms, _groups(besides))
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
        all_games=len(terms.format) * terms.games_per_match,
        warns=warns(fixture.division.season),
    )


def _groups(besides: Candidates) -> tuple[tuple[str, Options], ...]:
    """Guests, and those who would be a breach, each with his own team behind his name."""

    def options(found: Iterable[tuple[Player, str]]) -> Options:
        return tuple((str(player.pk), f"{player.name} ({team or 'no team'})") for player, team in found)

    groups = (("Guests", options(besides.guests)), ("Not eligible", options(besides.others)))
    return tuple((label, found) for label, found in groups if found)
