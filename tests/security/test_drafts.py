"""What is still a draft, or was hidden, is read at no public address: every page and operation is asked as a stranger.

The addresses come from the URL conf. Each is asked about what is published, and about each thing of the draft in its
place; its answer must name nothing of the draft, and must be that for a thing that there never was.
"""

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls.resolvers import RoutePattern

from cardroom import urls as card_urls
from league.api import urls as api_urls
from league.models import (
    Attendance,
    Division,
    Entry,
    Fixture,
    HighHand,
    Player,
    Registration,
    Round,
    Season,
    Sitting,
    SittingRules,
    Team,
    User,
    Venue,
    Week,
)
from league.services.news import NewPage, NewPost, write_page, write_post
from league.services.results import confirm, submit
from league.web import urls as web_urls
from tests import factories
from tests.factories import Town, result_sheet
from tests.routes import routes
from tests.web.worlds import club_night

# Numbers that nothing else on a page looks like.
FIRST_ID = 7_654_300
ABSENT_ID = 7_999_999
ABSENT = "no-such-thing"
NAMES = (
    "Okapi Winter", "Okapi Division", "Okapi Wanderers", "Okapi Arms", "Okapi Street", "Zelda Quagga", "Yorick Quagga",
    "Quagga Inn", "Okapi Club",
)  # fmt: skip
SLUGS = ("okapi-winter", "okapi-division", "okapi-wanderers", "okapi-club")
# A search is typed in small letters, so that what was typed is told from the name.
LEAK = re.compile(rf"Okapi|Quagga|{'|'.join(SLUGS)}|{FIRST_ID // 100}\d\d")
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
# What an address may name besides what a draft has; none of it is of a season.
ELSEWHERE: Mapping[str, str] = {
    "token": ABSENT, "lesson": "muggins", "trainer": "count", "share": ABSENT, "table": ABSENT, "game": "1",
    "shuffle": "1", "name": "season.csv", "form": "json", "what": "results", "kind": "team", "match": "1",
    "version": "1", "side": "home", "page": "contacts", "cup": "1",
    "individual_league": "1",
}  # fmt: skip
# The numbers of rows that only people with a role read: their pages are asked too, and none says whether there is one.
NUMBERED = (
    "case", "dispute", "photograph", "evidence", "ruling", "appeal", "notice", "invitation", "role", "ruleset",
    "adjustment", "card", "lots", "charge", "timetable", "hand", "post", "registration", "thing",
    "individual", "winner", "tie",
)  # fmt: skip


@dataclass
class PublishedAndDraft:
    """A published season and a draft beside it.

    Attributes:
        published: what a parameter of an address may be, by its name.
        draft: the same of the draft; a parameter that nothing of a draft answers to is left out.
    """

    published: dict[str, str]
    draft: dict[str, str]


def _draft(town: Town, ids: Iterator[int]) -> dict[str, Any]:
    """Make a draft with a team, a venue, two players and a division of its own, and with people of the town in it."""
    season = Season.objects.create(
        pk=next(ids), league=town.league, name=NAMES[0], slug=SLUGS[0], first_week=factories.FIRST_WEEK
    )
    division = Division.objects.create(
        pk=next(ids), season=season, name=NAMES[1], slug=SLUGS[1], fixture_format=factories.FORMAT, points_per_game=1
    )
    new = Team.objects.create(pk=next(ids), league=town.league, name=NAMES[2], slug=SLUGS[2])
    arms = Venue.objects.create(pk=next(ids), league=town.league, name=NAMES[3], address=NAMES[4])
    inn = Venue.objects.create(pk=next(ids), league=town.league, name=NAMES[7])
    zelda, yorick = (Player.objects.create(pk=next(ids), league=town.league, name=name) for name in NAMES[5:7])
    anchor = town.teams["Anchor"]
    for team, venue in ((new, arms), (anchor, inn)):
        Entry.objects.create(
            season=season, division=division, team=team, venue=venue, home_night=1, start_time=dt.time(20)
        )
    for team, player in ((new, zelda), (new, town.squads["Bell"][0]), (anchor, yorick)):
        Registration.objects.create(season=season, team=team, player=player, starts_on=factories.FIRST_WEEK)
    week = Week.objects.create(
        season=season, round=Round.objects.create(season=season, number=1), number=1, starts_on=factories.FIRST_WEEK
    )
    starts_at = dt.datetime.combine(week.starts_on, dt.time(20), tzinfo=town.league.tz)
    fixture = Fixture.objects.create(
        pk=next(ids), division=division, week=week, home=new, away=anchor, venue=arms, starts_at=starts_at,
        original_starts_at=starts_at,
    )  # fmt: skip
    club = Division.competitions.create(
        pk=next(ids), season=season, name=NAMES[8], slug=SLUGS[3], kind="club-night", fixture_format="S1"
    )
    SittingRules.objects.create(competition=club)
    night = Sitting.objects.create(
        pk=next(ids), competition=club, date=factories.FIRST_WEEK, seed="a", opened_at=factories.PUBLISHED
    )
    Attendance.objects.create(sitting=night, player=zelda, arrived_at=factories.PUBLISHED)
    return {
        "season": season, "division": division, "team": new, "venue": arms, "player": zelda, "fixture": fixture,
        "competition": club, "night": night,
    }  # fmt: skip


