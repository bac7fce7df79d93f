"""A league whose cards say how many games each side won, and how many points it pegged in all of them."""

import datetime as dt
import io
import json
import zipfile
from fractions import Fraction
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client

from league.errors import Invalid
from league.models import Dispute, Game, Match, Player, Result
from league.queries.honours.careers import career_of
from league.queries.results.sheets import sheet_of
from league.queries.standings.figures import figures_of, of_sheet
from league.queries.standings.standings import division_table
from league.queries.standings.table_variants import table_of_kind
from league.queries.teams import merit_table
from league.rules.formats import terms
from league.rules.sheet_fields import fields_of, parse_sheet
from league.rules.sheets import GameScore, MatchSheet, Pegged, ResultSheet, Totals
from league.services.portability.exports import export_league
from league.services.portability.league_import import import_league
from league.services.results.confirm import confirm, dispute
from league.services.results.correct import propose
from league.services.results.decide import abandon, give_walkover
from league.services.results.submit import draft_differences, drafted_sheet, save_draft, submit
from league.services.seasons.seasons import change_division
from tests.factories import Town
from tests.leagues.nights import league_of, match, sheet, table
from tests.services.dispute_cases import SIGNED, of_a_game, ruled
from tests.services.taken import promised, zipped

pytestmark = pytest.mark.django_db

End = tuple[int, int, int, int]


@pytest.fixture
def pegged() -> Town:
    return league_of("Sb3p S3p D5t", points_per_game=1, tie_breaks=["spread", "name"])


def ended(
    town: Town, number: int, end: tuple[int, ...], *, between: tuple[str, str] = ("Anchor", "Bell")
) -> MatchSheet:
    """A match that ended so: the games of both sides, and their points where they are written down."""
    first, last = {1: (0, 1), 2: (1, 2), 3: (2, 4)}[number]
    home, away = (tuple(player.pk for player in town.squads[team][first:last]) for team in between)
    points: Pegged = (end[2], end[3]) if len(end) == 4 else (None, None)
    kind = "doubles" if number == 3 else "singles"
    return MatchSheet(number, kind, home, away, Totals(*end[:2]).games, totals=True, pegged=points)  # type: ignore[arg-type]


def night(town: Town, **ends: tuple[int, ...]) -> ResultSheet:
    """2–1 with 352–318 points, 0–3 with 300–363, and 3–2 of which no point is written down."""
    said: dict[str, tuple[int, ...]] = {"first": (2, 1, 352, 318), "second": (0, 3, 300, 363), "third": (3, 2)}
    return sheet(*(ended(town, number, end) for number, end in enumerate((said | ends).values(), start=1)))


def confirmed(town: Town, now: dt.datetime) -> Result:
    sent = submit(town.fixtures[0], night(town), by=town.captains["Anchor"], now=now)
    return confirm(town.fixtures[0], version=sent.version, by=town.captains["Bell"], now=now)


def live(town: Town) -> Result:
    return Result.objects.get(fixture=town.fixtures[0], live=True)


def test_a_night_is_kept_with_its_points_and_without_a_single_game(pegged: Town, now: dt.datetime) -> None:
    found = confirmed(pegged, now)
    assert sheet_of(found) == night(pegged)
    assert not Game.objects.exists()
    columns = ("written", "home_games", "away_games", "home_played", "away_played", "home_pegged", "away_pegged")
    assert list(Match.objects.order_by("number").values_list(*columns)) == [
        ("pegged", 2, 1, 2, 1, 352, 318), ("pegged", 0, 3, 0, 3, 300, 363), ("totals", 3, 2, 3, 2, None, None),
    ]  # fmt: skip
    assert table(pegged) == {"Anchor": (5, 6, 0, 5), "Bell": (6, 5, 1, 6)}


