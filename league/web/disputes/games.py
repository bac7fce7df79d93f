"""The games of a fixture to choose from, where one is disputed, was called in, or is ruled on."""

from dataclasses import dataclass
from typing import Any

from league.enums import GamesWritten
from league.models import Dispute, Fixture, Result
from league.queries.fixtures import MatchLine, matches_of
from league.rules.kept_formats import fixture_terms
from league.rules.match_terms import KIND_NAMES
from league.rules.sheets import HOME
from league.translation import N_, Text


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game to choose, "2-1", with how it is said, and how it ended where there is a sheet."""

    value: str
    label: Text


def game_choices(fixture: Fixture, result: Result | None, *, called: bool = False) -> list[GameChoice]:
    """The games of a fixture to choose from: those of its sheet, or by its format where there is none.

    Args:
        called: a hand was called in one of them: also where no more is written down than how many each side won.
    """
    if result is not None:
        return [choice for line in matches_of(result) for choice in _choices(line, called=called)]
    played = fixture_terms(fixture)
    return [
        GameChoice(
            f"{match}-{game}",
            Text("Match {match} ({kind}), game {game}", match=match, kind=KIND_NAMES[kind], game=game),
        )
        for match, kind in enumerate(played.format, start=1)
        for game in range(1, played.match(match).most + 1)
    ]


def _choices(line: MatchLine, *, called: bool) -> list[GameChoice]:
    match = line.match
    if match.written != GamesWritten.TOTALS:
        said = [(game.number, _score(game)) for game in line.games]
        return [
            GameChoice(
                f"{match.number}-{game}",
                Text("Match {match}, game {game}: {score}", match=match.number, game=game, score=score),
            )
            for game, score in said
        ]
    if called:
        games = range(1, match.home_games + match.away_games + 1)
        return [
            GameChoice(f"{match.number}-{game}", Text("Match {match}, game {game}", match=match.number, game=game))
            for game in games
        ]
    score = f"{match.home_games}–{match.away_games}"
    return [GameChoice(f"{match.number}-0", Text("Match {match}: {score}", match=match.number, score=score))]


def written_of(dispute: Dispute) -> set[str]:
    """Return what is written down of the game that a dispute is about, or of any that it may be about."""
    found = fixture_terms(dispute.fixture)
    if dispute.match_number is not None:
        return {found.match(dispute.match_number).written}
    return {match.written for match in found.matches}


def _score(game: Any) -> str:
    scored = f"{game.home_score}–{game.away_score}" if game.home_score is not None else ""
    if game.won:
        scored = N_("won by the home side") if game.won == HOME else N_("won by the away side")
    if not game.awarded:
        return scored
    return Text("{score} awarded", score=scored) if scored else N_("awarded")
