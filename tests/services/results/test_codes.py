"""Printed one-time codes: made and revoked by the secretary, and good for one answer of their own team's side."""

import datetime as dt
from typing import Any

import pytest
from allauth.core import context
from django.core.cache import cache
from django.db.models import Q
from django.test import RequestFactory, override_settings

from league.enums import JournalKind, NoticeKind, ResultState, Settlement
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Dispute, Entry, JournalEntry, Notice, Result, TeamCode
from league.queries.fixtures import has_codes
from league.queries.mail.letters import facts_of, with_everything
from league.queries.people.people import code_sheet, code_sheets
from league.rules.sheets import GameScore
from league.services.mail.letters import letter_of
from league.services.people.captains import CODES, PrintedCodes, make_codes, revoke_codes
from league.services.results import confirm as confirming
from league.services.results import correct, handover, submit
from tests import factories
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_tries_yet() -> None:
    cache.clear()


def printed(town: Town, team: str, now: dt.datetime) -> PrintedCodes:
    return make_codes(town.teams[team], town.season, by=town.secretary, now=now)


def waiting_sheet(town: Town, now: dt.datetime) -> Result:
    """Anchor's sheet of Anchor v Bell, which Bell is to confirm."""
    sheet = result_sheet(town, "Anchor", "Bell")
    return submit.submit(town.fixture("Anchor", "Bell"), sheet, by=town.captains["Anchor"], now=now)


def confirm(town: Town, code: str, now: dt.datetime, *, version: int = 1, by: str = "") -> Result:
    who = town.captains[by] if by else None
    return handover.answer_by_code(town.fixture("Anchor", "Bell"), version, code=code, by=who, now=now)


def refused(town: Town, code: str, now: dt.datetime) -> tuple[str, str]:
    with pytest.raises(Invalid) as found:
        confirm(town, code, now)
    [problem] = found.value.problems
    assert Result.objects.get(version=1).state == ResultState.SUBMITTED
    return problem.code, str(problem.message)


WRONG = ("wrong-code", "That is no unused code of Bell for this season.")


def test_a_sheet_of_codes_is_told_once_and_kept_as_hashes(town: Town, now: dt.datetime) -> None:
    made = printed(town, "Bell", now)
    assert (made.sheet, len(set(made.codes))) == (1, CODES)
    kept = list(TeamCode.objects.values_list("code_hash", flat=True))
    assert len(kept) == CODES
    assert not any(code.replace("-", "") in text for code in made.codes for text in kept)
    entry = JournalEntry.objects.get(kind=JournalKind.CODES_MADE)
    assert (entry.by, str(entry.what)) == (town.secretary, "made sheet 1 of one-time codes for Bell, 2026-27")
    assert not any(code in f"{entry.what}{entry.data}" for code in made.codes)


def test_a_code_confirms_the_other_sides_sheet_and_the_journal_says_whose_it_was(town: Town, now: dt.datetime) -> None:
    made, result = printed(town, "Bell", now), waiting_sheet(town, now)
    # As somebody types it: in small letters, an O for a nought, without the hyphen.
    done = confirm(town, made.codes[6].lower().replace("-", " ").replace("0", "o"), now, by="Anchor")
    assert (done.pk, done.state, done.settlement, done.settled_by) == (
        result.pk, ResultState.CONFIRMED, Settlement.CODE, None
    )  # fmt: skip
    entry = JournalEntry.objects.get(kind=JournalKind.RESULT_CONFIRMED)
    assert (entry.by, str(entry.what)) == (
        town.captains["Anchor"],
        "confirmed Anchor v Bell: 6–3, with code 7 of Bell’s printed sheet 1",
    )
    code = TeamCode.objects.get(number=7)
    assert (code.used_at, code.used_for, code_sheet(code.team, code.season).unused) == (now, result, CODES - 1)
    assert Notice.objects.filter(recipient=town.captains["Bell"], text__contains="printed code of Bell").exists()


def test_nobody_need_be_signed_in(town: Town, now: dt.datetime) -> None:
    made = printed(town, "Bell", now)
    waiting_sheet(town, now)
    confirm(town, made.codes[0], now)
    assert JournalEntry.objects.get(kind=JournalKind.RESULT_CONFIRMED).by is None


def test_every_code_that_does_not_serve_is_refused_in_the_same_words(town: Town, now: dt.datetime) -> None:
    bell, anchor, castle = (printed(town, team, now).codes for team in ("Bell", "Anchor", "Castle"))
    waiting_sheet(town, now)
    used = TeamCode.objects.get(team=town.teams["Bell"], number=2)
    used.used_at = now
    used.save()
    other = factories.town("Abroad", "abroad")
    abroad = make_codes(other.teams["Bell"], other.season, by=other.secretary, now=now).codes
    for code in (anchor[0], castle[0], abroad[0], bell[1], "K7QD2-MXR40", bell[0][:-1], "\0", "’" * 100):
        assert refused(town, code, now) == WRONG
        cache.clear()
    assert refused(town, " ", now)[0] == "no-code"
    revoke_codes(town.teams["Bell"], town.season, by=town.secretary, now=now)
    with pytest.raises(WrongState) as none_left:
        confirm(town, bell[0], now)
    assert none_left.value.code == "no-codes"


