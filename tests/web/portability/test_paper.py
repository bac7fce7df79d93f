"""Cards, fixture lists and tables on paper: what stands on them, whose names, and that nothing typed is ever markup."""

import datetime as dt
import io
import time
from typing import Any

import pytest
import zxingcpp
from django.test import Client
from PIL import Image

from league.access.grants import anybody
from league.enums import FixtureState, WeekKind
from league.models import Division, Fixture, League, Season, Team, Venue, Week
from league.rules.names import without_hidden
from league.services.results import confirm, submit
from league.services.seasons.seasons import change_division
from league.web.portability.paper import cards, typesetting, walls
from tests import factories
from tests.factories import Town, result_sheet
from tests.pseudo import accented, pseudo

__all__ = ["pseudo"]

# What typst, PDF and a shell would read as orders, words of one letter after another, and writings of the world.
HOSTILE = (
    '#panic("no")',
    '#read("/etc/passwd")',
    '#import "@preview/cetz:0.1.0"',
    "$x^2$ @nobody <label> *b* _i_ `r` ```r``` = heading",
    "\\ \\u{1F600} // gone /* gone",
    "[ ] { } ( ) #{ #[ #( ]",
    "W" * 500,
    "Żółta Róża 🃏 👨‍👩‍👧",
    "الفريق العربي",
    "קריבג׳",
    "\u202egnitirw\u0000\u0007",
    '"}, {"name": "x',
)


def page(town: Town, home: str = "Anchor", away: str = "Bell") -> str:
    return f"/leagues/town/fixtures/{town.fixture(home, away).pk}/card/"


def data_of(town: Town, home: str = "Anchor", away: str = "Bell") -> dict[str, Any]:
    fixture = Fixture.objects.select_related("division__season__league", "home", "away", "venue", "format")
    return cards.fixture_card(fixture.get(pk=town.fixture(home, away).pk), anybody(town.league))


def codes(pages: list[bytes]) -> list[str]:
    return [code.text for one in pages for code in zxingcpp.read_barcodes(Image.open(io.BytesIO(one)))]


def test_a_camera_finds_the_form_of_the_fixture_on_its_card(town: Town, settings: Any) -> None:
    settings.BASE_URL = "https://crib.example"
    pk = town.fixture("Anchor", "Bell").pk
    assert codes(typesetting.png("card", data_of(town))) == [f"https://crib.example/leagues/town/fixtures/{pk}/sheet/"]


def test_the_code_leads_to_the_captains_sheet(client: Client, town: Town, settings: Any) -> None:
    settings.BASE_URL = "http://testserver"
    [address] = codes(typesetting.png("card", data_of(town)))
    client.force_login(town.captains["Anchor"])
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_typed_is_shown_and_never_read_as_markup(town: Town, now: dt.datetime, text: str) -> None:
    # What nobody sees is in no name.
    name = without_hidden(text)
    League.objects.filter(pk=town.league.pk).update(name=name[:60])
    Season.objects.filter(pk=town.season.pk).update(name=name[:60] or "x")
    Division.objects.filter(pk=town.division.pk).update(name=name[:60])
    Venue.objects.filter(pk=town.venues["Anchor"].pk).update(name=name[:80])
    Team.objects.filter(pk=town.teams["Anchor"].pk).update(name=name[:80])
    data = data_of(town)
    data["sides"][1]["squad"] = [text] * 40
    assert len(codes(typesetting.png("card", data))) == 1
    division = Division.objects.select_related("season__league").get(pk=town.division.pk)
    for template, made in (
        ("card", cards.blank_card(division)),
        ("fixtures", walls.fixture_list(division.season, None, now=now)),
        ("tables", walls.table_sheet(division.season, now=now)),
    ):
        assert typesetting.pdf(template, made).startswith(b"%PDF-")


def test_texts_and_lists_are_cut_and_a_word_that_is_too_long_is_broken() -> None:
    found = typesetting.handed({"name": "W" * 500, "rows": range(5000), "address": "https://x.example/" + "a" * 60})
    assert len(found["name"].replace("\u200b", "")) == typesetting.LONGEST
    assert max(map(len, found["name"].split("\u200b"))) <= 18
    assert len(found["rows"]) == typesetting.MOST
    assert found["address"] == "https://x.example/" + "a" * 60


