"""The page of the daily hand: what is told before a vote, after it, and to a visitor."""

import datetime as dt

import pytest
from django.test import Client

from cardroom.models import DailyName, DailyVote
from cardroom.rules.learn.daily import codes, daily_hand
from tests.factories import Town
from tests.web.pages import words

pytestmark = pytest.mark.usefixtures("today")
DAILY = "/leagues/town/play/daily/"


def day_of(town: Town, now: dt.datetime) -> dt.date:
    return now.astimezone(town.league.tz).date()


def test_nothing_is_told_before_the_vote_and_everything_after(client: Client, town: Town, now: dt.datetime) -> None:
    client.force_login(town.captains["Anchor"])
    for before in (client.get(DAILY), client.get(f"{DAILY}?show")):
        assert "What can be laid away" not in words(before)
    day = day_of(town, now)
    away = codes(daily_hand("town", day).ranked[0].laid_away)
    told = client.post(DAILY, {"do": "vote", "day": day.isoformat(), "pick": away.split()}, follow=True)
    assert "Right: nothing is worth more on average." in words(told)
    assert "1 vote Percentages are shown from three votes on." in words(told)
    assert "%" not in words(told)
    assert DailyVote.objects.get().laid_away == away
    again = client.post(DAILY, {"do": "vote", "day": day.isoformat(), "answer": away})
    assert (again.status_code, DailyVote.objects.count()) == (409, 1)
    assert "You have voted on this hand already." in words(again)


def test_percentages_are_told_from_three_votes_on(client: Client, town: Town, now: dt.datetime) -> None:
    day = day_of(town, now)
    ranked = daily_hand("town", day).ranked
    seen = []
    for team, place in (("Anchor", 0), ("Bell", 14), ("Castle", 14)):
        client.force_login(town.captains[team])
        client.post(DAILY, {"do": "vote", "day": day.isoformat(), "answer": codes(ranked[place].laid_away)})
        client.force_login(town.captains["Anchor"])
        told = words(client.get(DAILY))
        # A choice far down the list is told by its row alone.
        seen.append(("from three votes on" in told, "67%" in told, "15." in told))
    assert seen == [(True, False, False), (True, False, False), (False, True, True)]


def test_a_vote_of_today_is_in_tomorrow_s_table(client: Client, town: Town, now: dt.datetime) -> None:
    client.force_login(town.captains["Anchor"])
    client.post(DAILY, {"do": "join"})
    before = client.get(DAILY).context["table"]
    day = day_of(town, now)
    best = codes(daily_hand("town", day).ranked[0].laid_away)
    client.post(DAILY, {"do": "vote", "day": day.isoformat(), "answer": best})
    assert client.get(DAILY).context["table"] == before == ()


def test_a_wrong_vote_is_told_at_the_field(client: Client, town: Town, now: dt.datetime) -> None:
    client.force_login(town.captains["Anchor"])
    day = day_of(town, now).isoformat()
    answer = client.post(DAILY, {"do": "vote", "day": day, "answer": "5H"})
    assert answer.status_code == 422
    for odd in ("", "x", "0000-00-00", "\0"):
        assert client.post(DAILY, {"do": "vote", "day": odd, "answer": "5H"}).status_code == 409
    assert not DailyVote.objects.exists()


def test_a_visitor_may_be_shown_but_not_vote(client: Client, town: Town, now: dt.datetime) -> None:
    told = words(client.get(DAILY))
    assert "Show me" in told
    assert "Sign in to vote" in told
    assert "What can be laid away" not in told
    assert "What can be laid away" in words(client.get(f"{DAILY}?show"))
    sent = {"do": "vote", "day": day_of(town, now).isoformat(), "answer": "5H 6H"}
    assert client.post(DAILY, sent).status_code == 403


def test_earlier_hands_are_told_for_thirty_days(client: Client, town: Town, now: dt.datetime) -> None:
    day = day_of(town, now)
    assert "No votes" in words(client.get(f"{DAILY}?day={day - dt.timedelta(days=1)}"))
    for none in (day + dt.timedelta(days=1), day - dt.timedelta(days=31), "x", "9999-12-31"):
        assert client.get(f"{DAILY}?day={none}").status_code == 404


def test_one_enters_the_table_and_leaves_it(client: Client, town: Town) -> None:
    client.force_login(town.captains["Anchor"])
    assert "You are in the table" in words(client.post(DAILY, {"do": "join"}, follow=True))
    assert DailyName.objects.count() == 1
    assert "You are not in the table any more." in words(client.post(DAILY, {"do": "leave"}, follow=True))
    assert not DailyName.objects.exists()


def test_the_way_to_the_hand_leads_straight_to_the_only_league(client: Client, town: Town) -> None:
    assert client.get("/play/daily/").headers["Location"] == DAILY