def test_a_code_of_another_season_does_not_serve(town: Town, now: dt.datetime) -> None:
    made = printed(town, "Bell", now)
    waiting_sheet(town, now)
    season = factories.town("Second", "second").season
    TeamCode.objects.filter(number=1).update(season=season)
    assert refused(town, made.codes[0], now) == WRONG


def test_a_code_serves_once(town: Town, now: dt.datetime) -> None:
    made = printed(town, "Bell", now)
    waiting_sheet(town, now)
    confirm(town, made.codes[0], now)
    with pytest.raises(WrongState):
        confirm(town, made.codes[0], now)
    submit.submit(
        town.fixture("Bell", "Castle"), result_sheet(town, "Bell", "Castle"), by=town.captains["Castle"], now=now
    )
    with pytest.raises(Invalid):
        handover.answer_by_code(town.fixture("Bell", "Castle"), 1, code=made.codes[0], by=None, now=now)


def test_a_sheet_that_has_changed_or_was_never_sent_spends_no_code(town: Town, now: dt.datetime) -> None:
    made = printed(town, "Bell", now)
    with pytest.raises(WrongState):
        confirm(town, made.codes[0], now)
    live, other = waiting_sheet(town, now), result_sheet(town, "Anchor", "Bell", first=GameScore(121, 77))
    correct.change_waiting_sheet(live, other, "A slip.", by=town.captains["Anchor"], now=now)
    with pytest.raises(WrongState):
        confirm(town, made.codes[0], now, version=1)
    assert code_sheet(town.teams["Bell"], town.season).unused == CODES
    assert confirm(town, made.codes[0], now, version=2).state == ResultState.CONFIRMED


def visiting(address: str) -> Any:
    """Stand for a visitor from an address, as a request would."""
    return context.request_context(RequestFactory(REMOTE_ADDR=address).post("/"))


@pytest.mark.long
def test_a_stranger_s_guesses_never_keep_the_captain_from_a_code(town: Town, now: dt.datetime) -> None:
    """Gains the other team's silence until the deadline, by spending the tries of its fixture every hour."""
    made = printed(town, "Bell", now)
    waiting_sheet(town, now)
    for address in ("192.0.2.1", "192.0.2.2"):
        with visiting(address):
            assert [refused(town, "K7QD2-MXR40", now) for _ in range(30)] == [WRONG] * 30
            assert refused(town, made.codes[0], now)[0] == "too-many"
    with visiting("192.0.2.3"):
        assert confirm(town, made.codes[0], now).state == ResultState.CONFIRMED


def test_tries_are_counted_over_all_fixtures(town: Town, now: dt.datetime) -> None:
    made = printed(town, "Bell", now)
    waiting_sheet(town, now)
    bell = result_sheet(town, "Bell", "Castle")
    submit.submit(town.fixture("Bell", "Castle"), bell, by=town.captains["Castle"], now=now)
    with override_settings(ACCOUNT_RATE_LIMITS={"team_code": "3/h/ip"}):
        for _ in range(3):
            with pytest.raises(Invalid):
                handover.answer_by_code(town.fixture("Bell", "Castle"), 1, code="K7QD2-MXR40", by=None, now=now)
        with pytest.raises(Invalid) as found:
            confirm(town, made.codes[0], now)
        assert found.value.problems[0].code == "too-many"


def test_a_code_disputes_a_sheet_with_a_reason(town: Town, now: dt.datetime) -> None:
    made, result = printed(town, "Bell", now), waiting_sheet(town, now)
    with pytest.raises(Invalid) as found:
        handover.answer_by_code(town.fixture("Anchor", "Bell"), 1, code=" ", agree=False, reason=" ", by=None, now=now)
    assert [(each.code, each.field) for each in found.value.problems] == [("no-code", "code"), ("no-reason", "reason")]
    said = {"agree": False, "reason": " Game 2 was ours. ", "by": town.captains["Anchor"], "now": now}
    handover.answer_by_code(town.fixture("Anchor", "Bell"), 1, code=made.codes[1], **said)
    dispute = Dispute.objects.get()
    assert (dispute.result, dispute.side, dispute.reason, dispute.opened_by) == (
        result, "away", "Game 2 was ours.", None
    )  # fmt: skip
    assert Result.objects.get().state == ResultState.DISPUTED
    entry = JournalEntry.objects.get(kind=JournalKind.RESULT_DISPUTED)
    assert (entry.by, str(entry.what)) == (
        town.captains["Anchor"],
        "disputed Anchor v Bell: 6–3, with code 2 of Bell’s printed sheet 1",
    )
    told = Notice.objects.filter(text="Anchor v Bell: 6–3 is disputed with a printed code of Bell.")
    assert {notice.recipient for notice in told} == {town.captains["Anchor"], town.captains["Bell"], town.secretary}
    # Nobody has disputed it as a person: the letter names the team.
    [notice] = with_everything(Q(recipient=town.captains["Bell"], kind=NoticeKind.RESULT_DISPUTED))
    letter = letter_of(notice, facts_of([notice])[result.fixture_id])
    assert "Bell says: Game 2 was ours." in letter.paragraphs
    with pytest.raises(WrongState):
        confirm(town, made.codes[2], now)
    assert code_sheet(town.teams["Bell"], town.season).unused == CODES - 1


