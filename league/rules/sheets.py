"""The values of a result sheet: a fixture is a list of matches, a match a list of games (R50, R51).

Players are ids; None is a seat that nobody was chosen for. A sheet may be incomplete or wrong: `points.check` says how.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Literal

from league.rules.problems import Problem
from scoring.text import N_, Text

Side = Literal["home", "away"]
Kind = Literal["singles", "doubles"]

HOME: Side = "home"
AWAY: Side = "away"
SIDES: tuple[Side, Side] = (HOME, AWAY)
KINDS: dict[str, Kind] = {"S": "singles", "D": "doubles"}
KIND_NAMES: dict[Kind, Text] = {"singles": N_("singles"), "doubles": N_("doubles")}
_SEATS: dict[Side, Text] = {"home": N_("home player"), "away": N_("away player")}
_SEATS_OF_PAIRS: dict[Side, tuple[Text, Text]] = {
    "home": (N_("first home player"), N_("second home player")),
    "away": (N_("first away player"), N_("second away player")),
}


def other(side: Side) -> Side:
    """The opposite side."""
    return AWAY if side == HOME else HOME


def players_a_side(kind: Kind) -> int:
    """1 for singles, 2 for doubles."""
    return 2 if kind == "doubles" else 1


def parse_format(text: str) -> tuple[tuple[Kind, ...], list[Problem]]:
    """The matches of a fixture in order, from letters such as ``D D S S``, and what is wrong with the text.

    Letters of either case, with or without spaces and commas. With a problem there are no kinds.
    """
    words = text.replace(",", " ").upper().split()
    wrong = [word for word in words if not set(word) <= KINDS.keys()]
    if wrong or not words:
        said = [
            Text("“{word}” is not a match; write S for singles and D for doubles, like D D S S", word=word)
            for word in wrong
        ] or [N_("the format is empty; write S for singles and D for doubles, like D D S S")]
        return (), [Problem("format", message) for message in said]
    return tuple(KINDS[letter] for word in words for letter in word), []


def seat_name(kind: Kind, side: Side, seat: int) -> Text:
    """A seat as a person names it: ``home player``, ``second away player``."""
    return _SEATS[side] if players_a_side(kind) == 1 else _SEATS_OF_PAIRS[side][seat - 1]


def place_of_match(number: int) -> Text:
    """Name a match on the sheet: ``match 3``."""
    return Text("match {match}", match=number)


def place_of_game(match: int, game: int) -> Text:
    """Name a game on the sheet: ``match 3, game 2``."""
    return Text("match {match}, game {game}", match=match, game=game)


def place_of_seat(match: int, seat: str) -> Text:
    """Name a seat on the sheet: ``match 3, home player``."""
    return Text("match {match}, {seat}", match=match, seat=seat)


@dataclass(frozen=True, slots=True)
class GameScore:
    """A game as pegged, or awarded to a side without being pegged out."""

    home: int | None = None
    away: int | None = None
    awarded: Side | None = None

    @property
    def winner(self) -> Side | None:
        """Return the side that gets the game's point; None while the scores do not say."""
        if self.awarded or self.home is None or self.away is None or self.home == self.away:
            return self.awarded
        return HOME if self.home > self.away else AWAY

    @property
    def blank(self) -> bool:
        """Return True if nothing is known of the game."""
        return self.home is None and self.away is None and self.awarded is None

    @property
    def text(self) -> Text:
        """The game as a person reads it: ``121–98``, ``–``, ``awarded to home``, ``121–?, awarded to away``."""
        if self.blank:
            return Text("–")
        home, away = ("?" if score is None else score for score in (self.home, self.away))
        scored = Text("{home}–{away}", home=home, away=away)
        if self.awarded is None:
            return scored
        awarded = N_("awarded to home") if self.awarded == HOME else N_("awarded to away")
        unpegged = self.home is None and self.away is None
        return awarded if unpegged else Text.joined(", ", (scored, awarded))

    def __str__(self) -> str:
        return str(self.text)


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """A match: its players by side and its games in order."""

    number: int
    kind: Kind
    home_players: tuple[int | None, ...]
    away_players: tuple[int | None, ...]
    games: tuple[GameScore, ...]

    def players(self, side: Side) -> tuple[int | None, ...]:
        """The seats of a side."""
        return self.home_players if side == HOME else self.away_players

    def games_won(self, side: Side) -> int:
        """Games that are a side's, awarded ones among them."""
        return sum(game.winner == side for game in self.games)

    @property
    def known(self) -> tuple[GameScore, ...]:
        """Its games without the blank ones at the end."""
        last = max((number for number, game in enumerate(self.games, start=1) if not game.blank), default=0)
        return self.games[:last]

    @property
    def short(self) -> Side | None:
        """The side that has nobody to play it and loses every game for that; None in an ordinary match."""
        for side in SIDES:
            nobody = not any(self.players(side))
            if nobody and self.games and all(game.awarded == other(side) for game in self.games):
                return side
        return None


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """A whole sheet."""

    matches: tuple[MatchSheet, ...]

    def games(self, side: Side) -> int:
        """Games that are a side's, one point each whatever the margin (R50)."""
        return sum(match.games_won(side) for match in self.matches)

    def matches_won(self, side: Side, *, of: int = 0) -> int:
        """Matches in which a side has more games than the other.

        Args:
            of: the games of a match; one with fewer was not finished, and nobody has won it.
        """
        finished = [match for match in self.matches if len(match.games) >= of]
        return sum(match.games_won(side) > match.games_won(other(side)) for match in finished)

    def awarded(self, side: Side) -> int:
        """Games awarded to a side."""
        return sum(game.awarded == side for match in self.matches for game in match.games)

    def to_dict(self) -> dict[str, Any]:
        """As JSON keeps it."""
        return {
            "matches": [
                {
                    "number": match.number,
                    "kind": match.kind,
                    "home_players": list(match.home_players),
                    "away_players": list(match.away_players),
                    "games": [{"home": g.home, "away": g.away, "awarded": g.awarded} for g in match.games],
                }
                for match in self.matches
            ]
        }


