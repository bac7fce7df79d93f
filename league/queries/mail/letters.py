"""Facts a batch of notices needs to become mail, and samples of the mail of each kind. Nothing is stored."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q

from league.access import CAPTAINS, grants, may
from league.access.grants import held_role_q
from league.enums import (
    OPEN_POSTPONEMENTS,
    AppealsBy,
    ChargeKind,
    Delivery,
    DisputeState,
    FixtureState,
    NoticeKind,
    PostponementState,
    ResultState,
    RoleKind,
    Side,
)
from league.models import (
    Appeal,
    ConductCase,
    Dispute,
    Fixture,
    League,
    MailSettings,
    Notice,
    Offer,
    Postponement,
    Preference,
    Result,
    Role,
    Ruling,
    User,
)
from league.queries.dates.postponements import by_committee
from league.queries.disputes.disputes import find_appeal
from league.queries.mail.kinds import ABOUT_A_DATE, AT_ONCE, DISPUTES, GROUPS, KINDS, RESULTS, usual_delivery
from league.queries.outages import appeal_until, gaps_in
from league.rules.mailing import Delivery as HowDelivered
from league.rules.mailing import Wishes
from league.rules.money import worded
from league.rules.scheme_columns import COLUMNS
from league.rules.wording import spelt
from league.translation import N_, Text, in_a_sentence, text_parts

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
    ids = [postponement.pk for postponement in postponements.values()]
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


def wishes_of(notices: Sequence[Notice], *, at: dt.datetime) -> dict[int, Wishes]:
    """Return how each notice's recipient wants it, by the notice's id (three queries, however many)."""
    users = {notice.recipient_id for notice in notices}
    chosen = {
        (user, kind): delivery
        for user, kind, delivery in Preference.objects.filter(user__in=users).values_list("user", "kind", "delivery")
    }
    settings = {mail_settings.user_id: mail_settings for mail_settings in MailSettings.objects.filter(user__in=users)}
    officers = _officers_notices(notices, at)
    wishes = {}
    for notice in notices:
        own = None if notice.kind in AT_ONCE else settings.get(notice.recipient_id)
        delivery = chosen.get((notice.recipient_id, notice.kind), usual_delivery(notice.kind))
        if notice.kind in AT_ONCE and delivery == Delivery.DIGEST:
            delivery = Delivery.MAIL
        elif notice.pk not in officers and _is_officers_only(notice):
            delivery = Delivery.NONE  # they no longer are one
        elif notice.pk in officers and delivery == Delivery.MAIL and (own is None or own.officer_digest):
            delivery = Delivery.DIGEST
        wishes[notice.pk] = _wishes(own, delivery)
    return wishes


def _officers_notices(notices: Sequence[Notice], at: dt.datetime) -> set[int]:
    """Ids of the notices that are not urgent and reach their recipient as secretary or referee (one query a day of
    the calendar, of which there are two at most; none without such kinds).
    """
    copies = [notice for notice in notices if notice.kind in KINDS and KINDS[notice.kind].officers]
    days = {notice.pk: at.astimezone(notice.league.tz).date() for notice in copies}
    roles = Role.objects.filter(
        user__in={notice.recipient_id for notice in copies}, kind__in=(*CAPTAINS, RoleKind.SECRETARY, RoleKind.REFEREE)
    )
    held: dict[dt.date, set[tuple[int, int, int | None]]] = {
        day: set(roles.filter(held_role_q(day)).values_list("user", "league", "team")) for day in set(days.values())
    }
    officers = set()
    for notice in copies:
        person, league, fixture = notice.recipient_id, notice.league_id, notice.fixture
        sides = [fixture.home_id, fixture.away_id] if fixture is not None and not _is_officers_only(notice) else []
        today = held[days[notice.pk]]
        if (person, league, None) in today and not any((person, league, team) in today for team in sides):
            officers.add(notice.pk)
    return officers


def _is_officers_only(notice: Notice) -> bool:
    return notice.kind in KINDS and KINDS[notice.kind].officers == "only"


def needed_by(notice: Notice, *, at: dt.datetime) -> dt.datetime | None:
    """From when on it is too late for a notice: it is stale, or its fixture has begun meanwhile."""
    fixture = notice.fixture
    moments = [notice.stale_at, fixture.starts_at if fixture is not None and fixture.starts_at > at else None]
    return min((moment for moment in moments if moment is not None), default=None)


def _wishes(settings: MailSettings | None, delivery: str) -> Wishes:
    how = DELIVERIES[Delivery(delivery)]
    if settings is None:
        return Wishes(how)
    quiet = None
    if settings.quiet_from is not None and settings.quiet_until is not None:
        quiet = (settings.quiet_from, settings.quiet_until)
    return Wishes(how, quiet, settings.digest_at)


def is_hidden(notice: Notice) -> bool:
    """Whether it is kept back: its league is hidden or suspended, or its season hidden."""
    league, fixture = notice.league, notice.fixture
    return (league.hidden_at, league.suspended_at) != (None, None) or (
        fixture is not None and fixture.division.season.hidden_at is not None
    )


def still_true(notice: Notice, facts: Facts) -> bool:
    fixture = notice.fixture
    if fixture is None:
        return True
    if notice.kind in (*ABOUT_A_DATE, NoticeKind.TIE_TO_PLAY):
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
    if notice.kind == NoticeKind.POSTPONEMENT_OWED:
        return _still_without_a_date(notice, facts)
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


def _still_without_a_date(notice: Notice, facts: Facts) -> bool:
    """Whether the notice's postponement has neither date nor result yet; unknown for one that is not the latest."""
    found = facts.postponement
    if found is None or notice.key.partition(":")[0] != str(found.pk):
        return True
    return found.state in (PostponementState.OWED, PostponementState.LAPSED) and facts.result is None


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
    same = notice.kind == NoticeKind.TIE_TO_PLAY or notice.key.startswith(start_key(fixture))
    return same and fixture.state == FixtureState.SCHEDULED


