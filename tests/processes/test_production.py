"""The processes of production, started by hand as docs/operations.md says, on real PostgreSQL, Redis and SMTP."""

import datetime as dt
import re
import shutil
import time
from collections.abc import Iterator
from email import message_from_string, policy
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import timezone

from config.settings.test import ON_SERVICES
from league.enums import NoticeKind, NoticeState, ResultState
from league.models import Heartbeat, Notice, Result, User
from league.rules.formats import terms
from league.rules.sheet_fields import fields_of
from league.services import notices
from tests import stage
from tests.factories import Town, result_sheet

if not ON_SERVICES:
    pytest.skip("they need PostgreSQL and Redis: MUGGINS_TEST_ON=services", allow_module_level=True)
if shutil.which("redis-server") is None:
    pytest.skip("they start and kill a Redis of their own: the package redis-server", allow_module_level=True)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.fixture
def house(tmp_path: Path, transactional_db: None) -> Iterator[stage.Stage]:
    """A Redis of its own, so that it can be killed, and the environment of production."""
    with stage.stage(tmp_path) as found:
        port = stage.free_port()
        found.redis(port)
        url = f"redis://127.0.0.1:{port}/0"
        found.environment |= {"MUGGINS_BEAT_FILE": str(tmp_path / "beat"), "MUGGINS_REDIS_URL": url}
        yield found


def furnish(house: stage.Stage, *options: str) -> stage.MailServer:
    """Open the mail server, and let every process know it."""
    mail = house.mail_server(*options)
    redis_url = house.environment["MUGGINS_REDIS_URL"]
    house.environment |= stage.production(redis_url=redis_url, mail_port=mail.port)
    return mail


def healthy(house: stage.Stage, *process: str) -> bool:
    return house.start("healthy", "bin/healthy", *process).popen.wait(60) == 0


def status_and_text(
    port: int, address: str, *, cookie: str = "", form: dict[str, str] | None = None
) -> tuple[int, str]:
    """The status of a page and what it says, asked for as the proxy does; a form is sent with the site's own token."""
    asking = HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"Host": "league.example", "X-Forwarded-Proto": "https", "Cookie": cookie}
    if form is None:
        asking.request("GET", address, headers=headers)
    else:
        token = "c" * 32  # as a cookie and in the form: what a browser sends back
        headers |= {"Cookie": f"{cookie}; __Host-csrftoken={token}", "Referer": f"https://league.example{address}"}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        asking.request("POST", address, urlencode({**form, "csrfmiddlewaretoken": token}), headers)
    answer = asking.getresponse()
    told = answer.status, answer.read().decode()
    asking.close()
    return told


def page(port: int, address: str, *, cookie: str = "") -> int:
    return status_and_text(port, address, cookie=cookie)[0]


def signed_in(house: stage.Stage, user: User, settings: Any) -> str:
    """The cookie of somebody who has signed in; a session is signed with the site's key."""
    settings.SECRET_KEY = house.environment["MUGGINS_SECRET_KEY"]
    client = Client()
    client.force_login(user)
    return f"__Host-sessionid={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def letters_to(mail: stage.MailServer, user: User) -> list[str]:
    """The subjects of what has arrived for somebody, in order."""
    mine = [each for each in mail.mails() if each["to"] == [user.email] and "mail" in each]
    return [str(message_from_string(each["mail"], policy=policy.default)["Subject"]) for each in mine]


