"""What becomes of a charge: paid, not paid after all, cancelled; each told and written down once."""

import datetime as dt
from decimal import Decimal

import pytest

from league.enums import JournalKind, NoticeKind
from league.errors import Changed, Invalid, NotAllowed, WrongState
from league.models import Charge, JournalEntry, Notice
from league.services.mail.letters import letter_of
from league.services.money import NewCharge, cancel, charge, pay, unpay
from tests import factories
from tests.factories import Town

DAY = dt.date(2026, 11, 2)
TODAY = dt.date(2026, 11, 3)


@pytest.fixture
def fine(town: Town, now: dt.datetime) -> Charge:
    """A fine of a team."""
    new = NewCharge("fine", Decimal("5.00"), "A late card", DAY)
    [made] = charge(town.season, [town.teams["Bell"]], [], new, by=town.secretary, now=now)
    return made


@pytest.fixture
def pennies(town: Town, now: dt.datetime) -> Charge:
    """Pennies of a player with an account."""
    player = town.squads["Anchor"][2]
    player.user = factories.user("olive@town.example")
    player.save()
    new = NewCharge("pennies", Decimal("0.50"), "A nineteen hand", DAY)
    [made] = charge(town.season, [], [player], new, by=town.secretary, now=now)
    return made


def told_since(kind: JournalKind) -> list[tuple[str, str, str]]:
    entries = JournalEntry.objects.filter(kind=kind).order_by("number")
    return [(one.key, one.what, one.why) for one in entries]


def changes() -> list[tuple[str, str]]:
    found = Notice.objects.filter(kind=NoticeKind.CHARGE_CHANGED).order_by("pk")
    return [(one.key, one.text) for one in found]


def test_a_team_pays_and_does_not_after_all(town: Town, fine: Charge, now: dt.datetime) -> None:
    assert pay(fine, on=DAY, by=town.secretary, now=now).standing == "paid-2026-11-02"
    assert unpay(fine, by=town.secretary, now=now).standing == "owed"
    assert pay(fine, on=TODAY, by=town.secretary, now=now).paid_on == TODAY
    assert told_since(JournalKind.CHARGE_PAID) == [
        (f"{fine.pk}:1", "noted that Bell paid £5.00 (fine) on 2 November 2026", ""),
        (f"{fine.pk}:2", "noted that Bell has not paid £5.00 (fine) after all", ""),
        (f"{fine.pk}:3", "noted that Bell paid £5.00 (fine) on 3 November 2026", ""),
    ]
    assert changes() == [
        (f"{fine.pk}:1", "Bell: £5.00 (fine) is marked as paid on 2 November 2026. A late card"),
        (f"{fine.pk}:2", "Bell: £5.00 (fine) is marked as not paid. A late card"),
        (f"{fine.pk}:3", "Bell: £5.00 (fine) is marked as paid on 3 November 2026. A late card"),
    ]
    notice = Notice.objects.filter(kind=NoticeKind.CHARGE_CHANGED).first()
    assert notice is not None
    assert notice.recipient == town.captains["Bell"]
    assert letter_of(notice).subject == "A charge in Town League has changed"


def test_a_player_is_told_themselves(town: Town, pennies: Charge, now: dt.datetime) -> None:
    pay(pennies, on=TODAY, by=town.secretary, now=now)
    unpay(pennies, by=town.secretary, now=now)
    cancel(pennies, reason="It was a twenty.", by=town.secretary, now=now)
    assert changes() == [
        (f"{pennies.pk}:1", "Your £0.50 (pennies) is marked as paid on 3 November 2026. A nineteen hand"),
        (f"{pennies.pk}:2", "Your £0.50 (pennies) is marked as not paid. A nineteen hand"),
        (f"{pennies.pk}:cancelled", "The £0.50 (pennies) you were charged is cancelled. It was a twenty."),
    ]
    assert [what for _, what, _ in told_since(JournalKind.CHARGE_PAID)] == [
        "noted that {player} paid £0.50 (pennies) on 3 November 2026",
        "noted that {player} has not paid £0.50 (pennies) after all",
    ]
    assert told_since(JournalKind.CHARGE_CANCELLED) == [
        (str(pennies.pk), "cancelled the £0.50 (pennies) of {player}", "It was a twenty.")
    ]
    assert {one.recipient for one in Notice.objects.all()} == {pennies.player.user}  # type: ignore[union-attr]


