"""Who asks (a token in `Authorization: Bearer mgn_…`, or a browser's session), and how often they may."""

import math
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from league.api.errors import CHALLENGE
from league.models import ApiToken, User
from league.services.ops.rates import RateLimit
from league.services.people.accounts.keys import use_token
from league.translation import N_, translated


class TokenAuthentication(authentication.BaseAuthentication):
    """A personal token. A bad one is refused, not taken for a visitor's request."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = use_token(secret.strip(), now=timezone.now())
        if token is None:
            message = translated(N_("This token is unknown, revoked or expired, or its account is closed."))
            raise exceptions.AuthenticationFailed(message, code="token")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


class SessionAuthentication(authentication.SessionAuthentication):
    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise exceptions.PermissionDenied(str(error.detail), code="csrf") from error


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "league.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A personal token, made at /account/tokens/."}


class SessionScheme(OpenApiAuthenticationExtension):
    target_class = "league.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": str(settings.SESSION_COOKIE_NAME)}


class Throttle(RateLimit):
    num_requests: int | None
    duration: int | None
    now: float

    @property
    def policy(self) -> str:
        """The limit as a structured field: requests (q) in seconds (w)."""
        return f'"{self.scope}";q={self.num_requests};w={self.duration}'

    @property
    def remaining(self) -> str | None:
        """Requests left (r) and seconds until there are more (t); None where nothing was counted."""
        # Set by the framework once it has looked into the cache; `now` is the moment of its own clock.
        history: list[float] | None = getattr(self, "history", None)
        if history is None or self.num_requests is None or self.duration is None:
            return None
        rest = max(0, self.num_requests - len(history))
        wait = math.ceil(self.duration - (self.now - history[-1])) if history else self.duration
        return f'"{self.scope}";r={rest};t={max(1, wait)}'

    def _key(self, who: object) -> str:
        return f"throttle:{self.scope}:{who}"


class AddressThrottle(Throttle):
    """Checked before anybody is looked up, so that wrong tokens count too."""

    scope = "address"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return self._key(self.line_of(request))


class UserThrottle(Throttle):
    scope = "user"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        return self._key(request.user.pk) if request.user.is_authenticated else None


class SpreadsheetThrottle(UserThrottle):
    """Counted with the pages that read spreadsheets (`PageWrites`)."""

    scope = "spreadsheet-user"


class TokenThrottle(Throttle):
    scope = "token"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        return self._key(request.auth.pk) if isinstance(request.auth, ApiToken) else None


def rate_limits(limits: Iterable[Throttle]) -> dict[str, str]:
    """Return the RateLimit headers of draft-ietf-httpapi-ratelimit-headers; none while the cache is away."""
    counted = [(limit.policy, limit.remaining) for limit in limits if limit.remaining is not None]
    if not counted:
        return {}
    return {
        "RateLimit-Policy": ", ".join(policy for policy, _ in counted),
        "RateLimit": ", ".join(left for _, left in counted if left is not None),
    }
