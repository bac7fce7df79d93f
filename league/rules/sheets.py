"""Values of a result sheet: a fixture is a list of matches, a match a list of games (R50, R51).

Players are ids; None is an empty seat. A sheet may be incomplete or wrong: `sheet_checks.check` says how.
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


def other_side(side: Side) -> Side:
    return AWAY if side == HOME else HOME


@dataclass(frozen=True, slots=True)
class GameScore:
    """A game as pegged, or awarded without being pegged out; `won` where only the winner is written down."""

    home: int | None = None
    away: int | None = None
    awarded: Side | None = None
    won: Side | None = None

    @property
    def winner(self) -> Side | None:
        """The side that gets the game's point, if known."""
        if self.awarded or self.home is None or self.away is None or self.home == self.away:
            return self.awarded or self.won
        return HOME if self.home > self.away else AWAY

    @property
    def blank(self) -> bool:
        return self == GameScore()

    @property
    def text(self) -> Text:
        """``121–98``, ``–``, ``awarded to home``, ``121–?, awarded to away``."""
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
    """The games of a match where only their numbers are written down.

    Attributes:
        home, away: games won, as played.
        to_home, to_away: games awarded by rulings, which the other side had won (R43).
        given_home, given_away: games awarded without play.
        pegged: each side's points in the games played, if written down.
    """

    home: int = 0
    away: int = 0
    to_home: int = 0
    to_away: int = 0
    given_home: int = 0
    given_away: int = 0
    pegged: Pegged = UNSAID

    @classmethod
    def from_games(cls, games: Sequence[GameScore], pegged: Pegged = UNSAID) -> "Totals":
        def count(won: Side | None, awarded: Side | None) -> int:
            return sum(game.won == won and game.awarded == awarded for game in games)

        moved = count(AWAY, HOME), count(HOME, AWAY)
        # A game that is awarded to whoever had won it is one that they have won.
        home, away = (count(side, None) + count(side, side) for side in SIDES)
        return cls(home + moved[1], away + moved[0], *moved, count(None, HOME), count(None, AWAY), pegged)

    @property
    def games(self) -> tuple[GameScore, ...]:
        """As many games, in no meaningful order."""
        kept = (GameScore(won=HOME),) * (self.home - self.to_away) + (GameScore(won=AWAY),) * (self.away - self.to_home)
        moved = (GameScore(awarded=HOME, won=AWAY),) * self.to_home + (
            GameScore(awarded=AWAY, won=HOME),
        ) * self.to_away
        given = (GameScore(awarded=HOME),) * self.given_home + (GameScore(awarded=AWAY),) * self.given_away
        return kept + moved + given

    def moved(self, to_home: int, to_away: int) -> "Totals":
        """Award so many of the other side's games, as far as there are any."""
        return replace(self, to_home=max(0, min(to_home, self.away)), to_away=max(0, min(to_away, self.home)))

    def awarded(self, to: Side) -> "Totals":
        return self.moved(self.to_home + (to == HOME), self.to_away + (to == AWAY))

    @property
    def games_with_points(self) -> int:
        """The number of games whose points are known and count.

        With a played game awarded, nobody knows how many points were pegged in it.
        """
        return 0 if None in self.pegged or self.to_home or self.to_away else self.home + self.away

    @property
    def text(self) -> Text:
        """``2–1``, ``1–2, 1 awarded to away``, ``2–1, pegged 352–318``."""
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
        dummies: seats, by side and number, of a dummy.
        nobody: both sides had nobody: it is over without a game or winner. Ignored with a player or a game.
        pegged: each side's points in all games, where written down so.
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
            object.__setattr__(self, "games", Totals.from_games(self.games).games)
        if not (self.totals and any(game.won for game in self.games)):
            object.__setattr__(self, "pegged", UNSAID)
        if self.nobody and (any(self.home_players) or any(self.away_players) or self.known):
            object.__setattr__(self, "nobody", False)

    def players(self, side: Side) -> tuple[int | None, ...]:
        return self.home_players if side == HOME else self.away_players

    @property
    def counted(self) -> Totals:
        """Its games as totals, where only these are written down."""
        return Totals.from_games(self.games, self.pegged)

    def ending(self, totals: Totals) -> "MatchSheet":
        return replace(self, games=totals.games, pegged=totals.pegged)

    def games_won(self, side: Side) -> int:
        """Games of a side, awarded ones among them."""
        return sum(game.winner == side for game in self.games)

    def awarded(self, side: Side) -> int:
        return sum(game.awarded == side for game in self.games)

    @property
    def known(self) -> tuple[GameScore, ...]:
        """Its games without trailing blank ones."""
        last = max((number for number, game in enumerate(self.games, start=1) if not game.blank), default=0)
        return self.games[:last]

    @property
    def short(self) -> Side | None:
        """The side that has nobody and so loses every game, if any."""
        for side in SIDES:
            nobody = not any(self.players(side))
            if nobody and self.known and all(game.awarded == other_side(side) for game in self.known):
                return side
        return None


@dataclass(frozen=True, slots=True)
class TypedName:
    """A name typed for a seat (LEAGUES: no player need be registered).

    Attributes:
        said: the answer who is meant: a player's id, 0 for somebody new, None so far.
        place: the match in which it was typed, where one line-up is for many matches; 0: this one.
    """

    match: int
    side: Side
    seat: int
    name: str
    said: int | None = None
    place: int = 0

    @property
    def field(self) -> str:
        """Its form field, ``m3-home-1``."""
        return f"m{self.place or self.match}-{self.side}-{self.seat}"

    @property
    def spot(self) -> str:
        return f"m{self.match}-{self.side}-{self.seat}"


