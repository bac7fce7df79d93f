"""How a waiting sheet comes to be confirmed without its captain's own page: silence, a link, a borrowed phone."""

import datetime as dt
from collections.abc import Iterator

import pytest
from django.core import signing
from django.core.cache import cache

from league.enums import JournalKind, NoticeKind, ResultState, RoleKind, Settlement
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Fixture, JournalEntry, Notice, Result, Role, SheetDraft, User
from league.rules.sheets import GameScore
from league.services.results import confirm, handover, submit
from league.services.results.submit import save_draft
from tests import factories, second_factors
from tests.factories import Town, result_sheet

HOUR = dt.timedelta(hours=1)
PASSWORD = "a-long-enough-password"


@pytest.fixture(autouse=True)
def _no_tries_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def fixture(town: Town, now: dt.datetime) -> Fixture:
    """Anchor's sheet waits for Bell."""
    found = town.fixture("Anchor", "Bell")
    submit.submit(found, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    return found


@pytest.fixture
def bell(town: Town) -> User:
    return town.captains["Bell"]


def live() -> Result:
    return Result.objects.select_related("fixture").get(live=True)


# When nobody says anything


def test_a_sheet_is_confirmed_by_itself_when_its_hours_are_over(
    town: Town, now: dt.datetime, fixture: Fixture, bell: User
) -> None:
    save_draft(fixture, {"m1-g1-loser": "1"}, by=bell, now=now)
    due = now + 56 * HOUR  # 48 hours to Thursday noon, and on to 8 pm
    assert live().confirm_by == due
    assert confirm.confirm_due(now=due - dt.timedelta(seconds=1)) == 0
    assert confirm.confirm_due(now=due) == 1
    assert confirm.confirm_due(now=due + HOUR) == 0
    found = live()
    assert (found.state, found.settlement, found.settled_by) == (ResultState.CONFIRMED, Settlement.DEADLINE, None)
    assert found.settled_at == due
    entry = JournalEntry.objects.get(kind=JournalKind.RESULT_CONFIRMED)
    assert (entry.what, entry.by) == ("confirmed Anchor v Bell by the deadline: 6–3", None)
    notices_of = Notice.objects.filter(kind=NoticeKind.RESULT_CONFIRMED)
    assert {notice.recipient for notice in notices_of} == {town.captains["Anchor"], bell}
    assert {notice.text for notice in notices_of} == {
        "Anchor v Bell: 6–3 was confirmed automatically, because Bell didn’t reply in time. It counts."
    }
    # A draft they had begun is no answer, and not lost either.
    assert SheetDraft.objects.get().user == bell


def test_the_leagues_own_hours_hold_and_a_later_change_moves_no_deadline(town: Town, now: dt.datetime) -> None:
    town.league.confirm_hours = 5
    town.league.save()
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Bell"], now=now)
    type(town.league).objects.update(confirm_hours=500, deadline_hour=22)
    assert live().confirm_by == now + 8 * HOUR  # five hours to 5 pm, and on to 8 pm
    assert confirm.confirm_due(now=now + 8 * HOUR) == 1
    assert "because Anchor didn’t reply in time" in Notice.objects.filter(kind=NoticeKind.RESULT_CONFIRMED)[0].text


@pytest.mark.parametrize("answer", ["confirm", "dispute", "own sheet", "cancelled", "secretary's", "no deadline"])
def test_what_does_not_wait_is_left_alone(
    town: Town, now: dt.datetime, fixture: Fixture, bell: User, answer: str
) -> None:
    if answer == "confirm":
        confirm.confirm(fixture, 1, by=bell, now=now)
    elif answer == "dispute":
        confirm.dispute(fixture, 1, reason="No.", by=bell, now=now)
    elif answer == "own sheet":
        sheet = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
        submit.submit(fixture, sheet, by=bell, now=now)
    elif answer == "cancelled":
        Fixture.objects.filter(pk=fixture.pk).update(state="cancelled")
    elif answer == "secretary's":
        confirm.confirm(fixture, 1, by=bell, now=now)
        other = town.fixture("Castle", "Duke of York")
        submit.submit(other, result_sheet(town, "Castle", "Duke of York"), by=town.secretary, now=now)
    else:
        Result.objects.update(confirm_by=None)
    before = list(Result.objects.order_by("pk").values())
    assert confirm.confirm_due(now=now + 100 * HOUR) == 0
    assert list(Result.objects.order_by("pk").values()) == before


# The link in the mail


def test_the_link_confirms_once(town: Town, now: dt.datetime, fixture: Fixture, bell: User) -> None:
    token = handover.token_for(live(), bell)
    found = handover.follow(town.league, token, now=now)
    assert found is not None
    assert (found.fixture, found.result, found.person, found.refused) == (fixture, live(), bell, "")
    confirmed = handover.confirm_by_link(town.league, token, now=now)
    assert (confirmed.state, confirmed.settlement, confirmed.settled_by) == (
        ResultState.CONFIRMED, Settlement.OTHER_SIDE, bell,
    )  # fmt: skip
    entry = JournalEntry.objects.get(kind=JournalKind.RESULT_CONFIRMED)
    assert (entry.what, entry.by) == ("confirmed Anchor v Bell: 6–3, by the link in the mail", bell)
    assert handover.confirm_by_link(town.league, token, now=now) == confirmed
    again = handover.follow(town.league, token, now=now)
    assert again is not None
    assert again.refused == "You have confirmed it: 6–3 counts. The link is used up."


def test_a_link_says_why_it_cannot_be_used(town: Town, now: dt.datetime, fixture: Fixture, bell: User) -> None:
    token = handover.token_for(live(), bell)

    def notices_of(at: dt.datetime = now) -> str:
        with pytest.raises(WrongState) as refused:
            handover.confirm_by_link(town.league, token, now=at)
        return refused.value.message

    # As long as nobody has confirmed it, it can be answered: the scan may be late, or there may be an outage.
    late = handover.follow(town.league, token, now=now + 57 * HOUR)
    assert late is not None
    assert late.refused == ""
    Role.objects.filter(user=bell).update(ends_on=now.date() - dt.timedelta(days=1))
    assert "is no longer a captain" in notices_of()
    Role.objects.filter(user=bell).update(ends_on=None)
    User.objects.filter(pk=bell.pk).update(is_active=False)
    assert "is no longer a captain" in notices_of()
    User.objects.filter(pk=bell.pk).update(is_active=True)
    Fixture.objects.update(state="cancelled")
    assert notices_of() == "This fixture is cancelled: no result of it counts."
    Fixture.objects.update(state="scheduled")
    confirm.confirm_due(now=now + 56 * HOUR)
    assert notices_of() == "The deadline passed, so it was confirmed automatically: 6–3 counts."


def test_a_link_comes_too_late_when_somebody_was_quicker(
    town: Town, now: dt.datetime, fixture: Fixture, bell: User
) -> None:
    token = handover.token_for(live(), bell)
    vice = factories.user("vice@town.example")
    factories.role(vice, town.league, RoleKind.VICE_CAPTAIN, town.teams["Bell"])
    confirm.confirm(fixture, 1, by=vice, now=now)
    with pytest.raises(WrongState, match="Somebody was quicker: 6–3 is confirmed and counts"):
        handover.confirm_by_link(town.league, token, now=now)
    Result.objects.update(state=ResultState.DISPUTED, settlement="", settled_at=None)
    with pytest.raises(WrongState, match="nothing to confirm any more: this sheet is disputed"):
        handover.confirm_by_link(town.league, token, now=now)


def test_a_link_is_for_its_own_version_person_and_league_only(
    town: Town, now: dt.datetime, fixture: Fixture, bell: User
) -> None:
    abroad = factories.town("Abroad", "abroad")
    token = handover.token_for(live(), bell)
    for league, made in [
        (abroad.league, token),
        (town.league, token[:-1]),
        (town.league, "x"),
        (town.league, handover.token_for(Result(pk=live().pk, version=2), bell)),
        (town.league, handover.token_for(live(), User(pk=987654))),
        (town.league, signing.Signer(salt="muggins.unsubscribe").sign_object([live().pk, 1, bell.pk])),
        (town.league, signing.Signer(salt=handover.SALT).sign_object(["x"])),
        (town.league, signing.Signer(salt=handover.SALT).sign_object([None, 1, bell.pk])),
    ]:
        assert handover.follow(league, made, now=now) is None
        with pytest.raises(WrongState, match="does not work"):
            handover.confirm_by_link(league, made, now=now)


@pytest.mark.parametrize("who", ["Anchor", "Castle"])
def test_a_link_for_somebody_else_confirms_nothing(town: Town, now: dt.datetime, fixture: Fixture, who: str) -> None:
    token = handover.token_for(live(), town.captains[who])
    with pytest.raises(WrongState, match="for the other side's captain"):
        handover.confirm_by_link(town.league, token, now=now)
    assert live().state == ResultState.SUBMITTED


# On the same phone


def confirm_on_phone(town: Town, fixture: Fixture, now: dt.datetime, secret: str, **changes: object) -> Result:
    said = {"person": town.captains["Bell"].pk, "by": town.captains["Anchor"], "version": 1, **changes}
    version = said.pop("version")
    return handover.confirm_here(fixture, version, secret=secret, now=now, **said)  # type: ignore[arg-type]


@pytest.mark.parametrize("by", ["password", "code", "code in two parts"])
def test_the_other_captain_confirms_on_the_senders_phone(
    town: Town, now: dt.datetime, fixture: Fixture, bell: User, by: str
) -> None:
    code = handover.code_for(live(), bell)
    assert len(code) == 8
    secret = {"password": PASSWORD, "code": code, "code in two parts": f" {code[:4]} {code[4:]} "}[by]
    confirmed = confirm_on_phone(town, fixture, now, secret)
    assert (confirmed.state, confirmed.settlement, confirmed.settled_by) == (
        ResultState.CONFIRMED, Settlement.OTHER_SIDE, bell,
    )  # fmt: skip
    entry = JournalEntry.objects.get(kind=JournalKind.RESULT_CONFIRMED)
    assert (entry.what, entry.by) == ("confirmed Anchor v Bell: 6–3, on the other captain's phone", bell)


@pytest.mark.parametrize("by", ["app", "recovery code", "code"])
def test_whoever_has_a_factor_confirms_there_with_a_code(
    town: Town, now: dt.datetime, fixture: Fixture, bell: User, by: str
) -> None:
    app = second_factors.add_app(bell)
    spent = second_factors.recovery_codes(bell)[0]
    secret = {"app": second_factors.code(app), "recovery code": spent, "code": handover.code_for(live(), bell)}[by]
    assert confirm_on_phone(town, fixture, now, secret).settled_by == bell
    assert (spent in second_factors.recovery_codes(bell)) == (by != "recovery code")


def test_a_code_is_for_one_version_and_one_person(town: Town, fixture: Fixture, bell: User) -> None:
    found = live()
    codes = {
        handover.code_for(found, bell),
        handover.code_for(found, town.captains["Anchor"]),
        handover.code_for(Result(pk=found.pk, version=2), bell),
        handover.code_for(Result(pk=found.pk + 1, version=1), bell),
    }
    assert len(codes) == 4


def test_four_wrong_tries_an_hour_then_even_the_right_word_is_refused(
    town: Town, now: dt.datetime, fixture: Fixture
) -> None:
    for _ in range(4):
        with pytest.raises(Invalid) as refused:
            confirm_on_phone(town, fixture, now, "wrong")
        assert [(p.code, p.field) for p in refused.value.problems] == [("wrong-secret", "secret")]
    with pytest.raises(Invalid) as refused:
        confirm_on_phone(town, fixture, now, PASSWORD)
    (problem,) = refused.value.problems
    assert problem.message == (
        "Too many wrong tries for Bell 1. Confirm from the link in your own mail or on your own phone, "
        "or try here again in an hour."
    )
    assert live().state == ResultState.SUBMITTED
    # Another of the side's captains has tries of their own.
    vice = factories.user("vice@town.example")
    factories.role(vice, town.league, RoleKind.VICE_CAPTAIN, town.teams["Bell"])
    assert confirm_on_phone(town, fixture, now, PASSWORD, person=vice.pk).settled_by == vice


def test_nobody_confirms_their_own_side_on_a_phone(town: Town, now: dt.datetime, fixture: Fixture, bell: User) -> None:
    vice = factories.user("vice@town.example")
    factories.role(vice, town.league, RoleKind.VICE_CAPTAIN, town.teams["Anchor"])
    both = factories.user("both@town.example")
    for team in ("Anchor", "Bell"):
        factories.role(both, town.league, RoleKind.CAPTAIN, town.teams[team])
    for person in (town.captains["Anchor"], vice, both, town.captains["Castle"], town.secretary):
        with pytest.raises(Invalid, match="Choose who confirms it"):
            confirm_on_phone(town, fixture, now, PASSWORD, person=person.pk)
    with pytest.raises(Invalid, match="Choose who confirms it"):
        confirm_on_phone(town, fixture, now, PASSWORD, person=None)
    assert handover.who_may_confirm(live(), now=now) == [bell]
    assert live().state == ResultState.SUBMITTED


def test_only_the_sending_sides_phone_is_lent(town: Town, now: dt.datetime, fixture: Fixture, bell: User) -> None:
    for who in (bell, town.captains["Castle"], town.referee, town.secretary):
        with pytest.raises(NotAllowed, match="hands their phone over"):
            confirm_on_phone(town, fixture, now, PASSWORD, by=who)
    with pytest.raises(WrongState, match="newer sheet"):
        confirm_on_phone(town, fixture, now, PASSWORD, version=2)
    with pytest.raises(Invalid, match="Enter the code from your email"):
        confirm_on_phone(town, fixture, now, "  ")
    confirm.confirm(fixture, 1, by=bell, now=now)
    with pytest.raises(WrongState, match="confirmed already"):
        confirm_on_phone(town, fixture, now, PASSWORD)