def test_all_that_is_wrong_is_told_at_once_and_each_at_its_field(pegged: Town, now: dt.datetime) -> None:
    wrong = night(pegged, first=(2, 1, 400, 318), second=(0, 3), third=(3, 2, 500, 500))
    with pytest.raises(Invalid) as refused:
        submit(pegged.fixtures[0], wrong, by=pegged.captains["Anchor"], now=now)
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        ("m1-home-pegged", "Won 2, lost 1: the home side pegged 242 to 362 points in these games, not 400."),
        ("m2-home-pegged", "Enter the points the home side pegged: 0 to 360."),
        ("m2-away-pegged", "Enter the points the away side pegged: 363."),
        ("m3-home-pegged", "The points pegged are not written down here; leave them empty."),
        ("m3-away-pegged", "The points pegged are not written down here; leave them empty."),
    ]


def test_two_sheets_that_differ_only_in_points_name_the_match(pegged: Town, now: dt.datetime) -> None:
    sent = submit(pegged.fixtures[0], night(pegged), by=pegged.captains["Anchor"], now=now)
    theirs = night(pegged, first=(2, 1, 352, 308))
    by = pegged.captains["Bell"]
    opened = dispute(pegged.fixtures[0], sent.version, reason="308.", sheet=theirs, by=by, now=now)
    ruled(opened, pegged, now, outcome="sheet", keep="counter", rule="R51")
    assert sheet_of(live(pegged)) == theirs


def test_a_correction_may_be_of_the_points_alone(pegged: Town, now: dt.datetime) -> None:
    found = confirmed(pegged, now)
    right = night(pegged, second=(0, 3, 200, 363))
    propose(pegged.fixtures[0], found.version, right, reason="Added up again.", by=pegged.secretary, now=now)
    assert sheet_of(live(pegged)) == right


def test_a_ruling_corrects_the_points_and_leaves_what_it_does_not_say(pegged: Town, now: dt.datetime) -> None:
    confirmed(pegged, now)
    opened = of_a_game(pegged, now, match=1, game=0)
    with pytest.raises(Invalid) as refused:
        ruled(opened, pegged, now, outcome="score", home_score=2, away_score=0, rule="R51")
    # The points that stay do not go with these games.
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        ("home_pegged", "Won 2, lost 0: the home side pegged 242 points in these games, not 352."),
        ("away_pegged", "Won 0, lost 2: the away side pegged 0 to 240 points in these games, not 318."),
    ]
    ruled(opened, pegged, now, outcome="score", home_score=2, away_score=1, away_pegged=308, rule="R51")
    assert sheet_of(live(pegged)).matches[0] == ended(pegged, 1, (2, 1, 352, 308))
    assert str(live(pegged).note) == "Match 1 was corrected to 2–1, pegged 352–308 by a ruling."


def test_an_award_moves_a_game_and_leaves_the_points_which_then_count_for_nobody(
    pegged: Town, now: dt.datetime
) -> None:
    confirmed(pegged, now)
    division = pegged.division
    fixture = pegged.fixtures[0].pk
    # 352 + 300 to 318 + 363, in six games; the third match has no points.
    assert figures_of([division]).of_fixture(fixture)["home_pegged"] == 652
    ruled(of_a_game(pegged, now, match=1, game=0), pegged, now, outcome="awarded", awarded_to="away", rule="R51")
    found = sheet_of(live(pegged))
    assert found.matches[0].counted == Totals(2, 1, to_away=1, pegged=(352, 318))
    kept = Match.objects.get(result=live(pegged), number=1)
    assert (kept.home_games, kept.away_games, kept.home_pegged, kept.away_pegged) == (1, 2, 352, 318)
    figures = figures_of([division]).of_fixture(fixture)
    assert (figures["home_pegged"], figures["away_pegged"], figures["pegged_in"]) == (300, 363, 3)
    # What is corrected afterwards is held to the games as they were played.
    right = night(pegged, first=(2, 1, 350, 318))
    propose(pegged.fixtures[0], live(pegged).version, right, reason="Miscounted.", by=pegged.secretary, now=now)
    assert sheet_of(live(pegged)).matches[0].counted == Totals(2, 1, to_away=1, pegged=(350, 318))


