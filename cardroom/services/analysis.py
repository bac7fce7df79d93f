"""Look a game through: what each choice cost, luck and skill apart. It is done once for each game, and kept.

It takes some seconds, in which nothing is locked. Two who ask at once find the same, and it is kept once.
"""

import datetime as dt

from django.db import transaction

from cardroom.models import GameAnalysis, PlayGame
from cardroom.queries import analysis_of_game, analysis_of_record, sitting_of
from cardroom.rules.play.analysis import Played, kept_analysis, played_course, played_record
from league import access
from league.errors import WrongState
from league.models import Dispute, Evidence, User
from league.rules.formats import fixture_terms
from league.translation import N_


def analyse_game(game: PlayGame, *, now: dt.datetime) -> GameAnalysis:
    """Look a game of a table through, for whoever has its address. What is kept already is returned.

    Raises:
        WrongState: it still goes on, or was thrown away meanwhile.
    """
    if game.ended_at is None:
        raise WrongState(N_("This game still goes on."))
    kept = analysis_of_game(game)
    if kept is not None:
        return kept
    found = kept_analysis(played_course(sitting_of(game.table, game).course))
    with transaction.atomic():
        if PlayGame.objects.select_for_update().filter(pk=game.pk).first() is None:
            raise WrongState(N_("This game is gone: nobody had used its table for a month."))
        return GameAnalysis.objects.update_or_create(game=game, defaults={"found": found, "made_at": now})[0]


def analyse_record(dispute: Dispute, evidence: Evidence, *, by: User, now: dt.datetime) -> GameAnalysis:
    """Look a written game of a dispute through. What is kept already is returned.

    Args:
        evidence: of kind RECORD, of this dispute.

    Raises:
        NotAllowed: `by` may not see the dispute.
        WrongState: the record is gone.
    """
    access.require(by, "dispute.see", dispute.fixture.league, dispute, now=now)
    kept = analysis_of_record(evidence)
    if kept is not None:
        return kept
    found = kept_analysis(played_evidence(dispute, evidence))
    with transaction.atomic():
        if Evidence.objects.select_for_update().filter(pk=evidence.pk).first() is None:
            raise WrongState(N_("This written game is gone."))
        return GameAnalysis.objects.update_or_create(evidence=evidence, defaults={"found": found, "made_at": now})[0]


def played_evidence(dispute: Dispute, evidence: Evidence) -> Played:
    """Return a written game as it was played, by the rulesets that one of this dispute may name (no query)."""
    return played_record(evidence.text, fixture_terms(dispute.fixture).rulesets)
