"""A sheet as a ruling changes it. Pure functions."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from league.rules.sheets import GameScore, MatchSheet, ResultSheet, Side


def match_in(sheet: ResultSheet, match_number: int) -> MatchSheet | None:
    """The match of that number, if the sheet has it."""
    return next((match for match in sheet.matches if match.number == match_number), None)


def game_in(sheet: ResultSheet, match_number: int, game_number: int) -> GameScore | None:
    """The game of that place, if the sheet has it."""
    match = match_in(sheet, match_number)
    if match is None or not 1 <= game_number <= len(match.games):
        return None
    return match.games[game_number - 1]


def with_game(sheet: ResultSheet, match_number: int, game_number: int, game: GameScore) -> ResultSheet:
    """The sheet with one game written otherwise; unchanged where it has no such game."""

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
        """Match and game."""
        return self.match_number, self.game_number


def places_awarded(sheet: ResultSheet) -> set[tuple[int, int]]:
    """The games that are awarded singly, by the numbers of match and game; not those of a side that has nobody."""
    ordinary = (match for match in sheet.matches if match.short is None)
    return {(m.number, place) for m in ordinary for place, game in enumerate(m.games, 1) if game.awarded}


def with_awards(sheet: ResultSheet, awards: Iterable[Award], *, known: ResultSheet | None = None) -> ResultSheet:
    """The sheet with these games awarded, each with the score that the sheet has; of two on one game the last is made.

    Args:
        known: the sheet that has the score of a game that is blank in this one.
    """
    for award in awards:
        game = game_in(sheet, *award.place)
        if game is None:
            continue
        if game.blank and known is not None:
            game = game_in(known, *award.place) or game
        if game.awarded != award.to:
            game = replace(game, awarded=award.to)
        sheet = with_game(sheet, *award.place, game)
    return sheet


def undone(
    sheet: ResultSheet, *, before: ResultSheet, after: ResultSheet, instead: ResultSheet | None = None
) -> ResultSheet:
    """The sheet without what a ruling changed that made `after` of `before`: a game's score and its award by itself.

    Only what still is as the ruling made it goes back.

    Args:
        instead: the sheet whose games come back, where not those of `before`.
    """
    for match in before.matches:
        # A match that nobody was there to play was awarded for that.
        now = match_in(sheet, match.number)
        if now is None or now.short is not None:
            continue
        for number, old in enumerate(match.games, start=1):
            ruled, game = game_in(after, match.number, number), game_in(sheet, match.number, number)
            back = game_in(instead or before, match.number, number) or old
            if ruled is not None and game is not None:
                sheet = with_game(sheet, match.number, number, _undone(game, old, ruled, back))
    return sheet


def _undone(game: GameScore, old: GameScore, ruled: GameScore, back: GameScore) -> GameScore:
    awarded = back.awarded if old.awarded != ruled.awarded == game.awarded else game.awarded
    # One that was never pegged in this sheet has nothing but the score from before.
    bare = awarded is None and game.awarded is not None and replace(game, awarded=None).blank
    played = replace(ruled, awarded=None)
    if bare or replace(old, awarded=None) != played == replace(game, awarded=None):
        return replace(back, awarded=awarded)
    return replace(game, awarded=awarded)
