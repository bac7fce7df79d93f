"""Two people press at the same second. Threads with connections of their own meet the database's real locks."""

import datetime as dt
from collections.abc import Iterator
from functools import partial
from threading import Event
from time import sleep

import pytest
from django.db import transaction

from league.enums import DisputeState, JournalKind, ResultState, Settlement
from league.errors import NotAllowed
from league.models import Dispute, JournalEntry, Notice, Result, Role, Ruling, SheetDraft
from league.queries.results.sheets import sheet_of
from league.rules.sheets import GameScore, ResultSheet, ScoreOnly
from league.services.disputes import rulings
from league.services.locks import lock_fixture
from league.services.portability.imports import import_season
from league.services.results import confirm, correct, decide, submit
from league.services.results.confirm import confirm_due
from league.services.results.submit import save_draft
from tests.factories import Town, result_sheet
from tests.journals import forget
from tests.services import dispute_cases as cases
from tests.services.at_once import TIMES, Call, at_once, sorted_out

pytestmark = pytest.mark.django_db(transaction=True)


def again() -> Iterator[int]:
    """Yield ten times, and delete each time's results, rulings, disputes, notices and journal."""
    for go in range(TIMES):
        yield go
        Result.objects.update(corrects=None)
        forget(Ruling, Dispute, JournalEntry, Notice, Result)


def test_of_two_captains_who_send_different_sheets_both_are_kept_and_disputed(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    anchor, bell = town.captains["Anchor"], town.captains["Bell"]
    sent = {
        anchor: result_sheet(town, "Anchor", "Bell"),
        bell: result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121)),
    }
    for _ in again():
        ended = at_once(
            *[
                lambda who=who, sheet=sheet: submit.submit(fixture, sheet, by=who, now=now)
                for who, sheet in sent.items()
            ]
        )
        states = {r.version: (r.state, r.live) for r in Result.objects.all()}
        assert states == {1: (ResultState.DISPUTED, True), 2: (ResultState.COUNTER, False)}
        assert {(kept.submitted_by, sheet_of(kept)) for kept in ended} == set(sent.items())
        opened = Dispute.objects.get()
        assert opened.reason == "The two sheets differ: match 1, game 1."
        assert (opened.result.submitted_by, opened.counter_result.submitted_by) in {(anchor, bell), (bell, anchor)}


def test_of_two_captains_who_send_the_same_sheet_it_counts_at_once(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    ours = result_sheet(town, "Anchor", "Bell")
    for _ in again():
        first, second = at_once(
            *[
                lambda who=town.captains[name]: submit.submit(fixture, ours, by=who, now=now)
                for name in ("Anchor", "Bell")
            ]
        )
        kept = Result.objects.get()
        assert first == second == kept
        assert (kept.state, kept.settlement) == (ResultState.CONFIRMED, Settlement.AGREED)
        assert {kept.submitted_by, kept.settled_by} == {town.captains["Anchor"], town.captains["Bell"]}


def test_of_the_deadline_and_a_dispute_at_once_one_wins(town: Town, now: dt.datetime) -> None:
    fixture, late = town.fixture("Anchor", "Bell"), now + dt.timedelta(hours=48)
    for _ in again():
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
        confirmed, again_confirmed, answer = at_once(
            lambda: confirm_due(now=late),
            lambda: confirm_due(now=late),
            lambda: confirm.dispute(fixture, 1, reason="No.", by=town.captains["Bell"], now=late),
        )
        disputed = isinstance(answer, Dispute)
        assert confirmed + again_confirmed == int(not disputed)
        state = Result.objects.get().state
        assert state == (ResultState.DISPUTED if disputed else ResultState.CONFIRMED)


def test_of_accepting_and_refusing_a_correction_at_once_one_wins(town: Town, now: dt.datetime) -> None:
    fixture, anchor = town.fixture("Anchor", "Bell"), town.captains["Anchor"]
    bell = town.captains["Bell"]
    for _ in again():
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=anchor, now=now)
        confirm.confirm(fixture, 1, by=bell, now=now)
        other = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
        correct.propose(fixture, 1, other, reason="Swapped.", by=anchor, now=now)
        won, _ = sorted_out(
            at_once(
                lambda: correct.answer_correction(fixture, 2, accept=True, by=bell, now=now),
                lambda: correct.answer_correction(fixture, 2, accept=False, reason="No.", by=town.secretary, now=now),
            )
        )
        accepted = won.state == ResultState.CONFIRMED
        assert Result.objects.get(live=True).version == (2 if accepted else 1)