def blank_sheet(match_format: tuple[Kind, ...], games_per_match: int) -> ResultSheet:
    """A sheet of a format with nothing filled in."""
    return ResultSheet(
        tuple(
            MatchSheet(
                number,
                kind,
                (None,) * players_a_side(kind),
                (None,) * players_a_side(kind),
                (GameScore(),) * games_per_match,
            )
            for number, kind in enumerate(match_format, start=1)
        )
    )


def from_dict(data: Any, match_format: tuple[Kind, ...], games_per_match: int) -> ResultSheet:
    """A kept sheet, fitted to a format. Whatever cannot be read is blank; nothing raises."""
    kept = _list(_dict(data).get("matches"))
    blank = blank_sheet(match_format, games_per_match)
    return ResultSheet(
        tuple(_match(_dict(kept[i] if i < len(kept) else None), match) for i, match in enumerate(blank.matches))
    )


def _match(kept: dict[str, Any], blank: MatchSheet) -> MatchSheet:
    games = _list(kept.get("games"))
    return MatchSheet(
        blank.number,
        blank.kind,
        _seats(kept.get("home_players"), len(blank.home_players)),
        _seats(kept.get("away_players"), len(blank.away_players)),
        tuple(_game(_dict(games[i] if i < len(games) else None)) for i in range(len(blank.games))),
    )


def _game(kept: dict[str, Any]) -> GameScore:
    awarded = kept.get("awarded")
    return GameScore(_number(kept.get("home")), _number(kept.get("away")), awarded if awarded in SIDES else None)


