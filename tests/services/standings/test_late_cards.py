"""Late cards: proposed when a result is first sent after its deadline, decided by the secretary, never by itself."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction

import pytest

from league.enums import FixtureState, JournalKind, NoticeKind, NoticeState, OutageKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Adjustment, Fixture, JournalEntry, LateCard, Notice, Outage, Result, Season, Team
from league.queries.mail.letters import Facts
from league.queries.standings.decisions import late_cards_of, open_late_cards
from league.queries.standings.receipts import receipt_of
from league.queries.standings.standings import division_table
from league.services.mail.letters import letter_of
from league.services.results import confirm, decide, submit
from league.services.standings.adjustments import accept_late_card, dismiss_late_card, take_back_adjustment
from tests import factories
from tests.factories import Town, result_sheet

HOUR = dt.timedelta(hours=1)


@pytest.fixture
def strict(town: Town) -> Town:
    """A league whose home team may lose two points for a card that is later than 48 hours."""
    Season.objects.filter(pk=town.season.pk).update(late_card="home", late_card_points=2)
    return town


def send(town: Town, *, late: dt.timedelta = HOUR, by: str = "Anchor") -> Fixture:
    """The result of Anchor v Bell, sent so long after its deadline."""
    fixture = Fixture.objects.get(pk=town.fixture("Anchor", "Bell").pk)
    captain = town.captains.get(by, town.secretary)
    submit.submit(
        fixture, result_sheet(town, "Anchor", "Bell"), by=captain, now=fixture.starts_at + 48 * HOUR + late
    )  # fmt: skip
    return fixture


def points_of(town: Town, name: str) -> Fraction:
    return next(row.row.adjustment for row in division_table(town.division).rows if row.team.name == name)


def test_none_is_proposed_unless_the_season_says_so(town: Town) -> None:
    send(town)
    assert not LateCard.objects.exists()


def test_none_is_proposed_for_a_result_in_time(strict: Town) -> None:
    send(strict, late=dt.timedelta())
    assert not LateCard.objects.exists()


@pytest.mark.parametrize("by", ["Anchor", "Bell", "secretary"])
def test_a_late_result_is_proposed_once_whoever_sent_it_and_takes_nothing(strict: Town, by: str) -> None:
    fixture = send(strict, by=by)
    [card] = list(open_late_cards(strict.league))
    assert (card.team, card.other, card.points, card.standing) == (
        strict.teams["Anchor"], strict.teams["Bell"], 2, "open",
    )  # fmt: skip
    assert (card.due_at, card.sent_at) == (fixture.starts_at + 48 * HOUR, fixture.starts_at + 49 * HOUR)
    assert points_of(strict, "Anchor") == 0
    assert not Notice.objects.filter(kind=NoticeKind.POINTS_ADJUSTED).exists()


def test_both_teams_where_the_season_says_both(strict: Town) -> None:
    Season.objects.filter(pk=strict.season.pk).update(late_card="both")
    send(strict)
    assert [card.team.name for card in open_late_cards(strict.league)] == ["Anchor", "Bell"]


def test_an_answer_a_second_sending_and_a_fresh_start_propose_no_further_one(strict: Town) -> None:
    fixture = send(strict)
    later = fixture.starts_at + 60 * HOUR
    submit.submit(fixture, result_sheet(strict, "Anchor", "Bell"), by=strict.captains["Bell"], now=later)
    decide.void(fixture, version=1, reason="The wrong teams.", by=strict.secretary, now=later)
    decide.reopen(fixture, version=2, reason="Once more.", by=strict.secretary, now=later)
    submit.submit(fixture, result_sheet(strict, "Anchor", "Bell"), by=strict.captains["Bell"], now=later)
    assert LateCard.objects.count() == 1


def test_a_correction_that_comes_late_is_none_where_the_first_sheet_was_in_time(strict: Town) -> None:
    fixture = send(strict, late=-40 * HOUR)
    later = fixture.starts_at + 60 * HOUR
    confirm.confirm(fixture, 1, by=strict.captains["Bell"], now=fixture.starts_at + 9 * HOUR)
    decide.void(fixture, version=1, reason="The wrong teams.", by=strict.secretary, now=later)
    assert Result.objects.filter(fixture=fixture, version=2).exists()
    assert not LateCard.objects.exists()


def test_an_outage_gives_more_time(strict: Town) -> None:
    fixture = strict.fixture("Anchor", "Bell")
    began = fixture.starts_at + 40 * HOUR
    Outage.objects.create(kind=OutageKind.GAP, began_at=began, ended_at=began + 20 * HOUR)
    send(strict, late=15 * HOUR)
    assert not LateCard.objects.exists()


def test_a_fixture_that_was_put_off_is_not_late(strict: Town) -> None:
    Fixture.objects.filter(pk=strict.fixture("Anchor", "Bell").pk).update(state=FixtureState.POSTPONED)
    send(strict)
    assert not LateCard.objects.exists()


def test_a_play_off_takes_no_points_however_late_its_result_comes(strict: Town) -> None:
    Fixture.objects.filter(pk=strict.fixture("Anchor", "Bell").pk).update(play_off=True)
    send(strict)
    assert not LateCard.objects.exists()


def test_accepted_the_table_and_the_receipt_say_so(strict: Town, now: dt.datetime) -> None:
    send(strict)
    card = accept_late_card(LateCard.objects.get(), by=strict.secretary, now=now)
    assert (card.standing, card.decided_by, card.decided_at) == ("accepted", strict.secretary, now)
    made = Adjustment.objects.get()
    assert (card.adjustment, made.points, made.date, made.made_by) == (
        made, Decimal(-2), now.astimezone(strict.league.tz).date(), strict.secretary,
    )  # fmt: skip
    assert made.reason == (
        "Late card: the result of 15 September 2026 against Bell was due on 17 September at 8 pm and sent on "
        "17 September at 9 pm."
    )
    assert points_of(strict, "Anchor") == -2
    receipt = receipt_of(strict.division, strict.teams["Anchor"], now=now)
    assert [line.reason for line in receipt.adjustments] == [made.reason]
    journal = JournalEntry.objects.get(kind=JournalKind.POINTS_ADJUSTED)
    assert (journal.what, journal.why) == ("took 2 points from Anchor", made.reason)
    assert (journal.fixture, journal.team) == (card.fixture, card.team), "it stands in the fixture's history"
    assert Notice.objects.get(kind=NoticeKind.POINTS_ADJUSTED).recipient == strict.captains["Anchor"]
    assert list(open_late_cards(strict.league)) == []


def test_accepted_and_reversed_it_stays_decided(strict: Town, now: dt.datetime) -> None:
    send(strict)
    card = accept_late_card(LateCard.objects.get(), by=strict.secretary, now=now)
    assert card.adjustment is not None
    take_back_adjustment(card.adjustment, reason="It was in the post.", by=strict.secretary, now=now)
    assert points_of(strict, "Anchor") == 0
    with pytest.raises(WrongState, match="accepted already"):
        accept_late_card(card, by=strict.secretary, now=now)


def test_dismissed_with_the_reason_nothing_is_taken(strict: Town, now: dt.datetime) -> None:
    fixture = send(strict)
    card = dismiss_late_card(LateCard.objects.get(), reason=" No signal ", by=strict.secretary, now=now)
    assert (card.standing, card.dismissed_why, card.decided_by) == ("dismissed", "No signal", strict.secretary)
    assert not Adjustment.objects.exists()
    journal = JournalEntry.objects.get(kind=JournalKind.LATE_CARD_DISMISSED)
    assert (journal.what, journal.why, journal.fixture, journal.team) == (
        "dismissed a late card of Anchor in Anchor v Bell: no points are taken", "No signal", fixture,
        strict.teams["Anchor"],
    )  # fmt: skip
    for again in (lambda: dismiss_late_card(card, reason="Again", by=strict.secretary, now=now),
                  lambda: accept_late_card(card, by=strict.secretary, now=now)):  # fmt: skip
        with pytest.raises(WrongState, match="dismissed already"):
            again()
    assert JournalEntry.objects.filter(kind=JournalKind.LATE_CARD_DISMISSED).count() == 1


@pytest.mark.parametrize(("reason", "told"), [("  ", "Give the reason"), ("x" * 251, "No more than 250 characters")])
def test_a_dismissal_says_why(strict: Town, now: dt.datetime, reason: str, told: str) -> None:
    send(strict)
    with pytest.raises(Invalid, match=told):
        dismiss_late_card(LateCard.objects.get(), reason=reason, by=strict.secretary, now=now)
    assert LateCard.objects.get().standing == "open"


def test_only_the_league_s_secretary_decides(strict: Town, now: dt.datetime) -> None:
    send(strict)
    abroad = factories.town("Abroad League", "abroad")
    card = LateCard.objects.get()
    for user in (strict.captains["Anchor"], strict.captains["Bell"], strict.referee, abroad.secretary):
        with pytest.raises(NotAllowed):
            accept_late_card(card, by=user, now=now)
        with pytest.raises(NotAllowed):
            dismiss_late_card(card, reason="It was in the post.", by=user, now=now)
    assert LateCard.objects.get().standing == "open"


def test_nothing_is_decided_while_the_season_is_hidden(strict: Town, now: dt.datetime) -> None:
    send(strict)
    Season.objects.filter(pk=strict.season.pk).update(hidden_at=now)
    with pytest.raises(WrongState, match="is hidden"):
        accept_late_card(LateCard.objects.get(), by=strict.secretary, now=now)
    assert list(open_late_cards(strict.league)) == []


def test_a_card_keeps_its_points_and_those_to_decide_come_first(strict: Town, now: dt.datetime) -> None:
    Season.objects.filter(pk=strict.season.pk).update(late_card="both")
    send(strict)
    Season.objects.filter(pk=strict.season.pk).update(late_card="nobody", late_card_points=9)
    home, away = late_cards_of(strict.season)
    dismiss_late_card(home, reason="Not theirs to send.", by=strict.secretary, now=now)
    assert [(card.team.name, card.points, card.standing) for card in late_cards_of(strict.season)] == [
        ("Bell", 2, "open"), ("Anchor", 2, "dismissed"),
    ]  # fmt: skip
    assert away.side == "away"


def test_a_card_of_a_cancelled_fixture_is_listed_no_longer_and_decided_by_nobody(
    strict: Town, now: dt.datetime
) -> None:
    fixture = send(strict)
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.CANCELLED)
    assert (list(open_late_cards(strict.league)), late_cards_of(strict.season)) == ([], [])
    with pytest.raises(WrongState, match="This fixture is cancelled: a late card in it takes no points"):
        accept_late_card(LateCard.objects.get(), by=strict.secretary, now=now)
    assert not Adjustment.objects.exists()


def test_a_card_of_a_hidden_team_is_listed_no_longer_and_decided_by_nobody(strict: Town, now: dt.datetime) -> None:
    fixture = send(strict)
    Team.objects.filter(pk=fixture.away_id).update(hidden_at=now)
    assert (list(open_late_cards(strict.league)), late_cards_of(strict.season)) == ([], [])
    with pytest.raises(WrongState, match="Bell is hidden, and nothing changes in it"):
        dismiss_late_card(LateCard.objects.get(), reason="So.", by=strict.secretary, now=now)


def test_a_card_of_a_hidden_season_is_decided_by_nobody(strict: Town, now: dt.datetime) -> None:
    send(strict)
    Season.objects.update(hidden_at=now)
    with pytest.raises(WrongState, match="2026-27 is hidden, and nothing changes in it"):
        accept_late_card(LateCard.objects.get(), by=strict.secretary, now=now)
    assert not Adjustment.objects.exists()


def test_half_a_point_is_proposed_taken_and_told(strict: Town, now: dt.datetime) -> None:
    Season.objects.filter(pk=strict.season.pk).update(late_card_points=Decimal("0.5"))
    send(strict)
    card = accept_late_card(LateCard.objects.get(), by=strict.secretary, now=now)
    assert (card.points, Adjustment.objects.get().points) == (Decimal("0.50"), Decimal("-0.50"))
    assert points_of(strict, "Anchor") == Fraction(-1, 2)
    assert JournalEntry.objects.get(kind=JournalKind.POINTS_ADJUSTED).what == "took 0.5 points from Anchor"


def test_the_secretaries_alone_are_told_that_there_is_one_to_decide(strict: Town) -> None:
    Season.objects.filter(pk=strict.season.pk).update(late_card_points=Decimal("0.5"))
    fixture = send(strict)
    notice = Notice.objects.get(kind=NoticeKind.LATE_CARD_PROPOSED)
    assert (notice.recipient, notice.fixture, notice.key) == (
        strict.secretary, fixture, str(LateCard.objects.get().pk),
    )  # fmt: skip
    assert notice.text == (
        "Anchor v Bell: the result was due on 17 September at 8 pm and sent on 17 September at 9 pm. Anchor may "
        "lose ½ point."
    )
    letter = letter_of(notice, Facts())
    assert letter.subject == "A late card to decide: Anchor v Bell"
    assert letter.url.endswith(f"/leagues/town/secretary/late-cards/{notice.key}/")


def test_a_secretary_who_types_the_late_card_is_not_told_of_it(strict: Town) -> None:
    send(strict, by="secretary")
    assert LateCard.objects.count() == 1
    assert not Notice.objects.filter(kind=NoticeKind.LATE_CARD_PROPOSED).exists()


@pytest.mark.parametrize("accepted", [True, False])
def test_what_has_been_decided_is_not_mailed_as_to_be_decided(strict: Town, now: dt.datetime, accepted: bool) -> None:
    send(strict)
    if accepted:
        accept_late_card(LateCard.objects.get(), by=strict.secretary, now=now)
    else:
        dismiss_late_card(LateCard.objects.get(), reason="No signal.", by=strict.secretary, now=now)
    assert Notice.objects.get(kind=NoticeKind.LATE_CARD_PROPOSED).state == NoticeState.CANCELLED


def test_the_captain_is_told_that_it_is_dismissed_and_why(strict: Town, now: dt.datetime) -> None:
    send(strict)
    dismiss_late_card(LateCard.objects.get(), reason="No signal.", by=strict.secretary, now=now)
    notice = Notice.objects.get(kind=NoticeKind.LATE_CARD_DISMISSED)
    assert (notice.recipient, notice.text) == (
        strict.captains["Anchor"],
        "Anchor v Bell: the result came after its deadline, but no points are taken from Anchor. No signal.",
    )
    assert letter_of(notice, Facts()).paragraphs == (notice.text,)