def test_a_walkover_a_short_side_and_an_abandoned_fixture_peg_what_was_played(pegged: Town, now: dt.datetime) -> None:
    later = now + dt.timedelta(days=1)
    give_walkover(pegged.fixtures[0], to="home", version=0, reason="Nobody came.", by=pegged.secretary, now=later)
    other, between = pegged.fixture("Castle", "Duke of York"), ("Castle", "Duke of York")
    first, third = (ended(pegged, n, end, between=between) for n, end in ((1, (2, 0, 242, 150)), (3, (4, 1))))
    alone = MatchSheet(2, "singles", (pegged.squads["Castle"][1].pk,), (None,), Totals(given_home=3).games, totals=True)
    found = submit(other, sheet(first, alone, third), by=pegged.captains["Castle"], now=later)
    assert sheet_of(found).matches[1] == alone
    broken = ended(pegged, 2, (1, 1, 220, 200), between=between)
    given = abandon(
        other, sheet(first, broken, third), rest="home", version=found.version, reason="A burst pipe.",
        by=pegged.secretary, now=later,
    )  # fmt: skip
    assert sheet_of(given).matches[1].counted == Totals(1, 1, given_home=1, pegged=(220, 200))
    assert figures_of([pegged.division]).of_fixture(other.pk)["pegged_in"] == 4


def test_what_the_database_adds_up_is_what_the_sheet_says(
    pegged: Town, now: dt.datetime, django_assert_num_queries: Any
) -> None:
    found = confirmed(pegged, now)
    with django_assert_num_queries(1):
        figures = figures_of([pegged.division]).of_fixture(found.fixture_id)
    said = of_sheet(sheet_of(found), terms(pegged.division))
    wanted = {"home_pegged": 652, "away_pegged": 681, "pegged_in": 6}
    assert {name: figures[name] for name in wanted} == {name: said[name] for name in wanted} == wanted


def test_points_of_a_match_count_for_the_spread_beside_those_of_single_games(now: dt.datetime) -> None:
    mixed = league_of("S3p D", points_per_game=0, points_per_win=0, tie_breaks=["spread", "name"])
    first = ended(mixed, 1, (2, 1, 352, 318))
    ours, theirs = (mixed.squads[team][2:4] for team in ("Anchor", "Bell"))
    games = (GameScore(121, 100), GameScore(90, 121), GameScore(121, 119))
    submit(mixed.fixtures[0], sheet(first, match(2, "doubles", ours, theirs, games)), by=mixed.secretary, now=now)
    # 352 + 332 to 318 + 340.
    wanted = {"home_pegged": 684, "away_pegged": 658, "pegged_in": 6}
    assert figures_of([mixed.division]).of_fixture(mixed.fixtures[0].pk).items() >= wanted.items()
    [step] = [step for tie in division_table(mixed.division).standings.ties for step in tie.steps]
    assert str(step.told) == "Games of which both sides’ points are known: Anchor 6, Bell 6, Castle 0, Duke of York 0."


def test_the_merit_table_knows_the_points_of_matches(pegged: Town, now: dt.datetime) -> None:
    confirmed(pegged, now)
    found = {line.player.pk: line.merit for line in merit_table(pegged.division)}
    ours, theirs = pegged.squads["Anchor"], pegged.squads["Bell"]
    assert [(found[p.pk].pegged, found[p.pk].scores) for p in ours[:3]] == [(352, 3), (300, 3), (0, 0)]
    assert [(found[p.pk].pegged, found[p.pk].scores) for p in theirs[:3]] == [(318, 3), (363, 3), (0, 0)]


def test_the_table_of_the_singles_has_their_points(pegged: Town, now: dt.datetime) -> None:
    confirmed(pegged, now)
    table_of_kind(pegged.division, "singles")
    assert figures_of([pegged.division], kind="doubles").of_fixture(pegged.fixtures[0].pk)["pegged_in"] == 0


def test_the_spread_is_possible_and_points_for_lurches_are_not(now: dt.datetime) -> None:
    town = league_of("S3p Db3p", points_per_game=1)
    town.division.singles_ruleset = town.division.doubles_ruleset = "acc"
    town.division.save()
    change_division(town.division, {"tie_breaks": ["spread", "name"]}, reason="Agreed.", by=town.secretary, now=now)
    with pytest.raises(Invalid) as refused:
        change_division(town.division, {"points_per_lurch": "1"}, reason="Agreed.", by=town.secretary, now=now)
    assert "which the sheets here do not have" in str(refused.value.problems[0].message)


