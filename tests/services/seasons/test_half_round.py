"""A season of one and a half rounds, from the setting to its fixtures and its spreadsheets."""

import datetime as dt
import io
import zipfile
from collections import Counter
from dataclasses import replace

import pytest
from django.test import Client

from league.errors import Invalid, WrongState
from league.models import Entry, Fixture, Round, Season, User, Week
from league.queries.seasons.timetables import usual
from league.queries.standings.halves import halfway
from league.services.portability.exports.spreadsheets import write_spreadsheets
from league.services.portability.imports import import_season
from league.services.seasons import publish
from league.services.seasons.seasons import change_settings, make_season
from league.services.seasons.timetables import ask_timetable, make_waiting
from tests.factories import Town
from tests.services.draft_season import DRAFT, draft, files
from tests.services.spreadsheets import NOW


@pytest.fixture
def season(town: Town) -> Season:
    """Two divisions, of four and of three teams."""
    return draft(town.league, town.secretary)


@pytest.fixture
def published(season: Season, secretary: User) -> Season:
    row = ask_timetable(season, usual(season), last_round="half", by=secretary, now=NOW)
    make_waiting(now=NOW)
    row.refresh_from_db()
    publish.publish(row, version=1, despite="It will do.", by=secretary, now=NOW)
    season.refresh_from_db()
    return season


def test_everybody_once_and_half_of_the_others_again(published: Season) -> None:
    assert published.last_round == "half"
    fixtures = Fixture.objects.filter(division__season=published).select_related("week__round", "division")
    played = Counter((fixture.division.name, fixture.week.round.number) for fixture in fixtures)
    # Of four teams two of three weeks, of three teams two of three.
    assert played == {("One", 1): 6, ("One", 2): 4, ("Two", 1): 3, ("Two", 2): 2}
    kinds = Counter(Week.objects.filter(season=published).values_list("round__number", "kind"))
    assert (kinds[1, "play"], kinds[2, "play"], kinds[2, "catch-up"]) == (3, 2, 1)


def test_half_way_is_the_middle_week_of_play(published: Season) -> None:
    weeks = list(Week.objects.filter(season=published, kind="play").order_by("starts_on"))
    assert halfway(published) == weeks[3].starts_on
    published.last_round = "whole"
    assert halfway(published) == next(week.starts_on for week in weeks if week.round.number == 2)


def test_a_published_season_keeps_the_length_of_its_last_round(published: Season, secretary: User) -> None:
    with pytest.raises(WrongState, match="how long its last round is cannot change now"):
        change_settings(published, {"last_round": "whole"}, by=secretary, now=NOW)


def test_half_a_round_comes_after_a_whole_one(season: Season, secretary: User) -> None:
    with pytest.raises(Invalid, match="Half a round comes after a whole one"):
        ask_timetable(season, replace(usual(season), rounds=1), last_round="half", by=secretary, now=NOW)
    season.refresh_from_db()
    assert season.last_round == "whole", "nothing half-written"


def sheets(rounds: str) -> dict[str, bytes]:
    return files(season=DRAFT["season.csv"].replace("2027-09-13,2,", f"2027-09-13,{rounds},"))


@pytest.mark.parametrize("rounds", ["1.5", '"1,5"', "1½", "1 ½", "1 1/2"])
def test_a_sheet_says_one_and_a_half_as_people_do(town: Town, secretary: User, rounds: str) -> None:
    made, _ = make_season(town.league, sheets(rounds), by=secretary, now=NOW)
    assert (made.last_round, Round.objects.filter(season=made).count()) == ("half", 2)
    out = io.BytesIO()
    write_spreadsheets(made, out)
    with zipfile.ZipFile(out) as archive:
        assert ",1.5," in archive.read("season.csv").decode()
        assert "last round" not in archive.read("README.txt").decode()
    only = {"season.csv": sheets(rounds)["season.csv"]}
    assert import_season(only, town.league, by=secretary, now=NOW).changed == {}


@pytest.mark.parametrize("rounds", ["0.5", "8.5", "1.25", "½", "one and a half", "0", "9"])
def test_other_parts_of_rounds_are_refused_at_their_cell(town: Town, secretary: User, rounds: str) -> None:
    with pytest.raises(Invalid) as refused:
        make_season(town.league, sheets(rounds), by=secretary, now=NOW)
    assert [problem.field for problem in refused.value.problems][:1] == ["rounds"]
    assert not Season.objects.filter(name="2027-28").exists()


def test_a_sheet_does_not_change_it_once_weeks_are_laid_out(published: Season, secretary: User) -> None:
    with pytest.raises(Invalid, match="how long its last round is cannot change now"):
        import_season({"season.csv": sheets("2")["season.csv"]}, published.league, by=secretary, now=NOW)
    published.refresh_from_db()
    assert published.last_round == "half"


def test_the_page_asks_for_it_while_the_season_is_a_draft(season: Season, secretary: User, client: Client) -> None:
    client.force_login(secretary)
    page = f"/leagues/{season.league.slug}/secretary/seasons/{season.slug}/timetables/new/"
    assert 'name="last_round"' in client.get(page).content.decode()
    wishes = {f"wish-{n}-{field}": "" for n in range(1, 5) for field in ("kind", "team", "other", "week")}
    sent = {"rounds": "1", "last_round": "half", "no_play": "", "limit": "10", **wishes}
    refused = client.post(page, sent)
    assert refused.status_code == 422
    assert "Half a round comes after a whole one" in refused.content.decode()
    assert client.post(page, {**sent, "rounds": "2"}).status_code == 302
    season.refresh_from_db()
    assert season.last_round == "half"
    assert client.post(page, {**sent, "last_round": "third"}).status_code == 422
    assert Entry.objects.filter(season=season).count() == 7


def test_other_days_are_untouched(published: Season) -> None:
    first = Week.objects.filter(season=published).order_by("starts_on").first()
    assert first is not None
    assert first.starts_on == dt.date(2027, 9, 13)