@dataclass(frozen=True, slots=True)
class ScoreOnly:
    """The score of a fixture of which nobody has written down the matches yet.

    Attributes:
        home, away: games won.
        matches: matches won by home and away; None where nobody has said.
    """

    home: int
    away: int
    matches: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if self.matches == (0, 0):
            object.__setattr__(self, "matches", None)

    def agrees(self, other: "ScoreOnly") -> bool:
        """Whether both say the same, as far as both say it."""
        same = (self.home, self.away) == (other.home, other.away)
        return same and (None in (self.matches, other.matches) or self.matches == other.matches)

    @property
    def text(self) -> Text:
        """``9–6``, ``9–6, 2–1 in matches``."""
        score = Text("{home}–{away}", home=self.home, away=self.away)
        if self.matches is None:
            return score
        return Text("{score}, {home}–{away} in matches", score=score, home=self.matches[0], away=self.matches[1])


def scores_apart(one: ScoreOnly, other: ScoreOnly) -> tuple[ScoreOnly, ScoreOnly]:
    """Two scores as far as they need be told to tell them apart: the matches only where the games are the same."""
    if (one.home, one.away) == (other.home, other.away):
        return one, other
    return replace(one, matches=None), replace(other, matches=None)


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """A whole sheet, or with `score` that alone and no matches; `typed` are names of unresolved seats (`naming`)."""

    matches: tuple[MatchSheet, ...]
    typed: tuple[TypedName, ...] = ()
    score: ScoreOnly | None = None

    def games(self, side: Side) -> int:
        """Games of a side, one point each whatever the margin (R50)."""
        if self.score is not None:
            return self.score.home if side == HOME else self.score.away
        return sum(match.games_won(side) for match in self.matches)

    @property
    def summary(self) -> ScoreOnly:
        """Its score alone."""
        return self.score or ScoreOnly(
            self.games(HOME), self.games(AWAY), (self.matches_won(HOME), self.matches_won(AWAY))
        )

    def matches_won(self, side: Side, *, by: Terms | None = None) -> int:
        """Matches in which a side has more games; with terms, of those that are over."""
        if self.score is not None:
            return (self.score.matches or (0, 0))[SIDES.index(side)]

        def counts(match: MatchSheet) -> bool:
            return by is None or by.match(match.number).is_over(match.games_won(HOME), match.games_won(AWAY))

        return sum(match.games_won(side) > match.games_won(other_side(side)) for match in self.matches if counts(match))

    def finished(self, terms: Terms) -> bool:
        """Whether all matches of those terms are over, or had nobody."""
        if self.score is not None:
            return True
        over = (
            match.nobody or terms.match(match.number).is_over(match.games_won(HOME), match.games_won(AWAY))
            for match in self.matches
        )
        return sum(over) >= len(terms.matches)

    def awarded(self, side: Side) -> int:
        return sum(match.awarded(side) for match in self.matches)

    def to_dict(self) -> dict[str, Any]:
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
    return ResultSheet(tuple(_blank(number, match) for number, match in enumerate(terms.matches, start=1)))


def _blank(number: int, terms: MatchTerms) -> MatchSheet:
    nobody = (None,) * terms.players
    return MatchSheet(number, terms.kind, nobody, nobody, (GameScore(),) * terms.most, terms.counted)


def as_pegged(sheet: ResultSheet) -> ResultSheet:
    """The sheet without awards: every game with a known winner as it was played."""

    def pegged(game: GameScore) -> GameScore:
        return game if replace(game, awarded=None).winner is None else replace(game, awarded=None)

    matches = (replace(match, games=tuple(pegged(game) for game in match.games)) for match in sheet.matches)
    return replace(sheet, matches=tuple(matches))


def broken_off(sheet: ResultSheet, terms: Terms, rest: Side | None = None) -> ResultSheet:
    """An abandoned fixture's finished games; all others are awarded to `rest`, or left out."""
    if rest is None:
        begun = [replace(match, games=match.known) for match in sheet.matches if match.known or match.nobody]
        return replace(sheet, matches=tuple(begun))

    def filled(match: MatchSheet) -> MatchSheet:
        if match.nobody:
            return match
        games, due = match.known, terms.match(match.number)
        while len(games) < due.most and not due.is_over(
            *(replace(match, games=games).games_won(side) for side in SIDES)
        ):
            games = (*games, GameScore(awarded=rest))
        nobody = (None,) * due.players
        if match.known:
            return replace(match, games=games)
        # Whoever was to play a match that was not begun has not played it.
        return replace(match, games=games, home_players=nobody, away_players=nobody)

    return replace(sheet, matches=tuple(filled(match) for match in sheet.matches))


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


def seat_name(players: int, side: Side, seat: int) -> Text:
    """A seat in words: ``home player``, ``second away player``, of so many players a side."""
    return _SEATS[side] if players == 1 else _SEATS_OF_MORE[side][seat - 1]


def place_of_match(number: int) -> Text:
    return Text("match {match}", match=number)


def place_of_game(match: int, game: int) -> Text:
    """``match 3, game 2``; game 0 is the whole match."""
    return Text("match {match}, game {game}", match=match, game=game) if game else place_of_match(match)


def place_of_seat(match: int, seat: str) -> Text:
    """``match 3, home player``."""
    return Text("match {match}, {seat}", match=match, seat=seat)
