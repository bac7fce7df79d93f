"""Change a sheet as a ruling does, or undo that; count overcalls and false challenges (R41–R43).

The count proposes; a referee decides.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from league.rules.sheets import (
    AWAY,
    HOME,
    SIDES,
    GameScore,
    MatchSheet,
    Pegged,
    ResultSheet,
    Side,
    Totals,
    other_side,
    place_of_game,
)
from scoring.text import Text


def match_in(sheet: ResultSheet, match_number: int) -> MatchSheet | None:
    return next((match for match in sheet.matches if match.number == match_number), None)


def game_in(sheet: ResultSheet, match_number: int, game_number: int) -> GameScore | None:
    match = match_in(sheet, match_number)
    if match is None or not 1 <= game_number <= len(match.games):
        return None
    return match.games[game_number - 1]


def place_in(sheet: ResultSheet, match_number: int, game_number: int) -> GameScore | Totals | None:
    """The game of that place; a match of which only totals are written down has these, whatever the game."""
    match = match_in(sheet, match_number)
    if match is not None and match.totals:
        return match.counted if match.games else None
    return game_in(sheet, match_number, game_number)


def with_totals(sheet: ResultSheet, match_number: int, totals: Totals) -> ResultSheet:
    matches = tuple(match.ending(totals) if match.number == match_number else match for match in sheet.matches)
    return replace(sheet, matches=matches)


def with_game(sheet: ResultSheet, match_number: int, game_number: int, game: GameScore) -> ResultSheet:
    """Replace one game; unchanged where the sheet has no such game."""

    def changed(match: MatchSheet) -> MatchSheet:
        if match.number != match_number:
            return match
        games = tuple(game if number == game_number else old for number, old in enumerate(match.games, start=1))
        return replace(match, games=games)

    return replace(sheet, matches=tuple(changed(match) for match in sheet.matches))


@dataclass(frozen=True, slots=True)
class Award:
    """A game that a ruling has awarded to a side (R43)."""

    match_number: int
    game_number: int
    to: Side

    @property
    def place(self) -> tuple[int, int]:
        return self.match_number, self.game_number


def places_awarded(sheet: ResultSheet) -> set[tuple[int, int]]:
    """Places (match, game) of games awarded singly; not those of a side that has nobody."""
    ordinary = (match for match in sheet.matches if match.short is None)
    return {(m.number, place) for m in ordinary for place, game in enumerate(m.games, 1) if game.awarded}


def with_awards(sheet: ResultSheet, awards: Iterable[Award], *, known: ResultSheet | None = None) -> ResultSheet:
    """Award these games, each with its score; of two awards of one game the last counts.

    `known` is the sheet with the score of a game that is blank in this one.
    """
    awards = list(awards)
    for match in sheet.matches:
        if match.totals and match.short is None and match.games:
            sheet = with_totals(sheet, match.number, _with_awards(match.counted, match.number, awards))
    for award in awards:
        match_sheet = match_in(sheet, award.match_number)
        game = None if match_sheet is None or match_sheet.totals else game_in(sheet, *award.place)
        if game is None:
            continue
        if game.blank and known is not None:
            game = game_in(known, *award.place) or game
        if game.awarded != award.to:
            game = replace(game, awarded=award.to)
        sheet = with_game(sheet, *award.place, game)
    return sheet


def _with_awards(totals: Totals, match_number: int, awards: Iterable[Award]) -> Totals:
    """Move at least so many games of the totals to a side; of two awards of one game the last counts."""
    last = {award.game_number: award.to for award in awards if award.match_number == match_number}
    to_home, to_away = (sum(to == side for to in last.values()) for side in (HOME, AWAY))
    return totals.moved(max(totals.to_home, to_home), max(totals.to_away, to_away))


def undone(
    sheet: ResultSheet, *, before: ResultSheet, after: ResultSheet, instead: ResultSheet | None = None
) -> ResultSheet:
    """Undo a ruling that made `after` of `before`, a game's score and its award separately, where it still stands.

    The games that come back are those of `instead`, where given.
    """
    for match in before.matches:
        # A match that nobody was there to play was awarded for that.
        now = match_in(sheet, match.number)
        if now is None or now.short is not None:
            continue
        if match.totals:
            found = [match_in(one, match.number) or match for one in (after, instead or before)]
            ruled_at, back_to = (one.counted for one in found)
            totals = _totals_undone(now.counted, match.counted, ruled_at, back_to)
            sheet = with_totals(sheet, match.number, totals)
            continue
        for number, old in enumerate(match.games, start=1):
            ruled, game = game_in(after, match.number, number), game_in(sheet, match.number, number)
            back = game_in(instead or before, match.number, number) or old
            if ruled is not None and game is not None:
                sheet = with_game(sheet, match.number, number, _undone(game, old, ruled, back))
    return sheet


def _totals_undone(now: Totals, old: Totals, ruled: Totals, back: Totals) -> Totals:
    if _played(old) != _played(ruled) == _played(now):
        now = replace(now, home=back.home, away=back.away, pegged=back.pegged)
    to_home = now.to_home - max(0, ruled.to_home - old.to_home)
    return now.moved(to_home, now.to_away - max(0, ruled.to_away - old.to_away))


def _played(totals: Totals) -> tuple[int, int, Pegged]:
    return totals.home, totals.away, totals.pegged


def _undone(game: GameScore, old: GameScore, ruled: GameScore, back: GameScore) -> GameScore:
    awarded = back.awarded if old.awarded != ruled.awarded == game.awarded else game.awarded
    # One that was never pegged in this sheet has nothing but the score from before.
    bare = awarded is None and game.awarded is not None and replace(game, awarded=None).blank
    played = replace(ruled, awarded=None)
    if bare or replace(old, awarded=None) != played == replace(game, awarded=None):
        return replace(back, awarded=awarded)
    return replace(game, awarded=awarded)


RULE = "R43"


@dataclass(frozen=True, slots=True)
class ErrorCount:
    """Errors of one person in one game, or of a side where nobody was named; those appealed against count too."""

    fixture: int
    match_number: int
    game_number: int
    side: Side
    player: int | None
    overcalls: int = 0
    false_challenges: int = 0
    appealed: int = 0

    @property
    def total(self) -> int:
        return self.overcalls + self.false_challenges

    @property
    def place(self) -> Text:
        return place_of_game(self.match_number, self.game_number)


def count_errors(noted: Iterable[ErrorCount]) -> list[ErrorCount]:
    """Add up what rulings noted by person and game, the highest first, then in the order of the sheet."""
    counts: dict[tuple[int, int, int, Side, int | None], ErrorCount] = {}
    for error in noted:
        key = (error.fixture, error.match_number, error.game_number, error.side, error.player)
        so_far = counts.get(key) or ErrorCount(*key)
        counts[key] = replace(
            so_far,
            overcalls=so_far.overcalls + error.overcalls,
            false_challenges=so_far.false_challenges + error.false_challenges,
            appealed=so_far.appealed + error.appealed,
        )
    wrong = [count for count in counts.values() if count.total]
    return sorted(
        wrong,
        key=lambda c: (-c.total, c.fixture, c.match_number, c.game_number, c.side == "away", c.player or 0),
    )


def proposals(counts: Iterable[ErrorCount], threshold: int) -> list[ErrorCount]:
    """Counts that reach the ruleset's `persistent_threshold`, for a referee to decide."""
    return [count for count in counts if count.total >= threshold]


def awarded_sides(offenders: Collection[Side]) -> tuple[Side, ...]:
    """Sides that R43 lets be awarded a game with these offenders: their opponents."""
    return tuple(side for side in SIDES if other_side(side) in offenders)
