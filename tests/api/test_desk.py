"""The secretary's evening by the API: read, captains asked, clear results confirmed."""

import datetime as dt

import pytest

from league.enums import NoticeKind, ResultState
from league.models import Fixture, Notice, Result
from league.services.results import submit
from tests import factories
from tests.api.program import Program
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.usefixtures("today")
HOUR = dt.timedelta(hours=1)
HERE = "/api/v1/leagues/town/desk/"


@pytest.fixture
def fixtures(town: Town, now: dt.datetime) -> list[Fixture]:
    """One sheet that nobody answers, and one fixture without a result; both are of three days ago."""
    found = [town.fixture("Anchor", "Bell"), town.fixture("Castle", "Duke of York")]
    Fixture.objects.exclude(pk__in=[fixture.pk for fixture in found]).delete()
    Fixture.objects.update(starts_at=now - 80 * HOUR)
    sheet = result_sheet(town, "Anchor", "Bell")
    submit.submit(found[0], sheet, by=town.captains["Anchor"], now=now - 70 * HOUR)
    return found


def test_the_desk_says_what_each_button_would_do(town: Town, fixtures: list[Fixture], now: dt.datetime) -> None:
    told = Program(town.secretary).get(HERE).json()
    assert (told["tonight"], told["cards"], told["next_card"]["id"]) == ([], 1, fixtures[1].pk)
    [overdue], [waiting] = told["overdue"], told["waiting"]
    assert [one["name"] for one in overdue["people"]] == ["Castle 1", "Duke of York 1"]
    assert (overdue["fixture"]["id"], overdue["lately"]) == (fixtures[1].pk, None)
    assert (waiting["fixture"]["id"], waiting["version"], waiting["clear"], waiting["why"]) == (
        fixtures[0].pk, 1, True, "",
    )  # fmt: skip


def test_captains_are_asked_once(town: Town, fixtures: list[Fixture]) -> None:
    office = Program(town.secretary)
    assert office.post(f"{HERE}remind/").json() == {"people": 2, "fixtures": 1}
    assert office.post(f"{HERE}remind/").json() == {"people": 0, "fixtures": 0}
    assert Notice.objects.filter(kind=NoticeKind.RESULT_CHASED).count() == 2


def test_what_is_clear_is_confirmed_and_the_rest_is_told(town: Town, fixtures: list[Fixture]) -> None:
    chosen = [{"fixture": fixture.pk, "version": 1} for fixture in fixtures]
    done = Program(town.secretary).post(f"{HERE}confirm/", {"results": chosen, "reason": "No answer."}).json()
    assert [one["id"] for one in done["confirmed"]] == [fixtures[0].pk]
    assert [one["fixture"]["id"] for one in done["refused"]] == [fixtures[1].pk]
    assert Result.objects.get().state == ResultState.CONFIRMED


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"results": [], "reason": "So."},
        {"results": [{"fixture": 1}], "reason": "So."},
        {"results": "all", "reason": "So."},
        {"results": [{"fixture": 2**31 - 1, "version": 1}], "reason": "So."},
        {"results": [{"fixture": 1, "version": 1}] * 101, "reason": "So."},
    ],
)
def test_a_body_that_says_nothing_is_refused(town: Town, fixtures: list[Fixture], sent: dict[str, object]) -> None:
    assert Program(town.secretary).post(f"{HERE}confirm/", sent).status_code == 422


def test_another_leagues_fixture_is_not_found(town: Town, fixtures: list[Fixture]) -> None:
    abroad = factories.town("Other League", "other").fixture("Anchor", "Bell")
    sent = {"results": [{"fixture": abroad.pk, "version": 1}], "reason": "So."}
    answer = Program(town.secretary).post(f"{HERE}confirm/", sent)
    assert answer.status_code == 422
    assert "not in this league" in answer.content.decode()