def test_of_two_corrections_at_once_one_waits(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    for _ in again():
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
        confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
        sent = {name: result_sheet(town, "Anchor", "Bell", first=GameScore(score, 121))
                for name, score in (("Anchor", 88), ("Bell", 89))}  # fmt: skip
        won, late = sorted_out(
            at_once(
                *[
                    lambda who=town.captains[name], sheet=sheet: correct.propose(
                        fixture, 1, sheet, reason="Swapped.", by=who, now=now
                    )
                    for name, sheet in sent.items()
                ]
            )
        )
        assert Result.objects.get(state=ResultState.PROPOSED) == won
        assert late.message.startswith("A correction is already awaiting an answer.")


def test_a_double_click_is_one_result_and_no_error(town: Town, now: dt.datetime) -> None:
    fixture, anchor = town.fixture("Anchor", "Bell"), town.captains["Anchor"]
    ours = result_sheet(town, "Anchor", "Bell")
    for _ in again():
        first, second = at_once(*[lambda: submit.submit(fixture, ours, by=anchor, now=now)] * 2)
        assert first == second == Result.objects.get()
        assert JournalEntry.objects.count() == Notice.objects.count() == 1


def test_of_confirming_and_disputing_at_once_one_wins(town: Town, now: dt.datetime) -> None:
    fixture, bell = town.fixture("Anchor", "Bell"), town.captains["Bell"]
    for _ in again():
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
        won, late = sorted_out(
            at_once(
                lambda: confirm.confirm(fixture, 1, by=bell, now=now),
                lambda: confirm.dispute(fixture, 1, reason="We won game 1.", by=bell, now=now),
            )
        )
        disputed = isinstance(won, Dispute)
        state = Result.objects.get(live=True).state
        assert state == (ResultState.DISPUTED if disputed else ResultState.CONFIRMED)
        assert late.message == f"This sheet is {state} already."
        assert Dispute.objects.count() == int(disputed)
        kinds = set(JournalEntry.objects.values_list("kind", flat=True))
        answer = JournalKind.RESULT_DISPUTED if disputed else JournalKind.RESULT_CONFIRMED
        assert kinds == {JournalKind.RESULT_SUBMITTED, answer}


def test_two_referees_who_settle_at_once_make_one_ruling(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    for _ in again():
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
        theirs = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
        opened = confirm.dispute(fixture, 1, reason="No.", sheet=theirs, by=town.captains["Bell"], now=now)
        made, late = sorted_out(
            at_once(
                lambda found=opened: cases.ruled(found, town, now, outcome="sheet", keep="result"),
                lambda found=opened: rulings.rule(
                    found, outcome="sheet", keep="counter", by=town.secretary, now=now, **cases.SIGNED
                ),
            )
        )
        assert "settled already" in late.message
        assert Ruling.objects.get() == made
        kept = Result.objects.get(live=True)
        assert (made.referee, kept.version) in {(town.referee, 1), (town.secretary, 2)}
        states = {r.version: r.state for r in Result.objects.all()}
        assert states == {kept.version: ResultState.CONFIRMED, 3 - kept.version: ResultState.SUPERSEDED}
        assert Dispute.objects.get().state == DisputeState.SETTLED


def test_accepting_and_settling_at_once_keeps_one_sheet(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    for _ in again():
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
        theirs = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
        opened = confirm.dispute(fixture, 1, reason="No.", sheet=theirs, by=town.captains["Bell"], now=now)
        done, _ = sorted_out(
            at_once(
                lambda: confirm.accept_counter(fixture, by=town.captains["Anchor"], now=now),
                lambda found=opened: cases.ruled(found, town, now, outcome="sheet", keep="result"),
            )
        )
        ruled = isinstance(done, Ruling)
        assert Result.objects.get(live=True).version == (1 if ruled else 2)
        assert Ruling.objects.count() == int(ruled)


def test_a_draft_saved_from_two_pages_at_once_is_one_draft(town: Town, now: dt.datetime) -> None:
    fixture, anchor = town.fixture("Anchor", "Bell"), town.captains["Anchor"]
    for _ in range(TIMES):
        SheetDraft.objects.all().delete()
        typed = [{"m1-g1-loser": "1"}, {"m1-g1-loser": "2"}]
        at_once(*[lambda fields=fields: save_draft(fixture, fields, by=anchor, now=now) for fields in typed])
        assert SheetDraft.objects.get().sheet in typed


def test_of_a_sheet_and_a_walkover_at_once_one_stands(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    ours = result_sheet(town, "Anchor", "Bell")
    for _ in again():
        kept, _ = sorted_out(
            at_once(
                lambda: submit.submit(fixture, ours, by=town.captains["Anchor"], now=now),
                lambda: decide.give_walkover(fixture, to="away", version=0, reason="x", by=town.secretary, now=now),
            )
        )
        assert Result.objects.get() == kept


def test_two_who_load_the_same_spreadsheets_at_once_load_them_once(town: Town, now: dt.datetime) -> None:
    season = "season,first week,rounds,blank week,weeks with no play,format,points per game\n"
    teams = b"team,division,home venue,home night,start,cannot play on\n"
    for go in range(TIMES):
        row = f"Season {go},2027-09-13,1,penultimate of each round,,D S S,1\n"
        files = {
            "season.csv": (season + row).encode(),
            "teams.csv": teams + b"Anchor,Top,Anchor,Tuesday,20:00,\nBell,Top,Bell,Tuesday,20:00,\n",
        }
        load = partial(import_season, files, town.league, by=town.secretary, now=now)
        reports = at_once(load, load)
        assert sorted("seasons" in report.created for report in reports) == [False, True]


@pytest.mark.parametrize("answer", ["confirm", "dispute", "deadline"])
def test_of_a_change_and_an_answer_at_once_there_is_one_live_result(town: Town, now: dt.datetime, answer: str) -> None:
    fixture, anchor, bell = town.fixture("Anchor", "Bell"), town.captains["Anchor"], town.captains["Bell"]
    mine, right = (result_sheet(town, "Anchor", "Bell", first=f) for f in (None, GameScore(88, 121)))
    for _ in again():
        submit.submit(fixture, mine, by=anchor, now=now)
        late = now + dt.timedelta(hours=town.league.confirm_hours)
        answers: dict[str, Call] = {
            "confirm": partial(confirm.confirm, fixture, 1, by=bell, now=now),
            "dispute": partial(confirm.dispute, fixture, 1, reason="No.", by=bell, now=now),
            "deadline": partial(confirm_due, now=late),
        }
        change = partial(correct.propose, fixture, 1, right, reason="A slip.", by=anchor, now=now)
        at_once(change, answers[answer])
        live = Result.objects.get(live=True)
        stored = {result.version: result.state for result in Result.objects.all()}
        if live.version == 2:
            assert stored == {1: ResultState.SUPERSEDED, 2: ResultState.SUBMITTED}
        else:
            # The answer was quicker: what came second is refused, or is a correction of what counts.
            assert stored[1] == (ResultState.DISPUTED if answer == "dispute" else ResultState.CONFIRMED)
            assert stored.get(2, ResultState.PROPOSED) == ResultState.PROPOSED


def test_whoever_is_captain_no_more_when_the_lock_comes_free_enters_nothing(town: Town, now: dt.datetime) -> None:
    """The captain's role ends while their sheet waits for the fixture."""
    fixture, captain = town.fixture("Anchor", "Bell"), town.captains["Anchor"]
    sheet = result_sheet(town, "Anchor", "Bell")
    held = Event()

    def end_the_role() -> None:
        with transaction.atomic():
            lock_fixture(fixture)
            held.set()
            sleep(0.5)  # the sheet is sent meanwhile, and waits
            Role.objects.filter(user=captain).update(ends_on=now.date() - dt.timedelta(days=1))

    def send() -> Result:
        held.wait(timeout=30)
        return submit.submit(fixture, sheet, by=captain, now=now)

    _, refused = at_once(end_the_role, send)
    assert isinstance(refused, NotAllowed)
    assert not Result.objects.exists()


def test_of_two_captains_who_send_scores_alone_equal_ones_confirm_and_others_are_disputed(
    town: Town, now: dt.datetime
) -> None:
    fixture = town.fixture("Anchor", "Bell")
    anchor, bell = town.captains["Anchor"], town.captains["Bell"]
    for go in again():
        theirs = (6, 3) if go % 2 else (5, 4)
        at_once(
            lambda: submit.submit(fixture, ResultSheet((), score=ScoreOnly(6, 3)), by=anchor, now=now),
            lambda theirs=theirs: submit.submit(fixture, ResultSheet((), score=ScoreOnly(*theirs)), by=bell, now=now),
        )
        states = sorted((r.state, r.live) for r in Result.objects.all())
        if go % 2:
            assert states == [(ResultState.CONFIRMED, True)]
        else:
            assert states == [(ResultState.COUNTER, False), (ResultState.DISPUTED, True)]


def test_of_two_captains_who_add_the_same_names_and_games_one_completes_the_score(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    captains = (town.captains["Anchor"], town.captains["Bell"])
    card = result_sheet(town, "Anchor", "Bell")
    for _ in again():
        submit.submit(fixture, ResultSheet((), score=ScoreOnly(6, 3)), by=town.secretary, now=now)
        ended = at_once(*[lambda who=who: submit.submit(fixture, card, by=who, now=now) for who in captains])
        completed = [one for one in ended if isinstance(one, Result)]
        assert [(one.version, one.settlement) for one in completed] == [(2, Settlement.CARD)]
        assert Result.objects.count() == 2
