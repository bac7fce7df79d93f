"""No-shows that call for a consequence are told to the secretaries: once, and until they are decided on."""

import datetime as dt
from zoneinfo import ZoneInfo

from django.core import mail

from league.enums import NoticeKind, NoticeState
from league.models import Entry, Fixture, Notice, Season
from league.services.mail.delivery import deliver_due
from league.services.results import decide
from league.services.seasons.withdrawals import withdraw_team
from league.services.standings import no_shows
from tests.factories import Town

NINE = dt.datetime(2026, 11, 3, 21, tzinfo=ZoneInfo("Europe/London"))
JOINED = ("division__season__league", "home", "away", "venue", "week")


def give_walkovers(town: Town, against: str, count: int, *, now: dt.datetime) -> None:
    """Give walkovers in the team's first fixtures that have no result."""
    open_ones = Fixture.objects.filter(results=None, starts_at__lte=now).select_related(*JOINED)
    of_team = [fixture for fixture in open_ones.order_by("pk") if against in (fixture.home.name, fixture.away.name)]
    for fixture in of_team[:count]:
        to = "away" if fixture.home.name == against else "home"
        decide.give_walkover(fixture, to=to, version=0, reason="Nobody came.", by=town.secretary, now=now)


def notices() -> list[Notice]:
    return list(Notice.objects.filter(kind=NoticeKind.NO_SHOWS_DUE).order_by("pk"))


def test_the_secretary_is_told_of_no_shows_in_the_daily_mail(town: Town, now: dt.datetime) -> None:
    Season.objects.update(no_show_limit=2)
    give_walkovers(town, "Bell", 1, now=now)
    assert no_shows.queue_due(now=now) == 0
    give_walkovers(town, "Bell", 1, now=now)
    assert [no_shows.queue_due(now=now), no_shows.queue_due(now=now)] == [1, 0]
    (notice,) = notices()
    assert (notice.recipient, notice.text) == (
        town.secretary, "Bell has 2 no-shows in 2026-27: decide what follows.",
    )  # fmt: skip
    deliver_due(now=now)
    mail.outbox.clear()
    deliver_due(now=NINE)
    (message,) = [message for message in mail.outbox if message.to == [town.secretary.email]]
    assert message.subject == "No-shows to decide about: Bell"
    assert f"/leagues/town/secretary/seasons/{town.season.slug}/no-shows/bell/" in str(message.body)


def test_what_was_decided_before_the_mail_goes_is_not_in_it_and_a_further_one_is_told(
    town: Town, now: dt.datetime
) -> None:
    Season.objects.update(no_show_limit=1)
    give_walkovers(town, "Bell", 1, now=now)
    no_shows.queue_due(now=now)
    deliver_due(now=now)
    entry = Entry.objects.select_related("season__league", "division__season", "team").get(team=town.teams["Bell"])
    no_shows.dismiss(entry, seen=1, reason="Snow.", by=town.secretary, now=now)
    assert [notice.state for notice in notices()] == [NoticeState.CANCELLED]
    give_walkovers(town, "Bell", 1, now=now)
    assert no_shows.queue_due(now=now) == 1
    assert [notice.key for notice in notices()] == [f"{entry.pk}:1", f"{entry.pk}:2"]


def test_a_team_that_withdraws_is_no_longer_to_be_decided_about(town: Town, now: dt.datetime) -> None:
    Season.objects.update(no_show_limit=1)
    give_walkovers(town, "Bell", 1, now=now)
    no_shows.queue_due(now=now)
    withdraw_team(Entry.objects.get(team=town.teams["Bell"]), reason="Too few.", by=town.secretary, now=now)
    assert [notice.state for notice in notices()] == [NoticeState.CANCELLED]
    assert no_shows.queue_due(now=now) == 0


def test_a_season_that_does_not_count_them_tells_of_none(town: Town, now: dt.datetime) -> None:
    give_walkovers(town, "Bell", 2, now=now)
    assert no_shows.queue_due(now=now) == 0
