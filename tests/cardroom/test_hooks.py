"""What the card room adds to the league stands in the league's lists, once."""

import datetime as dt

from cardroom.models import PlayTable
from cardroom.rules.learn.course import LESSONS
from league import hooks
from league.services.ops.purge import purge
from tests.cardroom.services.tables import opened


def test_every_list_has_what_the_card_room_adds_once() -> None:
    assert [lesson.slug for lesson in hooks.lessons] == [lesson.slug for lesson in LESSONS]
    assert (len(hooks.personal_data), [one.rows for one in hooks.purges]) == (1, ["tables to play at"])


def test_the_hourly_purge_deletes_tables_of_nobody_and_says_so(db: None, now: dt.datetime) -> None:
    old, recent = opened(now), opened(now + dt.timedelta(days=2))
    later = now + dt.timedelta(days=31)
    assert str(purge(now=later)).endswith(", 1 tables to play at too")
    assert [table.pk for table in PlayTable.objects.all()] == [recent.pk]
    assert old.pk != recent.pk
    assert "tables" not in str(purge(now=later))
