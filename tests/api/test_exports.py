"""What programs take away: public files by their addresses, a season and the whole league; and a team's withdrawal."""

import io
import zipfile
from typing import Any

import pytest
from django.conf import settings

from league.enums import JournalKind
from league.models import IdempotencyKey, JournalEntry, Season
from league.services.portability.exports import in_a_file
from league.services.portability.league_import import check_file
from tests.api.program import Program, json_of, problems
from tests.factories import Town

pytestmark = pytest.mark.django_db


def test_the_public_files_of_a_season_and_a_division_are_where_they_are_said_to_be(town: Town) -> None:
    anybody = Program()
    season = json_of(anybody.get("seasons/2026-27/"))
    [division] = json_of(anybody.get("seasons/2026-27/divisions/"))["results"]
    assert [one["what"] for one in season["files"]] == ["fixtures", "results", "teams", "players"]
    assert [one["what"] for one in division["files"]] == ["table", "results"]
    for one in (*season["files"], *division["files"]):
        for form, kind in (("csv", "text/csv"), ("json", "application/json")):
            path = one[form].removeprefix(settings.BASE_URL)
            assert anybody.get(path).headers["Content-Type"] == kind, path


def test_a_player_s_calendar_is_where_it_is_said_to_be(town: Town) -> None:
    found = json_of(Program().get(f"players/{town.squads['Anchor'][0].pk}/"))
    answer = Program().get(found["calendar"].removeprefix(settings.BASE_URL))
    assert answer.content.startswith(b"BEGIN:VCALENDAR")


def test_a_draft_has_no_public_files(town: Town) -> None:
    Season.objects.update(published_at=None)
    secretary = Program(town.secretary)
    assert json_of(secretary.get("seasons/2026-27/"))["files"] == []
    assert json_of(secretary.get("seasons/2026-27/divisions/"))["results"][0]["files"] == []


def test_more_seasons_take_no_more_queries(town: Town, django_assert_max_num_queries: Any) -> None:
    anybody = Program()
    for name in ("2027-28", "2028-29"):
        town.season.pk, town.season.slug, town.season.name = None, name, name
        town.season._state.adding = True
        town.season.save()
    with django_assert_max_num_queries(3):
        assert len(json_of(anybody.get("seasons/"))["results"]) == 3


def test_the_whole_league_is_one_file_that_another_server_takes_in(town: Town) -> None:
    answer = Program(town.secretary).post("export/", Idempotency_Key="once")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/zip")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="town-2026-11-03.zip"'
    assert answer.headers["Cache-Control"] == "no-store"
    content = b"".join(answer)
    report = check_file(io.BytesIO(content))
    assert (report.rows["player"], report.rows["fixture"]) == (24, 6)
    assert JournalEntry.objects.filter(kind=JournalKind.LEAGUE_EXPORTED, by=town.secretary).count() == 1
    # A file is not kept for another time.
    assert not IdempotencyKey.objects.exists()


def test_a_season_is_exported_as_its_spreadsheets(town: Town) -> None:
    answer = Program(town.secretary).post("seasons/2026-27/export/")
    with zipfile.ZipFile(io.BytesIO(b"".join(answer))) as archive:
        assert {"teams.csv", "players.csv", "results.csv", "README.txt"} < set(archive.namelist())
    assert Program(town.secretary).post("seasons/1926-27/export/").status_code == 404


@pytest.mark.parametrize(
    ("accept", "status"), [("application/zip", 200), ("application/json", 200), ("text/html", 406)]
)
def test_a_program_may_ask_for_the_kind_of_file_it_gets(town: Town, accept: str, status: int) -> None:
    answer = Program(town.secretary).post("export/", Accept=accept)
    assert answer.status_code == status
    if status == 200:
        assert zipfile.is_zipfile(io.BytesIO(b"".join(answer)))
    refused = Program(town.captains["Bell"]).post("export/", Accept=accept)
    assert problems(refused) == [("not-allowed" if status == 200 else "not-acceptable", "")]


def test_exporting_wants_a_token_made_for_it(town: Town) -> None:
    program = Program(town.secretary, scopes=["read", "season"])
    for path in ("export/", "seasons/2026-27/export/"):
        assert problems(program.post(path)) == [("scope", "")]
    assert not JournalEntry.objects.exists()


def test_a_file_of_an_export_that_fails_is_not_left_open() -> None:
    opened: list[Any] = []

    def fail(out: Any) -> None:
        opened.append(out)
        raise TimeoutError

    with pytest.raises(TimeoutError):
        in_a_file(fail)
    assert opened[0].closed
