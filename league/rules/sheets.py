"""The values of a result sheet: a fixture is a list of matches, a match a list of games (R50, R51).

Players are ids; None is a seat that nobody was chosen for. A sheet may be incomplete or wrong: `points.check` says how.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Literal

from league.rules.formats import Kind, MatchTerms, Terms
from scoring.text import N_, Text

Side = Literal["home", "away"]

HOME: Side = "home"
AWAY: Side = "away"
SIDES: tuple[Side, Side] = (HOME, AWAY)
_SEATS: dict[Side, Text] = {"home": N_("home player"), "away": N_("away player")}
_SEATS_OF_MORE: dict[Side, tuple[Text, ...]] = {
    "home": (
        N_("first home player"),
        N_("second home player"),
        N_("third home player"),
        N_("fourth home player"),
        N_("fifth home player"),
        N_("sixth home player"),
        N_("seventh home player"),
        N_("eighth home player"),
    ),
    "away": (
        N_("first away player"),
        N_("second away player"),
        N_("third away player"),
        N_("fourth away player"),
        N_("fifth away player"),
        N_("sixth away player"),
        N_("seventh away player"),
        N_("eighth away player"),
    ),
}


def other(side: Side) -> Side:
    """The opposite side."""
    return AWAY if side == HOME else HOME


def seat_name(players: int, side: Side, seat: int) -> Text:
    """A seat as a person names it: ``home player``, ``second away player``, of so many players a side."""
    return _SEATS[side] if players == 1 else _SEATS_OF_MORE[side][seat - 1]


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
    """A game as pegged, or awarded to a side without being pegged out.

    Attributes:
        won: who won it, where no more than that is written down; None where the scores say it.
    """

    home: int | None = None
    away: int | None = None
    awarded: Side | None = None
    won: Side | None = None

    @property
    def winner(self) -> Side | None:
        """Return the side that gets the game's point; None while it is not said."""
        if self.awarded or self.home is None or self.away is None or self.home == self.away:
            return self.awarded or self.won
        return HOME if self.home > self.away else AWAY

    @property
    def blank(self) -> bool:
        """Return True if nothing is known of the game."""
        return self == GameScore()

    @property
    def text(self) -> Text:
        """The game as a person reads it: ``121–98``, ``–``, ``awarded to home``, ``121–?, awarded to away``."""
        if self.blank:
            return Text("–")
        if self.won and self.home is None and self.away is None:
            won = N_("won by home") if self.won == HOME else N_("won by away")
            if self.awarded is None:
                return won
            return Text.joined(", ", (won, N_("awarded to home") if self.awarded == HOME else N_("awarded to away")))
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
            if nobody and self.known and all(game.awarded == other(side) for game in self.known):
                return side
        return None


@dataclass(frozen=True, slots=True)
class TypedName:
    """A name that was typed for a seat, in place of a chosen player (LEAGUES: no player need be registered).

    Attributes:
        said: who is meant, where it has been asked: a player's id; 0 for somebody new, None while nobody has said.
    """

    match: int
    side: Side
    seat: int
    name: str
    said: int | None = None

    @property
    def field(self) -> str:
        """The form field of the seat, ``m3-home-1``."""
        return f"m{self.match}-{self.side}-{self.seat}"


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """A whole sheet.

    Attributes:
        typed: the names typed in seats that nobody was chosen for; none once it is known who is meant (`naming`).
    """

    matches: tuple[MatchSheet, ...]
    typed: tuple[TypedName, ...] = ()

    def games(self, side: Side) -> int:
        """Games that are a side's, one point each whatever the margin (R50)."""
        return sum(match.games_won(side) for match in self.matches)

    def matches_won(self, side: Side, *, by: Terms | None = None) -> int:
        """Matches in which a side has more games than the other.

        Args:
            by: the terms they are played on; one that is not over by them was not finished, and nobody has won it.
        """

        def over(match: MatchSheet) -> bool:
            return by is None or by.match(match.number).over(match.games_won(HOME), match.games_won(AWAY))

        return sum(match.games_won(side) > match.games_won(other(side)) for match in self.matches if over(match))

    def finished(self, terms: Terms) -> bool:
        """Return True if all the matches of those terms are over."""
        over = (terms.match(match.number).over(match.games_won(HOME), match.games_won(AWAY)) for match in self.matches)
        return sum(over) >= len(terms.matches)

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
                    "games": [
                        {"home": g.home, "away": g.away, "awarded": g.awarded} | ({"won": g.won} if g.won else {})
                        for g in match.games
                    ],
                }
                for match in self.matches
            ]
        }


def blank_sheet(terms: Terms) -> ResultSheet:
    """A sheet of a format with nothing filled in."""
    return ResultSheet(tuple(_blank(number, match) for number, match in enumerate(terms.matches, start=1)))


def _blank(number: int, terms: MatchTerms) -> MatchSheet:
    nobody = (None,) * terms.players
    return MatchSheet(number, terms.kind, nobody, nobody, (GameScore(),) * terms.most)


def from_dict(data: Any, terms: Terms) -> ResultSheet:
    """A kept sheet, fitted to a format. Whatever cannot be read is blank; nothing raises."""
    kept = _list(_dict(data).get("matches"))
    blank = blank_sheet(terms)
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
    awarded, won = (side if (side := kept.get(name)) in SIDES else None for name in ("awarded", "won"))
    return GameScore(_number(kept.get("home")), _number(kept.get("away")), awarded, won)


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
    """The sheet without what was awarded since: every game of which it is written who won it, by this alone."""

    def pegged(game: GameScore) -> GameScore:
        return game if replace(game, awarded=None).winner is None else replace(game, awarded=None)

    return ResultSheet(
        tuple(replace(match, games=tuple(pegged(game) for game in match.games)) for match in sheet.matches)
    )


def broken_off(sheet: ResultSheet, terms: Terms, rest: Side | None = None) -> ResultSheet:
    """The sheet of a fixture that was abandoned: the games that were finished, and those only.

    Args:
        rest: the side that all the other games are awarded to; None leaves them out, as they were not played.
    """
    if rest is None:
        begun = [replace(match, games=match.known) for match in sheet.matches if match.known]
        return ResultSheet(tuple(begun))

    def filled(match: MatchSheet) -> MatchSheet:
        games, due = match.known, terms.match(match.number)
        while len(games) < due.most and not due.over(*(replace(match, games=games).games_won(side) for side in SIDES)):
            games = (*games, GameScore(awarded=rest))
        nobody = (None,) * due.players
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
