"""A rate limit whose count concurrent requests cannot share.

The framework's throttle reads a count, then stores it: twelve concurrent requests count as one, and sixty pages were
written in five seconds where forty a minute were allowed. Here each count is changed under allauth's lock in the cache.
"""

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from allauth.core.internal.ratelimit import cache_lock
from rest_framework.settings import api_settings
from rest_framework.throttling import SimpleRateThrottle


class RateLimit(SimpleRateThrottle):
    """A rate of the settings (DEFAULT_THROTTLE_RATES), by the name `scope`.

    Without Redis each process counts for itself (config.cache): whoever can sign in must be able to work on.
    """

    def get_rate(self) -> str | None:
        # Read when it is needed, so that settings can be overridden.
        rates: Any = api_settings.DEFAULT_THROTTLE_RATES
        rate: str | None = rates.get(str(self.scope))
        return rate

    def allow_request(self, request: Any, view: Any) -> bool:
        """Count a request; return False if there were too many already."""
        key = self.get_cache_key(request, view)
        if self.rate is None or key is None:
            return True
        with cache_lock(key) as alone:
            return self._allow_alone(request, view) if alone else self._refuse_crowd()

    def line_of(self, request: Any) -> str:
        """Return the network of a request, for those who are counted by address."""
        return network_of(str(self.get_ident(request) or ""))

    def _allow_alone(self, request: Any, view: Any) -> bool:
        return bool(super().allow_request(request, view))

    def _refuse_crowd(self) -> bool:
        """Refuse whoever waited a second for the lock: so many requests at once come from no hand."""
        self.history, self.now = [], self.timer()
        return bool(self.throttle_failure())


def network_of(address: str) -> str:
    """Return an IPv4 address, or the first 64 bits of an IPv6 one; anything else as it is."""
    try:
        ip = ip_address(address.strip("[]"))
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        # An address of IPv4 in the dress of IPv6 is that one; a zone (%eth0) is no part of the network.
        ip = ip.ipv4_mapped or ip
    return str(IPv6Network((int(ip), 64), strict=False)) if isinstance(ip, IPv6Address) else str(ip)
