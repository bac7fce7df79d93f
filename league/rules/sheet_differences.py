from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from league.rules.sheet_places import place_of_game, place_of_match, place_of_seat
from league.rules.sheets import HOME, SIDES, GameScore, MatchSheet, ResultSheet, Totals
from scoring.text import N_, Text


@dataclass(frozen=True, slots=True)
class Difference:
    """A place in which two sheets differ.

    Attributes:
        field: ``m3-g2``, ``m3-home``, ``m3-away``; ``m3-games`` where games are only counted.
        mine, theirs: a `GameScore`, a match's `Totals`, or the ids of the players.
    """

    field: str
    where: Text
    mine: GameScore | Totals | tuple[int | None, ...]
    theirs: GameScore | Totals | tuple[int | None, ...]


def differences(mine: ResultSheet, theirs: ResultSheet) -> tuple[Difference, ...]:
    """Differences of two sheets, in order; swapped partners are none, and a missing match counts as blank."""
    ours, others = ({match.number: match for match in sheet.matches} for sheet in (mine, theirs))
    return tuple(
        found
        for number in sorted(ours.keys() | others.keys())
        for found in _match_differences(ours.get(number), others.get(number))
    )


def places_apart(found: Sequence[Difference], *, most: int = 2) -> Text:
    """Format differing games with both scores: "match 3, game 3 (121–117 against 117–121)".

    Players are named by their seats alone; beyond `most`: "and 4 more".
    """
    told = [_describe_difference(each) for each in found[:most]]
    if len(found) > most:
        told.append(Text("and {n} more", n=len(found) - most))
    return Text.joined("; ", told)


def _describe_difference(found: Difference) -> Text:
    if not isinstance(found.mine, tuple) and not isinstance(found.theirs, tuple):
        mine, theirs = found.mine.text, found.theirs.text
        return Text("{where} ({mine} against {theirs})", where=found.where, mine=mine, theirs=theirs)
    return found.where


def _match_differences(mine: MatchSheet | None, theirs: MatchSheet | None) -> Iterator[Difference]:
    present = [match for match in (mine, theirs) if match is not None]
    number = present[0].number
    for side in SIDES:
        ours, others = (match.players(side) if match else () for match in (mine, theirs))
        if _chosen_players(ours) != _chosen_players(others):
            whole = N_("home players") if side == HOME else N_("away players")
            yield Difference(f"m{number}-{side}", place_of_seat(number, whole), ours, others)
    if any(match.totals for match in present):
        total, its_total = (match.counted if match else Totals() for match in (mine, theirs))
        if total != its_total:
            yield Difference(f"m{number}-games", place_of_match(number), total, its_total)
        return
    pairs = zip_longest(*(match.games if match else () for match in (mine, theirs)), fillvalue=GameScore())
    for game_number, (game, its) in enumerate(pairs, start=1):
        if game != its:
            yield Difference(f"m{number}-g{game_number}", place_of_game(number, game_number), game, its)


def _chosen_players(players: tuple[int | None, ...]) -> list[int]:
    return sorted(player for player in players if player is not None)