def proposed(town: Town, now: dt.datetime) -> Result:
    """Anchor's correction of Anchor v Bell, which Bell is to answer."""
    waiting_sheet(town, now)
    fixture = town.fixture("Anchor", "Bell")
    confirming.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    other = result_sheet(town, "Anchor", "Bell", first=GameScore(121, 77))
    return correct.propose(fixture, 1, other, reason="A slip.", by=town.captains["Anchor"], now=now)


@pytest.mark.parametrize("agree", [True, False])
def test_a_code_answers_a_proposed_correction(town: Town, now: dt.datetime, agree: bool) -> None:
    made, correction = printed(town, "Bell", now), proposed(town, now)
    reason = "" if agree else "It was 60."
    said = {"code": made.codes[0], "agree": agree, "reason": reason, "by": None, "now": now}
    with pytest.raises(WrongState):
        handover.answer_by_code(town.fixture("Anchor", "Bell"), 1, **said)
    handover.answer_by_code(town.fixture("Anchor", "Bell"), 2, **said)
    correction.refresh_from_db()
    entry = JournalEntry.objects.get(kind=JournalKind.CORRECTION_ANSWERED)
    assert (entry.by, entry.why) == (None, reason)
    if agree:
        assert (correction.state, correction.live, correction.settlement) == ("confirmed", True, Settlement.CODE)
        assert str(entry.what) == (
            "accepted the correction of Anchor v Bell: 6–3 instead of 6–3, with code 1 of Bell’s printed sheet 1"
        )
    else:
        assert (correction.state, correction.live, Result.objects.get(live=True).version) == ("rejected", False, 1)
        assert str(entry.what) == (
            "refused the correction of Anchor v Bell: 6–3, with code 1 of Bell’s printed sheet 1"
        )
    assert TeamCode.objects.get(number=1).used_for == correction


def test_the_side_that_proposed_a_correction_does_not_answer_it(town: Town, now: dt.datetime) -> None:
    printed(town, "Bell", now)
    mine = printed(town, "Anchor", now)
    proposed(town, now)
    with pytest.raises(Invalid) as found:
        handover.answer_by_code(town.fixture("Anchor", "Bell"), 2, code=mine.codes[0], by=None, now=now)
    assert found.value.problems[0].code == "wrong-code"


def test_a_new_sheet_replaces_the_old_and_revoking_is_journalled_once(town: Town, now: dt.datetime) -> None:
    old, new = printed(town, "Bell", now), printed(town, "Bell", now)
    waiting_sheet(town, now)
    assert (new.sheet, refused(town, old.codes[0], now)) == (2, WRONG)
    bell = town.teams["Bell"]
    assert has_codes(town.fixture("Anchor", "Bell"), "away")
    assert [revoke_codes(bell, town.season, by=town.secretary, now=now) for _ in range(2)] == [CODES, 0]
    assert not has_codes(town.fixture("Anchor", "Bell"), "away")
    [entry] = JournalEntry.objects.filter(kind=JournalKind.CODES_REVOKED)
    assert str(entry.what) == f"revoked {CODES} one-time codes of Bell, 2026-27"


def test_only_the_secretary_makes_and_revokes_and_only_for_a_team_of_the_season(town: Town, now: dt.datetime) -> None:
    bell, other = town.teams["Bell"], factories.town("Abroad", "abroad")
    for who in (town.captains["Bell"], town.captains["Anchor"], town.referee, other.secretary):
        for act in (make_codes, revoke_codes):
            with pytest.raises(NotAllowed):
                act(bell, town.season, by=who, now=now)  # type: ignore[operator]
    with pytest.raises(WrongState):
        make_codes(bell, other.season, by=town.secretary, now=now)
    Entry.objects.filter(team=bell).update(withdrawn_on=now.date())
    with pytest.raises(WrongState):
        make_codes(bell, town.season, by=town.secretary, now=now)
    assert not TeamCode.objects.exists()


def test_the_list_has_each_team_s_last_sheet(town: Town, now: dt.datetime, django_assert_num_queries: object) -> None:
    printed(town, "Bell", now)
    printed(town, "Bell", now)
    with django_assert_num_queries(2):  # type: ignore[operator]
        found = {sheet.team.name: (len(sheet.codes), sheet.unused) for sheet in code_sheets(town.season)}
    assert found["Bell"] == (CODES, CODES)
    assert {name: said for name, said in found.items() if name != "Bell"} == dict.fromkeys(
        set(town.teams) - {"Bell"}, (0, 0)
    )