def test_the_database_keeps_points_only_of_games_that_were_played(pegged: Town, now: dt.datetime) -> None:
    confirmed(pegged, now)
    for number, wrong in (
        (1, {"home_pegged": None}),
        (1, {"away_pegged": 0}),
        (3, {"home_pegged": 9, "away_pegged": 9}),
    ):
        with pytest.raises(IntegrityError, match="match_points_of_games"), transaction.atomic():
            Match.objects.filter(number=number).update(**wrong)


def test_the_form_is_four_numbers_a_match(pegged: Town, now: dt.datetime, client: Client) -> None:
    typed = fields_of(night(pegged), terms(pegged.division))
    assert (typed["m1-home-pegged"], typed["m2-away-pegged"], "m3-home-pegged" in typed) == ("352", "363", False)
    assert parse_sheet(typed, terms(pegged.division)) == (night(pegged), [])
    client.force_login(pegged.captains["Anchor"])
    path = f"/leagues/{pegged.league.slug}/fixtures/{pegged.fixtures[0].pk}/sheet/"
    shown = client.get(path).content.decode()
    assert "enter how many games each side won, and the points pegged where it asks for them." in shown
    assert 'name="m1-away-pegged"' in shown
    assert 'name="m3-away-pegged"' not in shown
    # Without a script: kept and added up first, refused where it cannot be, then sent.
    client.post(path, {**typed, "do": "save"})
    assert 'value="352"' in client.get(path).content.decode()
    wrong = client.post(path, {**typed, "m1-home-pegged": "9", "m2-away-pegged": ""})
    assert wrong.status_code == 422
    told = wrong.content.decode()
    assert "Won 2, lost 1: Anchor pegged 242 to 362 points in these games, not 9." in told
    assert 'id="m1-home-pegged-error"' in told
    assert "Enter the points Bell pegged: 363." in told
    assert client.post(path, typed).status_code == 302
    assert sheet_of(live(pegged)) == night(pegged)
    page = client.get(f"/leagues/{pegged.league.slug}/fixtures/{pegged.fixtures[0].pk}/").content.decode()
    assert "352–318 pegged" in page


def test_points_that_a_draft_leaves_empty_are_no_objection_to_a_sheet(pegged: Town, now: dt.datetime) -> None:
    fixture, by = pegged.fixtures[0], pegged.captains["Bell"]
    sent = submit(fixture, night(pegged), by=pegged.captains["Anchor"], now=now)
    mine = fields_of(night(pegged), terms(pegged.division))
    for typed, places in (({"m1-home-pegged": ""}, []), ({"m1-home-pegged": "351"}, ["m1-games"])):
        save_draft(fixture, {name: said for name, said in (mine | typed).items() if said}, by=by, now=now)
        assert [found.field for found in draft_differences(drafted_sheet(fixture, by), sent)] == places


def test_the_pages_of_a_match_that_is_disputed(pegged: Town, now: dt.datetime, client: Client) -> None:
    confirmed(pegged, now)
    client.force_login(pegged.captains["Bell"])
    path = f"/leagues/town/fixtures/{pegged.fixtures[0].pk}/disputes/new/"
    with time_machine.travel(now, tick=False):
        shown = client.get(f"{path}?about=game").content.decode()
        assert '<option value="1-0">Match 1: 2–1, 352–318</option>' in shown
        assert client.post(path, {"about": "game", "game": "1-0", "reason": "We pegged 308."}).status_code == 302
    opened = Dispute.objects.get()
    client.force_login(pegged.referee)
    path = f"/leagues/town/disputes/{opened.pk}/rule/"
    typed = {"outcome": "score", "home_score": "2", "away_score": "1", **SIGNED, "rule": "R51", "do": "preview"}
    wrong = client.post(path, {**typed, "away_pegged": "99"})
    assert wrong.status_code == 422
    assert 'id="away-pegged-error"' in wrong.content.decode()
    follows = client.post(path, {**typed, "away_pegged": "308"}).content.decode()
    assert "Match 1, points pegged" in follows
    assert "352–308" in follows


