"""The games of a fixture to choose from, where one is disputed, was called in, or is ruled on."""

from dataclasses import dataclass
from typing import Any

from league.models import Dispute, Fixture, Result
from league.queries.fixtures import MatchLine, matches_of
from league.rules.formats import fixture_terms
from league.rules.match_terms import KIND_NAMES, MatchTerms
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
        called: a hand was called in one of them: also where they are only counted.
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
    if not match.counted:
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
    if match.home_pegged is not None:
        score = f"{score}, {match.home_pegged}–{match.away_pegged}"
    return [GameChoice(f"{match.number}-0", Text("Match {match}: {score}", match=match.number, score=score))]


def matches_of_dispute(dispute: Dispute) -> tuple[MatchTerms, ...]:
    """Return the terms of the match that a dispute is about, or of all that it may be about."""
    found = fixture_terms(dispute.fixture)
    return found.matches if dispute.match_number is None else (found.match(dispute.match_number),)


def _score(game: Any) -> str:
    scored = f"{game.home_score}–{game.away_score}" if game.home_score is not None else ""
    if game.won:
        scored = N_("won by the home side") if game.won == HOME else N_("won by the away side")
    if not game.awarded:
        return scored
    return Text("{score} awarded", score=scored) if scored else N_("awarded")
