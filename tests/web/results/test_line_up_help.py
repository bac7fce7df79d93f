"""What helps a captain to fill in the sheet: last time's line-up, players in their order, and one who is missing."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client

from league.models import Fixture, Player, Registration, Result, Season, SheetDraft
from league.services.results import confirm, submit
from tests.factories import Town, result_sheet
from tests.web.pages import beside, filled, page, signed_in, summary, typed, words

pytestmark = pytest.mark.usefixtures("today")
# session, user, league, grants (2), fixture, result (2, one for what the page rests on), draft, squads, what was
# played, answers, guests, notes, awards, and what stands against those who are seated (2, where anybody is)
QUERIES = 17
NOTE = "As last time: check who played."


@pytest.fixture
def fixture(town: Town, now: dt.datetime) -> Fixture:
    """Anchor v Bell, begun an hour ago."""
    Fixture.objects.filter(pk=town.fixture("Anchor", "Bell").pk).update(starts_at=now - dt.timedelta(hours=1))
    return town.fixture("Anchor", "Bell")


@pytest.fixture
def played(town: Town, now: dt.datetime) -> Fixture:
    """A confirmed sheet of Anchor's at home against Castle, a month before they meet Bell."""
    before = town.fixture("Anchor", "Castle")
    submit.submit(before, result_sheet(town, "Anchor", "Castle"), by=town.captains["Anchor"], now=now)
    confirm.confirm(before, 1, by=town.captains["Castle"], now=now)
    return before


def ids(town: Town, *names: str) -> list[str]:
    return [str(Player.objects.get(name=name).pk) for name in names]


def test_a_blank_sheet_opens_with_the_last_line_up_and_says_so(
    town: Town, fixture: Fixture, played: Fixture, anchor: Client
) -> None:
    answer = anchor.get(page(fixture, "sheet"))
    ours = {name: value for name, value in typed(town, fixture).items() if "-home-" in name}
    assert filled(answer) == {name: value for name, value in ours.items() if "-g" not in name}
    assert NOTE in words(answer)
    assert words(answer).count("as last time") == len(filled(answer)) == 4
    # Nothing was kept, and nothing was sent.
    assert not SheetDraft.objects.exists()
    assert not Result.objects.filter(fixture=fixture).exists()


def test_the_line_up_is_cleared_and_filled_in_again_and_the_scores_stay(
    town: Town, fixture: Fixture, played: Fixture, anchor: Client
) -> None:
    there = filled(anchor.get(page(fixture, "sheet")))
    score = {"m1-g1-winner": "home", "m1-g1-loser": "98"}
    answer = anchor.post(page(fixture, "sheet"), {**there, **score, "do": "clear"}, follow=True)
    assert filled(answer) == score
    assert NOTE not in words(answer)
    assert "Fill in last time’s line-up" in words(answer)
    answer = anchor.post(page(fixture, "sheet"), {**score, "do": "last"}, follow=True)
    assert filled(answer) == there | score
    assert NOTE in words(answer)


def test_a_cleared_line_up_is_brought_back_by_undo(
    town: Town, fixture: Fixture, played: Fixture, anchor: Client
) -> None:
    there = filled(anchor.get(page(fixture, "sheet")))
    changed = there | {"m2-home-1": ids(town, "Anchor 6")[0], "m1-g1-winner": "home", "m1-g1-loser": "98"}
    answer = anchor.post(page(fixture, "sheet"), {**changed, "do": "clear"}, follow=True)
    assert "Line-up cleared. Undo" in words(answer)
    answer = anchor.post(page(fixture, "sheet"), {**filled(answer), "m1-g2-winner": "away", "do": "undo"}, follow=True)
    assert filled(answer) == changed | {"m1-g2-winner": "away"}
    assert "Line-up cleared" not in words(answer)


def test_undo_is_not_offered_over_players_chosen_since(
    town: Town, fixture: Fixture, played: Fixture, anchor: Client
) -> None:
    there = filled(anchor.get(page(fixture, "sheet")))
    anchor.post(page(fixture, "sheet"), {**there, "do": "clear"})
    anchor.post(page(fixture, "draft"), {"m1-home-1": ids(town, "Anchor 6")[0]})
    assert "Line-up cleared" not in words(anchor.get(page(fixture, "sheet")))


