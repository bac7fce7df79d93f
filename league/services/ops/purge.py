"""Delete expired sessions, old addresses and browsers, notices, and security events.

A notice's key keeps it from being sent twice, so none goes while its subject can still cause it: a waiting sheet, an
open dispute or case, a fixture as recent as the notices that are kept.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet

from league import hooks
from league.enums import AppealState, ConductState, DisputeState, NoticeState, ResultState
from league.models import Appeal, Availability, ConductCase, Dispute, Notice, Result
from league.services.live import purge_live
from league.services.people.accounts import security
from league.services.results.card_photographs import purge_card_photographs

BATCH = 1000


@dataclass(frozen=True, slots=True)
class Purged:
    """Numbers of deleted rows.

    Attributes:
        places: where somebody was signed in: an address and a browser.
        answers: whether players could play.
        scores: written live, a week ago or more.
        photographs: of cards whose result has long been settled.
        others: of other apps, each with what the rows are.
    """

    sessions: int
    places: int
    notices: int
    events: int
    answers: int = 0
    scores: int = 0
    photographs: int = 0
    others: tuple[tuple[int, str], ...] = ()

    def __str__(self) -> str:
        return (
            f"{self.sessions} sessions, {self.places} places where somebody was signed in, {self.notices} notices "
            f"and {self.events} security events thrown away"
            f"{f', {self.answers} answers of players too' if self.answers else ''}"
            f"{f', {self.scores} live scores too' if self.scores else ''}"
            f"{f', {self.photographs} photographs of cards too' if self.photographs else ''}"
            f"{''.join(f', {count} {rows} too' for count, rows in self.others if count)}"
        )


def purge(*, now: dt.datetime) -> Purged:
    """Delete what nobody needs, in batches; running it again, or twice at once, changes nothing more."""
    sessions = Session.objects.filter(expire_date__lt=now)
    # Sessions first: what they leave goes with them. Its row is written after its session.
    gone = _delete(sessions, "session_key")
    left = UserSession.objects.filter(~Exists(Session.objects.filter(session_key=OuterRef("session_key"))))
    places, old = _delete(left, "pk"), _delete(_old_notices(now), "pk")
    old_answers = Availability.objects.filter(starts_at__lt=now - dt.timedelta(days=settings.NOTICE_DAYS))
    answers = _delete(old_answers, "pk")
    events, scores = security.purge(now=now), purge_live(now=now)
    others = tuple((app.delete(now), app.rows) for app in hooks.purges)
    return Purged(gone, places, old, events, answers, scores, purge_card_photographs(now=now), others)


def _old_notices(now: dt.datetime) -> QuerySet[Notice]:
    before = now - dt.timedelta(days=settings.NOTICE_DAYS)
    old = Notice.objects.filter(created_at__lt=before).exclude(state=NoticeState.WAITING)
    old = old.filter(Q(fixture=None) | Q(fixture__starts_at__lt=before))
    fixture = OuterRef("fixture")
    still_open = (
        Result.objects.filter(fixture=fixture, state__in=(ResultState.SUBMITTED, ResultState.PROPOSED)),
        Dispute.objects.filter(fixture=fixture, state=DisputeState.OPEN),
        ConductCase.objects.filter(fixture=fixture, state=ConductState.PROPOSED),
        *(
            Appeal.objects.filter(**{f"ruling__{way}__fixture": fixture}, state=AppealState.OPEN)
            for way in ("call", "dispute", "case")
        ),
    )
    for rows in still_open:
        old = old.filter(~Exists(rows))
    return old


def _delete(rows: QuerySet[Any], key: str) -> int:
    """Delete rows in batches; return how many."""
    gone = 0
    while batch := list(rows.order_by(key).values_list(key, flat=True)[:BATCH]):
        gone += rows.model._default_manager.filter(**{f"{key}__in": batch}).delete()[0]
    return gone