def test_a_program_sends_and_reads_points(pegged: Town, now: dt.datetime, client: Client) -> None:
    client.force_login(pegged.captains["Anchor"])
    path = f"/api/v1/leagues/{pegged.league.slug}/fixtures/{pegged.fixtures[0].pk}/result/"

    def post(sent: Any) -> Any:
        return client.post(path, json.dumps(sent), content_type="application/json")

    said = night(pegged).to_dict()
    assert said["matches"][0]["home_pegged"] == 352
    without = night(pegged).to_dict()
    without["matches"][0] |= {"home_games": None, "away_games": None}
    assert post(without).status_code == 422
    assert post(night(pegged, second=(0, 3)).to_dict()).status_code == 422
    assert post(said).status_code == 201
    assert sheet_of(live(pegged)) == night(pegged)
    matches = json.loads(client.get(path).content)["live"]["matches"]
    assert [(match["home_pegged"], match["away_pegged"]) for match in matches] == [(352, 318), (300, 363), (None, None)]
    squads = json.loads(
        client.get(f"/api/v1/leagues/{pegged.league.slug}/fixtures/{pegged.fixtures[0].pk}/squads/").content
    )
    assert [one["written"] for one in squads["matches"]] == ["pegged", "pegged", "totals"]


def test_a_program_reads_where_its_draft_differs_and_what_a_ruling_changes(
    pegged: Town, now: dt.datetime, client: Client
) -> None:
    confirmed(pegged, now)
    opened = of_a_game(pegged, now, match=1, game=0)
    client.force_login(pegged.referee)
    sent = {"outcome": "score", "home_score": 2, "away_score": 1, "home_pegged": 340}
    path = f"/api/v1/leagues/town/disputes/{opened.pk}/preview/"
    answer = client.post(path, json.dumps(sent), content_type="application/json")
    assert answer.status_code == 200, answer.content
    [change] = answer.json()["games"]
    assert (change["before_totals"]["home_pegged"], change["after_totals"]["home_pegged"]) == (352, 340)


def test_a_league_s_file_takes_the_points_along(now: dt.datetime) -> None:
    columns = ("number", "written", "home_games", "home_played", "home_pegged", "away_pegged")
    out = io.BytesIO()
    with transaction.atomic():
        # On a server that is gone afterwards.
        town = league_of("Sb3p S3p D5t")
        confirmed(town, now)
        export_league(town.league, out, by=town.secretary, now=now)
        kept = list(Match.objects.values_list(*columns))
        transaction.set_rollback(True)
    with zipfile.ZipFile(out) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    half = members["match.jsonl"].replace(b'"home_pegged":352', b'"home_pegged":null')
    assert half != members["match.jsonl"]
    with pytest.raises(Invalid) as refused:
        import_league(io.BytesIO(zipped(promised(members | {"match.jsonl": half}))), now=now)
    assert "match_points_of_games" in str(refused.value.problems[0].message)
    import_league(io.BytesIO(out.getvalue()), now=now)
    assert list(Match.objects.values_list(*columns)) == kept
    assert kept[0] == (1, "pegged", 2, 2, 352, 318)


def test_a_career_has_the_points_of_whole_matches_and_none_of_one_with_an_awarded_game(
    pegged: Town, now: dt.datetime
) -> None:
    def averages() -> list[Fraction | None]:
        people = (Player.objects.get(pk=pegged.squads[team][0].pk) for team in ("Anchor", "Bell"))
        return [career_of(player).figures().pegged.average for player in people]

    confirmed(pegged, now)
    assert averages() == [Fraction(352, 3), Fraction(318, 3)]
    ruled(of_a_game(pegged, now, match=1, game=0), pegged, now, outcome="awarded", awarded_to="away", rule="R51")
    assert averages() == [None, None]
