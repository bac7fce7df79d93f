"""What the processes of production answer while PostgreSQL, Redis or the mail server is away, and after it returns."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher

from config.settings.test import ON_SERVICES
from league.models import SiteMail
from tests import stage
from tests.factories import Town
from tests.processes.test_production import signed_in, status_and_text

if not ON_SERVICES:
    pytest.skip("they need PostgreSQL and Redis: MUGGINS_TEST_ON=services", allow_module_level=True)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


class Door:
    """A way to the database that can be shut: those inside are thrown out, and nobody else is let in."""

    def __init__(self, host: str, port: int) -> None:
        self.to, self.port, self.inside = (host, port), stage.free_port(), []
        self.listening: socket.socket | None = None

    def open(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._let_in, args=(self.listening,), daemon=True).start()

    def shut(self) -> None:
        assert self.listening is not None
        self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()
        for end in self.inside:
            # A thread waits for what comes in; to close it alone would leave the database a session until it wakes.
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.inside: list[socket.socket] = []

    def _let_in(self, listening: socket.socket) -> None:
        while True:
            try:
                ours, _ = listening.accept()
            except OSError:
                return
            theirs = socket.create_connection(self.to)
            self.inside += [ours, theirs]
            for one, other in ((ours, theirs), (theirs, ours)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    @staticmethod
    def _carry(one: socket.socket, other: socket.socket) -> None:
        try:
            while data := one.recv(65536):
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def house(tmp_path: Path, transactional_db: None) -> Iterator[stage.Stage]:
    with stage.stage(tmp_path) as found:
        yield found


def serve(house: stage.Stage) -> int:
    house.collect_static()
    port = stage.free_port()
    web = house.start("web", "bin/web", "--bind", f"127.0.0.1:{port}", "--workers", "1")
    stage.wait_for(
        lambda: stage.answers(port) and status_and_text(port, "/health/web/"), within=60, what=web.log_text()
    )
    return port


def test_without_a_database_everybody_is_told_to_come_back_and_stays_signed_in(
    house: stage.Stage, town: Town, settings: Any
) -> None:
    server = stage.urlsplit(stage.SERVER)
    door = Door(server.hostname or "127.0.0.1", server.port or 5432)
    redis_port = stage.free_port()
    house.redis(redis_port)
    mail = house.mail_server()
    house.environment |= stage.production(redis_url=f"redis://127.0.0.1:{redis_port}/0", mail_port=mail.port)
    url = house.environment["MUGGINS_DATABASE_URL"]
    house.environment["MUGGINS_DATABASE_URL"] = url.replace(f":{server.port or 5432}/", f":{door.port}/")
    assert str(door.port) in house.environment["MUGGINS_DATABASE_URL"]
    door.open()
    port = serve(house)
    cookie = signed_in(house, town.captains["Anchor"], settings)
    pages = ("/leagues/town/my/", "/leagues/town/", "/accounts/login/", "/health/", "/health/web/", "/admin/login/")
    assert status_and_text(port, pages[0], cookie=cookie)[0] == 200

    door.shut()
    for page in (*pages[:2], *pages[3:5]):
        assert (page, status_and_text(port, page, cookie=cookie)[0]) == (page, 503)
    assert "Back in a minute" in status_and_text(port, "/leagues/town/my/", cookie=cookie)[1]
    status, said = status_and_text(port, "/api/v1/leagues/town/", cookie=cookie)
    assert (status, '"unavailable"' in said) == (503, True)
    form = {"login": "anchor@town.example", "password": "whatever"}
    assert status_and_text(port, "/accounts/login/", cookie=cookie, form=form)[0] == 503

    door.open()
    assert status_and_text(port, pages[0], cookie=cookie)[0] == 200
    door.shut()


def test_without_redis_and_mail_one_can_sign_in(house: stage.Stage, town: Town) -> None:
    nobody = stage.free_port()
    house.environment |= stage.production(redis_url=f"redis://127.0.0.1:{nobody}/0", mail_port=stage.free_port())
    port = serve(house)
    anchor = town.captains["Anchor"]
    anchor.password = Argon2PasswordHasher().encode("a good long one", "salt-of-the-test")
    anchor.save()
    assert status_and_text(port, "/health/web/")[0] == 200
    began = time.monotonic()
    assert (
        status_and_text(port, "/accounts/login/", form={"login": anchor.email, "password": "a good long one"})[0] == 302
    )
    assert status_and_text(port, "/accounts/login/code/", form={"email": anchor.email})[0] == 302
    assert time.monotonic() - began < 10
    assert SiteMail.objects.get().to == anchor.email
    # Whoever guesses is stopped all the same.
    guesses = [
        status_and_text(port, "/accounts/login/", form={"login": anchor.email, "password": f"guess {n}"})[1]
        for n in range(12)
    ]
    assert "Too many" in guesses[-1]
