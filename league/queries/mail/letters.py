"""Facts a batch of notices needs to become mail: who wants what, and how their subjects stand now."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from league.access import grants, may
from league.enums import (
    OPEN_POSTPONEMENTS,
    AppealsBy,
    Delivery,
    DisputeState,
    FixtureState,
    NoticeKind,
    PostponementState,
    ResultState,
)
from league.models import (
    Appeal,
    ConductCase,
    Dispute,
    Fixture,
    MailSettings,
    Notice,
    Offer,
    Postponement,
    Preference,
    Result,
    Ruling,
)
from league.queries.dates.play_by import by_committee
from league.queries.disputes.disputes import find_appeal
from league.queries.mail.kinds import ABOUT_A_DATE, AT_ONCE
from league.queries.outages import appeal_until, gaps_in
from league.rules.mailing import Delivery as HowDelivered
from league.rules.mailing import Wishes

DELIVERIES: dict[Delivery, HowDelivered] = {Delivery.MAIL: "mail", Delivery.DIGEST: "digest", Delivery.NONE: "none"}


@dataclass(frozen=True, slots=True)
class Facts:
    """The present state of a notice's fixture: live result, its proposed correction, last postponement and dispute."""

    result: Result | None = None
    postponement: Postponement | None = None
    offer: Offer | None = None
    dispute: Dispute | None = None
    proposed: Result | None = None


NOTHING = Facts()


def start_key(fixture: Fixture) -> str:
    """Key of a fixture at its present date: a reminder of a former date is another notice."""
    return f"fixture:{fixture.pk}:{fixture.starts_at:%Y%m%dT%H%M}Z"


def with_everything(which: Q) -> list[Notice]:
    """Notices with all that a letter says of their fixtures joined (one query)."""
    return list(
        Notice.objects.filter(which)
        .select_related(
            "league",
            "recipient",
            "fixture__division__season__league",
            "fixture__week__round",
            "fixture__home",
            "fixture__away",
            "fixture__venue",
        )
        .order_by("send_at", "pk")
    )


def facts_of(notices: Sequence[Notice]) -> dict[int, Facts]:
    """Facts of each notice's fixture, by the fixture's id (four queries, however many notices)."""
    fixtures = {notice.fixture_id for notice in notices if notice.fixture_id}
    wanted = Result.objects.filter(Q(live=True) | Q(state=ResultState.PROPOSED), fixture__in=fixtures)
    stored = list(wanted.select_related("submitted_by"))
    results = {result.fixture_id: result for result in stored if result.live}
    proposed = {result.fixture_id: result for result in stored if not result.live}
    asked = Postponement.objects.filter(fixture__in=fixtures).select_related("requested_by", "decided_by")
    postponements = {found.fixture_id: found for found in asked.order_by("requested_at", "pk")}
    ids = [found.pk for found in postponements.values()]
    offers = {offer.postponement_id: offer for offer in Offer.objects.filter(postponement__in=ids).order_by("number")}
    opened = Dispute.objects.filter(fixture__in=fixtures).select_related("opened_by").prefetch_related("rulings")
    disputes = {found.fixture_id: found for found in opened.order_by("opened_at", "pk")}
    return {
        pk: Facts(
            results.get(pk),
            postponements.get(pk),
            offers.get(postponements[pk].pk) if pk in postponements else None,
            disputes.get(pk),
            proposed.get(pk),
        )
        for pk in fixtures
    }


def wishes_of(notices: Sequence[Notice]) -> dict[int, Wishes]:
    """Return how each notice's recipient wants it, by the notice's id (two queries, however many)."""
    users = {notice.recipient_id for notice in notices}
    chosen = {
        (user, kind): delivery
        for user, kind, delivery in Preference.objects.filter(user__in=users).values_list("user", "kind", "delivery")
    }
    settings = {found.user_id: found for found in MailSettings.objects.filter(user__in=users)}
    return {
        notice.pk: _wishes(
            None if notice.kind in AT_ONCE else settings.get(notice.recipient_id),
            _effective_delivery(notice.kind, chosen.get((notice.recipient_id, notice.kind), Delivery.MAIL)),
        )
        for notice in notices
    }


def _effective_delivery(kind: str, delivery: str) -> str:
    return Delivery.MAIL if kind in AT_ONCE and delivery == Delivery.DIGEST else delivery


def _wishes(settings: MailSettings | None, delivery: str) -> Wishes:
    how = DELIVERIES[Delivery(delivery)]
    if settings is None:
        return Wishes(how)
    quiet = None
    if settings.quiet_from is not None and settings.quiet_until is not None:
        quiet = (settings.quiet_from, settings.quiet_until)
    return Wishes(how, quiet, settings.digest_at)


def is_hidden(notice: Notice) -> bool:
    """Whether a notice is about a hidden fixture or league."""
    fixture = notice.fixture
    return notice.league.hidden_at is not None or (
        fixture is not None and fixture.division.season.hidden_at is not None
    )