def test_an_evening_in_production(house: stage.Stage, town: Town, settings: Any) -> None:
    """Mail arrives, and an evening moves the table; Redis dies, and pages go on; it returns, and so does mail."""
    mail = furnish(house)
    port = stage.free_port()
    house.collect_static()
    web = house.start("web", "bin/web", "--bind", f"127.0.0.1:{port}", "--workers", "1")
    workers = [house.start("worker", "bin/worker"), house.start("solver", "bin/solver-worker")]
    beat = house.start("beat", "bin/beat")
    bell = town.captains["Bell"]
    notices.queue_notice(
        town.league,
        [bell],
        NoticeKind.TIMETABLE_PUBLISHED,
        "season:1",
        text="The timetable is out.",
        now=timezone.now(),
    )
    seen = stage.wait_for(mail.mails, within=60, what=f"mail: {workers[0].log_text()}")
    letter = message_from_string(seen[0]["mail"], policy=policy.default)
    assert (seen[0]["to"], letter["From"]) == ([bell.email], "Town League <league@league.example>")
    assert "https://league.example/" in seen[0]["mail"].replace("=\n", "")
    stage.wait_for(lambda: Notice.objects.get().state == NoticeState.SENT, within=10, what="marked as sent")
    stage.wait_for(
        lambda: set(Heartbeat.objects.values_list("job", flat=True)) >= {"mail", "timetables"},
        within=30,
        what=f"both queues are worked on: {workers[1].log_text()}",
    )
    for process in (("web", f"http://127.0.0.1:{port}"), ("worker",), ("solver",), ("beat",)):
        assert healthy(house, *process), process

    # The evening itself: one captain sends the sheet, the other confirms it, each is told, and the table moves.
    fixture, anchor = town.fixture("Anchor", "Bell"), town.captains["Anchor"]
    cookie, sent = signed_in(house, bell, settings), signed_in(house, anchor, settings)
    own, table = f"/leagues/town/fixtures/{fixture.pk}", "/leagues/town/tables/2026-27/division-1/"
    played = fields_of(result_sheet(town, "Anchor", "Bell"), terms(fixture.division))
    assert status_and_text(port, f"{own}/sheet/", cookie=sent, form=played)[0] == 302
    stage.wait_for(lambda: len(letters_to(mail, bell)) == 2, within=60, what="Bell is told of the sheet")
    assert "Anchor v Bell" in letters_to(mail, bell)[1]
    assert status_and_text(port, f"{own}/confirm/", cookie=cookie, form={"version": "1"})[0] == 302
    stage.wait_for(lambda: letters_to(mail, anchor), within=60, what="Anchor is told of the confirmation")
    assert Result.objects.get().state == ResultState.CONFIRMED
    row = re.search(r"<tr.*?Anchor.*?</tr>", status_and_text(port, table)[1], flags=re.DOTALL)
    assert row is not None
    assert re.findall(r"<td[^>]*>\s*([0-9+–-]+)", row[0])[:2] == ["1", "1"]  # played, won

    so_far = len(mail.mails())
    redis = next(process for process in house.running if process.name == "redis")
    redis.kill()
    assert page(port, "/leagues/town/my/", cookie=cookie) == 200
    status, said = status_and_text(port, "/health/web/")
    assert (status, "degraded" in said) == (200, True)
    house.redis(int(house.environment["MUGGINS_REDIS_URL"].rsplit(":")[-1].split("/")[0]))
    notices.queue_notice(
        town.league, [bell], NoticeKind.TIMETABLE_PUBLISHED, "season:2", text="Once more.", now=timezone.now()
    )
    stage.wait_for(
        lambda: len(mail.mails()) == so_far + 1, within=60, what=f"mail after Redis: {workers[0].log_text()}"
    )

    assert [process.told_to_go(within=40) for process in (beat, *workers, web)] == [0, 0, 0, 0]
    assert "Traceback" not in web.log_text()


def test_a_reload_keeps_serving_until_the_new_workers_have_loaded_the_site(house: stage.Stage, town: Town) -> None:
    """While the site is loaded anew, the two workers of before answer; then they go."""
    furnish(house)
    port = stage.free_port()
    house.collect_static()
    web = house.start("web", "bin/web", "--bind", f"127.0.0.1:{port}")
    stage.wait_for(
        lambda: stage.answers(port) and page(port, "/leagues/town/") == 200, within=60, what=f"pages: {web.log_text()}"
    )
    of_before = web.children()
    with web.reloading():
        asked_until = time.monotonic() + 40
        while web.children() & of_before and time.monotonic() < asked_until:
            assert page(port, "/leagues/town/") == 200
    assert page(port, "/leagues/town/") == 200
    assert web.told_to_go(within=40) == 0


