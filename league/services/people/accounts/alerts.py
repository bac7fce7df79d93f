"""Mail the owner of an account about changes to it, so that whoever did not make them hears of it.

allauth does so for passwords, addresses and factors (`ACCOUNT_EMAIL_NOTIFICATIONS`); this is the same for tokens and
secret addresses. It goes to the account's first address, beside the outbox: nobody turns it off.
"""

from contextlib import nullcontext
from smtplib import SMTPException
from urllib.parse import urlsplit

import structlog
from allauth.account.adapter import get_adapter
from allauth.core import context
from django.conf import settings
from django.http import HttpRequest

from league.models import User
from league.translation import N_

log = structlog.get_logger(__name__)
AT_THE_SERVER = N_("a command on the server")


class _AtTheServer(HttpRequest):
    """A stand-in request for allauth's mails, where a command of the operator sends them."""

    def __init__(self) -> None:
        super().__init__()
        self.META = {}

    def get_host(self) -> str:
        return urlsplit(settings.BASE_URL).netloc


def tell(user: User, template: str, *, at: str | None = None, **about: object) -> None:
    """Send the mail `templates/account/email/<template>_message.txt` to the account's address, or to `at`.

    A mail that cannot go out is logged and undoes nothing. `about` is the context; `ip` and `user_agent` default to the
    present request's. Raise RuntimeError inside a transaction.
    """
    asked = context.request
    if asked is None:
        about = {"user_agent": AT_THE_SERVER, **about}
    with nullcontext() if asked is not None else context.request_context(_AtTheServer()):
        try:
            get_adapter().send_notification_mail(f"account/email/{template}", user, dict(about), at)
        except (OSError, SMTPException):
            log.exception("alert_not_sent", user=user.pk, about=template)
