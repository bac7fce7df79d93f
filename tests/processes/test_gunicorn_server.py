"""The reload of bin/web: its program is run anew in place, and half an update ends nobody."""

import signal
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from config.settings.test import ON_SERVICES
from tests import databases, stage

if ON_SERVICES:
    pytest.skip("its site is served from a file of SQLite: MUGGINS_TEST_ON=embedded", allow_module_level=True)


@pytest.mark.usefixtures("django_db_setup")
def test_a_site_that_cannot_be_loaded_leaves_the_workers_of_before(tmp_path: Path) -> None:
    databases.copy_migrated(tmp_path / "site.sqlite3")
    site, port = tmp_path / "site_of_the_test.py", stage.free_port()
    site.write_text("from config.wsgi import application\n")
    environment = {"DJANGO_SETTINGS_MODULE": "config.settings.local", "MUGGINS_SQLITE": str(tmp_path / "site.sqlite3")}
    with stage.stage(tmp_path, **environment, PYTHONPATH=str(tmp_path), PYTHONDONTWRITEBYTECODE="1") as house:
        gunicorn = (sys.executable, "-m", "config.gunicorn_server", "site_of_the_test:application")
        options = ("--preload", "--no-control-socket", "--workers", "2", "--bind", f"127.0.0.1:{port}")
        web = house.start("web", *gunicorn, *options)

        def status() -> int:
            with urlopen(f"http://127.0.0.1:{port}/health/web/", timeout=20) as answer:
                return int(answer.status)

        stage.wait_for(lambda: stage.answers(port), within=60, what=f"it listens: {web.log_text()}")
        before = stage.wait_for(lambda: len(now := web.children()) == 2 and now, within=60, what="two workers")
        assert status() == 200
        site.write_text("raise RuntimeError('half an update')\n")
        web.popen.send_signal(signal.SIGHUP)
        stage.wait_for(lambda: "half an update" in web.log_text(), within=60, what=f"it says so: {web.log_text()}")
        assert (status(), web.children()) == (200, before)
        site.write_text("from config.wsgi import application\n")
        web.popen.send_signal(signal.SIGHUP)
        stage.wait_for(lambda: web.children().isdisjoint(before), within=60, what=f"new ones: {web.log_text()}")
        assert (status(), len(web.children())) == (200, 2)
        assert web.told_to_go(within=40) == 0
