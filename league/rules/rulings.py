"""What a ruling makes of a sheet, and which of the league's own sentences it can rest on. Pure functions."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from league.rules.rulebook import Section
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

    return ResultSheet(tuple(changed(match) for match in sheet.matches))


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
            game = GameScore(game.home, game.away, award.to)
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
    bare = awarded is None and game.awarded is not None and game.home is None and game.away is None
    pegged = ruled.home, ruled.away
    if bare or (old.home, old.away) != pegged == (game.home, game.away):
        return GameScore(back.home, back.away, awarded)
    return replace(game, awarded=awarded)


@dataclass(frozen=True, slots=True)
class Quotable:
    """A rule that a ruling can quote: its number, and the sentences of the league's rulebook that say it."""

    number: str
    text: str


# Where the rulebook says each rule: the chapter, and how its sentences begin. One that a ruleset does not say is left
# out of its list.
_PLACES: Final = (
    ("R8", "The game", ("The first to peg",)),
    ("R14", "The crib and the starter", ("A jack turned up",)),
    ("R16", "The play", ("Each lays a card", "The non-dealer leads", "The player on the dealer's left leads")),
    ("R17", "The play", ("Who has a card that fits",)),
    ("R18", "The play", ("The last card of a count",)),
    ("R21", "The play", ("A card that makes the count fifteen",)),
    ("R22", "The play", ("A card of the rank",)),
    ("R23", "The play", ("Three or more last cards",)),
    ("R28", "The show", ("Hands are counted", "The non-dealer counts")),
    ("R29", "The show", ("The starter belongs", "Each different set")),
    ("R30", "The show", ("A pair: two",)),
    ("R31", "The show", ("Each different run",)),
    ("R32", "The show", ("A flush, the whole hand",)),
    ("R33", "The show", ("A flush in the crib",)),
    ("R34", "The show", ("The jack of the starter's suit",)),
    ("R35", "The show", ("A hand counts",)),
    ("R39", "Calls and muggins", ("An opponent who notices", "There is no muggins")),
    ("R40", "Calls and muggins", ("A challenger who is right",)),
    ("R41", "Calls and muggins", ("A hand called too high",)),
    ("R42", "Calls and muggins", ("A challenge to a call",)),
    ("R43", "Calls and muggins", ("A player persistently",)),
    ("R44", "The show", ("A player may ask",)),
    ("R45", "Calls and muggins", ("A player calls the score",)),
    ("R47", "Errors in dealing", ("A card faced in the pack", "A wrong number of cards", "A hand with a wrong number")),
    ("R50", "Fixtures", ("Each match is",)),
    ("R51", "Fixtures", ("A fixture is", "A player plays in one match")),
    ("R53", "Postponed fixtures", ("By mutual agreement",)),
)


def quotables(sections: Iterable[Section]) -> tuple[Quotable, ...]:
    """The rules that these chapters of a rulebook say, by their numbers, each in the league's own sentences."""
    chapters: dict[str, list[str]] = {}
    for section in sections:
        chapters.setdefault(section.title, []).extend(section.rules)
    found = []
    for number, chapter, openings in _PLACES:
        said = [rule for rule in chapters.get(chapter, ()) if rule.startswith(openings)]
        if said:
            found.append(Quotable(number, " ".join(dict.fromkeys(said))))
    return tuple(found)
