"""The values of a result sheet: a fixture is a list of matches, a match a list of games (R50, R51).

Players are ids; None is a seat that nobody was chosen for. A sheet may be incomplete or wrong: `points.check` says how.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from league.rules.match_terms import Kind, MatchTerms, Terms
from scoring.text import N_, Text

Side = Literal["home", "away"]
# The sides that had nobody to play a match.
Short = Literal["home", "away", "both"]

HOME: Side = "home"
AWAY: Side = "away"
BOTH: Final = "both"
# The points that the home and the away side pegged in all games of a match; None where nobody has said.
Pegged = tuple[int | None, int | None]
UNSAID: Final[Pegged] = (None, None)
SIDES: tuple[Side, Side] = (HOME, AWAY)


def other(side: Side) -> Side:
    """The opposite side."""
    return AWAY if side == HOME else HOME


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
class Totals:
    """The games of a match of which no more is written down than how many each side won.

    Attributes:
        home, away: the games that each side won, as they were played.
        to_home, to_away: those of them that a ruling has awarded to that side, which the other one had won (R43).
        given_home, given_away: games that were not played, and awarded to that side.
        pegged: the points of each side in the games that were played, awarded ones among them, where they are written
            down.
    """

    home: int = 0
    away: int = 0
    to_home: int = 0
    to_away: int = 0
    given_home: int = 0
    given_away: int = 0
    pegged: Pegged = UNSAID

    @classmethod
    def of(cls, games: Sequence[GameScore], pegged: Pegged = UNSAID) -> "Totals":
        """Return the totals of games of which no more is known than who won them."""

        def count(won: Side | None, awarded: Side | None) -> int:
            return sum(game.won == won and game.awarded == awarded for game in games)

        moved = count(AWAY, HOME), count(HOME, AWAY)
        # A game that is awarded to whoever had won it is one that they have won.
        home, away = (count(side, None) + count(side, side) for side in SIDES)
        return cls(home + moved[1], away + moved[0], *moved, count(None, HOME), count(None, AWAY), pegged)

    @property
    def games(self) -> tuple[GameScore, ...]:
        """Return as many games, in an order that means nothing."""
        kept = (GameScore(won=HOME),) * (self.home - self.to_away) + (GameScore(won=AWAY),) * (self.away - self.to_home)
        moved = (GameScore(awarded=HOME, won=AWAY),) * self.to_home + (
            GameScore(awarded=AWAY, won=HOME),
        ) * self.to_away
        given = (GameScore(awarded=HOME),) * self.given_home + (GameScore(awarded=AWAY),) * self.given_away
        return kept + moved + given

    def moved(self, to_home: int, to_away: int) -> "Totals":
        """Return these totals with so many games awarded to the side that had not won them, as far as there are any."""
        return replace(self, to_home=max(0, min(to_home, self.away)), to_away=max(0, min(to_away, self.home)))

    def awarded(self, to: Side) -> "Totals":
        """Return these totals with one game more awarded to a side; the same where the other side has none left."""
        return self.moved(self.to_home + (to == HOME), self.to_away + (to == AWAY))

    @property
    def known_in(self) -> int:
        """Return the number of games whose points are known and count.

        Of a match of which a game that was played is awarded nobody knows how many of its points were pegged in that.
        """
        return 0 if None in self.pegged or self.to_home or self.to_away else self.home + self.away

    @property
    def text(self) -> Text:
        """The games as a person reads them: ``2–1``, ``1–2, 1 awarded to away``, ``2–1, pegged 352–318``."""
        home = self.home - self.to_away + self.to_home + self.given_home
        away = self.away - self.to_home + self.to_away + self.given_away
        said = [Text("{home}–{away}", home=home, away=away) if home or away else Text("–")]
        if to_home := self.to_home + self.given_home:
            said.append(Text("{n} awarded to home", n=to_home))
        if to_away := self.to_away + self.given_away:
            said.append(Text("{n} awarded to away", n=to_away))
        if self.pegged != UNSAID:
            pegged_home, pegged_away = ("?" if points is None else points for points in self.pegged)
            said.append(Text("pegged {home}–{away}", home=pegged_home, away=pegged_away))
        return Text.joined(", ", said)

    def __str__(self) -> str:
        return str(self.text)


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """A match: its players by side and its games in order.

    Attributes:
        totals: its games are only counted: they have no order and none is blank.
        dummies: the seats, by side and number, that are said to be a dummy's: nobody sits there.
        nobody: both sides are said to have had nobody for it: it is over without a game, and nobody has won it. With a
            player or a game it is a match like any other.
        pegged: the points of each side in all the games that were played, where they are written down so; where none
            was played there are none.
    """

    number: int
    kind: Kind
    home_players: tuple[int | None, ...]
    away_players: tuple[int | None, ...]
    games: tuple[GameScore, ...]
    totals: bool = False
    dummies: tuple[tuple[Side, int], ...] = ()
    nobody: bool = False
    pegged: Pegged = UNSAID

    def __post_init__(self) -> None:
        if self.totals:
            object.__setattr__(self, "games", Totals.of(self.games).games)
        if not (self.totals and any(game.won for game in self.games)):
            object.__setattr__(self, "pegged", UNSAID)
        if self.nobody and (any(self.home_players) or any(self.away_players) or self.known):
            object.__setattr__(self, "nobody", False)

    def players(self, side: Side) -> tuple[int | None, ...]:
        """The seats of a side."""
        return self.home_players if side == HOME else self.away_players

    @property
    def counted(self) -> Totals:
        """Return its games as totals, where no more is written down than these."""
        return Totals.of(self.games, self.pegged)

    def ending(self, totals: Totals) -> "MatchSheet":
        """Return the match with other totals."""
        return replace(self, games=totals.games, pegged=totals.pegged)

    def games_won(self, side: Side) -> int:
        """Games that are a side's, awarded ones among them."""
        return sum(game.winner == side for game in self.games)

    def awarded(self, side: Side) -> int:
        """Games awarded to a side."""
        return sum(game.awarded == side for game in self.games)

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
        place: the match in which it was typed, where each plays each and one line-up is for many matches; 0: this one.
    """

    match: int
    side: Side
    seat: int
    name: str
    said: int | None = None
    place: int = 0

    @property
    def field(self) -> str:
        """The form field in which it stands, ``m3-home-1``."""
        return f"m{self.place or self.match}-{self.side}-{self.seat}"

    @property
    def spot(self) -> str:
        """Its seat, named as a form field is."""
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
        """Return True if all the matches of those terms are over; those that both sides had nobody for are."""
        over = (
            match.nobody or terms.match(match.number).over(match.games_won(HOME), match.games_won(AWAY))
            for match in self.matches
        )
        return sum(over) >= len(terms.matches)

    def awarded(self, side: Side) -> int:
        """Games awarded to a side."""
        return sum(match.awarded(side) for match in self.matches)

    def to_dict(self) -> dict[str, Any]:
        """As JSON keeps it."""
        return {
            "matches": [
                {
                    "number": match.number,
                    "kind": match.kind,
                    "home_players": list(match.home_players),
                    "away_players": list(match.away_players),
                    **{f"{side}_dummies": [seat for of, seat in match.dummies if of == side] for side in SIDES},
                    "nobody": match.nobody,
                    **_games_to_dict(match),
                }
                for match in self.matches
            ]
        }


def _games_to_dict(match: MatchSheet) -> dict[str, Any]:
    if match.totals:
        found = match.counted
        said: dict[str, int | None] = {"home_awarded": found.given_home, "away_awarded": found.given_away}
        if found.pegged != UNSAID:
            said |= {"home_pegged": found.pegged[0], "away_pegged": found.pegged[1]}
        return {"games": [], "home_games": match.games_won(HOME), "away_games": match.games_won(AWAY)} | said
    games = [
        {"home": g.home, "away": g.away, "awarded": g.awarded} | ({"won": g.won} if g.won else {}) for g in match.games
    ]
    return {"games": games}


def blank_sheet(terms: Terms) -> ResultSheet:
    """A sheet of a format with nothing filled in."""
    return ResultSheet(tuple(_blank(number, match) for number, match in enumerate(terms.matches, start=1)))


def _blank(number: int, terms: MatchTerms) -> MatchSheet:
    nobody = (None,) * terms.players
    return MatchSheet(number, terms.kind, nobody, nobody, (GameScore(),) * terms.most, terms.counted)


def as_pegged(sheet: ResultSheet) -> ResultSheet:
    """The sheet without what was awarded since: every game of which it is written who won it, by this alone."""

    def pegged(game: GameScore) -> GameScore:
        return game if replace(game, awarded=None).winner is None else replace(game, awarded=None)

    matches = (replace(match, games=tuple(pegged(game) for game in match.games)) for match in sheet.matches)
    return replace(sheet, matches=tuple(matches))


def broken_off(sheet: ResultSheet, terms: Terms, rest: Side | None = None) -> ResultSheet:
    """The sheet of a fixture that was abandoned: the games that were finished, and those only.

    Args:
        rest: the side that all the other games are awarded to; None leaves them out, as they were not played.
    """
    if rest is None:
        begun = [replace(match, games=match.known) for match in sheet.matches if match.known or match.nobody]
        return replace(sheet, matches=tuple(begun))

    def filled(match: MatchSheet) -> MatchSheet:
        if match.nobody:
            return match
        games, due = match.known, terms.match(match.number)
        while len(games) < due.most and not due.over(*(replace(match, games=games).games_won(side) for side in SIDES)):
            games = (*games, GameScore(awarded=rest))
        nobody = (None,) * due.players
        if match.known:
            return replace(match, games=games)
        # Whoever was to play a match that was not begun has not played it.
        return replace(match, games=games, home_players=nobody, away_players=nobody)

    return replace(sheet, matches=tuple(filled(match) for match in sheet.matches))
