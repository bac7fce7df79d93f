"""Where passkeys work: a browser shows one to the very host alone on which it was added."""

import hashlib
from urllib.parse import urlsplit

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.exceptions import ValidationError

from league.models import User
from league.queries.domains import HELD


def passkey_hosts(user: User) -> list[str]:
    """Return for each of an account's passkeys the host on which it works; blank where that is none of ours any more
    (one query)."""
    keys = Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.WEBAUTHN)
    return [host_of_passkey(key) for key in keys]


def host_of_passkey(key: Authenticator) -> str:
    try:
        digest = key.wrap().authenticator_data.rp_id_hash
    except (ValidationError, LookupError, TypeError, ValueError):
        return ""
    own = urlsplit(settings.BASE_URL).hostname or ""
    hosts = (own, *settings.ALLOWED_HOSTS, *HELD.get().leagues)
    return next((host for host in hosts if hashlib.sha256(host.encode()).digest() == digest), "")
