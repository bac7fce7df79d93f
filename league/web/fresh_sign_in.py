"""Fresh sign-in on our own pages: what lets somebody take an account over, or data away, asks for a proof first."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect

from league.access import is_fresh
from league.translation import translated

READING = ("GET", "HEAD")
View = Callable[..., HttpResponseBase]


def is_stale(request: HttpRequest) -> bool:
    """Return True if whoever is signed in has to prove that it is they. Visitors the page itself refuses."""
    return request.user.is_authenticated and not is_fresh(request)


def need_fresh(request: HttpRequest) -> None:
    """Let whoever is signed in prove that it is they, unless they have done so lately. Others the page itself refuses.

    Raises:
        ReauthenticationRequired: allauth's middleware asks for the proof, and then does what was asked for.
    """
    if is_stale(request):
        raise ReauthenticationRequired


def ask_again(request: HttpRequest, lost: str) -> HttpResponse:
    """Lead to the proof, and from there to the page as it is opened: what was sent is kept nowhere meanwhile.

    Args:
        lost: what to tell whoever sent something.
    """
    if request.method not in READING:
        messages.warning(request, translated(lost))
    first, *_ = get_adapter().get_reauthentication_methods(request.user)
    return redirect(f"{first['url']}?{urlencode({'next': request.get_full_path()})}")


def fresh_to(*acts: str, lost: str = "") -> Callable[[View], View]:
    """Make a page ask for a fresh sign-in before what it is sent is done; it is read without.

    Args:
        acts: the values of the button `do` that ask; none: whatever is sent.
        lost: for a page that is sent what cannot be kept until the proof, such as files: it asks when it is opened
            too, before anything is chosen, and this is said to whoever has it open for longer than a proof holds.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            sends = request.method not in READING
            if lost and is_stale(request) and (not sends or _asks(request, acts)):
                return ask_again(request, lost)
            if sends and _asks(request, acts):
                need_fresh(request)
            return view(request, *args, **kwargs)

        return page

    return decorate


def _asks(request: HttpRequest, acts: tuple[str, ...]) -> bool:
    return not acts or request.POST.get("do") in acts
