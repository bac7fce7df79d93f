"""Points that the league gives to a team or takes from it, and late cards that propose it. Reason and date are public.

An adjustment is never changed or deleted: a further one of as many points the other way reverses it, once.
`results.submit` proposes late cards, where a result was first sent after its deadline; the secretary decides.
"""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db import transaction

from league import access
from league.enums import FixtureState, JournalKind, NoticeKind
from league.errors import Changed, Invalid, WrongState
from league.models import Adjustment, Entry, Fixture, LateCard, League, User
from league.queries.people.people import captains_of
from league.queries.standings.decisions import JOINED as LATE_CARD_JOINED
from league.rules.problems import Problem, check_reason
from league.rules.tie_breaks import signed
from league.rules.wording import clock, day_of_year, spelt
from league.services.journal import record
from league.services.locks import lock_fixture, lock_season, reread_entry
from league.services.notices import cancel_by_key, notify, queue_notice
from league.translation import N_, Text

GIVE_A_REASON = N_("Give the reason; it is public.")
MOST = Decimal(1000)
JOINED = ("entry__season__league", "entry__division__season", "entry__team")
HUNDREDTH = Decimal("0.01")


@transaction.atomic
def adjust_points(
    entry: Entry,
    points: Decimal,
    *,
    reason: str,
    date: dt.date,
    seen: int | None = None,
    fixture: Fixture | None = None,
    by: User,
    now: dt.datetime,
) -> Adjustment:
    """Give points to a team of a season; negative ones are taken.

    Args:
        points: to two decimal places, and not 0.
        date: of the decision; today or earlier.
        fixture: the one that it is about, if any; its history shows the journal's entry too.
        seen: how many adjustments the season had when the page was opened, so that a form sent twice is one.

    Raises:
        Changed: there is another adjustment since; the team is not entered any more.
        Invalid: everything that is wrong with points, reason and date.
    """
    league = entry.season.league
    access.require(by, "points.adjust", league, now=now)
    lock_season(entry.season)
    entry = reread_entry(entry, "season__league", "division__season", "team")
    if seen is not None and Adjustment.objects.filter(entry__season=entry.season_id).count() != seen:
        raise Changed(N_("Points have been adjusted since this page was opened. Open it again to see how they stand."))
    problems = problems_of_adjustment(league, {"points": points, "reason": reason, "date": date}, now=now)
    if problems:
        raise Invalid(problems)
    made = Adjustment.objects.create(
        entry=entry, points=points, reason=reason.strip(), date=date, made_by=by, made_at=now
    )
    return _announce(made, _describe_adjustment(made), fixture=fixture, by=by, now=now)


@transaction.atomic
def take_back_adjustment(adjustment: Adjustment, *, reason: str, by: User, now: dt.datetime) -> Adjustment:
    """Reverse an adjustment from today on; WrongState if it has been reversed, or reverses one itself."""
    league = adjustment.entry.season.league
    access.require(by, "points.adjust", league, now=now)
    lock_season(adjustment.entry.season)
    # Of teams that were merged meanwhile it is that of the one that stays.
    adjustment = Adjustment.objects.select_related(*JOINED).get(pk=adjustment.pk)
    if adjustment.takes_back_id is not None:
        raise WrongState(N_("This reverses an adjustment itself. Give or take points again instead."))
    if Adjustment.objects.filter(takes_back=adjustment).exists():
        raise WrongState(N_("This adjustment has been reversed already."))
    problems = check_reason(reason, GIVE_A_REASON)
    if problems:
        raise Invalid(problems)
    made = Adjustment.objects.create(
        entry=adjustment.entry,
        points=-adjustment.points,
        reason=reason.strip(),
        date=now.astimezone(league.tz).date(),
        made_by=by,
        made_at=now,
        takes_back=adjustment,
    )
    what = Text(
        "reversed the {points} points of {team}", points=signed(adjustment.points), team=adjustment.entry.team.name
    )
    return _announce(made, what, by=by, now=now)


