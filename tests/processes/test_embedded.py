"""`make run`'s one process: pages, beat and worker, from its start to Ctrl-C."""

import os
import signal
import sqlite3
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.request import urlopen

from tests import stage


def fetch_rows(database: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=20)) as looking:
        return looking.execute(question).fetchall()


def searched(port: int, text: str) -> tuple[int, str]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as asking:
        asking.request("GET", f"/leagues/marlbury/search/?q={text}")
        answer = asking.getresponse()
        return answer.status, answer.read().decode()


def test_the_demo_runs_itself_and_stops_at_once(tmp_path: Path) -> None:
    database, port = tmp_path / "demo.sqlite3", stage.free_port()
    environment = {"MUGGINS_SQLITE": str(database), "MUGGINS_MAIL": str(tmp_path / "mail"), "PORT": str(port)}
    with stage.stage(tmp_path, **environment) as house:
        served = house.start("serve", "bin/serve")
        stage.wait_for(lambda: stage.answers(port), within=90, what=f"pages: {served.log_text()}")
        with urlopen(f"http://127.0.0.1:{port}/health/", timeout=20) as answer:
            assert answer.status == 200
        status, said = searched(port, "a" * 10_000)
        assert (status, "a search takes 100 letters" in said, "aaa" in said) == (414, True, False)
        jobs = "SELECT job FROM league_heartbeat ORDER BY job"
        every = [
            ("answers",),
            ("appeals",),
            ("deadlines",),
            ("doctor",),
            ("guests",),
            ("heads",),
            ("live",),
            ("mail",),
            ("nightly",),
            ("placing",),
            ("purge",),
            ("reminders",),
            ("requests",),
            ("timetables",),
            ("unplayed",),
            ("uploads",),
        ]
        stage.wait_for(
            lambda: fetch_rows(database, jobs) == every, within=60, what=f"every scan ran: {served.log_text()}"
        )
        stage.wait_for(lambda: list((tmp_path / "mail").glob("*")), within=40, what=f"mail: {served.log_text()}")
        began = time.monotonic()
        os.killpg(served.popen.pid, signal.SIGINT)
        assert served.popen.wait(20) == 0, served.log_text()
        assert time.monotonic() - began < 5
        assert "Traceback" not in served.log_text(), served.log_text()
        # What gunicorn said of the long address bears the name of its log.
        assert "rror" not in served.log_text().replace("[gunicorn.error]", ""), served.log_text()


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with stage.stage(tmp_path) as house:
        mail = house.mail_server()
        house.environment |= {"MUGGINS_SQLITE": str(tmp_path / "none.sqlite3"), "PORT": str(mail.port)}
        served = house.start("serve", "bin/serve")
        assert served.popen.wait(20) == 1
        assert f"Port {mail.port} cannot be used" in served.log_text()
        assert f"PORT={mail.port + 1} make run" in served.log_text()
