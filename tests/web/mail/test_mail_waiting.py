"""The mail page says that everything was sent only where everything was."""

import datetime as dt

from django.test import Client

from league.enums import NoticeKind, NoticeState
from league.models import Notice
from tests.factories import Town


def test_what_waits_is_told_and_nothing_is_called_sent_before_it_is(town: Town, now: dt.datetime) -> None:
    client = Client()
    client.force_login(town.secretary)
    page = "/leagues/town/secretary/mail/"
    assert "Nothing has failed." in client.get(page).content.decode()
    notice = Notice.objects.create(
        league=town.league, recipient=town.referee, kind=NoticeKind.RESULT_DUE, key="x", text="x", created_at=now,
        send_at=now,
    )  # fmt: skip
    said = client.get(page).content.decode()
    assert "1 message is still waiting to be sent" in said
    assert "reached its mail server" not in said
    Notice.objects.filter(pk=notice.pk).update(state=NoticeState.SENT, created_at=dt.datetime.now(dt.UTC))
    assert "Every message has reached its mail server." in client.get(page).content.decode()