def test_saying_the_same_again_changes_nothing(town: Town, fine: Charge, now: dt.datetime) -> None:
    unpay(fine, seen="paid-2026-11-03", by=town.secretary, now=now)
    for _ in range(2):
        pay(fine, on=TODAY, seen="owed", by=town.secretary, now=now)
    assert len(told_since(JournalKind.CHARGE_PAID)) == len(changes()) == 1
    with pytest.raises(WrongState, match="marked as paid on 3 November 2026 already"):
        pay(fine, on=DAY, by=town.secretary, now=now)


def test_one_that_is_cancelled_stays_with_its_reason(town: Town, fine: Charge, now: dt.datetime) -> None:
    found = cancel(fine, reason=" It was \n in the post. ", by=town.secretary, now=now)
    assert (found.standing, found.cancelled_at, found.cancelled_because) == (
        "cancelled", now, "It was in the post.",
    )  # fmt: skip
    assert changes() == [(f"{fine.pk}:cancelled", "Bell: £5.00 (fine) is cancelled. It was in the post.")]
    with pytest.raises(WrongState, match="cancelled already"):
        cancel(fine, reason="Again", by=town.secretary, now=now)
    with pytest.raises(WrongState, match="nothing is to be paid"):
        pay(fine, on=TODAY, by=town.secretary, now=now)


@pytest.mark.parametrize(("state", "then"), [("waiting", "cancelled"), ("kept-back", "cancelled"), ("sent", "sent")])
def test_the_mail_of_a_charge_that_is_cancelled_first_is_not_sent(
    town: Town, fine: Charge, now: dt.datetime, state: str, then: str
) -> None:
    other = charge(
        town.season, [town.teams["Bell"]], [], NewCharge("fine", Decimal(3), "No-show", DAY), by=town.secretary, now=now
    )[0]
    Notice.objects.filter(kind="charged").update(state=state)
    cancel(fine, reason="It was in the post.", by=town.secretary, now=now)
    assert dict(Notice.objects.filter(kind="charged").values_list("key", "state")) == {
        str(fine.pk): then, str(other.pk): state,
    }  # fmt: skip
    assert Notice.objects.get(kind="charge-changed").state == "waiting"


def test_one_that_is_paid_is_not_cancelled(town: Town, fine: Charge, now: dt.datetime) -> None:
    pay(fine, on=TODAY, by=town.secretary, now=now)
    with pytest.raises(WrongState, match="Give the money back"):
        cancel(fine, reason="No.", by=town.secretary, now=now)


@pytest.mark.parametrize("day", [dt.date(2026, 11, 4), dt.date(1999, 12, 31)])
def test_a_payment_has_a_day_that_can_be(town: Town, fine: Charge, now: dt.datetime, day: dt.date) -> None:
    with pytest.raises(Invalid) as refused:
        pay(fine, on=day, by=town.secretary, now=now)
    assert [one.field for one in refused.value.problems] == ["paid_on"]


@pytest.mark.parametrize("reason", ["", "  ", "x" * 251, "\x07"])
def test_a_cancelling_has_a_reason_that_can_be(town: Town, fine: Charge, now: dt.datetime, reason: str) -> None:
    with pytest.raises(Invalid) as refused:
        cancel(fine, reason=reason, by=town.secretary, now=now)
    assert [one.field for one in refused.value.problems] == ["reason"]
    fine.refresh_from_db()
    assert fine.standing == "owed"


def test_it_rests_on_what_was_seen(town: Town, fine: Charge, now: dt.datetime) -> None:
    with pytest.raises(Changed):
        pay(fine, on=TODAY, seen="cancelled", by=town.secretary, now=now)
    with pytest.raises(Changed):
        cancel(fine, reason="No.", seen="paid-2026-11-02", by=town.secretary, now=now)
    pay(fine, on=TODAY, seen="owed", by=town.secretary, now=now)
    with pytest.raises(Changed):
        unpay(fine, seen="owed", by=town.secretary, now=now)


def test_only_the_secretary_does_it(town: Town, fine: Charge, now: dt.datetime) -> None:
    for by in (town.captains["Bell"], town.referee):
        with pytest.raises(NotAllowed):
            pay(fine, on=TODAY, by=by, now=now)
        with pytest.raises(NotAllowed):
            unpay(fine, by=by, now=now)
        with pytest.raises(NotAllowed):
            cancel(fine, reason="No.", by=by, now=now)


def test_nothing_changes_in_what_is_hidden(town: Town, fine: Charge, now: dt.datetime) -> None:
    bell = town.teams["Bell"]
    bell.hidden_at = now
    bell.save()
    with pytest.raises(WrongState, match="hidden"):
        pay(fine, on=TODAY, by=town.secretary, now=now)
