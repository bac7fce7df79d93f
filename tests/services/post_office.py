"""A mail server for the tests: a real one, that notes what it takes and refuses what it is told to."""

import email
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller
from django.conf import LazySettings

Answer = Callable[[str, int], str]


@dataclass
class PostOffice:
    """A mail server that notes what it has seen.

    Attributes:
        mails: what it took, in order.
        connections: how many were opened.
        answers: what it says to a recipient when asked for the n-th time; "" is yes.
    """

    mails: list[EmailMessage] = field(default_factory=list)
    connections: int = 0
    at_mail: Answer = lambda address, time: ""
    at_rcpt: Answer = lambda address, time: ""
    at_data: Answer = lambda address, time: ""
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)

    async def handle_EHLO(
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        self.connections += 1
        session.host_name = hostname
        return responses

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        if said := self._said("mail", address):
            return said
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        said = self._said("rcpt", address)
        if said:
            return said
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        said = self._said("data", envelope.rcpt_tos[0])
        if said == "drop":
            server.transport.abort()
            return "451 gone"
        if said:
            return said
        found = email.message_from_bytes(envelope.content, policy=default)
        assert isinstance(found, EmailMessage)
        self.mails.append(found)
        return "250 OK"

    def _said(self, stage: str, address: str) -> str:
        self.asked[stage, address] += 1
        answer = {"mail": self.at_mail, "rcpt": self.at_rcpt, "data": self.at_data}[stage]
        return answer(address, self.asked[stage, address])

    def ids(self) -> list[str]:
        return [mail["Message-ID"] for mail in self.mails]


@contextmanager
def post_office(settings: LazySettings, **answers: Answer) -> Iterator[PostOffice]:
    """A mail server on a free port, and the settings that lead to it."""
    office = PostOffice(**answers)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(office, hostname="127.0.0.1", port=port)
    controller.start()
    # Starting, it calls itself once.
    office.connections = 0
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = port
    settings.EMAIL_TIMEOUT = 10
    try:
        yield office
    finally:
        controller.stop()