def test_what_was_kept_is_never_written_over_by_a_suggestion(
    town: Town, fixture: Fixture, played: Fixture, anchor: Client
) -> None:
    mine = {"m1-g1-winner": "away", "m1-home-1": ids(town, "Anchor 6")[0]}
    anchor.post(page(fixture, "draft"), mine)
    answer = anchor.get(page(fixture, "sheet"))
    assert filled(answer) == mine
    assert NOTE not in words(answer)
    # Not even an empty one: whoever took everybody off meant it.
    anchor.post(page(fixture, "draft"), {})
    assert filled(anchor.get(page(fixture, "sheet"))) == {}


def test_whoever_has_left_the_squad_is_not_suggested(
    town: Town, fixture: Fixture, played: Fixture, anchor: Client
) -> None:
    gone = town.squads["Anchor"][0]
    last_day = fixture.starts_at.date() - dt.timedelta(days=1)
    Registration.objects.filter(player=gone).update(ends_on=last_day)
    fields = filled(anchor.get(page(fixture, "sheet")))
    assert str(gone.pk) not in fields.values()
    assert len(fields) == 3


@pytest.mark.parametrize("state", ["submitted", "disputed"])
def test_a_sheet_that_does_not_count_suggests_nobody(
    town: Town, fixture: Fixture, played: Fixture, anchor: Client, state: str
) -> None:
    Result.objects.filter(fixture=played).update(state=state)
    assert filled(anchor.get(page(fixture, "sheet"))) == {}


def test_a_hidden_season_suggests_nobody(town: Town, fixture: Fixture, played: Fixture, anchor: Client) -> None:
    other = Season.objects.create(
        league=town.league, name="Old", slug="old", first_week=town.season.first_week, published_at=fixture.starts_at,
        hidden_at=fixture.starts_at,
    )  # fmt: skip
    division = type(town.division).objects.create(season=other, name="Old", slug="old", fixture_format="S")
    Fixture.objects.filter(pk=played.pk).update(division=division)
    assert filled(anchor.get(page(fixture, "sheet"))) == {}


def test_those_who_played_last_stand_first_in_the_lists(
    town: Town, fixture: Fixture, played: Fixture, anchor: Client
) -> None:
    html = anchor.get(page(fixture, "sheet")).content.decode()
    chooser = html.split('name="m1-home-1"')[1].split("</select>")[0]
    shown = [name for name in (f"Anchor {n}" for n in range(1, 7)) if name in chooser]
    assert sorted(shown, key=chooser.index) == [f"Anchor {n}" for n in range(1, 7)]
    Registration.objects.filter(player__name="Anchor 2").update(team=town.teams["Bell"])
    Registration.objects.filter(player__name="Castle 3").update(team=town.teams["Anchor"])
    html = anchor.get(page(fixture, "sheet")).content.decode()
    chooser = html.split('name="m1-home-1"')[1].split("</select>")[0]
    # Castle 3 has not played for this team.
    assert chooser.index("Anchor 6") < chooser.index("Castle 3")
    Player.objects.filter(name="Anchor 4").update(name="Zebedee")
    html = anchor.get(page(fixture, "sheet")).content.decode()
    chooser = html.split('name="m1-home-1"')[1].split("</select>")[0]
    assert chooser.index("Zebedee") < chooser.index("Anchor 5")