@pytest.fixture(params=["draft", "hidden"])
def published_and_draft(request: pytest.FixtureRequest, town: Town, now: dt.datetime) -> PublishedAndDraft:
    # Before the draft: a database may number on from its rows.
    night = club_night(town, now)
    drafted = _draft(town, iter(range(FIRST_ID, FIRST_ID + 100)))
    fixture, player = town.fixture("Anchor", "Bell"), town.squads["Anchor"][1]
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    hand = HighHand.objects.create(
        fixture=fixture, player=player, points=29, cards="5C 5H 5S JD", starter="5D", side="home", recorded_at=now
    )
    # A hand in a season that is hidden now; its player has played elsewhere too.
    HighHand.objects.create(
        pk=FIRST_ID + 90, fixture=drafted["fixture"], player=drafted["player"], points=29, cards="5C 5H 5S JD",
        starter="5D", side="home", recorded_at=now,
    )  # fmt: skip
    write_page(town.league, NewPage("contacts", "Contacts", "Us.", state="published"), by=town.secretary, now=now)
    post = write_post(town.league, NewPost("Finals night", "On Friday.", "published"), by=town.secretary, now=now)
    if request.param == "hidden":
        Season.objects.filter(pk=drafted["season"].pk).update(published_at=factories.PUBLISHED, hidden_at=now)
    published = {
        "slug": "town", "league": "town", "season": "2026-27", "division": "division-1", "team": "anchor",
        "other": "bell", "into": "bell", "player": str(player.pk), "fixture": str(fixture.pk),
        "venue": str(town.venues["Anchor"].pk), **ELSEWHERE, **dict.fromkeys(NUMBERED, str(ABSENT_ID)),
        "competition": "tuesdays", "night": str(night.pk), "hand": str(hand.pk), "post": str(post.pk),
        "section": "overdue", "night_series": "tuesdays", "sitting": str(night.pk),
    }  # fmt: skip
    own = {name: str(drafted[name].slug) for name in ("season", "division", "team", "competition")}
    own |= {name: str(drafted[name].pk) for name in ("player", "fixture", "venue", "night")}
    own |= {"night_series": own["competition"], "sitting": own["night"]}
    return PublishedAndDraft(published, {**own, "other": own["team"], "into": own["team"], "hand": str(FIRST_ID + 90)})


def _routes() -> list[str]:
    """Return every route of the pages and of the API, as the URL conf has it."""
    pages = [("/", web_urls.urlpatterns), ("/", card_urls.urlpatterns), ("/api/v1/", api_urls.urlpatterns)]
    return [
        route
        for before, patterns in pages
        for route, pattern in routes(patterns, before)
        if isinstance(pattern.pattern, RoutePattern)
    ]


def _address(route: str, named: Mapping[str, str]) -> str:
    return PARAMETER.sub(lambda found: named[found[1]], route.replace("<sittings:kind>", "club-nights"))


def _asks(route: str, published_and_draft: PublishedAndDraft) -> Iterator[tuple[str, str]]:
    """Yield addresses about the draft, each with that of what there never was in its place."""
    names = [name for name in PARAMETER.findall(route) if name in published_and_draft.draft]
    choices = [[name] for name in names] + ([names] if len(names) > 1 else [])
    if "season" in names and "division" in names:
        choices.append(["season", "division"])
    for chosen in choices:
        absent = {name: str(ABSENT_ID) if published_and_draft.draft[name].isdigit() else ABSENT for name in chosen}
        named = {name: published_and_draft.draft[name] for name in chosen}
        yield (
            _address(route, {**published_and_draft.published, **named}),
            _address(route, {**published_and_draft.published, **absent}),
        )


def _queries(published_and_draft: PublishedAndDraft) -> list[tuple[str, str]]:
    """Return what a reader may ask for behind an address, each with its name for what there never was."""
    named = [
        (f"{name}={value}", f"{name}={ABSENT_ID if value.isdigit() else ABSENT}")
        for name, value in published_and_draft.draft.items()
        if name in ("season", "division", "team", "player", "fixture", "venue")
    ]
    typed = [(f"q={quote(name)}", "") for name in ("okapi", "zelda quagga")]
    return [*named, *typed, ("of=all", ""), ("week=all", "")]


def _read(client: Client, address: str) -> tuple[int, str]:
    """Return the status of an answer and what it says, without what was asked for."""
    answer: Any = client.get(address)
    said = b"".join(answer).decode(errors="replace") + str(dict(answer.headers))
    for part in re.split(r"[/?=&.]", address):
        if len(part) > 4:
            said = said.replace(part, "")
    return answer.status_code, said


def _faults(client: Client, route: str, published_and_draft: PublishedAndDraft) -> Iterator[tuple[str, str]]:
    """Yield the addresses of a route that tell of the draft, each with what it tells."""
    own = _address(route, published_and_draft.published)
    asked = [(own, ""), *_asks(route, published_and_draft)]
    answers = {own: _read(client, own)}
    if answers[own][0] == 200 and "/leagues/" in own:
        asked += [(f"{own}?{one}", f"{own}?{other}" if other else "") for one, other in _queries(published_and_draft)]
    for address, absent in asked:
        for each in (address, absent or own):
            if each not in answers:
                answers[each] = _read(client, each)
        status, said = answers[address]
        if at := LEAK.search(said):
            yield address, said[max(0, at.start() - 40) : at.end() + 40]
        elif absent and status != answers[absent][0]:
            yield address, f"{status}, and {answers[absent][0]} of what there never was"


@pytest.mark.long
def test_no_public_address_tells_of_a_season_that_is_not_public(
    published_and_draft: PublishedAndDraft, today: None
) -> None:
    """A stranger goes through every address and counts numbers up, to learn who plays where next season."""
    client, told = Client(), dict[str, str]()
    for route in _routes():
        cache.clear()
        told |= _faults(client, route, published_and_draft)
    assert told == {}
    # What is looked for is there to be found.
    client.force_login(User.objects.get(email="secretary@town.example"))
    assert "Okapi Wanderers" in client.get("/leagues/town/search/?q=okapi").content.decode()