def still_true(notice: Notice, facts: Facts) -> bool:
    """Whether a notice that asks for something, or announces something, is still true."""
    fixture = notice.fixture
    if fixture is None:
        return True
    if notice.kind in ABOUT_A_DATE:
        return _at_the_same_date(notice, fixture) and facts.result is None
    if notice.kind in (NoticeKind.RESULT_TO_CONFIRM, NoticeKind.RESULT_UNANSWERABLE):
        live = facts.result
        same = live is not None and notice.key == f"{fixture.pk}:{live.version}"
        return same and live is not None and live.state == ResultState.SUBMITTED
    if notice.kind == NoticeKind.CORRECTION_TO_CONFIRM:
        return facts.proposed is not None and notice.key == f"{fixture.pk}:{facts.proposed.version}"
    if notice.kind == NoticeKind.RESULT_DISPUTED:
        return facts.dispute is None or facts.dispute.state == DisputeState.OPEN
    if notice.kind in (NoticeKind.DISPUTE_OPENED, NoticeKind.DISPUTE_ASSIGNED):
        return _still_open(notice, facts)
    if notice.kind == NoticeKind.POSTPONEMENT_ASKED:
        return _on_the_table(notice, facts)
    if notice.kind in (NoticeKind.TIME_RUNNING_OUT, NoticeKind.DATE_TO_SET):
        return _to_be_dated(notice, facts)
    return True


def _still_open(notice: Notice, facts: Facts) -> bool:
    """Whether the notice's dispute is still open; unknown for one that is not the latest."""
    found = facts.dispute
    if found is None or notice.key.partition(":")[0] != str(found.pk):
        return True
    moved_on = notice.kind == NoticeKind.DISPUTE_ASSIGNED and found.assigned_to_id != notice.recipient_id
    return found.state == DisputeState.OPEN and not moved_on


def _on_the_table(notice: Notice, facts: Facts) -> bool:
    """Whether the dates of a notice are still the last ones offered."""
    asked, offer = facts.postponement, facts.offer
    if asked is None or offer is None:
        return False
    if notice.fixture is not None and by_committee(notice.fixture):
        return asked.state in OPEN_POSTPONEMENTS and notice.key.startswith(f"{asked.pk}:")
    return asked.state in OPEN_POSTPONEMENTS and notice.key == f"{asked.pk}:{offer.number}"


def _to_be_dated(notice: Notice, facts: Facts) -> bool:
    """Whether the notice's postponement still wants a date: for captains only once it has none."""
    found = facts.postponement
    wanting = OPEN_POSTPONEMENTS if notice.kind == NoticeKind.DATE_TO_SET else (PostponementState.OWED,)
    return found is not None and found.state in wanting and notice.key.startswith(f"{found.pk}:")


def decides_the_appeal(notice: Notice) -> bool:
    """Whether a notice's recipient may decide its appeal as a secretary, by their roles when they were told (five
    queries at most; appeals are rare).
    """
    if not notice.key.isdigit():
        return False
    try:
        appeal = find_appeal(notice.league, int(notice.key))
    except Appeal.DoesNotExist:
        return False
    if appeal.goes_to != AppealsBy.SECRETARY:
        return False
    return may(grants(notice.recipient, notice.league, now=notice.created_at), "appeal.decide", appeal)


def appeal_goes_to(notice: Notice) -> str:
    """Whom a notice's appeal goes to: the secretary, a committee or judges (one query)."""
    found = Appeal.objects.filter(pk=int(notice.key)) if notice.key.isdigit() else Appeal.objects.none()
    return found.values_list("goes_to", flat=True).first() or AppealsBy.SECRETARY


def the_player_may_appeal(notice: Notice) -> bool:
    """Whether a captain's notice of an award is about a player who has an account to appeal with (one query).

    Against an award by a ruling on a call itself only the captains appeal.
    """
    number, _, about = notice.key.partition(":")
    if about != "conduct" or not number.isdigit():
        return False
    return ConductCase.objects.filter(pk=int(number), player__user__is_active=True).exists()


def time_to_appeal(notice: Notice, facts: Facts) -> dt.datetime | None:
    """Return until when a notice's ruling can be appealed (three queries at most, only for notices of a ruling)."""
    if notice.fixture is None:
        return None
    ruling = _ruling_told(notice, facts)
    if ruling is None or ruling.revoked_at is not None:
        return None
    return appeal_until(ruling, notice.league, gaps_in(notice.fixture.division.season))


def _ruling_told(notice: Notice, facts: Facts) -> Ruling | None:
    """The ruling whose appeal a notice's letter mentions (one query at most)."""
    if notice.kind == NoticeKind.DISPUTE_SETTLED:
        # The example in a preview of the letters is not stored, and has none.
        return facts.dispute.ruling if facts.dispute is not None and facts.dispute.pk is not None else None
    first, _, rest = notice.key.partition(":")
    if notice.kind not in (NoticeKind.RULING_MADE, NoticeKind.CAPTAIN_INFORMED):
        return None
    if first == "ruling" and rest.isdigit():
        return Ruling.objects.filter(pk=int(rest)).first()
    if first.isdigit() and rest.partition(":")[0] == "conduct":
        return Ruling.objects.filter(case=int(first)).first()
    return None


def _at_the_same_date(notice: Notice, fixture: Fixture) -> bool:
    return fixture.state == FixtureState.SCHEDULED and notice.key.startswith(start_key(fixture))
