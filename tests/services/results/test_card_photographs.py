"""The photographed card: kept with its fixture, replaced by its side alone, and no result by itself."""

import datetime as dt

import pytest

from league.enums import DisputeState, JournalKind, ResultState
from league.errors import Invalid, NotAllowed, WrongState
from league.models import CardPhotograph, Dispute, Fixture, JournalEntry, LateCard, Result, Season
from league.queries.desk.oversight import not_entered
from league.queries.results.card_photographs import cards_to_type
from league.services.mail.reminders import queue_due
from league.services.ops.purge import purge
from league.services.results import card_photographs, confirm, submit
from league.services.results.card_photographs import MOST_CHANGES, photograph_card
from tests.factories import Town
from tests.services import dispute_cases as cases
from tests.services.results.test_score_only import score
from tests.services.test_photographs import opened, photograph


@pytest.fixture
def fixture(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


def entries() -> list[str]:
    kept = JournalEntry.objects.filter(kind=JournalKind.CARD_PHOTOGRAPHED).order_by("number")
    return [str(entry.what) for entry in kept]


def test_each_side_keeps_one_photograph_and_the_journal_tells_every_change(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    first = photograph_card(fixture, content=photograph(), by=town.captains["Anchor"], now=now)
    assert (first.side, first.added_by, first.added_at) == ("home", town.captains["Anchor"], now)
    assert not opened(bytes(first.content)).getexif()
    again = photograph_card(fixture, content=photograph((300, 400)), by=town.captains["Anchor"], now=now)
    theirs = photograph_card(fixture, content=photograph(), by=town.captains["Bell"], now=now)
    desk = photograph_card(fixture, content=photograph(), by=town.secretary, now=now)
    assert [(row.pk, row.side, row.height) for row in CardPhotograph.objects.order_by("pk")] == [
        (first.pk, "home", 400),
        (theirs.pk, "away", 300),
        (desk.pk, "", 300),
    ]
    assert entries() == [
        f"photographed the card of Anchor v Bell (SHA-256 {first.sha256})",
        f"photographed the card of Anchor v Bell again (SHA-256 {again.sha256})",
        *[f"photographed the card of Anchor v Bell (SHA-256 {theirs.sha256})"] * 2,
    ]
    assert not Result.objects.exists()


def test_the_same_picture_once_more_changes_nothing(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    for _ in range(2):
        photograph_card(fixture, content=photograph(), by=town.captains["Anchor"], now=now)
    assert (CardPhotograph.objects.count(), len(entries())) == (1, 1)


def test_a_card_is_not_photographed_for_ever(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    for n in range(MOST_CHANGES):
        photograph_card(fixture, content=photograph((40 + n, 30)), by=town.captains["Anchor"], now=now)
    with pytest.raises(Invalid) as refused:
        photograph_card(fixture, content=photograph((99, 30)), by=town.captains["Anchor"], now=now)
    (problem,) = refused.value.problems
    assert (problem.field, str(problem.message)) == (
        "photograph",
        "The card was photographed 12 times already, which is the limit.",
    )
    photograph_card(fixture, content=photograph(), by=town.captains["Bell"], now=now)


def test_nobody_else_photographs_it(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    for stranger in (town.captains["Castle"], town.referee):
        with pytest.raises(NotAllowed):
            photograph_card(fixture, content=photograph(), by=stranger, now=now)
    assert not CardPhotograph.objects.exists()


def test_it_may_be_photographed_from_the_start_until_the_result_is_confirmed(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    anchor, bell = town.captains["Anchor"], town.captains["Bell"]
    with pytest.raises(WrongState, match="has not begun"):
        photograph_card(fixture, content=photograph(), by=anchor, now=fixture.starts_at - dt.timedelta(minutes=1))
    submit.submit(fixture, score(6, 3), by=anchor, now=now)
    photograph_card(fixture, content=photograph(), by=bell, now=now)
    confirm.confirm(fixture, 1, by=bell, now=now)
    with pytest.raises(WrongState, match="its card isn’t photographed any more"):
        photograph_card(fixture, content=photograph((30, 40)), by=bell, now=now)


def test_what_was_confirmed_while_it_was_decoded_keeps_its_card(
    town: Town, fixture: Fixture, now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    decode = card_photographs.clean_photograph

    def decode_slowly(sent: bytes) -> object:
        confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
        return decode(sent)

    monkeypatch.setattr(card_photographs, "clean_photograph", decode_slowly)
    with pytest.raises(WrongState):
        photograph_card(fixture, content=photograph(), by=town.captains["Anchor"], now=now)
    assert not CardPhotograph.objects.exists()


def test_a_disputed_card_is_photographed_for_the_dispute(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    confirm.dispute(fixture, 1, reason="It was 5–4.", by=town.captains["Bell"], now=now)
    with pytest.raises(WrongState, match="add the photograph to the dispute"):
        photograph_card(fixture, content=photograph(), by=town.captains["Bell"], now=now)


@pytest.mark.parametrize(
    "content",
    [b"", b"no picture", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a" + bytes(2000), photograph()[:900]],
    ids=["empty", "text", "svg", "gif", "cut off"],
)
def test_what_is_no_photograph_is_refused(town: Town, fixture: Fixture, now: dt.datetime, content: bytes) -> None:
    with pytest.raises(Invalid) as refused:
        photograph_card(fixture, content=content, by=town.captains["Anchor"], now=now)
    assert [problem.field for problem in refused.value.problems] == ["photograph"]
    assert (CardPhotograph.objects.exists(), entries()) == (False, [])


def test_a_photographed_card_is_to_be_typed_and_no_longer_overdue(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    later = now + dt.timedelta(days=14)
    assert fixture in [late.fixture for late in not_entered(town.league, now=later)]
    photograph_card(fixture, content=photograph(), by=town.captains["Anchor"], now=now)
    assert fixture not in [late.fixture for late in not_entered(town.league, now=later)]
    assert list(cards_to_type(town.league)) == [fixture]
    submit.submit(fixture, score(6, 3), by=town.secretary, now=later)
    assert list(cards_to_type(town.league)) == []
    assert Result.objects.get().state == ResultState.CONFIRMED


def test_nobody_is_reminded_of_a_result_whose_card_was_photographed(town: Town, fixture: Fixture) -> None:
    Fixture.objects.exclude(pk=fixture.pk).delete()
    photograph_card(fixture, content=photograph(), by=town.captains["Anchor"], now=fixture.starts_at)
    due = fixture.division.season.result_due(fixture.starts_at)
    assert [queue_due(now=due + dt.timedelta(days=days)) for days in (0, 1, 2)] == [0, 0, 0]
    CardPhotograph.objects.all().delete()
    assert queue_due(now=due) == 2


@pytest.mark.parametrize(("hours", "late"), [(2, 0), (24 * 14, 1)])
def test_a_card_handed_in_in_time_is_not_late_because_it_was_typed_later(
    town: Town, fixture: Fixture, hours: int, late: int
) -> None:
    Season.objects.update(late_card="home")
    begins = fixture.starts_at
    handed_in = begins + dt.timedelta(hours=hours)
    photograph_card(fixture, content=photograph(), by=town.captains["Anchor"], now=handed_in)
    submit.submit(town.fixture("Anchor", "Bell"), score(6, 3), by=town.secretary, now=begins + dt.timedelta(days=20))
    assert LateCard.objects.count() == late


def test_a_clearer_photograph_after_the_deadline_makes_no_card_late(town: Town, fixture: Fixture) -> None:
    Season.objects.update(late_card="home")
    begins, anchor = fixture.starts_at, town.captains["Anchor"]
    photograph_card(fixture, content=photograph(), by=anchor, now=begins + dt.timedelta(hours=2))
    photograph_card(fixture, content=photograph((90, 60)), by=anchor, now=begins + dt.timedelta(days=14))
    assert CardPhotograph.objects.get().added_at == begins + dt.timedelta(days=14)
    submit.submit(town.fixture("Anchor", "Bell"), score(6, 3), by=town.secretary, now=begins + dt.timedelta(days=20))
    assert not LateCard.objects.exists()


def test_the_secretary_s_own_photograph_is_nobody_s_card_in_time(town: Town, fixture: Fixture) -> None:
    Season.objects.update(late_card="home")
    begins = fixture.starts_at
    photograph_card(fixture, content=photograph(), by=town.secretary, now=begins + dt.timedelta(hours=2))
    submit.submit(town.fixture("Anchor", "Bell"), score(6, 3), by=town.secretary, now=begins + dt.timedelta(days=20))
    assert LateCard.objects.count() == 1


def test_photographs_are_deleted_long_after_the_result_is_settled(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    photograph_card(fixture, content=photograph(), by=town.captains["Anchor"], now=now)
    assert purge(now=now + dt.timedelta(days=400)).photographs == 0
    cases.counting(town, now)
    disputed = cases.of_a_game(town, now)
    assert purge(now=now + dt.timedelta(days=121)).photographs == 0
    Dispute.objects.filter(pk=disputed.pk).update(state=DisputeState.WITHDRAWN)
    assert purge(now=now + dt.timedelta(days=119)).photographs == 0
    assert str(purge(now=now + dt.timedelta(days=121))).endswith(", 1 photographs of cards too")
    assert len(entries()) == 1
