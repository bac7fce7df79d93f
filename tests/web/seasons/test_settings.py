"""The list of all settings with its search, and the form of a division's points and tie-breaks."""

import datetime as dt
import html
from decimal import Decimal

import pytest
from django.test import Client

from league.models import Division, JournalEntry, Season, User
from league.rules.scheme_columns import COLUMNS
from league.rules.settings import LeagueSettings, SeasonSettings, declared
from tests import factories
from tests.factories import Town
from tests.forms import saved, untouched_on

LIST = "/leagues/town/secretary/settings/"


def test_the_list_has_every_setting_with_its_meaning(office: Client) -> None:
    sections = office.get(LIST).context["sections"]
    lines = [one.line for section in sections for one in section.lines]
    assert {line.label for line in lines} >= {
        str(one.label) for of in (LeagueSettings, SeasonSettings) for one in declared(of).values()
    }
    assert {line.label for line in lines} >= {str(one.label.capitalised()) for one in COLUMNS.values()}
    assert [line.label for line in lines if not line.meaning] == []
    assert [section.title for section in sections] == ["League", "People", "Mail", "2026-27", "Division 1"]


def test_a_search_finds_what_has_every_word_and_leads_to_its_place(office: Client, town: Town) -> None:
    answer = office.get(LIST, {"q": "HOURS confirm"})
    (found,) = [line for section in answer.context["sections"] for line in section.lines]
    assert found.url == "/leagues/town/secretary/settings/league/#set-confirm_hours"
    assert 'id="set-confirm_hours"' in office.get(found.url).content.decode()
    answer = office.get(LIST, {"q": "tie-breaks"})
    (found,) = [line for section in answer.context["sections"] for line in section.lines]
    assert found.url == "/leagues/town/secretary/seasons/2026-27/divisions/division-1/settings/#set-tie_breaks"
    assert 'id="set-tie_breaks"' in office.get(found.url).content.decode()


def test_format_and_rulesets_lead_to_their_own_pages(office: Client, town: Town) -> None:
    lines = [one for section in office.get(LIST).context["sections"] for one in section.lines]
    season = "/leagues/town/secretary/seasons/2026-27"
    assert {one.line.label: one.url for one in lines if one.line.label in ("Format", "Ruleset of singles")} == {
        "Format": f"{season}/formats/?division={town.division.slug}",
        "Ruleset of singles": f"{season}/rulesets/#division-{town.division.pk}",
    }


@pytest.mark.parametrize("asked", ["zeppelin", "%", "<b>", "ß" * 500])
def test_a_search_that_finds_nothing_says_so(office: Client, asked: str) -> None:
    answer = office.get(LIST, {"q": asked})
    assert answer.status_code == 200
    assert "No setting has these words." in answer.content.decode()
    assert 'value="<b>"' not in answer.content.decode()


def test_what_differs_from_its_default_says_so(office: Client, town: Town) -> None:
    def changed() -> list[str]:
        sections = office.get(LIST).context["sections"]
        return [
            f"{line.label}: {line.value} ({line.default})"
            for one in sections
            for line in (listed.line for listed in one.lines)
            if line.differs
        ]

    assert changed() == []
    town.league.confirm_hours = 72
    town.league.save()
    Division.objects.update(points_per_match=2, tie_breaks=["games_won", "name"], walkover_games=15)
    assert changed() == [
        "Hours to confirm a result: 72 (48)",
        "Points per match won: 2 (0)",
        "Games of a walkover: 15 (not said)",
        "Tie-breaks: Games won (Games difference, head-to-head, fixtures won)",
    ]
    page = office.get(LIST).content.decode()
    assert "Hours to confirm a result: 72" in page
    assert "Games of a walkover: 15; Tie-breaks: Games won" in page


def test_the_list_leads_to_pages_and_a_form_begins_with_what_most_leagues_touch(office: Client, town: Town) -> None:
    town.league.dispute_days = 9
    town.league.save()
    assert office.get(LIST).content.decode().count('class="setting-name"') <= 12
    page = office.get(f"{LIST}league/").content.decode()
    for at in (f"{LIST}league/", POINTS, "/leagues/town/secretary/seasons/2026-27/settings/"):
        groups = office.get(at).context["form"].groups()
        assert 1 <= sum(len(group.first) for group in groups) <= 12
    assert "Days to open a dispute: 9" in page
    assert page.index('id="set-confirm_hours"') < page.index("setting-fold") < page.index('id="set-dispute_days"')


def test_a_folded_setting_that_is_wrong_is_open(office: Client) -> None:
    page = office.post(f"{LIST}league/", {"dispute_days": "-1"}).context["form"]
    assert [group.title for group in page.groups() if group.open][:1] != []


