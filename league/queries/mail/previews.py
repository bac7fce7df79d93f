"""Samples of the mail of each kind, of the league's own fixtures or made up. Nothing is stored."""

import datetime as dt
from decimal import Decimal

from django.db.models import Q

from league.enums import ChargeKind, FixtureState, NoticeKind, Side
from league.models import Dispute, Fixture, League, Notice, Offer, Postponement, Result, User
from league.queries.mail.kinds import DISPUTES, GROUPS, KINDS, RESULTS
from league.queries.mail.letters import Facts, facts_of, with_everything
from league.rules.money import worded
from league.rules.scheme_columns import COLUMNS
from league.rules.wording import spelt
from league.translation import N_, Text, in_a_sentence, text_parts

DAYS = (7, 8, 14)
ENTRY_FEE = "Entry fee for the season."
AGREED = "The captains agreed on it in January."
HAS_ASKED = "Two of our team are at a wedding."
HEAD = N_("Entry 412 is the last of the journal. Its hash is 8c4f…, 64 digits in a real message.")
SECRET = (NoticeKind.INVITATION, NoticeKind.CAN_YOU_PLAY)
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
