"""The demo: a large league in the middle of its season, and a small one of another shape, both playing tonight."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from league.errors import NotAllowed
from league.models import Fixture, League
from league.services.portability.demo.accounts import PASSWORD, SIGN_INS, SignIn
from league.services.portability.demo.coast import load_coast
from league.services.portability.demo.cup import play_cup
from league.services.portability.demo.dates import moved, shift_of
from league.services.portability.demo.marlbury import SLUG, evening_of, load_marlbury
from league.translation import N_

__all__ = ["PASSWORD", "SIGN_INS", "Demo", "load_demo", "moved", "shift_of"]


@dataclass(frozen=True, slots=True)
class Demo:
    """The demo as it stands.

    Attributes:
        league: the large one.
        fresh: whether it was loaded just now.
        evening: the fixture whose result waits to be entered, if it still does.
    """

    league: League
    fresh: bool
    sign_ins: tuple[SignIn, ...]
    evening: Fixture | None


def load_demo(*, now: dt.datetime, progress: Callable[[str], None] | None = None) -> Demo:
    """Load the demo's leagues unless they are there already; then nothing is touched.

    The calendars are moved by whole weeks, so that `now` falls in week 8 of the first round, and Monday changes places
    with the night of today: the fixtures of a Monday of that week are played tonight and have begun.

    Raises:
        NotAllowed: this is no installation for trying things out: everybody knows the passwords of the demo.
    """
    if not settings.DEMO_ALLOWED:
        message = N_(
            "The demo league is not loaded here: everybody knows its passwords, and one of its accounts is an "
            "administrator. Use `make run` on a machine of your own."
        )
        raise NotAllowed(message)
    league = League.objects.filter(slug=SLUG).first()
    if league is not None:
        return Demo(league, False, SIGN_INS, evening_of(league))
    with transaction.atomic():
        league = load_marlbury(now, progress)
        play_cup(league, now)
        load_coast(now, progress)
    return Demo(league, True, SIGN_INS, evening_of(league))
