"""How often one may ask: from one address, as one user, with one token (settings: DEFAULT_THROTTLE_RATES)."""

from typing import Any

import structlog
from redis import RedisError
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from league.models import ApiToken

log = structlog.get_logger(__name__)


class Throttle(SimpleRateThrottle):
    """A limit. While the cache is away there is none: whoever can sign in must be able to work on."""

    def get_rate(self) -> str | None:
        # Read when it is needed, so that settings can be overridden.
        rates: Any = api_settings.DEFAULT_THROTTLE_RATES
        rate: str | None = rates[str(self.scope)]
        return rate

    def allow_request(self, request: Request, view: APIView) -> bool:
        try:
            return bool(super().allow_request(request, view))
        except (RedisError, OSError) as error:
            log.warning("throttle_without_cache", error=type(error).__name__)
            return True

    def _key(self, who: object) -> str:
        return f"throttle:{self.scope}:{who}"


class AddressThrottle(Throttle):
    """By address: asked before anybody is looked up, so that wrong tokens count too."""

    scope = "address"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return self._key(self.get_ident(request))


class UserThrottle(Throttle):
    scope = "user"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        return self._key(request.user.pk) if request.user.is_authenticated else None


class TokenThrottle(Throttle):
    scope = "token"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        return self._key(request.auth.pk) if isinstance(request.auth, ApiToken) else None