def test_what_the_timetable_settled_has_no_place_to_be_changed(office: Client) -> None:
    def of(label: str) -> list[str]:
        return [
            one.url
            for section in office.get(LIST).context["sections"]
            for one in section.lines
            if one.line.label == label
        ]

    assert of("Second half") == [""]
    Season.objects.update(published_at=None)
    assert of("Second half") == ["/leagues/town/secretary/seasons/2026-27/settings/#set-second_half"]


def test_the_list_asks_as_much_of_two_divisions_as_of_one(
    office: Client, town: Town, django_assert_num_queries: object
) -> None:
    Division.objects.create(season=town.season, name="Division 2", slug="division-2", fixture_format="S D")
    with django_assert_num_queries(7):  # type: ignore[operator]
        office.get(LIST)


# What would follow, and saving it

POINTS = "/leagues/town/secretary/seasons/2026-27/divisions/division-1/settings/"
WHY = "The captains agreed on it."


def test_before_the_first_result_no_reason_is_asked(office: Client, town: Town) -> None:
    sent = untouched_on(office, POINTS) | {"points_per_match": "2"}
    page = office.post(POINTS, sent).content.decode()
    assert 'name="reason"' not in page
    assert "The captains will be told." in page
    saved(office, POINTS, sent)
    town.division.refresh_from_db()
    assert town.division.points_per_match == 2
    assert "Changed during the season" not in Client().get("/leagues/town/rules/").content.decode()


def test_points_are_shown_before_they_are_saved_with_the_reason(office: Client, town: Town) -> None:
    factories.begin(town.fixtures[0])
    sent = untouched_on(office, POINTS) | {"points_per_match": "2", "place_games_won": "1", "place_head_to_head": "4"}
    sent |= {"place_games_difference": ""}
    shown = office.post(POINTS, sent)
    assert shown.status_code == 200
    page = shown.content.decode()
    assert "Two points for each match won." in page
    assert 'name="reason"' in page
    town.division.refresh_from_db()
    assert town.division.points_per_match == 0, "nothing is written until it was seen"
    again = office.post(POINTS, sent | {"do": "save", "seen": shown.context["preview"].stamp})
    assert (again.status_code, 'href="#reason"' in again.content.decode()) == (422, True)
    answer = saved(office, POINTS, sent, reason=WHY)
    assert answer.redirect_chain == [("/leagues/town/secretary/seasons/2026-27/", 302)]
    town.division.refresh_from_db()
    assert town.division.points_per_match == 2
    assert town.division.tie_breaks == ["games_won", "fixtures_won", "head_to_head", "name"]
    rules = " ".join(Client().get("/leagues/town/rules/").content.decode().split())
    assert "Points per match won: 2 instead of 0" in rules
    assert f"Reason: {WHY}" in rules
    assert "Changed on" in rules


def test_an_evening_of_a_division_is_shown_before_it_is_saved_and_then_everywhere(office: Client, town: Town) -> None:
    sent = untouched_on(office, POINTS) | {"own_evening": "wednesday", "own_start": "19.30"}
    page = office.post(POINTS, sent).content.decode()
    assert "Tuesday, 8 pm" in page
    assert "Wednesday, 7.30 pm" in page
    assert "6 fixtures without a result keep their dates and their start" in page
    assert "Fixtures are played on Wednesday and start at 7.30 pm." in page
    saved(office, POINTS, sent, reason=WHY)
    town.division.refresh_from_db()
    assert (town.division.own_evening, town.division.own_start) == ("wednesday", dt.time(19, 30))
    assert 'value="19:30"' in office.get(POINTS).content.decode()
    season = "/leagues/town/secretary/seasons/2026-27/"
    assert "Fixtures are played on Wednesday and start at 7.30 pm." in office.get(season).content.decode()
    rules = " ".join(Client().get("/leagues/town/rules/").content.decode().split())
    assert "Fixtures are played on Wednesday and start at 7.30 pm." in rules
    assert "Evening of the division: Wednesday instead of As the season says" in rules
    home = office.get(f"{season}teams/anchor/home/").context["form"]
    assert not {"home_night", "start_time"} & set(home.fields)
    assert "Evening of the division" in office.get(LIST).content.decode()


def test_what_has_changed_since_is_shown_once_more(office: Client, town: Town) -> None:
    sent = untouched_on(office, POINTS) | {"points_per_match": "2"}
    stamp = office.post(POINTS, sent).context["preview"].stamp
    Division.objects.update(points_per_match=1)
    answer = office.post(POINTS, sent | {"do": "save", "seen": stamp, "reason": WHY})
    assert (answer.status_code, "Look at it once more" in answer.content.decode()) == (409, True)
    assert Division.objects.get(pk=town.division.pk).points_per_match == 1