@pytest.mark.long
def test_the_most_there_can_be_takes_a_moment(town: Town, now: dt.datetime) -> None:
    line = {"time": "8 pm", "home": "H" * 80, "away": "A" * 80, "note": "V" * 80, "division": "D" * 60}
    weeks = [{"title": "W", "note": "", "long": True, "days": [{"day": "d", "lines": [line] * 40}]} for _ in range(20)]
    data = walls.fixture_list(town.season, None, now=now) | {"weeks": weeks}
    begun = time.monotonic()
    made = typesetting.pdf("fixtures", data)
    assert time.monotonic() - begun < 20
    assert len(made) < 5_000_000


def test_a_card_has_the_boxes_of_its_own_format(town: Town, now: dt.datetime) -> None:
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    division = Division.objects.select_related("season__league").get(pk=town.division.pk)
    change_division(division, {"fixture_format": "3E1w"}, reason="So.", by=town.secretary, now=now)
    old = data_of(town)["matches"]
    assert [(str(match["title"]), match["games"]) for match in old] == [
        ("1. Doubles", [1, 2, 3]),
        ("2. Singles", [1, 2, 3]),
        ("3. Singles", [1, 2, 3]),
    ]
    [new] = data_of(town, "Castle", "Duke of York")["matches"]
    assert (str(new["title"]), new["grid"], new["rows"][2]) == (
        "1–9. Each plays each",
        True,
        {"place": 3, "numbers": [7, 8, 9]},
    )
    assert typesetting.pdf("card", data_of(town, "Castle", "Duke of York"))


@pytest.mark.parametrize(
    ("form", "left"), [("S", 1), ("S S", 1), ("D D D D D S S S S", 4), ("S S S S S S", 3), ("D S", 1)]
)
def test_matches_fill_two_columns_evenly(town: Town, form: str, left: int) -> None:
    Division.objects.filter(pk=town.division.pk).update(fixture_format=form)
    assert data_of(town)["half"] == left


def test_squads_are_named_as_whoever_reads_may_see_them(town: Town) -> None:
    assert data_of(town)["sides"][0]["squad"][:2] == ["Anchor 1", "Anchor 2"]
    League.objects.update(shorten_names=True)
    player = town.squads["Anchor"][1]
    player.name = "Wilhelmina Bracegirdle"
    player.save()
    town.league.refresh_from_db()
    assert "Wilhelmina Bracegirdle" not in data_of(town)["sides"][0]["squad"]
    assert any(name.startswith("Wilhelmina") for name in data_of(town)["sides"][0]["squad"])


def test_a_fixture_without_a_date_has_a_line_for_it(town: Town) -> None:
    assert str(data_of(town)["when"]).endswith("8 pm, Anchor")
    Fixture.objects.filter(pk=town.fixture("Anchor", "Bell").pk).update(state=FixtureState.POSTPONED)
    assert data_of(town)["when"] == ""


@pytest.mark.parametrize("path", ["paper/2026-27/fixtures/", "paper/2026-27/tables/", "paper/2026-27/division-1/card/"])
def test_a_pdf_is_sent_and_kept_by_nobody_else(client: Client, town: Town, path: str) -> None:
    answer = client.get(f"/leagues/town/{path}")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["Content-Disposition"].startswith('inline; filename="')
    assert answer.content.startswith(b"%PDF-")
    Season.objects.filter(pk=town.season.pk).update(published_at=None)
    assert client.get(f"/leagues/town/{path}").status_code == 404


def test_a_draft_has_cards_for_its_secretary_alone(client: Client, town: Town) -> None:
    Season.objects.filter(pk=town.season.pk).update(published_at=None)
    assert client.get(page(town)).status_code == 404
    client.force_login(town.secretary)
    assert client.get(page(town)).status_code == 200


def test_the_list_is_of_a_season_or_of_a_division(client: Client, town: Town, now: dt.datetime) -> None:
    factories.full_division(town, 4)
    season = Season.objects.select_related("league").get(name="Full")
    weeks = walls.fixture_list(season, None, now=now)["weeks"]
    assert [len(day["lines"]) for week in weeks for day in week["days"]] == [2] * 6
    assert client.get("/leagues/town/paper/full/fixtures/?division=premier").status_code == 200
    for asked in ("?division=no", "?division=%00", "?division=division-1"):
        assert client.get(f"/leagues/town/paper/full/fixtures/{asked}").status_code == 404


