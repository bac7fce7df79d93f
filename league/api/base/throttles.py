"""The limits on requests: from one address, as one user, with one token (settings: DEFAULT_THROTTLE_RATES)."""

import math
from collections.abc import Iterable

from rest_framework.request import Request
from rest_framework.views import APIView

from league.models import ApiToken
from league.services.ops.rates import RateLimit


class Throttle(RateLimit):
    """A limit of the API's, which says what is left of it."""

    num_requests: int | None
    duration: int | None
    now: float

    @property
    def policy(self) -> str:
        """The limit as a structured field: so many requests (q) in so many seconds (w)."""
        return f'"{self.scope}";q={self.num_requests};w={self.duration}'

    @property
    def left(self) -> str | None:
        """Return how many are left (r), and when there will be more (t, in seconds); None where nothing was counted."""
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
    """By address: asked before anybody is looked up, so that wrong tokens count too."""

    scope = "address"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return self._key(self.line_of(request))


class UserThrottle(Throttle):
    scope = "user"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        return self._key(request.user.pk) if request.user.is_authenticated else None


class SpreadsheetThrottle(UserThrottle):
    """By user, counted with the pages that read spreadsheets (`PageWrites`)."""

    scope = "spreadsheet-user"


class TokenThrottle(Throttle):
    scope = "token"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        return self._key(request.auth.pk) if isinstance(request.auth, ApiToken) else None


def rate_limits(limits: Iterable[Throttle]) -> dict[str, str]:
    """Return the headers that tell what limits a request was counted by, and what is left of them.

    As draft-ietf-httpapi-ratelimit-headers has it; nothing while the cache is away.
    """
    counted = [(limit.policy, limit.left) for limit in limits if limit.left is not None]
    if not counted:
        return {}
    return {
        "RateLimit-Policy": ", ".join(policy for policy, _ in counted),
        "RateLimit": ", ".join(left for _, left in counted if left is not None),
    }
