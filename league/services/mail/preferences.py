"""How people want their mail: settings, links that turn a kind of mail off without signing in, retries."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet

from league import access
from league.enums import Delivery, NoticeKind, NoticeState
from league.errors import Invalid
from league.models import League, MailSettings, Notice, Preference, User
from league.queries.mail.kinds import KINDS
from league.queries.mail.messages import MailChoices
from league.rules.mailing import FURTHEST_REMINDER
from league.rules.problems import Problem
from league.services.people.accounts.keys import read_link, sign_link
from league.translation import N_, Text


@dataclass(frozen=True, slots=True)
class Unsubscribing:
    """A link's contents; `before` is the delivery that turning on again restores."""

    user_id: int
    kinds: tuple[NoticeKind, ...]
    before: Delivery


def problems_of(choices: MailChoices) -> list[Problem]:
    problems = []
    begins, ends = choices.quiet_from, choices.quiet_until
    if (begins is None) != (ends is None):
        field = "quiet_from" if begins is None else "quiet_until"
        problems.append(
            Problem("quiet", N_("Quiet hours need a beginning and an end; leave both empty for none."), field)
        )
    elif begins is not None and ends is not None:
        if begins == ends:
            text = N_("Quiet hours that end when they begin are none; leave both empty.")
            problems.append(Problem("quiet", text, "quiet_until"))
        elif _is_within(choices.digest_at, begins, ends):
            text = N_("The daily mail would come in your quiet hours; choose an hour outside them.")
            problems.append(Problem("digest", text, "digest_at"))
    if any(not 1 <= day <= FURTHEST_REMINDER for day in choices.reminder_days):
        text = Text("A reminder comes 1 to {most} days before the fixture.", most=FURTHEST_REMINDER)
        problems.append(Problem("days", text, "reminder_days"))
    return problems


def _is_within(time: dt.time, begins: dt.time, ends: dt.time) -> bool:
    return begins <= time < ends if begins < ends else time >= begins or time < ends


@transaction.atomic
def save_choices(choices: MailChoices, *, league: League, by: User, now: dt.datetime) -> None:
    """Store how somebody wants their mail, in every league; it applies to what waits already."""
    access.require(by, "mail.own", league, now=now)
    problems = problems_of(choices)
    if problems:
        raise Invalid(problems)
    _store_deliveries(by, choices.deliveries)
    MailSettings.objects.update_or_create(
        user=by,
        defaults={
            "quiet_from": choices.quiet_from,
            "quiet_until": choices.quiet_until,
            "digest_at": choices.digest_at,
            "officer_digest": choices.officer_digest,
            "reminder_days": sorted(set(choices.reminder_days), reverse=True),
        },
    )
    _reschedule_waiting([by.pk], now)


def _store_deliveries(user: User, deliveries: Mapping[NoticeKind, Delivery]) -> None:
    Preference.objects.bulk_create(
        [Preference(user=user, kind=kind, delivery=delivery) for kind, delivery in deliveries.items()],
        update_conflicts=True,
        unique_fields=["user", "kind"],
        update_fields=["delivery"],
    )


def _reschedule_waiting(users: Iterable[int], now: dt.datetime) -> None:
    """Reschedule what only waits for a time of day; what the mail server refused keeps its turn."""
    waiting = Notice.objects.filter(recipient__in=list(users), state=NoticeState.WAITING, attempts=0, send_at__gt=now)
    waiting.update(send_at=now, digest=False)


@transaction.atomic
def set_subscription(link: Unsubscribing, *, on: bool, now: dt.datetime) -> User | None:
    """Turn the kinds of a mail's link off, or back on; repeating changes nothing. Return the user, if any."""
    user = User.objects.filter(pk=link.user_id).first()
    if user is None:
        return None
    _store_deliveries(user, {kind: _restored(kind, link.before) if on else Delivery.NONE for kind in link.kinds})
    _reschedule_waiting([user.pk], now)
    return user


def _restored(kind: NoticeKind, before: Delivery) -> Delivery:
    """What turning a kind on again restores: not a captain's daily mail for what an officer had in theirs."""
    return Delivery.MAIL if KINDS[kind].officers else before


def retry(league: League, notices: Iterable[int] | None = None, *, by: User, now: dt.datetime) -> int:
    """Retry a league's failed notices, all or these, with all attempts before them; return how many. Not journalled."""
    access.require(by, "mail.oversee", league, now=now)
    failed = Notice.objects.filter(league=league, state=NoticeState.FAILED)
    if notices is not None:
        failed = failed.filter(pk__in=list(notices))
    return _try_now(failed, now)


def retry_all(league: League | None = None, *, now: dt.datetime) -> int:
    """Retry whatever the mail server refused, given up or not, in one league or all; return how many.

    For the operator, once they have mended the cause.
    """
    refused = Notice.objects.filter(Q(state=NoticeState.FAILED) | Q(state=NoticeState.WAITING, attempts__gt=0))
    return _try_now(refused.filter(league=league) if league is not None else refused, now)


def _try_now(notices: QuerySet[Notice], now: dt.datetime) -> int:
    return notices.update(state=NoticeState.WAITING, send_at=now, attempts=0, error="", digest=False, leased_until=None)


SALT = "muggins.unsubscribe"


def unsubscribe_token(user: User, kinds: tuple[str, ...], before: str) -> str:
    """Return the token, valid as long as the mail's address is the account's."""
    return sign_link(user, SALT, list(kinds), before)


def read_unsubscribe_token(token: str) -> Unsubscribing | None:
    """Return a token's contents; None if it is forged or the address has changed."""
    link = read_link(token, SALT)
    if link is None:
        return None
    user, values = link
    try:
        kinds, before = values
        return Unsubscribing(user.pk, tuple(NoticeKind(kind) for kind in kinds), Delivery(before))
    except (ValueError, TypeError):
        return None
