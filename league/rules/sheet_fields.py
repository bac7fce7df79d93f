"""A sheet as it is typed: fields by their places, to and from the values of the rules.

A field is named by its place: ``m3-home-1`` (a player's id), ``m3-g2-winner`` (home or away), ``m3-g2-loser`` (the
loser's score), ``m3-g2-winner-score`` (only when the winner went past the target) and ``m3-short`` (the side that had
nobody to play). A name that is typed in place of a chosen player is ``m3-home-1-name``, and who is meant by it, once
that was asked, ``m3-home-1-is``: the player's id, or 0 for somebody new, and the name that was asked about. Drafts
keep these fields as they were typed, so that nothing is lost that the rules cannot read yet.
"""

import re
from collections.abc import Iterator, Mapping

from league.rules.formats import MatchTerms, Terms
from league.rules.names import folded
from league.rules.problems import Problem
from league.rules.sheets import (
    AWAY,
    HOME,
    SIDES,
    GameScore,
    MatchSheet,
    ResultSheet,
    Side,
    TypedName,
    other,
    place_of_game,
    place_of_seat,
    seat_name,
)
from scoring.text import N_, Text

Fields = dict[str, str]
PLACE = re.compile(r"m[0-9]{1,2}-(?:(?:home|away)-[1-8](?:-name|-is)?|g[1-9]-(?:winner|loser|winner-score)|short)")
SEAT = re.compile(r"m[0-9]{1,2}-(?:home|away)-[1-8]")
# Only the ten digits of a phone's number pad: int() would take other scripts' digits and underscores too.
NAMED = re.compile(r"m[0-9]{1,2}-(?:home|away)-[1-8]-(?:name|is)")
DIGITS = re.compile(r"[0-9]{1,9}")


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
            fields.update(_game_fields(f"{at}-g{number}", game, terms.match(match.number)))
    return fields


def _game_fields(at: str, game: GameScore, due: MatchTerms) -> Fields:
    if game.won and not game.awarded and due.written == "winners":
        return {f"{at}-winner": str(game.won)}
    if game.awarded or game.winner is None or game.home is None or game.away is None:
        return {}
    fields = {f"{at}-winner": str(game.winner), f"{at}-loser": str(min(game.home, game.away))}
    if max(game.home, game.away) != due.target:
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
    matches = tuple(_match(fields, number, due, problems) for number, due in enumerate(terms.matches, start=1))
    typed = (_typed(fields, match, side, problems) for match in matches for side in SIDES)
    return ResultSheet(matches, tuple(name for names in typed for name in names)), problems


def _typed(fields: Mapping[str, str], match: MatchSheet, side: Side, problems: list[Problem]) -> Iterator[TypedName]:
    """Yield the names that are typed for a side of a match, unless it is said to have had nobody."""
    if fields.get(f"m{match.number}-short", "") == side:
        return
    for seat, chosen in enumerate(match.players(side), start=1):
        at = f"m{match.number}-{side}-{seat}"
        name = " ".join(fields.get(f"{at}-name", "").split())
        if not name:
            continue
        if chosen is not None:
            which = seat_name(len(match.players(side)), side, seat)
            message = Text("Choose the {seat} from the list, or write a name; not both.", seat=which)
            problems.append(Problem("both", message, at, place_of_seat(match.number, which)))
            continue
        # An answer is about the name that was asked about; of another name nobody has said anything.
        said, _, about = fields.get(f"{at}-is", "").partition(" ")
        answered = DIGITS.fullmatch(said) and folded(about) == folded(name)
        yield TypedName(match.number, side, seat, name, int(said) if answered else None)


def _match(fields: Mapping[str, str], number: int, due: MatchTerms, problems: list[Problem]) -> MatchSheet:
    at = f"m{number}"
    short = _side(fields.get(f"{at}-short", ""))
    seats: dict[Side, tuple[int | None, ...]] = {}
    for side in SIDES:
        places = range(1, due.players + 1)
        seats[side] = tuple(
            None if side == short else _seat(fields, at, due.players, side, n, problems) for n in places
        )
    games = tuple(
        (GameScore(awarded=other(short)) if game <= due.needed else GameScore())
        if short
        else _game(fields, number, game, due, problems)
        for game in range(1, due.most + 1)
    )
    return MatchSheet(number, due.kind, seats[HOME], seats[AWAY], games)


def _seat(
    fields: Mapping[str, str], at: str, players: int, side: Side, seat: int, problems: list[Problem]
) -> int | None:
    name = f"{at}-{side}-{seat}"
    text = fields.get(name, "")
    if not text or DIGITS.fullmatch(text):
        return int(text) if text else None
    which = seat_name(players, side, seat)
    message = Text("Choose the {seat} from the list.", seat=which)
    problems.append(Problem("player", message, name, place_of_seat(int(at[1:]), which)))
    return None


def _game(fields: Mapping[str, str], match: int, number: int, due: MatchTerms, problems: list[Problem]) -> GameScore:
    at, place = f"m{match}-g{number}", place_of_game(match, number)
    winner = _side(fields.get(f"{at}-winner", ""))
    if due.written == "winners":
        return GameScore(won=winner)
    loser = _score(fields, f"{at}-loser", at, place, problems)
    most = _score(fields, f"{at}-winner-score", at, place, problems)
    if winner is None:
        if loser is not None or most is not None:
            problems.append(Problem("no-winner", N_("Tap who won this game."), at, place))
        return GameScore()
    best = due.target if most is None else most
    if most is not None and loser is not None and most < loser:
        problems.append(Problem("winner-below", N_("The winner’s score is below the loser’s."), at, place))
    return GameScore(best, loser) if winner == HOME else GameScore(loser, best)


def _side(text: str) -> Side | None:
    return HOME if text == HOME else AWAY if text == AWAY else None


def _score(fields: Mapping[str, str], name: str, field: str, where: Text, problems: list[Problem]) -> int | None:
    text = fields.get(name, "")
    if not text:
        return None
    if DIGITS.fullmatch(text):
        return int(text)
    message = Text("“{text}” is not a number; write digits, like 98.", text=text)
    problems.append(Problem("number", message, field, where))
    return None
