"""One SMTP connection for many mails, and the meaning of the server's answers."""

import re
import smtplib
from urllib.parse import urlsplit

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection

log = structlog.get_logger(__name__)

SHUTTING_DOWN = 421
# RFC 3463: X.7 is security or policy, and RFC 7372 has those of a sender who is not authenticated.
POLICY = re.compile(r"5\d\d[ -]5\.7\.\d")


def site_host() -> str:
    """The host name of this installation's mail, in Message-IDs too."""
    return urlsplit(settings.BASE_URL).hostname or "localhost"


class Unreachable(Exception):
    """The mail server does not answer, or refuses the connection."""


class Refused(Exception):
    """The mail server refuses this mail, for now or for good.

    Attributes:
        by_server: the server has answered so; else it never left.
        of_sender: it refuses us and not the recipient (5.7.x): we may not send, or are taken for a spammer.
    """

    def __init__(self, message: str, *, for_good: bool, by_server: bool = False, of_sender: bool = False) -> None:
        super().__init__(message)
        self.for_good, self.by_server, self.of_sender = for_good, by_server, of_sender


class Post:
    """The connection, opened when first needed and again if it breaks; `timeout` in seconds, by default the setting."""

    def __init__(self, *, timeout: int | None = None) -> None:
        self._connection = get_connection(timeout=timeout or getattr(settings, "EMAIL_TIMEOUT", None))
        self._open = self._broken = False

    def send(self, mail: EmailMultiAlternatives) -> None:
        """Send one mail; raise Refused, or Unreachable if the connection fails twice in a row."""
        self._ensure_open()
        try:
            self._connection.send_messages([mail])
        except smtplib.SMTPServerDisconnected as error:
            self._break(error)
        except smtplib.SMTPException as error:
            self._broken = False
            if SHUTTING_DOWN in _codes(error):
                self.close()
            raise _refusal(error) from error
        except OSError as error:
            self._break(error)
        except ValueError as error:
            # It never left: an address or a heading that no mail can have.
            raise Refused(_describe_error(error), for_good=True) from error
        except SoftTimeLimitExceeded:
            raise
        except Exception as error:
            # Whatever it is, one mail must not stop all the others; and the connection may be in the midst of it.
            self.close()
            raise Refused(_describe_error(error), for_good=False) from error
        else:
            self._broken = False

    def _ensure_open(self) -> None:
        if self._open:
            return
        try:
            self._connection.open()
        except SoftTimeLimitExceeded:
            raise
        except Exception as error:
            # Also a name that no server can have, or a password that cannot be sent: it is no mail's fault.
            raise Unreachable(_describe_error(error)) from error
        self._open = True

    def _break(self, error: Exception) -> None:
        """Handle a broken connection: once it may be this mail's doing, twice it is the server's."""
        self.close()
        if self._broken:
            raise Unreachable(_describe_error(error)) from error
        self._broken = True
        raise Refused(_describe_error(error), for_good=False) from error

    def close(self) -> None:
        try:
            self._connection.close()
        except (smtplib.SMTPException, OSError):
            log.info("mail_connection_broke_on_closing")
        self._open = False


def _answers(error: Exception) -> list[tuple[int, bytes | str]]:
    """The server's answers, code and text, for each recipient if it refused them."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return list(error.recipients.values())
    if isinstance(error, smtplib.SMTPResponseException):
        return [(error.smtp_code, error.smtp_error)]
    return []


def _codes(error: Exception) -> list[int]:
    return [code for code, _ in _answers(error)]


def _refusal(error: smtplib.SMTPException) -> Refused:
    """Classify a refusal: of a recipient or letter it may be for good, of the sender never."""
    about_it = isinstance(error, smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError)
    codes, message = _codes(error), _describe_error(error)
    of_sender = POLICY.match(message) is not None
    for_good = about_it and bool(codes) and all(500 <= code < 600 for code in codes) and not of_sender
    return Refused(message, for_good=for_good, by_server=True, of_sender=of_sender)


def _describe_error(error: Exception) -> str:
    """Format the server's answer with its code, on one line."""
    for code, text in _answers(error):
        words = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
        return " ".join(f"{code} {words}".replace("\x00", "").split())
    return " ".join(f"{type(error).__name__}: {error}".split())
