"""Where a request comes from."""

from django.http import HttpRequest

LOOPBACK = ("127.0.0.1", "::1")
FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")


def is_from_this_machine(request: HttpRequest) -> bool:
    """Whether a request was made on this machine itself, and no proxy says that it only passed it on."""
    return request.META.get("REMOTE_ADDR") in LOOPBACK and not any(name in request.headers for name in FORWARDED)
