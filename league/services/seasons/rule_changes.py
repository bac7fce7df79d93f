"""Changes of what is played by while a season runs: for a reason, told to the captains, and kept for the rules page."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from league.enums import NoticeKind
from league.errors import Invalid
from league.models import Division, RuleChange, Season, User
from league.queries.people.people import captains_of_season
from league.queries.seasons.setting_changes import labels_of
from league.rules.problems import check_reason
from league.services.notices import queue_notice
from league.translation import N_, Text


def read_reason(reason: str, running: Sequence[Season]) -> str:
    """Return the trimmed reason of a change; none is needed where it holds for no running season.

    Raises:
        Invalid: there is none, or it is too long.
    """
    text = reason.strip()
    if not text and not running:
        return ""
    ask = N_("Give the reason: the season is published, so the captains are told and everybody can read it.")
    if problems := check_reason(text, ask):
        raise Invalid(problems)
    return text


def announce_change(
    running: Sequence[Season], data: Mapping[str, Any], *, reason: str, division: Division | None = None, by: User,
    now: dt.datetime,
) -> None:  # fmt: skip
    """Store a change for the rules pages of the running seasons of a league; queue one notice for each captain.

    Args:
        data: old and new value of each field, as the journal has them.
        division: the only one of its season that it is of.
    """
    if not running:
        return
    changes = [
        RuleChange.objects.create(
            season=season, division=division, data=dict(data), reason=reason, made_by=by, made_at=now
        )
        for season in running
    ]
    league = running[0].league
    today = now.astimezone(league.tz).date()
    captains = {user.pk: user for season in running for user in captains_of_season(season, on=today, division=division)}
    where = Text("{division}, {season}", division=division.name, season=running[0].name) if division else league.name
    if division is None and len(running) == 1:
        where = running[0].name
    text = Text(
        "{where}: the secretary changed {settings}. {reason}",
        where=where, settings=Text.joined(", ", labels_of(data)), reason=reason,
    )  # fmt: skip
    queue_notice(league, captains.values(), NoticeKind.RULES_CHANGED, str(changes[0].pk), text=text, now=now)
