"""How a night of a season is played and counted, decided in one go before anybody has played."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from league.errors import Changed
from league.models import Division, JournalEntry, User
from league.queries.seasons.drafts import NIGHT, night_values, values_stamp
from league.services.seasons.drafts import lock_unplayed, record_step
from league.services.seasons.seasons import change_division, change_settings
from league.translation import N_, Text


@transaction.atomic
def set_night(
    division: Division, changed: Mapping[str, Any], registration: str, *, seen: str | None = None, by: User,
    now: dt.datetime,
) -> Division:  # fmt: skip
    """Set the format, the points and who may play, of a division and of those that are played alike.

    Args:
        changed: new values by column, those of `NIGHT`.
        registration: the season's setting.
        seen: the stamp of `night_values` that the person changed; None skips the check.

    Raises:
        WrongState: the season has results, or is hidden.
        Changed: somebody else has changed it meanwhile.
        Invalid: every problem, each with its column as the field.
    """
    season = lock_unplayed(division.season, by=by, now=now)
    pks = list(season.divisions.values_list("pk", flat=True))
    locked = Division.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=pks).order_by("pk")
    divisions = list(locked.select_related("season__league"))
    before = next(night_values(one) for one in divisions if one.pk == division.pk)
    if seen is not None and seen != values_stamp(before):
        raise Changed(N_("Somebody has changed how you play since you opened this page."))
    for one in divisions:
        if night_values(one) == before:
            change_division(one, {name: changed[name] for name in NIGHT}, by=by, now=now)
    if registration != season.registration:
        change_settings(season, {"registration": registration}, by=by, now=now)
    if not JournalEntry.objects.filter(league=season.league, key__startswith=f"{season.pk}:night:").exists():
        what = Text("decided how a night of {season} is played", season=season.name)
        record_step(season, "night", what, {}, by=by, now=now)
    return Division.objects.select_related("season__league").get(pk=division.pk)
