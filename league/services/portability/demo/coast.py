"""Saltmarsh: a small league on the coast in which each of six plays each of the other six, one game, winners only."""

import datetime as dt
from collections.abc import Callable

from league.enums import RoleKind
from league.models import Fixture, League, Role, User
from league.services.portability.demo.accounts import hand_over
from league.services.portability.demo.dates import begun, moved, publish_before
from league.services.portability.demo.marlbury import FOLDER, ZONE
from league.services.portability.demo.nights import play_nights
from league.services.portability.imports import import_season

NAME, SLUG = "Saltmarsh Crib League", "saltmarsh"


def load_coast(now: dt.datetime, progress: Callable[[str], None] | None) -> League:
    """Load the league, in the middle of an evening. The demo's secretary is this league's too."""
    league = League.objects.create(name=NAME, slug=SLUG, time_zone=ZONE)
    today = now.astimezone(league.tz).date()
    import_season(moved(FOLDER / "coast", today), league, by=None, now=now, progress=progress)
    publish_before(league)
    tonight = list(Fixture.objects.filter(division__season__league=league, results=None).order_by("starts_at", "pk"))
    tonight = [one for one in tonight if one.starts_at.astimezone(league.tz).date() == today]
    for fixture in tonight:
        fixture.starts_at = fixture.original_starts_at = begun(now.astimezone(league.tz))
        fixture.save(update_fields=["starts_at", "original_starts_at"])
    hand_over(tonight[0].home, "coast@demo.example")
    secretary = User.objects.get(email="secretary@demo.example")
    since = today - dt.timedelta(days=100)
    Role.objects.create(user=secretary, league=league, kind=RoleKind.SECRETARY, starts_on=since)
    play_nights(league, now)
    return league
