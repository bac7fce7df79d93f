"""Headers on every answer of the site: pages, errors, files, the admin and the API alike."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config.redaction import SECRET_PARAMETERS, redacted

# What a page may use of the device. Nothing is embedded from elsewhere, and the site needs no camera of its own: a
# photograph is chosen in a file field. Names that a browser does not know it reports as errors on every page.
ALLOWED = ("clipboard-write", "publickey-credentials-create", "publickey-credentials-get")
DENIED = (
    "accelerometer", "autoplay", "browsing-topics",
    "camera", "clipboard-read", "compute-pressure", "display-capture", "encrypted-media",
    "fullscreen", "gamepad", "geolocation", "gyroscope", "hid", "identity-credentials-get", "idle-detection",
    "keyboard-map", "local-fonts", "magnetometer", "microphone", "midi", "otp-credentials", "payment",
    "picture-in-picture", "screen-wake-lock", "serial", "storage-access", "sync-xhr", "usb",
    "window-management", "xr-spatial-tracking",
)  # fmt: skip
PERMISSIONS_POLICY = ", ".join([*(f"{name}=(self)" for name in ALLOWED), *(f"{name}=()" for name in DENIED)])
# The address of a page whose URL is a key goes to nobody, not even to our own next page, whose log would have it. Not
# `no-referrer`: with that a browser sends `Origin: null` with the page's own form, which is then refused as forged.
FROM_A_SECRET_ADDRESS = "strict-origin"  # noqa: S105
# Somebody signed in is shown names, addresses and telephone numbers that strangers are not: whoever sits down at the
# device after them must not find these in the browser, nor is a proxy to hold them.
TO_ONE_READER = "private, no-store"
ALWAYS = {
    "Permissions-Policy": PERMISSIONS_POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    # Also where SecurityMiddleware itself refuses a request.
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
}


class Headers:
    """Set the headers that Django sets nowhere; a view that sets one itself keeps it. The outermost middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if _is_secret(request):
            response.headers["Referrer-Policy"] = FROM_A_SECRET_ADDRESS
        if _has_credentials(request):
            response.headers.setdefault("Cache-Control", TO_ONE_READER)
        for name, value in ALWAYS.items():
            response.headers.setdefault(name, value)
        return response


def _has_credentials(request: HttpRequest) -> bool:
    return settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers


def _is_secret(request: HttpRequest) -> bool:
    """Return True if the request's address, or one that it names to go on to, is a key."""
    match = request.resolver_match
    if match is not None and SECRET_PARAMETERS & match.kwargs.keys():
        return True
    address = request.get_full_path()
    return redacted(address) != address