def _seats(kept: Any, count: int) -> tuple[int | None, ...]:
    found = [_number(value) for value in _list(kept)][:count]
    return tuple(found + [None] * (count - len(found)))


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def as_pegged(sheet: ResultSheet) -> ResultSheet:
    """The sheet without what was awarded since: every game that has its scores, by these alone."""

    def pegged(game: GameScore) -> GameScore:
        return game if game.home is None or game.away is None else GameScore(game.home, game.away)

    return ResultSheet(
        tuple(replace(match, games=tuple(pegged(game) for game in match.games)) for match in sheet.matches)
    )


def broken_off(sheet: ResultSheet, rest: Side | None = None) -> ResultSheet:
    """The sheet of a fixture that was abandoned: the games that were finished, and those only.

    Args:
        rest: the side that all the other games are awarded to; None leaves them out, as they were not played.
    """
    if rest is None:
        begun = [replace(match, games=match.known) for match in sheet.matches if match.known]
        return ResultSheet(tuple(begun))

    def filled(match: MatchSheet) -> MatchSheet:
        missing = len(match.games) - len(match.known)
        games = (*match.known, *(GameScore(awarded=rest) for _ in range(missing)))
        nobody = (None,) * players_a_side(match.kind)
        if match.known:
            return replace(match, games=games)
        # Whoever was to play a match that was not begun has not played it.
        return replace(match, games=games, home_players=nobody, away_players=nobody)

    return ResultSheet(tuple(filled(match) for match in sheet.matches))


@dataclass(frozen=True, slots=True)
class Difference:
    """A place in which two sheets differ.

    Attributes:
        field: the form field, ``m3-g2``, ``m3-home`` or ``m3-away``.
        where: ``match 3, game 2`` or ``match 3, home players``.
        mine: what the one sheet says: a `GameScore`, or the ids of the players.
        theirs: what the other says.
    """

    field: str
    where: Text
    mine: GameScore | tuple[int | None, ...]
    theirs: GameScore | tuple[int | None, ...]


def differences(mine: ResultSheet, theirs: ResultSheet) -> tuple[Difference, ...]:
    """Return where two sheets of one fixture differ, in their order. The order of two partners is no difference.

    What only one sheet has (an older one may be longer) is compared with nothing written.
    """
    ours, others = ({match.number: match for match in sheet.matches} for sheet in (mine, theirs))
    return tuple(
        found
        for number in sorted(ours.keys() | others.keys())
        for found in _match_differences(ours.get(number), others.get(number))
    )


def places_apart(found: Sequence[Difference], *, most: int = 2) -> Text:
    """Return where two sheets differ, game by game with both scores: "match 3, game 3 (121–117 against 117–121)".

    Players are named by their seats alone. What is more than `most` is counted: "and 4 more".
    """
    told = [_apart(each) for each in found[:most]]
    if len(found) > most:
        told.append(Text("and {n} more", n=len(found) - most))
    return Text.joined("; ", told)


def _apart(found: Difference) -> Text:
    if isinstance(found.mine, GameScore) and isinstance(found.theirs, GameScore):
        mine, theirs = found.mine.text, found.theirs.text
        return Text("{where} ({mine} against {theirs})", where=found.where, mine=mine, theirs=theirs)
    return found.where


def _match_differences(mine: MatchSheet | None, theirs: MatchSheet | None) -> Iterator[Difference]:
    present = [match for match in (mine, theirs) if match is not None]
    number = present[0].number
    for side in SIDES:
        ours, others = (match.players(side) if match else () for match in (mine, theirs))
        if _chosen(ours) != _chosen(others):
            whole = N_("home players") if side == HOME else N_("away players")
            yield Difference(f"m{number}-{side}", place_of_seat(number, whole), ours, others)
    pairs = zip_longest(*(match.games if match else () for match in (mine, theirs)), fillvalue=GameScore())
    for game_number, (game, its) in enumerate(pairs, start=1):
        if game != its:
            yield Difference(f"m{number}-g{game_number}", place_of_game(number, game_number), game, its)


def _chosen(players: tuple[int | None, ...]) -> list[int]:
    return sorted(player for player in players if player is not None)
