"""Every address of a suspended league: what was read is read, with the reason; nothing that is sent is taken."""

import pytest

from league.models import League, Season
from league.services.seasons.suspension import suspend
from league.web import urls
from tests.routes import routes
from tests.web.addresses import World
from tests.web.pages import words
from tests.web.worlds import submitted, world

pytestmark = pytest.mark.usefixtures("today")

__all__ = ["submitted", "world"]

WHY = "Spam was sent."
OF_A_LEAGUE = sorted(
    str(pattern.name) for route, pattern in routes(urls.urlpatterns) if route.startswith("leagues/<slug:slug>/")
)
# One's data are taken along or erased, whatever the operator wants.
TAKEN = {"export", "me-export", "me-erase", "person-export", "person-erase"}
REFUSED = {403, 404, 405, 409}


@pytest.fixture
def suspended(submitted: World) -> World:
    operator = submitted.visitors["super"]
    assert operator is not None
    suspend(submitted.town.league, reason=WHY, by=operator, now=submitted.fixture.starts_at)
    return submitted


def test_nothing_that_is_sent_is_taken_from_anybody(suspended: World) -> None:
    told = {
        (name, role): suspended.asked(role, "POST", suspended.address(name))[0]
        for name in OF_A_LEAGUE
        for role in ("anon", "home", "away", "ref", "secr", "super")
    }
    assert {key: status for key, status in told.items() if key[0] not in TAKEN and status not in REFUSED} == {}
    assert {status for (name, role), status in told.items() if name in TAKEN and role == "secr"} <= {200, 302, 422}
    assert told["confirm-link", "anon"] == 409


def test_what_everybody_reads_is_read_and_says_why_nothing_else_is_possible(suspended: World) -> None:
    sentence = f"This league is suspended by the operator: {WHY}"
    for name in ("league", "tables", "fixtures", "fixture", "team", "player", "rules", "news", "confirm-link"):
        answer = suspended.client("anon").get(suspended.address(name))
        assert (name, answer.status_code) == (name, 200)
        assert sentence in words(answer), name
    for role, name in (("secr", "secretary"), ("secr", "journal"), ("secr", "export"), ("home", "my-fixtures")):
        answer = suspended.client(role).get(suspended.address(name))
        assert (name, answer.status_code, sentence in words(answer)) == (name, 200, True)


def test_a_form_that_would_change_something_is_not_offered(suspended: World) -> None:
    answer = suspended.client("secr").get(suspended.address("settings"))
    assert answer.status_code == 409
    assert WHY in words(answer)
    assert suspended.client("nobody").get(suspended.address("settings")).status_code == 403


def test_another_league_goes_on(suspended: World) -> None:
    answer = suspended.client("secr-abroad").get("/leagues/abroad/secretary/settings/")
    assert answer.status_code == 200
    assert WHY not in words(answer)


def test_no_season_is_started(suspended: World) -> None:
    league = suspended.town.league
    Season.objects.filter(league=league).update(published_at=None, hidden_at=suspended.fixture.starts_at)
    client = suspended.client("secr")
    for name in ("league", "secretary"):
        assert "No season yet" in words(client.get(suspended.address(name)))
        assert "Start a season" not in words(client.get(suspended.address(name)))
    League.objects.filter(pk=league.pk).update(suspended_at=None, suspended_because="")
    assert "Start a season" in words(client.get(suspended.address("secretary")))
