"""Reads of the analyses of games, as they are kept."""

from cardroom.models import GameAnalysis, PlayGame
from cardroom.rules.play.analysing import known_form
from league.enums import EvidenceKind
from league.models import Dispute, Evidence


def analysis_of_game(game: PlayGame) -> GameAnalysis | None:
    """Return the analysis that is kept of a game at a table, or None (one query)."""
    return _readable(GameAnalysis.objects.filter(game=game).first())


def analysis_of_record(evidence: Evidence) -> GameAnalysis | None:
    """Return the analysis that is kept of a written game, or None (one query)."""
    return _readable(GameAnalysis.objects.filter(evidence=evidence).first())


def _readable(found: GameAnalysis | None) -> GameAnalysis | None:
    return found if found is not None and known_form(found.found) else None


def find_record(dispute: Dispute, pk: int) -> Evidence:
    """Return a written game of a dispute (one query).

    Raises:
        Evidence.DoesNotExist: there is none of that number in it.
    """
    return Evidence.objects.get(pk=pk, dispute=dispute, kind=EvidenceKind.RECORD)