def test_the_suggestion_costs_one_query_however_much_was_played(
    town: Town, fixture: Fixture, anchor: Client, now: dt.datetime, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(QUERIES - 2):
        anchor.get(page(fixture, "sheet"))
    submit.submit(town.fixture("Anchor", "Castle"), result_sheet(town, "Anchor", "Castle"), by=town.secretary, now=now)
    with django_assert_num_queries(QUERIES):
        anchor.get(page(fixture, "sheet"))
    for home, away in (("Duke of York", "Anchor"), ("Bell", "Castle")):
        before = town.fixture(home, away)
        submit.submit(before, result_sheet(town, home, away), by=town.secretary, now=now)
    with django_assert_num_queries(QUERIES):
        anchor.get(page(fixture, "sheet"))


# A player who is missing


def test_a_captain_registers_a_missing_player_from_the_sheet_and_loses_nothing(
    town: Town, fixture: Fixture, anchor: Client
) -> None:
    score = {"m1-g1-winner": "home", "m1-g1-loser": "98"}
    sent = {**score, "do": "register", "register-team": "home", "register-name": "  Ned   Newman "}
    answer = anchor.post(page(fixture, "sheet"), sent, follow=True)
    assert "Ned Newman is registered for Anchor. Choose them from the list." in words(answer)
    assert filled(answer) == score
    made = Registration.objects.get(player__name="Ned Newman")
    assert (made.team, made.starts_on) == (town.teams["Anchor"], fixture.starts_at.date())
    assert answer.content.decode().count(">Ned Newman</option>") == 4, "of the four seats"
    assert "registered for Anchor already" in words(anchor.post(page(fixture, "sheet"), sent, follow=True))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "Enter the player’s name."),
        ("Bell 2", "Bell 2 is registered for Bell"),
        ("x" * 121, "Use a name of up to 120 letters."),
    ],
)
def test_a_name_that_cannot_be_registered_is_told_at_the_field(
    town: Town, fixture: Fixture, anchor: Client, name: str, told: str
) -> None:
    score = {"m1-g1-winner": "home", "m1-g1-loser": "98"}
    sent = {**score, "do": "register", "register-team": "home", "register-name": name}
    answer = anchor.post(page(fixture, "sheet"), sent)
    assert answer.status_code == 422
    assert [field for field, _ in summary(answer)] == ["register-name"]
    assert told in beside(answer, "register-name")
    assert f'value="{name}"' in answer.content.decode()
    assert filled(answer) == score


def test_a_captain_registers_nobody_for_the_other_team(town: Town, fixture: Fixture, anchor: Client) -> None:
    assert "register-team" in anchor.get(page(fixture, "sheet")).content.decode()
    assert 'name="register-team" value="home"' in anchor.get(page(fixture, "sheet")).content.decode()
    sent = {"do": "register", "register-team": "away", "register-name": "Ned Newman"}
    assert anchor.post(page(fixture, "sheet"), sent).status_code == 403
    assert not Player.objects.filter(name="Ned Newman").exists()


def test_nobody_is_registered_for_a_day_that_is_past_but_by_the_secretary(
    town: Town, fixture: Fixture, anchor: Client
) -> None:
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=fixture.starts_at - dt.timedelta(days=2))
    assert "Player missing from the list?" not in words(anchor.get(page(fixture, "sheet")))
    answer = signed_in(town.secretary).get(page(fixture, "sheet"))
    assert "Player missing from the list?" in words(answer)
    Season.objects.update(registration_until=fixture.starts_at.date() - dt.timedelta(days=9))
    assert "Player missing from the list?" not in words(signed_in(town.secretary).get(page(fixture, "sheet")))


# The move in the table


def test_after_sending_the_captain_reads_the_move_it_would_make(
    town: Town, fixture: Fixture, played: Fixture, anchor: Client, bell: Client
) -> None:
    answer = anchor.post(page(fixture, "sheet"), typed(town, fixture), follow=True)
    assert "If Bell confirm by Thursday 8 pm, Anchor are still 1st." in words(answer)
    assert "9 points clear of Bell with 1 to play." in words(answer)
    answer = bell.post(page(fixture, "confirm"), {"version": "1"}, follow=True)
    assert "Bell are joint 2nd." in words(answer)


def test_a_team_that_climbs_reads_from_where_to_where(town: Town, played: Fixture, now: dt.datetime) -> None:
    last = town.fixture("Bell", "Duke of York")
    submit.submit(last, result_sheet(town, "Bell", "Duke of York"), by=town.secretary, now=now)
    again = town.fixture("Duke of York", "Anchor")
    office = signed_in(town.secretary)
    answer = office.post(page(again, "sheet"), typed(town, again), follow=True)
    assert "Duke of York are 1st, up from joint 3rd. Level on points with Anchor with 1 to play." in words(answer)
    assert "confirm by" not in words(answer)