def test_back_to_the_settings_keeps_what_was_filled_in(office: Client) -> None:
    sent = untouched_on(office, POINTS) | {"points_per_match": "2"}
    answer = office.post(POINTS, sent | {"do": "edit"})
    assert (answer.status_code, 'name="points_per_match" value="2"' in answer.content.decode()) == (200, True)


def test_nothing_different_changes_nothing(office: Client) -> None:
    answer = office.post(POINTS, untouched_on(office, POINTS), follow=True)
    assert "Nothing is different from before" in answer.content.decode()
    assert not JournalEntry.objects.exists()


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"points_per_game": ""}, "This field is required."),
        ({"points_per_game": "x"}, "Enter a number."),
        ({"points_per_game": "-1"}, "greater than or equal to 0"),
        ({"points_per_game": "1.234"}, "2 decimal places"),
        ({"points_per_game": "9" * 400}, "less than or equal to 999"),
        ({"points_per_game": "0"}, "No team could ever have a point"),
        ({"points_per_close_loss": "1"}, "Say by how many games"),
        ({"walkover_games": "2", "walkover_games_against": "3"}, "has more games than the other"),
        ({"place_games_won": "1"}, "Games difference is in place 1 already."),
        ({"place_lots": "1", "place_games_difference": "5"}, "never counts after"),
        ({"place_games_won": "99"}, "Select a valid choice."),
        ({"points_per_lurch": "1\x00"}, "Enter a number."),
    ],
)
def test_points_that_cannot_be_are_told_at_their_field(
    office: Client, town: Town, sent: dict[str, str], told: str
) -> None:
    answer = office.post(POINTS, untouched_on(office, POINTS) | sent)
    assert answer.status_code == 422
    assert told in html.unescape(answer.content.decode())
    assert Division.objects.get(pk=town.division.pk) == town.division


def test_a_division_of_another_league_is_not_there(office: Client) -> None:
    factories.town("Other League", "other")
    Division.objects.filter(season__league__slug="other").update(slug="elsewhere")
    assert office.get(POINTS.replace("division-1", "elsewhere")).status_code == 404
    assert office.get(POINTS.replace("town", "other")).status_code == 403


@pytest.mark.parametrize(
    ("language", "shown", "typed"),
    [("fr", "2,5", "12,50"), ("fr", "2,5", "12.50"), ("", "2.5", "12.50"), ("en-us", "2.5", "12.5")],
)
def test_points_are_shown_and_read_as_the_secretarys_language_writes_them(
    office: Client, town: Town, language: str, shown: str, typed: str
) -> None:
    Division.objects.filter(pk=town.division.pk).update(points_per_match=Decimal("2.50"))
    user = User.objects.get(pk=office.session["_auth_user_id"])
    User.objects.filter(pk=user.pk).update(language=language)
    assert f'name="points_per_match" value="{shown}"' in office.get(POINTS).content.decode()
    sent = untouched_on(office, POINTS) | {"points_per_match": shown}
    # What is shown is read: nothing is different.
    office.post(POINTS, sent)
    assert not JournalEntry.objects.exists()
    saved(office, POINTS, sent | {"points_per_match": typed}, reason=WHY)
    assert Division.objects.get(pk=town.division.pk).points_per_match == Decimal("12.50")


def test_a_comma_is_no_point_where_the_language_has_none(office: Client, town: Town) -> None:
    answer = office.post(POINTS, untouched_on(office, POINTS) | {"points_per_match": "2,5"})
    assert (answer.status_code, "Enter a number." in answer.content.decode()) == (422, True)


# A draft is read before it is published


def test_a_draft_s_rules_are_read_by_its_secretary_alone(office: Client, town: Town) -> None:
    Season.objects.create(league=town.league, name="2027-28", slug="2027-28", first_week=dt.date(2027, 9, 13))
    Division.objects.create(season_id=Season.objects.get(slug="2027-28").pk, name="A", slug="a", fixture_format="S D")
    answer = office.get("/leagues/town/rules/?season=2027-28")
    assert answer.status_code == 200
    assert "This season is a draft" in answer.content.decode()
    captain = Client()
    captain.force_login(town.captains["Anchor"])
    for reader in (captain, Client()):
        assert reader.get("/leagues/town/rules/?season=2027-28").status_code == 404
    desk = office.get("/leagues/town/secretary/seasons/2027-28/").content.decode()
    assert "/leagues/town/rules/?season=2027-28" in desk
    assert "/leagues/town/secretary/seasons/2027-28/setup/example/" in desk
    example = "/leagues/town/secretary/seasons/2027-28/setup/example/"
    assert office.get(example).status_code == 200
