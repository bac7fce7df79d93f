"""The same key gives the first answer again, for 24 hours; of two at once one is answered."""

import base64
import datetime as dt
import json
from threading import Event, Thread
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import connection

from league.errors import Invalid, WrongState
from league.models import IdempotencyKey, Photograph, Result
from league.services import idempotency, photographs
from league.services.results import submit as results
from tests.api.program import Program, as_sent, problems
from tests.factories import Town, result_sheet
from tests.services.at_once import at_once
from tests.services.dispute_cases import of_a_waiting_sheet
from tests.services.test_photographs import photograph

DAY = dt.timedelta(days=1)


@pytest.fixture
def path(town: Town) -> str:
    return f"fixtures/{town.fixture('Anchor', 'Bell').pk}/result/"


@pytest.fixture
def sheet(town: Town) -> dict[str, Any]:
    return as_sent(result_sheet(town, "Anchor", "Bell"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("key", [{}, {"Idempotency_Key": "a"}])
def test_a_photograph_is_decoded_before_anything_is_locked(
    town: Town, now: dt.datetime, monkeypatch: pytest.MonkeyPatch, key: dict[str, str]
) -> None:
    """With a key, the write and its answer are one transaction: on SQLite all other writes would wait for it."""
    locked: list[bool] = []
    clean = photographs.clean_photograph

    def watched(sent: bytes) -> photographs.Picture:
        locked.append(connection.in_atomic_block)
        return clean(sent)

    monkeypatch.setattr(photographs, "clean_photograph", watched)
    path = f"disputes/{of_a_waiting_sheet(town, now).pk}/evidence/"
    sent = {"kind": "photo", "text": "The board.", "photograph": base64.b64encode(photograph()).decode()}
    bell = Program(town.captains["Bell"])
    assert bell.post(path, sent, **key).status_code == 201
    assert locked == [False]
    assert Program(town.captains["Castle"]).post(path, sent, **key).status_code == 403
    assert locked == [False], "whoever may not is refused before"
    again = bell.post(path, {**sent, "photograph": "QUJD"}, **dict.fromkeys(key, "b"))
    assert (again.status_code, problems(again)) == (422, [("wrong-photograph", "/photograph")])
    assert Photograph.objects.count() == 1


@pytest.mark.django_db
def test_the_same_key_gives_the_first_answer_again(town: Town, path: str, sheet: dict[str, Any]) -> None:
    anchor = Program(town.captains["Anchor"])
    first = anchor.post(path, sheet, Idempotency_Key="a")
    assert (first.status_code, first.headers.get("Idempotent-Replayed")) == (201, None)
    Result.objects.all().delete()
    again = anchor.post(path, sheet, Idempotency_Key="a")
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.headers["Content-Type"] == "application/json"
    assert not Result.objects.exists()


@pytest.mark.django_db
def test_a_refusal_does_not_burn_its_key(town: Town, path: str, sheet: dict[str, Any]) -> None:
    anchor = Program(town.captains["Anchor"])
    for _ in range(2):
        refused = anchor.post(path, {"matches": []}, Idempotency_Key="a")
        assert (refused.status_code, refused.headers.get("Idempotent-Replayed")) == (422, None)
    assert not IdempotencyKey.objects.exists()
    done = anchor.post(path, sheet, Idempotency_Key="a")
    assert (done.status_code, done.headers.get("Idempotent-Replayed")) == (201, None)


@pytest.mark.django_db
def test_what_was_too_early_is_done_with_the_same_key_once_it_is_time(
    town: Town, now: dt.datetime, path: str, sheet: dict[str, Any]
) -> None:
    anchor, start = Program(town.captains["Anchor"], now=now), town.fixture("Anchor", "Bell").starts_at
    with time_machine.travel(start - dt.timedelta(hours=3), tick=False):
        early = anchor.post(path, sheet, Idempotency_Key="a")
        assert (early.status_code, problems(early)) == (409, [("wrong-state", "")])
    with time_machine.travel(start + dt.timedelta(hours=3), tick=False):
        assert anchor.post(path, sheet, Idempotency_Key="a").status_code == 201
        assert anchor.post(path, sheet, Idempotency_Key="a").headers["Idempotent-Replayed"] == "true"


@pytest.mark.django_db
def test_a_key_is_of_one_request(town: Town, path: str, sheet: dict[str, Any]) -> None:
    anchor = Program(town.captains["Anchor"])
    assert anchor.post(path, sheet, Idempotency_Key="a").status_code == 201
    other = town.fixture("Castle", "Duke of York")
    for elsewhere, body in ((path, {"matches": []}), (f"fixtures/{other.pk}/result/", sheet)):
        answer = anchor.post(elsewhere, body, Idempotency_Key="a")
        assert (answer.status_code, problems(answer)) == (422, [("idempotency-key-reused", "Idempotency-Key")])


@pytest.mark.django_db
def test_two_people_may_have_the_same_key(town: Town, path: str, sheet: dict[str, Any]) -> None:
    Program(town.captains["Anchor"]).post(path, sheet, Idempotency_Key="a")
    answer = Program(town.captains["Bell"]).post(path, sheet, Idempotency_Key="a")
    assert (answer.status_code, answer.headers.get("Idempotent-Replayed")) == (201, None)
    assert Result.objects.get(live=True).state == "confirmed", "both have sent the same sheet"


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["x" * 256, "ümlaut", "\x00", " \x7f"])
def test_a_key_that_is_none_is_refused(town: Town, path: str, sheet: dict[str, Any], key: str) -> None:
    answer = Program(town.captains["Anchor"]).post(path, sheet, Idempotency_Key=key)
    assert (answer.status_code, problems(answer)) == (422, [("idempotency-key", "Idempotency-Key")])


@pytest.mark.django_db
def test_an_answer_is_kept_for_24_hours(town: Town, now: dt.datetime, path: str, sheet: dict[str, Any]) -> None:
    anchor = Program(town.captains["Anchor"])
    anchor.post(path, sheet, Idempotency_Key="a")
    for later, replayed in ((DAY - dt.timedelta(seconds=1), "true"), (DAY, None)):
        with time_machine.travel(now + later, tick=False):
            assert anchor.post(path, sheet, Idempotency_Key="a").headers.get("Idempotent-Replayed") == replayed


@pytest.mark.django_db
def test_what_is_older_is_thrown_away(now: dt.datetime) -> None:
    for age in (0, 23, 24, 48):
        idempotency.reserve_key("user:1", str(age), "h", now=now - dt.timedelta(hours=age))
    assert idempotency.purge(now=now) == 2
    assert sorted(IdempotencyKey.objects.values_list("key", flat=True)) == ["0", "23"]
    assert idempotency.purge(now=now) == 0


@pytest.mark.django_db
def test_a_visitor_who_is_refused_is_not_remembered(path: str, sheet: dict[str, Any]) -> None:
    for _ in range(2):
        answer = Program().post(path, sheet, Idempotency_Key="a")
        assert (answer.status_code, answer.headers.get("Idempotent-Replayed")) == (401, None)
    assert not IdempotencyKey.objects.exists()


@pytest.mark.django_db
def test_a_fault_of_ours_is_not_remembered_and_writes_nothing(
    town: Town, path: str, sheet: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    anchor = Program(town.captains["Anchor"])
    anchor.client.raise_request_exception = False
    with monkeypatch.context() as patched:
        patched.setattr("league.api.results.versions_of", lambda _: 1 / 0)
        assert anchor.post(path, sheet, Idempotency_Key="a").status_code == 500
    assert not Result.objects.exists()
    assert not IdempotencyKey.objects.exists()
    assert anchor.post(path, sheet, Idempotency_Key="a").status_code == 201


@pytest.mark.django_db
def test_a_key_whose_holder_died_is_free_after_a_while(now: dt.datetime) -> None:
    idempotency.reserve_key("user:1", "a", "h", now=now)
    with pytest.raises(WrongState) as refused:
        idempotency.reserve_key("user:1", "a", "h", now=now + dt.timedelta(seconds=19))
    assert refused.value.code == "in-progress"
    assert idempotency.reserve_key("user:1", "a", "h", now=now + dt.timedelta(seconds=20)).status is None
    with pytest.raises(Invalid):
        idempotency.reserve_key("user:1", "a", "other", now=now + dt.timedelta(seconds=20))


@pytest.mark.django_db
def test_one_who_was_only_slow_writes_nothing_once_another_answers(now: dt.datetime) -> None:
    slow = idempotency.reserve_key("user:1", "a", "h", now=now)
    other = idempotency.reserve_key("user:1", "a", "h", now=now + dt.timedelta(seconds=20))
    with pytest.raises(WrongState):
        idempotency.store_response(slow, status=201, headers={}, body=b"slow")
    idempotency.free_key(slow)
    idempotency.store_response(other, status=201, headers={}, body=b"other")
    assert bytes(idempotency.reserve_key("user:1", "a", "h", now=now + dt.timedelta(seconds=21)).body) == b"other"


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_is_answered_and_the_other_told_so(
    town: Town, now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over two connections: the first is held in the middle of its write while the second comes."""
    path = f"fixtures/{town.fixture('Anchor', 'Bell').pk}/result/"
    sheet = as_sent(result_sheet(town, "Anchor", "Bell"))
    first, second = (Program(town.captains["Anchor"]) for _ in range(2))
    inside, go_on, answers = Event(), Event(), []
    submit = results.submit

    def slow(*args: Any, **kwargs: Any) -> Any:
        inside.set()
        assert go_on.wait(20)
        return submit(*args, **kwargs)

    def ask() -> None:
        answers.append(first.post(path, sheet, Idempotency_Key="a"))
        connection.close()

    monkeypatch.setattr(results, "submit", slow)
    asking = Thread(target=ask)
    asking.start()
    assert inside.wait(20)
    late = None
    if connection.vendor == "postgresql":
        late = second.post(path, sheet, Idempotency_Key="a")
    go_on.set()
    asking.join(20)
    if late is not None:
        assert (late.status_code, problems(late)) == (409, [("in-progress", "")])
    assert answers[0].status_code == 201
    assert second.post(path, sheet, Idempotency_Key="a").headers["Idempotent-Replayed"] == "true"
    assert Result.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_ten_who_send_the_same_at_once_make_one_result(town: Town) -> None:
    sheet = as_sent(result_sheet(town, "Anchor", "Bell"))
    path = f"fixtures/{town.fixture('Anchor', 'Bell').pk}/result/"
    programs = [Program(town.captains["Anchor"]) for _ in range(10)]
    answers = at_once(*[lambda p=p: p.post(path, sheet, Idempotency_Key="k") for p in programs])
    by_status = sorted({answer.status_code for answer in answers})
    assert by_status in ([201], [201, 409])
    fresh = [a for a in answers if a.status_code == 201 and "Idempotent-Replayed" not in a.headers]
    assert len(fresh) == 1
    assert {code for a in answers if a.status_code == 409 for code, _ in problems(a)} <= {"in-progress"}
    assert Result.objects.count() == 1
    assert {json.loads(a.content)["live"]["version"] for a in answers if a.status_code == 201} == {1}


@pytest.mark.django_db
def test_the_secret_address_of_a_calendar_is_kept_by_nobody_and_told_of_outside_the_transaction(
    town: Town, now: dt.datetime
) -> None:
    anchor = Program(town.captains["Anchor"])
    mail.outbox.clear()
    made = [anchor.post("my/calendar/", {"renew": True}, Idempotency_Key="a") for _ in range(2)]
    gone = anchor.send("DELETE", "my/calendar/", Idempotency_Key="b")
    assert [answer.status_code for answer in (*made, gone)] == [200, 200, 204]
    assert made[0].content != made[1].content
    assert [len(mail.outbox), IdempotencyKey.objects.count()] == [3, 0]
