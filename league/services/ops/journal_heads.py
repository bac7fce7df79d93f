"""Send the hash that ends a league's journal once a day to those secretaries who have asked for it.

Whoever owns the database can rewrite a whole chain. A mailed hash is out of their reach: `verify_journal --head` no
longer finds it then.
"""

import datetime as dt

from league.enums import Delivery, NoticeKind
from league.models import JournalHead, League, Notice, Preference
from league.queries.people.people import secretaries_of
from league.services.notices import queue_notice
from league.services.scans import process_each
from league.translation import Text

# In the league's own time: what was decided in the evening goes out with the night behind it.
HOUR = 7


def queue_heads_due(*, now: dt.datetime) -> int:
    """Queue the notice of each league's new hash, at most once a day; return how many leagues have one."""
    heads = JournalHead.objects.filter(number__gt=0, league__hidden_at=None, league__suspended_at=None)
    return process_each(heads.select_related("league").order_by("league_id"), lambda head: _queue_notice(head, now))


def _queue_notice(head: JournalHead, now: dt.datetime) -> bool:
    league, here = head.league, now.astimezone(head.league.tz)
    if here.hour < HOUR or not _is_new(head, key_of(league, here.date())):
        return False
    everyone = secretaries_of(league, on=here.date())
    wanted = Preference.objects.filter(user__in=everyone, kind=NoticeKind.JOURNAL_HEAD).exclude(delivery=Delivery.NONE)
    asked_for_it = set(wanted.values_list("user", flat=True))
    secretaries = [user for user in everyone if user.pk in asked_for_it]
    text = Text("Entry {number} is the last of the journal. Its hash is {hash}.", number=head.number, hash=head.hash)
    queue_notice(league, secretaries, NoticeKind.JOURNAL_HEAD, key_of(league, here.date()), text=text, now=now)
    return bool(secretaries)


def key_of(league: League, day: dt.date) -> str:
    """Key of a day's notice: the league's slug and the day in its time zone."""
    return f"head:{league.slug}:{day.isoformat()}"


def _is_new(head: JournalHead, key: str) -> bool:
    """Whether nobody was told today, and the last notice had another hash (one query)."""
    notices = Notice.objects.filter(league=head.league, kind=NoticeKind.JOURNAL_HEAD)
    last = notices.order_by("-created_at", "-pk").values_list("key", "text").first()
    return last is None or (last[0] != key and head.hash not in last[1])
