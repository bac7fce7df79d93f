"""A person's messages and histories do not tell of what is hidden; the secretary's histories do."""

import datetime as dt

import pytest

from league.enums import NoticeKind
from league.models import Entry, Notice, Season, User
from league.queries.mail.messages import messages_of
from league.services.notices import queue_notice
from league.services.people import register
from league.services.results import submit
from league.services.seasons import withdrawals
from league.services.seasons.hiding import hide, restore
from league.services.seasons.withdrawals import return_team
from tests.factories import Town, result_sheet
from tests.web.pages import signed_in, words

pytestmark = pytest.mark.usefixtures("today")

WHY = "Made by mistake."


@pytest.fixture
def told(town: Town, now: dt.datetime) -> Town:
    """Bell's captain was asked about a sheet and told of a withdrawal taken back, and has a message of neither."""
    submit.submit(
        town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now
    )
    castle = Entry.objects.select_related("season__league", "division__season", "team").get(team=town.teams["Castle"])
    withdrawals.withdraw_team(castle, reason="Too few.", by=town.secretary, now=now)
    return_team(castle, reason="They stay.", by=town.secretary, now=now)
    register.release(
        town.squads["Bell"][5].registrations.get(), ends_on=now.date(), by=town.secretary, now=now
    )  # fmt: skip
    queue_notice(
        town.league, [town.captains["Bell"]], NoticeKind.INVITATION, "invitation:1", text="An invitation.", now=now
    )
    return town


def pages(who: User) -> dict[str, str]:
    read = ("messages/", "my-fixtures/", "teams/bell/history/", "teams/castle/history/")
    return {page: words(signed_in(who).get(f"/leagues/town/{page}")) for page in read}


@pytest.mark.long
def test_messages_and_histories_tell_of_it_again_once_it_is_restored(told: Town, now: dt.datetime) -> None:
    bell, castle = told.captains["Bell"], told.captains["Castle"]
    about = Notice.objects.get(recipient=bell, kind=NoticeKind.RESULT_TO_CONFIRM)
    one = f"/leagues/town/messages/{about.pk}/"
    hide(told.season, reason=WHY, by=told.secretary, now=now)
    assert words(signed_in(bell).get("/leagues/town/messages/")).count("An invitation.") == 1
    for page, text in pages(bell).items():
        assert "Anchor v Bell" not in text, page
        assert "Castle has withdrawn" not in text, page
        assert "Castle is back" not in text, page
    assert [notice.text for notice in messages_of(bell, told.league)] == ["An invitation."]
    assert b"Anchor v Bell" not in signed_in(bell).get("/api/v1/leagues/town/my/messages/").content
    assert signed_in(bell).get(one).status_code == 404
    for prefix in ("", "api/v1/"):
        path = f"/{prefix}leagues/town/teams/castle/history/"
        assert "withdrew Castle" not in signed_in(castle).get(path).content.decode()
        assert "withdrew Castle" in signed_in(told.secretary).get(path).content.decode()
    assert "Bell 6" not in words(signed_in(bell).get("/leagues/town/teams/bell/history/"))
    restore(Season.objects.get(), reason=WHY, by=told.secretary, now=now)
    assert b"Anchor v Bell" in signed_in(bell).get("/api/v1/leagues/town/my/messages/").content
    text = pages(bell)
    assert "Anchor v Bell" in text["messages/"]
    assert "Castle has withdrawn" in text["messages/"]
    assert "Anchor v Bell" in text["teams/bell/history/"]
    assert signed_in(bell).get(one).status_code == 200


def test_messages_about_a_hidden_team_are_not_shown(told: Town, now: dt.datetime) -> None:
    fixture = told.fixture("Anchor", "Castle")
    queue_notice(
        told.league, [told.captains["Bell"]], NoticeKind.FIXTURE_MOVED, "x", text="Moved.", now=now, fixture=fixture
    )
    told.teams["Castle"].hidden_at = now
    told.teams["Castle"].save()
    assert "Moved." not in words(signed_in(told.captains["Bell"]).get("/leagues/town/messages/"))