DAYS = (7, 8, 14)
ENTRY_FEE = "Entry fee for the season."
AGREED = "The captains agreed on it in January."
HAS_ASKED = "Two of our team are at a wedding."
HEAD = N_("Entry 412 is the last of the journal. Its hash is 8c4f…, 64 digits in a real message.")
SECRET = (NoticeKind.INVITATION, NoticeKind.CAN_YOU_PLAY, NoticeKind.ENTRY_TO_CONFIRM)
NAMES = "It calls a player names."
HAS_DISPUTED = "Game 2 of match 1 was 121–99, not 121–61."


def samples_of(league: League, reader: User, *, now: dt.datetime) -> list[tuple[Notice, Facts]]:
    """Return a notice of each kind with its facts, real or made up; empty in a league without fixtures."""
    latest = [
        Notice.objects.filter(league=league, kind=kind).values_list("pk", flat=True).first() for kind in NoticeKind
    ]
    # An invitation's link opens its account, another answers for its player: whoever looks at samples has neither.
    latest = [pk for kind, pk in zip(NoticeKind, latest, strict=True) if kind not in SECRET]
    stored = {notice.kind: notice for notice in with_everything(Q(pk__in=[pk for pk in latest if pk is not None]))}
    fixtures = Fixture.objects.filter(division__season__league=league).select_related(
        "division__season__league", "week__round", "home", "away", "venue"
    )
    played = fixtures.filter(starts_at__lte=now).order_by("-starts_at").first()
    coming = fixtures.filter(starts_at__gt=now, state=FixtureState.SCHEDULED).order_by("starts_at").first()
    facts = facts_of(list(stored.values()))
    found = []
    for kind in NoticeKind:
        if kind in stored:
            notice = stored[kind]
            found.append((notice, facts.get(notice.fixture_id or 0, Facts())))
            continue
        of_a_result = kind in GROUPS[RESULTS] or kind in GROUPS[DISPUTES]
        about = (played or coming) if of_a_result else (coming or played)
        if about is not None:
            found.append((_notice(league, reader, kind, about, now), _facts(about, league, now)))
    return found