def problems_of_adjustment(league: League, given: Mapping[str, Any], *, now: dt.datetime) -> list[Problem]:
    """Return what is wrong with those of an adjustment's points, reason and date that are given."""
    return [
        *(_check_points(given["points"]) if "points" in given else ()),
        *(check_reason(given["reason"], GIVE_A_REASON) if "reason" in given else ()),
        *(_check_date(given["date"], now.astimezone(league.tz).date()) if "date" in given else ()),
    ]


def _check_points(points: Decimal) -> list[Problem]:
    if not points.is_finite() or abs(points) > MOST:
        return [Problem("points", Text("No more than {most} points at once.", most=MOST), "points")]
    if points == 0:
        return [Problem("points", N_("Say how many points: more or less than nothing."), "points")]
    if points != points.quantize(HUNDREDTH):
        return [Problem("points", N_("Two decimal places at the most."), "points")]
    return []


def _check_date(date: dt.date, today: dt.date) -> list[Problem]:
    if date > today:
        return [Problem("date", N_("The day of the decision is today or earlier."), "date")]
    return []


def _describe_adjustment(made: Adjustment) -> Text:
    points = abs(made.points).normalize()
    params = {"points": f"{points:f}", "team": made.entry.team.name}
    n = 1 if points == 1 else 2
    if made.points > 0:
        return Text.plural("gave {points} point to {team}", "gave {points} points to {team}", n=n, **params)
    return Text.plural("took {points} point from {team}", "took {points} points from {team}", n=n, **params)


def _announce(
    made: Adjustment, what: Text, *, fixture: Fixture | None = None, by: User, now: dt.datetime
) -> Adjustment:
    team, league = made.entry.team, made.entry.season.league
    record(
        league, JournalKind.POINTS_ADJUSTED, str(made.pk), by=by, now=now, what=what, why=made.reason, team=team,
        fixture=fixture, data={"points": str(made.points), "date": made.date.isoformat()},
    )  # fmt: skip
    captains = captains_of(team.pk, on=now.astimezone(league.tz).date())
    text = Text(
        "{team}, {division}: the secretary {what}. {reason}",
        team=team.name, division=str(made.entry.division), what=what, reason=made.reason,
    )  # fmt: skip
    queue_notice(league, captains, NoticeKind.POINTS_ADJUSTED, str(made.pk), text=text, now=now)
    return made


GIVE_A_REASON_TO_DISMISS = N_("Give the reason; the journal keeps it.")


@transaction.atomic
def accept_late_card(card: LateCard, *, by: User, now: dt.datetime) -> LateCard:
    """Take the points that a late card proposes, from today on.

    Raise WrongState if it is decided, its fixture is cancelled, or it is hidden.
    """
    card = _lock_undecided(card, by=by, now=now)
    season = card.fixture.division.season
    # Messages before the journal, in the order in which everybody locks.
    cancel_by_key(season.league, [NoticeKind.LATE_CARD_PROPOSED], str(card.pk))
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
    problems = check_reason(reason, GIVE_A_REASON_TO_DISMISS)
    if problems:
        raise Invalid(problems)
    cancel_by_key(card.fixture.league, [NoticeKind.LATE_CARD_PROPOSED], str(card.pk))
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
    notify(card.fixture, NoticeKind.LATE_CARD_DISMISSED, str(card.pk), text, now=now, sides=[card.side], but=by)
    return card


def _lock_undecided(card: LateCard, *, by: User, now: dt.datetime) -> LateCard:
    """Return a card that is undecided, its season's table locked. Raises as both decisions."""
    season = card.fixture.division.season
    access.require(by, "points.adjust", season.league, now=now)
    lock_season(season)
    # The journal's entry refers to the fixture: whoever confirms its result holds it until they have journalled.
    lock_fixture(card.fixture)
    card = LateCard.objects.select_related(*LATE_CARD_JOINED).get(pk=card.pk)
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