def test_a_worker_writes_to_each_in_their_own_language(house: stage.Stage, town: Town) -> None:
    """One process sends a mail in French, the next in English, and one in French again."""
    mail = furnish(house)
    worker = house.start("worker", "bin/worker")
    house.start("beat", "bin/beat")
    french, english = town.captains["Anchor"], town.captains["Bell"]
    User.objects.filter(pk=french.pk).update(language="fr")
    for number, reader in enumerate((french, english, french), start=1):
        kind, key = NoticeKind.TIMETABLE_PUBLISHED, f"season:{number}"
        notices.queue_notice(town.league, [reader], kind, key, text="Out.", now=timezone.now())
        stage.wait_for(lambda: len(mail.mails()) == number, within=60, what=f"mail {number}: {worker.log_text()}")  # noqa: B023
    assert [each["to"] for each in mail.mails()] == [[reader.email] for reader in (french, english, french)]
    in_french = ("Calendrier publié : Town League", "glages des e-mails", "https://league.example/fr/")
    in_english = ("Timetable published: Town League", "Mail settings", "https://league.example/leagues/")
    for each, (subject, words, address) in zip(mail.mails(), (in_french, in_english, in_french), strict=True):
        letter = message_from_string(each["mail"], policy=policy.default)
        assert letter["Subject"].replace("\u00a0", " ") == subject
        assert words in (said := letter.get_body(("plain",)).get_content())
        assert address in said


def test_a_worker_told_to_go_sends_what_it_has_begun(house: stage.Stage, town: Town) -> None:
    mail = furnish(house, "--slow=3")
    worker = house.start("worker", "bin/worker")
    notices.queue_notice(
        town.league,
        [town.captains["Bell"]],
        NoticeKind.TIMETABLE_PUBLISHED,
        "season:1",
        text="The timetable is out.",
        now=timezone.now() - dt.timedelta(minutes=1),
    )
    house.start("send", ".venv/bin/celery", "--app", "config", "call", "league.tasks.deliver")
    stage.wait_for(lambda: Notice.objects.exclude(leased_until=None).exists(), within=40, what=worker.log_text())
    assert worker.told_to_go(within=40) == 0
    assert "Initiating Soft Shutdown" in worker.log_text()
    assert (len(mail.mails()), Notice.objects.get().state) == (1, NoticeState.SENT)


def test_a_worker_outlives_redis_with_mail_in_hand(house: stage.Stage, town: Town) -> None:
    """Redis is killed and is away for seconds while a mail is being sent: it goes, and so does the next."""
    mail = furnish(house, "--slow=2")
    worker = house.start("worker", "bin/worker")
    beat = house.start("beat", "bin/beat")
    captains = list(town.captains.values())
    notices.queue_notice(
        town.league, captains, NoticeKind.TIMETABLE_PUBLISHED, "season:1", text="One.", now=timezone.now()
    )
    stage.wait_for(lambda: Notice.objects.exclude(leased_until=None).exists(), within=60, what=worker.log_text())
    redis = next(process for process in house.running if process.name == "redis")
    redis.kill()
    time.sleep(4)
    house.redis(int(house.environment["MUGGINS_REDIS_URL"].rsplit(":")[-1].split("/")[0]))
    stage.wait_for(lambda: len(mail.mails()) == len(captains), within=60, what=f"all mail: {worker.log_text()}")
    notices.queue_notice(
        town.league, captains[:1], NoticeKind.TIMETABLE_PUBLISHED, "season:2", text="Two.", now=timezone.now()
    )
    stage.wait_for(
        lambda: len(mail.mails()) == len(captains) + 1, within=60, what=f"the next mail: {worker.log_text()}"
    )
    assert "Unrecoverable" not in worker.log_text()
    assert [process.told_to_go(within=40) for process in (beat, worker)] == [0, 0]