def _notice(league: League, reader: User, kind: NoticeKind, fixture: Fixture, now: dt.datetime) -> Notice:
    amount = worded(Decimal(20), league.currency)
    said = {
        NoticeKind.INVITATION: Text(
            "{name} invites you to be captain of {team} in {league}.",
            name=reader.name, team=fixture.home.name, league=league.name,
        ),
        NoticeKind.JOURNAL_HEAD: HEAD,
        NoticeKind.POINTS_ADJUSTED: Text(
            "{team}, {division}: the secretary took a point from them.",
            team=fixture.home.name, division=str(fixture.division),
        ),
        NoticeKind.LOTS_RECORDED: Text(
            "{division}: lots were drawn on {day}, in this order: {teams}.",
            division=str(fixture.division), day=spelt(now.date()),
            teams=Text.joined(", ", [fixture.home.name, fixture.away.name]),
        ),
        NoticeKind.RULES_CHANGED: Text(
            "{where}: the secretary changed {settings}. {reason}",
            where=str(fixture.division), settings=COLUMNS["points_per_match"].label, reason=AGREED,
        ),
        NoticeKind.CHARGED: Text(
            "{team} is charged {amount} ({kind}). {why}",
            team=fixture.home.name, amount=amount, kind=in_a_sentence(ChargeKind.FEE.label), why=ENTRY_FEE,
        ),
        NoticeKind.CHARGE_CHANGED: Text(
            "{team}: {amount} ({kind}) is marked as paid on {day}. {why}",
            team=fixture.home.name, amount=amount, kind=in_a_sentence(ChargeKind.FEE.label), day=spelt(now.date()),
            why=ENTRY_FEE,
        ),
        NoticeKind.REPORT_HIDDEN: Text(
            "The secretary has hidden your match report of {fixture}: {why}", fixture=str(fixture), why=NAMES,
        ),
        NoticeKind.NO_SHOWS_DUE: Text.plural(
            "{team} has {n} no-show in {season}: decide what follows.",
            "{team} has {n} no-shows in {season}: decide what follows.",
            n=3, team=fixture.home.name, season=str(fixture.division.season),
        ),
        NoticeKind.ENTRY_TO_CONFIRM: Text(
            "Does {team} enter {season}? You are in {division}.", team=fixture.home.name,
            season=str(fixture.division.season), division=str(fixture.division),
        ),
        NoticeKind.SEASON_CLOSED: Text(
            "{season} is closed. Champions: {teams}.", season=str(fixture.division.season), teams=fixture.home.name
        ),
        NoticeKind.TIMETABLE_PUBLISHED: Text(
            "The timetable of {season} is published.", season=str(fixture.division.season)
        ),
    }  # fmt: skip
    usual = Text("{fixture}: {what}.", fixture=str(fixture), what=in_a_sentence(kind.label))
    text = said.get(kind, usual)
    about = fixture if KINDS[kind].fixture else None
    return Notice(
        league=league, recipient=reader, kind=kind, fixture=about, text=text, made_of=text_parts(text), created_at=now,
        key="sample",
    )  # fmt: skip


def _facts(fixture: Fixture, league: League, now: dt.datetime) -> Facts:
    slots = [(fixture.starts_at + dt.timedelta(days=days)).isoformat() for days in DAYS]
    return Facts(
        result=Result(
            fixture=fixture,
            version=1,
            side=Side.HOME,
            home_games=10,
            away_games=8,
            submitted_at=now,
            confirm_by=league.evenings.hours_after(now, league.confirm_hours),
        ),
        postponement=Postponement(fixture=fixture, side=Side.AWAY, reason=HAS_ASKED, requested_at=now),
        offer=Offer(number=1, side=Side.AWAY, made_at=now, slots=slots),
        dispute=Dispute(fixture=fixture, reason=HAS_DISPUTED, opened_at=now),
    )