def test_tables_are_those_of_the_pages(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    [division] = walls.table_sheet(town.season, now=now)["divisions"]
    assert division["rows"] == [
        ["1", "Anchor", "1", "1", "0", "0", "+3", "6"],
        ["2", "Bell", "1", "0", "0", "1", "−3", "3"],
        ["=3", "Castle", "0", "0", "0", "0", "0", "0"],
        ["=3", "Duke of York", "0", "0", "0", "0", "0", "0"],
    ]


@pytest.mark.parametrize(("path", "queries"), [("fixtures/", 6), ("tables/", 7), ("division-1/card/", 2)])
@pytest.mark.parametrize("more", [0, 3])
def test_paper_asks_a_fixed_number_of_queries(
    client: Client, town: Town, django_assert_num_queries: Any, path: str, queries: int, more: int
) -> None:
    for number in range(more):
        Division.objects.create(season=town.season, name=f"D {number}", slug=f"d{number}", fixture_format="S")
    with django_assert_num_queries(queries):
        client.get(f"/leagues/town/paper/2026-27/{path}")


def test_a_card_asks_a_fixed_number_of_queries(client: Client, town: Town, django_assert_num_queries: Any) -> None:
    Division.objects.filter(pk=town.division.pk).update(fixture_format=" ".join(["S"] * 60))
    with django_assert_num_queries(4):
        client.get(page(town))


@pytest.mark.usefixtures("pseudo")
def test_paper_is_in_the_readers_language(town: Town) -> None:
    found = typesetting.handed(data_of(town))
    assert found["labels"]["players"] == accented("Players")
    assert found["labels"]["v"] == accented("v")
    assert found["matches"][0]["title"].endswith(accented("Doubles"))


def test_the_page_of_a_fixture_without_a_result_leads_to_its_card(client: Client, town: Town, now: dt.datetime) -> None:
    pk = town.fixture("Anchor", "Bell").pk
    assert page(town) in client.get(f"/leagues/town/fixtures/{pk}/").content.decode()
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    assert page(town) not in client.get(f"/leagues/town/fixtures/{pk}/").content.decode()


def test_the_same_sheet_is_set_once_and_another_anew(
    client: Client, town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Setting a sheet costs a moment of a processor, and anybody may ask for one."""
    asked: list[str] = []
    compiled = typesetting._compiled

    def counted(template: str, data: str, **how: Any) -> Any:
        asked.append(template)
        return compiled(template, data, **how)

    monkeypatch.setattr(typesetting, "_compiled", counted)
    typesetting._set.cache_clear()
    first, again = (client.get("/leagues/town/paper/2026-27/tables/").content for _ in range(2))
    assert (first == again, asked) == (True, ["tables"])
    Team.objects.filter(pk=town.teams["Anchor"].pk).update(name="Anchor and Hope")
    assert client.get("/leagues/town/paper/2026-27/tables/").content != first
    assert asked == ["tables", "tables"]


@pytest.mark.usefixtures("today")
def test_what_hangs_on_a_wall_is_read_once_until_something_is_decided(
    settings: Any, town: Town, now: dt.datetime, django_assert_num_queries: Any
) -> None:
    settings.KEPT_PAGES = 1_000_000
    captain = town.captains["Anchor"]
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=captain, now=now)
    reader = Client()
    for sheet in ("fixtures", "tables"):
        address = f"/leagues/town/paper/2026-27/{sheet}/"
        first = reader.get(address).content
        # The league, the end of its journal, and the season.
        with django_assert_num_queries(3):
            assert reader.get(address).content == first
        assert reader.get(f"/fr{address}").content != first
    confirm.confirm(town.fixture("Anchor", "Bell"), 1, by=town.captains["Bell"], now=now)
    assert reader.get("/leagues/town/paper/2026-27/tables/").content != first


def test_only_catch_up_weeks_are_said_to_be_kept_free(town: Town, now: dt.datetime) -> None:
    first = town.weeks[0].round
    Week.objects.create(
        season=town.season, round=first, number=9, starts_on=dt.date(2026, 12, 14), kind=WeekKind.PLAY
    )  # fmt: skip
    listed = walls.fixture_list(town.season, None, now=now)["weeks"]
    kept = [week for week in listed if str(week["note"])]
    free = {week.label for week in town.season.weeks.filter(kind=WeekKind.CATCH_UP)}
    assert {str(week["title"]).split(",")[0] for week in kept} == {str(label) for label in free}
    assert all(week["days"] or week in kept for week in listed)
