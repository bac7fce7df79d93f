"""Mail to the owner of an account about what was changed in it, so that whoever did not do it hears of it.

allauth tells of passwords, addresses and factors itself (`ACCOUNT_EMAIL_NOTIFICATIONS`); this is the same mail for what
is ours: tokens and secret addresses. It goes to the account's first address, beside the outbox: nobody turns it off.
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
    """The request that allauth's mails take their origin from, where no browser asked: a command of the operator."""

    def __init__(self) -> None:
        super().__init__()
        self.META = {}

    def get_host(self) -> str:
        return urlsplit(settings.BASE_URL).netloc


def tell(user: User, template: str, *, at: str | None = None, **about: object) -> None:
    """Send the owner of an account the mail `templates/account/email/<template>_message.txt`.

    A mail that cannot go out now undoes nothing: what it tells of has happened. The log says so.

    Args:
        at: the address that it goes to; the account's first one unless given.
        about: what the mail says; `ip` and `user_agent` are those of the request that is being answered unless given.

    Raises:
        RuntimeError: called inside a transaction: what it tells of may not happen, and no mail server keeps locks.
    """
    asked = context.request
    if asked is None:
        about = {"user_agent": AT_THE_SERVER, **about}
    with nullcontext() if asked is not None else context.request_context(_AtTheServer()):
        try:
            get_adapter().send_notification_mail(f"account/email/{template}", user, dict(about), at)
        except (OSError, SMTPException):
            log.exception("alert_not_sent", user=user.pk, about=template)
