"""The pages that lead from nothing to a published season: what each says, keeps, and leads on to."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.test import Client

from league.models import (
    Entry,
    Fixture,
    Invitation,
    League,
    Notice,
    Player,
    Result,
    Season,
    SheetDraft,
    Team,
    User,
    Venue,
)
from league.queries.seasons.drafts import night_values
from league.rules.shapes import SHAPES
from league.services.seasons import drafts, leagues, publish
from league.services.seasons import timetables as timetable_service
from tests.factories import Town
from tests.services.draft_season import draft, ready

pytestmark = pytest.mark.django_db
NAMES = "Anchor\nBell\nCrown\nDuke"


@pytest.fixture
def ada() -> User:
    return User.objects.create_superuser("ada@county.example", "a-long-enough-password", name="Ada")


@pytest.fixture
def client(ada: User, settings: Any) -> Client:
    made = Client()
    made.force_login(ada)
    return made


@pytest.fixture
def county(ada: User, now: dt.datetime) -> League:
    return leagues.found_league("County Crib", "Europe/London", by=ada, now=now)


@pytest.fixture
def season(county: League, ada: User, now: dt.datetime) -> Season:
    return drafts.start_season(county, "2026–27", "rye", by=ada, now=now)


HOME = "/leagues/county-crib/"
OWN = f"{HOME}secretary/seasons/2026-27/"


def night(client: Client, page: str = f"{OWN}setup/night/") -> dict[str, str]:
    """Return what the page “How you play” sends unchanged, but for the points."""
    form = client.get(page).context["form"]
    values = {name: form[name].value() for name in form.fields}
    changed = ("points_per_game", "walkover_games")
    return {name: str(value) for name, value in values.items() if value is not None and name not in changed}


def test_from_nothing_to_invitations(client: Client, now: dt.datetime) -> None:
    """Each step leads on to the next."""

    def sent(page: str, **said: str) -> str:
        answer = client.post(page, said)
        assert answer.status_code == 302, answer.content.decode()
        return str(answer.headers["Location"])

    with time_machine.travel(now, tick=False):
        page = sent("/new-league/", name="County Crib", time_zone="Europe/London")
        assert page == f"{HOME}secretary/start-season/"
        page = sent(page, name="2026–27", start="bury")
        assert page == f"{OWN}setup/night/"
        page = sent(page, **night(client), points_per_game="1", walkover_games="10")
        assert page == f"{OWN}setup/teams/"
        page = sent(page, teams=NAMES, night="1", start="20:00", divisions="Premier\nFirst")
        assert page == f"{OWN}setup/homes/"
        page = sent(page)
        assert page == f"{OWN}setup/deal/"
        entries = Entry.objects.order_by("team__name")
        premier, first = Season.objects.get().divisions.order_by("order")
        dealt = {
            f"team-{entry.pk}": str(division.pk) for entry, division in zip(entries, [premier, first] * 2, strict=True)
        }
        assert sent(page, **dealt) == f"{OWN}setup/plan/"
        assert "Captains write the names on the sheet" in client.get(f"{OWN}setup/players/").content.decode()
        page = sent(f"{OWN}setup/plan/", first_day="2027-01-12", last_day="", rounds="2", no_play="")
        assert timetable_service.make_waiting(now=now) == 1
        assert client.get(f"{OWN}setup/").context["next"][1] == f"{page}publish/"
        assert sent(f"{page}publish/", version="1") == f"{OWN}setup/captains/"
        assert "/leagues/county-crib/" in client.get(f"{OWN}setup/captains/").context["chat"]
        assert "Invite the captains" in client.get(OWN).content.decode()
        captains = {f"team-{entry.team_id}": f"{entry.team.slug}@county.example" for entry in entries}
        assert sent(f"{OWN}setup/captains/", **captains) == f"{OWN}setup/"
        assert client.get(f"{OWN}setup/").context["next"] is None
    assert Invitation.objects.count() == Notice.objects.filter(kind="invitation").count() == 4


def test_a_step_is_taken_up_again_where_it_was_left(client: Client, season: Season, now: dt.datetime) -> None:
    client.post(f"{OWN}setup/teams/", {"teams": "Anchor\nBell, The Bell, Wed", "night": "1", "start": "20.00"})
    form = client.get(f"{OWN}setup/teams/").context["form"]
    assert form["teams"].value() == "Anchor, Anchor, Tuesday, 20:00\nBell, The Bell, Wednesday, 20:00"
    # The league's home, the secretary's page and the list of seasons lead back to it.
    for page in (HOME, f"{HOME}fixtures/", f"{HOME}rules/", f"{HOME}secretary/"):
        assert f'href="{OWN}setup/"' in client.get(page).content.decode(), page
    assert f'href="{OWN}"' in client.get(f"{HOME}secretary/seasons/").content.decode()


def test_one_evening_for_everybody_is_chosen_with_the_teams_and_their_lines_name_none(
    client: Client, season: Season
) -> None:
    page = f"{OWN}setup/teams/"
    assert client.post(page, {"teams": NAMES, "night": "thursday", "start": "20:00"}).status_code == 302
    assert set(Entry.objects.values_list("home_night", flat=True)) == {3}
    form = client.get(page).context["form"]
    assert (form["night"].value(), form["teams"].value().splitlines()[0]) == ("thursday", "Anchor, Anchor, 20:00")
    refused = client.post(page, {"teams": "Anchor, Friday\nBell", "night": "thursday", "start": "20:00"})
    assert refused.status_code == 422
    assert "Everybody plays on Thursday; leave Friday out of the line of Anchor." in refused.content.decode()
    assert 'name="night"' not in client.get(f"{OWN}teams/add/").content.decode()


def test_a_list_that_rests_on_an_older_one_takes_nobody_s_team_out(client: Client, season: Season) -> None:
    page = f"{OWN}setup/teams/"
    seen = client.get(page).context["form"]["seen"].value()
    sent = {"night": "1", "start": "20:00", "seen": seen}
    assert client.post(page, {**sent, "teams": NAMES}).status_code == 302
    late = client.post(page, {**sent, "teams": "Eagle\nFox"})
    said = late.content.decode()
    assert (late.status_code, "Somebody has changed the teams since you opened this page." in said) == (422, True)
    # Both are shown; who sends theirs again has seen the other.
    assert ("Crown, Crown, Tuesday, 20:00" in said, late.context["form"]["teams"].value()) == (True, "Eagle\nFox")
    assert Entry.objects.count() == 4
    again = {**sent, "teams": "Eagle\nFox", "seen": late.context["form"]["seen"].value()}
    assert client.post(page, again).status_code == 302
    assert sorted(Entry.objects.values_list("team__name", flat=True)) == ["Eagle", "Fox"]


def test_what_is_wrong_is_told_at_its_line_and_nothing_is_lost(client: Client, season: Season) -> None:
    typed = "Anchor\n,The Bell\nANCHOR"
    answer = client.post(f"{OWN}setup/teams/", {"teams": typed, "night": "1", "start": "20:00"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Line 2: The team’s name is missing" in page
    assert "Line 3: “ANCHOR” stands in line 1 already" in page
    assert answer.context["form"]["teams"].value() == typed
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("step", "said", "told"),
    [
        ("teams", {"teams": "", "night": "1", "start": "20:00"}, "Write the teams, one a line."),
        ("teams", {"teams": " \n ", "night": "1", "start": "20:00"}, "Write the teams, one a line."),
        ("teams", {"teams": "Anchor", "night": "9", "start": "late"}, "Select a valid choice"),
        ("teams", {"teams": "A", "night": "1", "start": "20:00", "divisions": "One\none"}, "Line 2: There are two"),
        ("teams", {"teams": "Anchor\0", "night": "1", "start": "20:00"}, "Null characters are not allowed"),
        ("teams", {"teams": "Anchor, 25:00", "night": "1", "start": "20:00"}, "“25:00” is not a time of day."),
        ("teams", {"teams": "x" * 200, "night": "1", "start": "20:00"}, "up to 120 letters"),
        ("teams", {"teams": "An\u202echor", "night": "1", "start": "20:00"}, "an invisible character"),
        ("teams", {"teams": "\u200d, The Anchor", "night": "1", "start": "20:00"}, "an invisible character"),
        ("plan", {"first_day": "", "rounds": "2"}, "Write the day of the first evening."),
        ("plan", {"first_day": "2027-02-30", "rounds": "2"}, "Write a day like 2026-09-15."),
        ("plan", {"first_day": "0001-01-01", "rounds": "2"}, "Write a day like 2026-09-15."),
        ("plan", {"first_day": "9999-12-31", "rounds": "2"}, "Write a day like 2026-09-15."),
        ("plan", {"first_day": "2027-01-12", "last_day": "2026-01-12", "rounds": "2"}, "must come after the first"),
        ("plan", {"first_day": "2027-01-12", "rounds": "2", "no_play": "soon"}, "soon"),
        ("plan", {"first_day": "2027-01-12", "rounds": "2"}, "No division has two teams yet"),
        ("night", {"r1-count": "0", "r1-kind": "D", "r1-games": "5"}, "Write a number from 1 to"),
        ("night", {"r1-count": "3", "r1-kind": "D", "r1-games": "5", "points_per_game": "many"}, "Enter a number."),
        ("night", {}, "Say how many matches there are"),
    ],
)
def test_bad_input_is_refused_in_words(
    client: Client, season: Season, step: str, said: dict[str, str], told: str
) -> None:
    answer = client.post(f"{OWN}setup/{step}/", said)
    assert (answer.status_code, told in answer.content.decode()) == (422, True), answer.content.decode()


def test_addresses_that_are_none_are_told_at_their_teams_and_nobody_is_invited(
    client: Client, season: Season, ada: User, now: dt.datetime
) -> None:
    client.post(f"{OWN}setup/teams/", {"teams": NAMES, "night": "1", "start": "20:00"})
    teams = list(Entry.objects.order_by("pk").values_list("team", flat=True))
    sent = {f"team-{teams[0]}": "anchor@county.example", f"team-{teams[1]}": "bell", f"team-{teams[2]}": "@"}
    answer = client.post(f"{OWN}setup/captains/", sent)
    assert answer.status_code == 422
    assert sorted(answer.context["form"].errors) == sorted(f"team-{team}" for team in teams[1:3])
    assert not Invitation.objects.exists()
    assert User.objects.count() == 1


def test_a_season_of_an_unknown_shape_or_another_s_pattern_is_refused(client: Client, county: League) -> None:
    page = f"{HOME}secretary/start-season/"
    for start in ("", "chess", "like:2025-26"):
        assert client.post(page, {"name": "2026–27", "start": start}).status_code == 422
    assert not Season.objects.exists()


def test_a_second_season_like_the_first(town: Town, now: dt.datetime) -> None:
    client = Client()
    client.force_login(town.secretary)
    page = "/leagues/town/secretary/start-season/"
    form = client.get(page).context["form"]
    assert (form["start"].value(), form["name"].value()) == ("like:2026-27", "2027–28")
    answer = client.post(page, {"name": "2027–28", "start": "like:2026-27"})
    assert answer.headers["Location"] == "/leagues/town/secretary/seasons/2027-28/setup/plan/"
    answer = client.post(page, {"name": "2027–28", "start": "like:2026-27"})
    assert "There is a season called 2027–28 already." in answer.content.decode()


def test_a_published_season_is_set_up_no_more(town: Town) -> None:
    client = Client()
    client.force_login(town.secretary)
    for step in ("teams", "homes", "players", "deal"):
        assert client.get(f"/leagues/town/secretary/seasons/2026-27/setup/{step}/").status_code == 409
    # Until a result is sent.
    for step in ("night", "plan"):
        assert client.get(f"/leagues/town/secretary/seasons/2026-27/setup/{step}/").status_code == 200


def test_an_empty_server_says_to_each_visitor_what_to_do_next(ada: User, client: Client) -> None:
    assert "Set up your league" in client.get("/").content.decode()
    assert "Sign in to make the first one" in Client().get("/").content.decode()


def test_who_reads_a_league_without_a_season_is_told_so(county: League) -> None:
    page = Client().get(HOME).content.decode()
    assert "The secretary is setting this league up." in page
    assert "/secretary/" not in page


def test_a_league_of_one_is_gone_to_at_once_and_all_are_listed_when_asked(client: Client, town: Town) -> None:
    assert client.get("/").headers["Location"] == "/leagues/town/"
    assert "Make another league" in client.get("/?all").content.decode()
    assert "Make another league" not in Client().get("/?all").content.decode()


# An example night


def test_an_example_night_is_added_up_and_kept_nowhere(client: Client, season: Season) -> None:
    page = f"{OWN}setup/example/"
    form = client.get(page).context["form"]
    assert [match.kind for match in form.matches] == ["singles"] * 4 + ["doubles"] * 2
    assert len(form.matches[0].home[0].options) == 4
    sent = {}
    for match in range(1, 7):
        for seat in (1, 2) if match > 4 else (1,):
            who = match if match <= 4 else 2 * (match - 5) + seat
            sent |= {f"m{match}-home-{seat}": str(who), f"m{match}-away-{seat}": str(1000 + who)}
        for game in (1, 2, 3):
            sent |= {f"m{match}-g{game}-winner": "away" if game == 3 else "home", f"m{match}-g{game}-loser": "100"}
    answer = client.post(page, sent)
    assert "The Home Team – The Visitors: 12–6 in games, 6–0 in matches." in answer.content.decode()
    left = client.post(page, {**sent, "m1-g1-loser": "121", "m2-home-1": "1"})
    assert left.status_code == 422
    assert {problem.field for problem in left.context["problems"]} >= {"m1-g1"}
    for model in (Fixture, Player, Result, SheetDraft, Team):
        assert not model.objects.exists()


def test_an_example_has_the_teams_of_its_draft_and_each_division(
    client: Client, season: Season, ada: User, now: dt.datetime
) -> None:
    client.post(f"{OWN}setup/teams/", {"teams": NAMES, "night": "1", "start": "20:00"})
    drafts.plan_season(season, "2026–27", dt.date(2027, 1, 12), ["Premier", "First"], by=ada, now=now)
    page = client.get(f"{OWN}setup/example/?division=first")
    assert (page.context["division"].name, page.context["form"].fixture.home.name) == ("First", "Anchor")
    assert client.get(f"{OWN}setup/example/?division=third").status_code == 404


def test_a_division_with_an_evening_of_its_own_is_told_where_teams_are_entered_and_dealt(
    client: Client, season: Season
) -> None:
    client.post(f"{OWN}setup/teams/", {"teams": "Anchor\nBell", "night": "1", "start": "20:00"})
    season.divisions.update(own_evening="wednesday")
    sentence = "Fixtures are played on Wednesday."
    for step in ("teams", "deal"):
        page = client.get(f"{OWN}setup/{step}/")
        assert (page.status_code, sentence in page.content.decode()) == (200, True)
    client.post(f"{OWN}setup/teams/", {"teams": "Anchor\nBell\nCastle", "night": "1", "start": "20:00"})
    assert set(Entry.objects.values_list("home_night", flat=True)) == {2}


def test_a_late_team_may_leave_out_what_its_division_says(client: Client, season: Season) -> None:
    client.post(f"{OWN}setup/teams/", {"teams": "Anchor\nBell", "night": "1", "start": "20:00"})
    division, venue = season.divisions.get(), Venue.objects.first()
    season.divisions.update(own_evening="wednesday", own_start="19:30")
    sent = {"name": "Castle", "division": division.pk, "venue": venue.pk if venue else 0, "night": "", "start": ""}
    assert client.post(f"{OWN}teams/add/", sent | {"night": "0"}).status_code == 422
    assert client.post(f"{OWN}teams/add/", sent).status_code == 302
    entry = Entry.objects.get(team__name="Castle")
    assert (entry.home_night, f"{entry.start_time:%H:%M}") == (2, "19:30")


def test_a_team_with_nearly_the_name_of_another_is_asked_about(client: Client, season: Season) -> None:
    sent = {"night": "1", "start": "20:00", "teams": "Anchor\nCrown\nThe Crown"}
    page = client.post(f"{OWN}setup/teams/", sent)
    assert page.status_code == 422
    assert page.content.decode().count("The Crown is new, and very like Crown. If they are one, write Crown.") == 2
    assert not Team.objects.exists()
    assert client.post(f"{OWN}setup/teams/", {**sent, "anyway": "on"}).status_code == 302
    # What is there already is not asked about again.
    assert client.post(f"{OWN}setup/teams/", sent).status_code == 302
    assert 'id="id_anyway"' not in client.get(f"{OWN}setup/teams/").content.decode()


def test_teams_are_read_back_and_venues_with_nearly_one_name_asked_about(client: Client, season: Season) -> None:
    typed = "Swan, at the Swan Inn, Tuesdays 8.30\nEagle, Swan, Tue 8.30pm\nIvy, 9.15 am"
    client.post(f"{OWN}setup/teams/", {"night": "1", "start": "8 pm", "teams": typed})
    page = client.get(f"{OWN}setup/homes/")
    said = " ".join(page.content.decode().split())
    assert "Tuesdays at 8.30 pm at the Swan Inn" in said
    assert "In the morning? Check these starts: Ivy (9.15 am)." in said
    assert "Swan and The Swan Inn: the same place?" in said
    assert client.post(f"{OWN}setup/homes/").status_code == 422
    [name] = page.context["form"].fields
    inn = Venue.objects.get(name="The Swan Inn")
    assert client.post(f"{OWN}setup/homes/", {name: str(inn.pk)}).headers["Location"] == f"{OWN}setup/night/"
    assert "is shared, so these are never both at home" in client.get(f"{OWN}setup/homes/").content.decode()
    assert sorted(Venue.objects.values_list("name", flat=True)) == ["Ivy", "The Swan Inn"]


# How you play


def test_a_night_is_shown_before_it_is_kept(client: Client, season: Season) -> None:
    page = f"{OWN}setup/night/"
    sent = night(client) | {"r1-count": "3", "r1-kind": "D", "r1-games": "5", "r2-count": "", "points_per_game": "½"}
    shown = client.post(page, {**sent, "points_per_win": "2", "do": "show"})
    card = shown.context["card"]
    assert (shown.status_code, len(card.rows), card.home.games, card.home.points) == (200, 3, 8, "6")
    assert season.divisions.get().fixture_format == "S S S S D D / 1S 1D"
    assert client.post(page, {**sent, "points_per_win": "2"}).headers["Location"] == f"{OWN}setup/teams/"
    division = season.divisions.get()
    assert (division.fixture_format, division.points_per_game, division.points_per_win) == ("D5 D5 D5", 0.5, 2)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_night_that_is_sent_as_it_is_stays_the_shape_s(
    client: Client, county: League, ada: User, now: dt.datetime, shape: str
) -> None:
    made = drafts.start_season(county, "2026–27", shape, by=ada, now=now)
    before = night_values(made.divisions.select_related("season").get())
    page = f"{OWN}setup/night/"
    form = client.get(page).context["form"]
    sent = {name: str(form[name].value()) for name in form.fields if form[name].value() is not None}
    answer = client.post(page, sent)
    assert answer.status_code == 302, dict(answer.context["form"].errors)
    after = night_values(made.divisions.select_related("season").get())
    assert after == before


def test_points_that_no_night_brings_are_told_at_their_field(client: Client, season: Season) -> None:
    sent = night(client) | {"points_per_game": "1", "walkover_games": "99"}
    answer = client.post(f"{OWN}setup/night/", sent)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["walkover_games"])
    shown = client.post(f"{OWN}setup/night/", {**sent, "do": "show"})
    assert (shown.status_code, list(shown.context["form"].errors)) == (200, ["walkover_games"])


def test_a_night_that_somebody_else_changed_shows_both(client: Client, season: Season) -> None:
    page, sent = f"{OWN}setup/night/", night(client) | {"points_per_game": "1"}
    assert client.post(page, {**sent, "points_per_win": "3"}).status_code == 302
    late = client.post(page, {**sent, "points_per_win": "2"})
    said = " ".join(late.content.decode().split())
    assert (late.status_code, "Saved by somebody else" in said, "the win: 3" in said) == (422, True, True)
    assert late.context["form"]["points_per_win"].value() == "2"
    again = {**sent, "points_per_win": "2", "seen": late.context["form"]["seen"].value()}
    assert client.post(page, again).status_code == 302
    assert season.divisions.get().points_per_win == 2


# Published, and nothing played yet


def test_until_a_result_is_sent_a_published_season_is_decided_anew(town: Town, now: dt.datetime) -> None:
    season = draft(town.league, town.secretary)
    publish.publish(ready(season, town.secretary), version=1, despite="It will do.", by=town.secretary, now=now)
    client, own = Client(), "/leagues/town/secretary/seasons/2027-28/"
    client.force_login(town.secretary)
    page = client.get(own).content.decode()
    assert "Until the first result" in page
    before = night(client, f"{own}setup/night/")
    changed = client.post(f"{own}setup/night/", {**before, "points_per_game": "2"})
    assert changed.headers["Location"] == own
    assert 2 in season.divisions.values_list("points_per_game", flat=True)
    asked = client.post(f"{own}setup/plan/", {"first_day": "2027-10-05", "rounds": "1", "no_play": ""})
    assert asked.status_code == 302
    assert timetable_service.make_waiting(now=now) == 1
    text = client.get(f"{asked.headers['Location']}publish/").content.decode()
    assert "They replace the fixtures published now." in text
    assert "The first fixtures are on" in text


def test_all_that_is_wrong_with_the_teams_is_told_at_once(client: Client, season: Season) -> None:
    sent = {"teams": "Anchor\nBell, 25.00\nAnchor", "night": "9", "start": "late", "divisions": f"{'x' * 121}\nTwo"}
    answer = client.post(f"{OWN}setup/teams/", sent)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert {name: len(found) for name, found in form.errors.items()} == {
        "night": 1, "start": 1, "teams": 2, "divisions": 1,
    }  # fmt: skip
    assert form["teams"].value() == sent["teams"]
    assert not Entry.objects.exists()


def test_a_text_that_is_too_long_is_told_in_plain_words(client: Client, county: League) -> None:
    page = client.post(f"{HOME}secretary/start-season/", {"name": "x" * 61, "start": "rye"}).content.decode()
    assert "Use at most 60 characters: this has 61." in page


def test_players_are_read_back_before_they_are_saved(client: Client, season: Season) -> None:
    client.post(f"{OWN}setup/teams/", {"teams": NAMES, "night": "1", "start": "20.00"})
    page, text = f"{OWN}setup/players/", "Anchor: Ann Archer, Bob Miller\nBell\nCath Young"
    answer = client.post(page, {"players": text})
    assert answer.status_code == 200
    assert "Register 3 players" in answer.content.decode()
    assert "Ann Archer, Bob Miller" in answer.content.decode()
    assert not Player.objects.exists()
    again = client.post(page, {"players": text, "do": "change"})
    assert again.context["form"]["players"].value() == text
    saved = client.post(page, {"players": text, "do": "save"})
    assert saved.headers["Location"] == page
    assert "3 players are registered." in client.get(page).content.decode()
    assert Player.objects.count() == 3


def test_wrong_lines_of_players_are_told_at_once_and_stay(client: Client, season: Season) -> None:
    client.post(f"{OWN}setup/teams/", {"teams": NAMES, "night": "1", "start": "20.00"})
    text = f"Ann\nAnchor: {'x' * 200}\nBob, bob@"
    answer = client.post(f"{OWN}setup/players/", {"players": text})
    assert answer.status_code == 422
    assert [error.partition(":")[0] for error in answer.context["form"].errors["players"]] == [
        "Line 1",
        "Line 2",
        "Line 3",
    ]
    assert answer.context["form"]["players"].value() == text


def test_a_name_like_last_years_is_asked_about_and_the_answer_goes_on(town: Town, now: dt.datetime) -> None:
    day = town.season.first_week + dt.timedelta(weeks=52)
    drafts.copy_season(town.league, town.season, "2027-28", day, by=town.secretary, now=now)
    known = Player.objects.filter(registrations__team__name="Anchor").earliest("pk")
    Player.objects.filter(pk=known.pk).update(name="Robert Ashley")
    client = Client()
    client.force_login(town.secretary)
    page = "/leagues/town/secretary/seasons/2027-28/setup/players/"
    sent = {"players": "Anchor: Robert Ashly"}
    answer = client.post(page, sent)
    assert [question.name for question in answer.context["questions"]] == ["Robert Ashly"]
    sent |= {"team-0": "Anchor", "name-0": "Robert Ashly", "person-0": f"{known.pk}"}
    read_back = client.post(page, sent).content.decode()
    assert "Robert Ashley" in read_back
    assert f'name="person-a0" value="{known.pk}"' in read_back
    client.post(page, sent | {"do": "save"})
    assert known.registrations.filter(season__name="2027-28").count() == 1
