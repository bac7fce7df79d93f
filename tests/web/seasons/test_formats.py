"""The page on which the secretary says what a night of a division consists of."""

import datetime as dt

import pytest
from django.test import Client

from league.models import Division, JournalEntry
from league.rules.format_forms import fields_of_format
from league.rules.formats import parse_format
from league.services.results import submit
from tests.factories import Town, result_sheet

PAGE = "/leagues/town/secretary/seasons/2026-27/formats/"


def rows(text: str, **more: str) -> dict[str, str]:
    return fields_of_format(parse_format(text)[0]) | more


def text_of(town: Town) -> str:
    return Division.objects.get(pk=town.division.pk).fixture_format


def test_it_tells_the_night_in_words_with_a_row_for_matches_that_are_alike(office: Client) -> None:
    shown = office.get(PAGE)
    html = shown.content.decode()
    assert "A fixture is three matches, in this order: one doubles, two singles." in html
    assert "A side needs 4 players." in html
    assert [(row["said"]["count"], row["said"]["kind"]) for row in shown.context["rows"]] == [
        ("1", "D"), ("2", "S"), ("", "S"), ("", "S"),
    ]  # fmt: skip
    assert 'name="reason"' not in html


def test_seeing_what_that_makes_keeps_nothing(office: Client, town: Town) -> None:
    shown = office.post(PAGE, rows("D Sb5w", do="show"))
    html = shown.content.decode()
    assert shown.status_code == 200
    assert "<del>A fixture is three matches, in this order: one doubles, two singles.</del>" in html
    assert "<ins>Match 2 is the best of five games.</ins>" in html
    assert f"Fixtures without a result, played like that from now on: {len(town.fixtures)}." in html
    assert text_of(town) == "D S S"


def test_it_is_saved_and_journalled(office: Client, town: Town) -> None:
    assert office.post(PAGE, rows("D Sb5w / 2", do="keep")).status_code == 302
    assert text_of(town) == "D Sb5w / 2"
    assert JournalEntry.objects.get().data["fixture_format"] == {"from": "D S S", "to": "D Sb5w / 2"}
    assert office.post(PAGE, rows("D Sb5w / 2", do="keep")).status_code == 302
    assert JournalEntry.objects.count() == 1


def test_what_is_wrong_is_told_at_its_field_and_stays_as_typed(office: Client, town: Town) -> None:
    sent = rows("D S", do="keep") | {"r1-games": "4", "r1-ends": "best", "r2-count": "<b>"}
    shown = office.post(PAGE, sent)
    assert shown.status_code == 422
    assert set(shown.context["wrong"]) == {"r1-games", "r2-count"}
    html = shown.content.decode()
    assert "&lt;b&gt;" in html
    assert 'href="#r1-games"' in html
    assert text_of(town) == "D S S"


def test_after_a_result_it_asks_why_and_names_what_was_played_before(
    office: Client, town: Town, now: dt.datetime
) -> None:
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    assert 'name="reason"' in office.get(PAGE).content.decode()
    refused = office.post(PAGE, rows("D D", do="keep"))
    assert refused.status_code == 422
    assert "reason" in refused.context["wrong"]
    assert office.post(PAGE, rows("D D", do="keep", reason="Too long a night.")).status_code == 302
    html = office.get(PAGE).content.decode()
    assert "1 fixture with a result, of 15 September 2026" in html
    assert JournalEntry.objects.order_by("number").last().why == "Too long a night."  # type: ignore[union-attr]


def test_points_that_the_format_cannot_bring_are_told(office: Client, town: Town) -> None:
    Division.objects.filter(pk=town.division.pk).update(tie_breaks=["spread", "name"])
    shown = office.post(PAGE, rows("D3w Sw", do="keep"))
    assert shown.status_code == 422
    assert text_of(town) == "D S S"


@pytest.mark.parametrize("asked", ["nothing", "division-1\0", "../"])
def test_a_division_that_the_season_has_not_is_not_there(office: Client, asked: str) -> None:
    assert office.get(PAGE, {"division": asked}).status_code == 404


def test_many_rows_and_long_texts_are_no_fault(office: Client) -> None:
    many = {f"r{n}-{name}": value * 300 for n in range(1, 80) for name, value in (("count", "9"), ("kind", "S"))}
    assert office.post(PAGE, many | {"do": "keep"}).status_code == 422
    assert office.post(PAGE, {"do": "keep"}).status_code == 422


def test_points_that_could_come_about_no_more_are_named_with_the_way_to_them(office: Client, town: Town) -> None:
    Division.objects.update(fixture_format="D S", points_per_win=2, points_per_draw=1)
    refused = office.post(PAGE, rows("S", do="keep"))
    html = refused.content.decode()
    assert refused.status_code == 422
    assert [(str(one.where), str(one.message)) for one in refused.context["problems"]] == [
        ("points per fixture drawn", "No fixture of this format can be drawn: leave it at 0.")
    ]
    assert "/seasons/2026-27/divisions/division-1/settings/" in html
    assert text_of(town) == "D S"
