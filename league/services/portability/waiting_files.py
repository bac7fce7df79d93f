"""Spreadsheets between their preview and their loading, stored for an hour for whoever sent them and their league.

They are in the database, which every process shares: whichever serves the next step reads them there, and deletes them.
"""

import datetime as dt
import secrets
from collections.abc import Mapping

from django.db import transaction
from django.db.models import Max, Sum

from league import access
from league.models import League, User, WaitingFile

LIFETIME = dt.timedelta(hours=1)
# Of one person, in all their leagues: uploads, and bytes in all of them.
MOST_UPLOADS, MOST_BYTES = 3, 16 * 1024 * 1024


@transaction.atomic
def store_files(files: Mapping[str, bytes], league: League, *, by: User, now: dt.datetime) -> str:
    """Store files for an hour; return their token, or nothing where they are more than one person may store.

    Their earlier upload to this league goes, and so do their oldest ones elsewhere where they are too many.

    Raises:
        NotAllowed: `by` is not the league's secretary.
    """
    access.require(by, "season.import", league, now=now)
    size = sum(map(len, files.values()))
    # Two requests of one person at once are counted one after the other.
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    WaitingFile.objects.filter(user=by, league=league).delete()
    if size > MOST_BYTES:
        return ""
    _make_room(by, size, now)
    token = secrets.token_urlsafe(16)
    WaitingFile.objects.bulk_create(
        WaitingFile(
            league=league, user=by, token=token, name=name, data=data, size=len(data), expires_at=now + LIFETIME
        )
        for name, data in files.items()
    )
    return token


def _make_room(user: User, size: int, now: dt.datetime) -> None:
    uploads = WaitingFile.objects.filter(user=user).order_by().values("token")
    newest_first = uploads.annotate(bytes=Sum("size"), until=Max("expires_at")).order_by("-until", "token")
    count, room = 1, MOST_BYTES - size
    for upload in newest_first:
        count, room = count + 1, room - upload["bytes"]
        if count > MOST_UPLOADS or room < 0 or upload["until"] <= now:
            WaitingFile.objects.filter(token=upload["token"], user=user).delete()


def delete_files(league: League, *, by: User) -> None:
    """Delete what somebody has sent to a league, once it is loaded."""
    WaitingFile.objects.filter(league=league, user=by).delete()


def sweep_expired(*, now: dt.datetime) -> int:
    """Delete the files that nobody loaded within their hour; return how many. Running it again changes nothing."""
    return WaitingFile.objects.filter(expires_at__lte=now).delete()[0]
