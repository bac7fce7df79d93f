"""Notices that are still true, or not any more, when their mail is about to be written."""

import datetime as dt

from django.db.models import Q

from league.enums import NoticeKind
from league.models import Dispute, Offer, Postponement
from league.queries.mail.letters import facts_of, still_true, with_everything
from league.services.disputes import dispute as disputes
from league.services.notices import queue_notice
from league.translation import Text
from tests.factories import Town
from tests.services import dispute_cases as cases


def standing(kind: NoticeKind, **which: object) -> list[bool]:
    """Say of each notice of a kind whether it still stands, in the order of their recipients' names."""
    found = with_everything(Q(kind=kind, **which))
    facts = facts_of(found)
    in_order = sorted(found, key=lambda one: (one.recipient.name, one.pk))
    return [still_true(notice, facts[notice.fixture_id or 0]) for notice in in_order]


def test_a_disputed_sheet_is_told_of_until_the_dispute_is_over(town: Town, now: dt.datetime) -> None:
    opened = cases.of_a_waiting_sheet(town, now)
    told = standing(NoticeKind.RESULT_DISPUTED)
    assert told
    assert all(told)
    disputes.withdraw_dispute(opened, by=town.captains["Bell"], now=now)
    assert not any(standing(NoticeKind.RESULT_DISPUTED))


def test_a_dispute_is_told_of_until_it_is_over(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    told = standing(NoticeKind.DISPUTE_OPENED)
    assert told
    assert all(told)
    disputes.withdraw_dispute(opened, by=town.captains["Bell"], now=now)
    assert not any(standing(NoticeKind.DISPUTE_OPENED))


def test_of_two_disputes_the_earlier_is_told_of_whatever_became_of_the_later(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    first, second = cases.of_a_game(town, now), cases.of_a_game(town, now + dt.timedelta(hours=1), match=2)
    disputes.withdraw_dispute(second, by=town.captains["Bell"], now=now + dt.timedelta(hours=2))
    assert all(standing(NoticeKind.DISPUTE_OPENED, key__startswith=str(first.pk)))
    assert not any(standing(NoticeKind.DISPUTE_OPENED, key__startswith=str(second.pk)))


def test_a_referee_is_told_of_a_dispute_while_it_is_theirs(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    other = cases.second_referee(town)
    disputes.assign_dispute(opened, town.referee, by=town.secretary, now=now)
    assert standing(NoticeKind.DISPUTE_ASSIGNED) == [True]
    disputes.assign_dispute(Dispute.objects.get(), other, by=town.secretary, now=now + dt.timedelta(hours=1))
    assert standing(NoticeKind.DISPUTE_ASSIGNED) == [False, True]


def test_dates_that_are_on_the_table_no_more_are_asked_about_no_more(town: Town, now: dt.datetime) -> None:
    asked = Postponement.objects.create(
        fixture=town.fixture("Anchor", "Bell"), side="away", awaiting="home", requested_at=now
    )
    Offer.objects.create(postponement=asked, number=1, side="away", made_at=now, slots=[])
    queue_notice(
        town.league, [town.captains["Anchor"]], NoticeKind.POSTPONEMENT_ASKED, f"{asked.pk}:1",
        text=Text("Bell asks for another date."), now=now, fixture=asked.fixture,
    )  # fmt: skip
    assert standing(NoticeKind.POSTPONEMENT_ASKED) == [True]
    Offer.objects.all().delete()
    assert standing(NoticeKind.POSTPONEMENT_ASKED) == [False]
    asked.delete()
    assert standing(NoticeKind.POSTPONEMENT_ASKED) == [False]
