"""Late cards: points proposed to be taken where a result was first sent after its deadline.

`results.submit` proposes them, once for each side that the season says; the secretary accepts or dismisses.
"""

import datetime as dt

from django.db import transaction

from league import access
from league.enums import FixtureState, JournalKind, NoticeKind
from league.errors import Invalid, WrongState
from league.models import Entry, LateCard, User
from league.queries.standings.decisions import JOINED
from league.rules.problems import check_reason
from league.rules.wording import clock, day_of_year, spelt
from league.services.journal import record
from league.services.locks import lock_fixture, lock_season
from league.services.notices import call_off, tell
from league.services.standings.adjustments import adjust_points
from league.translation import N_, Text

ASK = N_("Give the reason; the journal keeps it.")


@transaction.atomic
def accept_late_card(card: LateCard, *, by: User, now: dt.datetime) -> LateCard:
    """Take the points that a late card proposes, from today on.

    Raise WrongState if it is decided, its fixture is cancelled, or it is hidden.
    """
    card = _lock_undecided(card, by=by, now=now)
    season = card.fixture.division.season
    # Messages before the journal, in the order in which everybody locks.
    call_off(season.league, [NoticeKind.LATE_CARD_PROPOSED], str(card.pk))
    entry = Entry.objects.select_related("season__league", "division__season", "team").get(
        season=season, team=card.team
    )
    today = now.astimezone(season.league.tz).date()
    card.adjustment = adjust_points(
        entry, -card.points, reason=str(_reason(card)), date=today, fixture=card.fixture, by=by, now=now
    )  # fmt: skip
    card.decided_at, card.decided_by = now, by
    card.save(update_fields=["adjustment", "decided_at", "decided_by"])
    return card


@transaction.atomic
def dismiss_late_card(card: LateCard, *, reason: str, by: User, now: dt.datetime) -> LateCard:
    """Dismiss a late card and tell its captains the reason. Raises as `accept_late_card`."""
    card = _lock_undecided(card, by=by, now=now)
    problems = check_reason(reason, ASK)
    if problems:
        raise Invalid(problems)
    call_off(card.fixture.league, [NoticeKind.LATE_CARD_PROPOSED], str(card.pk))
    card.decided_at, card.decided_by, card.dismissed_why = now, by, reason.strip()
    card.save(update_fields=["decided_at", "decided_by", "dismissed_why"])
    what = Text(
        "dismissed a late card of {team} in {fixture}: no points are taken",
        team=card.team.name, fixture=str(card.fixture),
    )  # fmt: skip
    record(
        card.fixture.league, JournalKind.LATE_CARD_DISMISSED, str(card.pk), by=by, now=now, what=what,
        why=card.dismissed_why, fixture=card.fixture, team=card.team, data={"points": str(card.points)},
    )  # fmt: skip
    text = Text(
        "{fixture}: the result came after its deadline, but no points are taken from {team}. {why}",
        fixture=str(card.fixture), team=card.team.name, why=card.dismissed_why,
    )  # fmt: skip
    tell(card.fixture, NoticeKind.LATE_CARD_DISMISSED, str(card.pk), text, now=now, sides=[card.side], but=by)
    return card


def _lock_undecided(card: LateCard, *, by: User, now: dt.datetime) -> LateCard:
    """Return a card that is undecided, its season's table locked. Raises as both decisions."""
    season = card.fixture.division.season
    access.require(by, "points.adjust", season.league, now=now)
    lock_season(season)
    # The journal's entry refers to the fixture: whoever confirms its result holds it until they have journalled.
    lock_fixture(card.fixture)
    card = LateCard.objects.select_related(*JOINED).get(pk=card.pk)
    if card.fixture.state == FixtureState.CANCELLED:
        raise WrongState(N_("This fixture is cancelled: a late card in it takes no points."))
    if card.standing == "accepted":
        raise WrongState(N_("This late card has been accepted already."))
    if card.standing == "dismissed":
        raise WrongState(N_("This late card has been dismissed already."))
    return card


def _reason(card: LateCard) -> Text:
    zone = card.fixture.league.tz
    played, due, sent = (at.astimezone(zone) for at in (card.fixture.starts_at, card.due_at, card.sent_at))
    return Text(
        "Late card: the result of {played} against {team} was due on {due} at {due_time} and sent on {sent} at "
        "{sent_time}.",
        played=spelt(played.date()), team=card.other.name, due=day_of_year(due), due_time=clock(due.time()),
        sent=day_of_year(sent), sent_time=clock(sent.time()),
    )  # fmt: skip
