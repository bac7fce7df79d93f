"""Sheets for tests: a legal one of a small format, and ways to change a place of it."""

from dataclasses import replace

from hypothesis import strategies as st

from league.rules.match_terms import uniform
from league.rules.sheets import AWAY, HOME, GameScore, MatchSheet, ResultSheet, Side

TERMS = uniform(("singles", "doubles", "singles"))
HOME_SQUAD = {1: "Keith Ellis", 2: "Una Mistry", 3: "Ivor Abbott", 4: "Zoë Dwyer", 5: "Gita Upton"}
AWAY_SQUAD = {11: "Amir Tregenza", 12: "Hazel Upton", 13: "Ravi Cobb", 14: "Lorna Quick", 15: "Frank Mistry"}
GAMES = (GameScore(121, 85), GameScore(93, 121), GameScore(120, 123))
LEGAL = ResultSheet(
    (
        MatchSheet(1, "singles", (1,), (11,), GAMES),
        MatchSheet(2, "doubles", (2, 3), (12, 13), GAMES),
        MatchSheet(3, "singles", (4,), (14,), GAMES),
    )
)


def with_match(sheet: ResultSheet, number: int, /, **changes: object) -> ResultSheet:
    """The sheet with fields of one match replaced."""
    return replace(sheet, matches=tuple(replace(m, **changes) if m.number == number else m for m in sheet.matches))


def with_game(sheet: ResultSheet, match: int, game: int, score: GameScore) -> ResultSheet:
    """The sheet with one game replaced."""
    games = list(sheet.matches[match - 1].games)
    games[game - 1] = score
    return with_match(sheet, match, games=tuple(games))


def with_seat(sheet: ResultSheet, match: int, side: Side, seat: int, player: int | None) -> ResultSheet:
    """The sheet with one player replaced."""
    seats = list(sheet.matches[match - 1].players(side))
    seats[seat - 1] = player
    return with_match(sheet, match, **{f"{side}_players": tuple(seats)})


@st.composite
def legal_games(draw: st.DrawFn) -> GameScore:
    """A game to 121 that was pegged out."""
    winning, losing = draw(st.integers(121, 149)), draw(st.integers(0, 120))
    return GameScore(winning, losing) if draw(st.booleans()) else GameScore(losing, winning)


@st.composite
def legal_sheets(draw: st.DrawFn) -> ResultSheet:
    """A sheet of TERMS that can stand; up to one side of each match may be short."""
    home, away = draw(st.permutations(sorted(HOME_SQUAD))), draw(st.permutations(sorted(AWAY_SQUAD)))
    matches = []
    for number, kind in enumerate(TERMS.format, start=1):
        size = 2 if kind == "doubles" else 1
        players = {HOME: tuple(home.pop() for _ in range(size)), AWAY: tuple(away.pop() for _ in range(size))}
        games = draw(st.tuples(*[legal_games()] * 3))
        short: Side | None = draw(st.sampled_from([None, None, HOME, AWAY]))
        if short is not None:
            players[short] = (None,) * size
            games = (GameScore(awarded=AWAY if short == HOME else HOME),) * 3
        matches.append(MatchSheet(number, kind, players[HOME], players[AWAY], games))
    return ResultSheet(tuple(matches))
