"""A score that is written live: who may, one device at a time, nothing lost, nothing counted."""

import datetime as dt
from typing import Any

import pytest

from league.enums import FixtureState, JournalKind
from league.errors import Changed, Invalid, NotAllowed, WrongState
from league.models import Fixture, JournalEntry, League, LiveScore, Player, Result, Team
from league.queries.journal import end_of_journal
from league.queries.live import as_it_stands, live_of
from league.queries.standings.standings import division_table
from league.services import live as ending
from league.services import live as scoring
from league.services.people.erasing import forget_in_drafts
from league.services.results import submit
from tests.factories import Town, result_sheet

GAME = {"m1-g1-winner": "home", "m1-g1-loser": "98"}
SECOND = {"m1-g2-winner": "away", "m1-g2-loser": "110"}


@pytest.fixture
def fixture(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


@pytest.fixture
def begun(town: Town, fixture: Fixture, now: dt.datetime) -> LiveScore:
    return scoring.begin(fixture, phone="a", by=town.captains["Anchor"], now=now)


def problems_of(league: League) -> list[tuple[str, str]]:
    return list(JournalEntry.objects.filter(league=league).order_by("number").values_list("kind", "what"))


def test_games_are_written_as_they_are_played_and_count_nowhere(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    anchor = town.captains["Anchor"]
    scoring.write(fixture, GAME, phone="a", by=anchor, now=now)
    live = scoring.write(fixture, SECOND, phone="a", by=anchor, now=now)
    assert (live.home_games, live.away_games, live.latest, live.sequence) == (1, 1, "m1-g2", 3)
    assert live.fields == GAME | SECOND
    scored = live_of(fixture)
    assert scored is not None
    assert scored.last_entry == "Match 1, game 2: Bell 121–110. Games 1–1."
    assert [row.row.played for row in division_table(town.division).rows] == [0, 0, 0, 0]
    assert not Result.objects.exists()
    assert problems_of(town.league) == [(JournalKind.LIVE_BEGUN, "began to score Anchor v Bell live")]


def test_an_entry_that_is_taken_back_leaves_nothing(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    anchor = town.captains["Anchor"]
    scoring.write(fixture, GAME, phone="a", by=anchor, now=now)
    live = scoring.write(fixture, dict.fromkeys(GAME, ""), phone="a", by=anchor, now=now)
    assert (live.fields, live.home_games) == ({}, 0)
    scored = live_of(fixture)
    assert scored is not None
    assert scored.last_entry is None


@pytest.mark.parametrize(
    ("entry", "field", "message"),
    [
        ({"m1-g1-winner": "home"}, "m1-g1", "Enter the away side's score."),
        ({"m1-g1-winner": "home", "m1-g1-loser": "9o"}, "m1-g1", "“9o” is not a number; write digits, like 98."),
        ({"m1-g1-winner": "home", "m1-g1-loser": "121"}, "m1-g1", "121–121: a game cannot be drawn"),
        ({"m1-g1-loser": "98"}, "m1-g1", "Say who won this game."),
        ({"m1-home-1": "999999"}, "m1-home-1", "Choose a player from the list."),
        ({"nonsense": "1"}, "nonsense", "“nonsense” is no place on a sheet"),
    ],
)
def test_what_could_not_stand_on_a_sheet_is_refused_with_the_reason(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime, entry: dict[str, str], field: str, message: str
) -> None:
    with pytest.raises(Invalid) as refused:
        scoring.write(fixture, entry, phone="a", by=town.captains["Anchor"], now=now)
    assert [problem.field for problem in refused.value.problems] == [field]
    assert str(refused.value.problems[0].message).startswith(message)
    assert LiveScore.objects.get().sheet == {}


@pytest.mark.parametrize(
    ("place", "said"),
    [("m10-g1-winner", "home"), ("m99-home-1", "5"), ("m1-g4-loser", "98"), ("m1-home-8-name", "Una"),
     ("m1-home-games", "2"), ("m1-home-pegged", "300"), ("m0-short", "home")],
)  # fmt: skip
def test_a_place_that_the_sheet_of_the_fixture_lacks_is_refused(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime, place: str, said: str
) -> None:
    with pytest.raises(Invalid) as refused:
        scoring.write(fixture, {**GAME, place: said}, phone="a", by=town.captains["Anchor"], now=now)
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        (place, f"The sheet of this fixture has no place “{place}”.")
    ]
    assert LiveScore.objects.get().sheet == {}


def test_nobody_fills_a_score_with_more_than_a_sheet_holds(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    anchor = town.captains["Anchor"]
    whole = {f"m{match}-home-{seat}-name": "x" * 140 for match in range(100) for seat in range(1, 9)}
    for entry, told in (
        (whole, "This is more than a sheet has. Send one game at a time."),
        ({"m1-home-1-name": "x" * 141}, "Write 140 characters at most."),
        ({"m1-g1-loser": "9" * 13}, "Write 12 characters at most."),
    ):
        with pytest.raises(Invalid) as refused:
            scoring.write(fixture, entry, phone="a", by=anchor, now=now)
        assert [str(problem.message) for problem in refused.value.problems] == [told]
    assert LiveScore.objects.get().sheet == {}


def test_what_was_written_on_another_format_goes_with_the_next_entry(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    LiveScore.objects.update(sheet={"m12-g1-winner": "home", "m12-g1-loser": "9"})
    live = scoring.write(fixture, {**GAME, "m12-g2-loser": ""}, phone="a", by=town.captains["Anchor"], now=now)
    assert live.fields == GAME


def test_all_that_is_wrong_is_told_at_once(town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime) -> None:
    entry = {"m1-g1-winner": "home", "m2-g3-loser": "x", "m2-home-1": "0999999"}
    with pytest.raises(Invalid) as refused:
        scoring.write(fixture, entry, phone="a", by=town.captains["Anchor"], now=now)
    assert len(refused.value.problems) == 3


def test_a_player_of_another_league_cannot_be_named(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    elsewhere = Player.objects.create(league=League.objects.create(name="Else", slug="else"), name="Secret Person")
    with pytest.raises(Invalid):
        scoring.write(fixture, {"m2-home-1": str(elsewhere.pk)}, phone="a", by=town.captains["Anchor"], now=now)
    assert LiveScore.objects.get().sheet == {}


def test_the_other_captain_takes_over_and_the_former_writer_is_told_what_differs(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    anchor, bell = town.captains["Anchor"], town.captains["Bell"]
    live = scoring.take_over(fixture, turn=begun.turn, phone="b", by=bell, now=now)
    assert (live.writer, live.side, live.turn) == (bell, "away", 2)
    scoring.write(fixture, {"m1-g1-winner": "away", "m1-g1-loser": "98"}, phone="b", by=bell, now=now)
    with pytest.raises(scoring.Overtaken) as lost:
        scoring.write(fixture, GAME, phone="a", by=anchor, now=now)
    assert lost.value.message == "Bell 1 is scoring this fixture now. What you entered is not in the score."
    assert [(str(one.where), str(one.mine), str(one.theirs)) for one in lost.value.apart] == [
        ("match 1, game 1", "121–98", "98–121")
    ]
    assert LiveScore.objects.get().sheet["m1-g1-winner"] == "away"
    assert problems_of(town.league)[-1] == (JournalKind.LIVE_TAKEN_OVER, "took over the live score of Anchor v Bell")


def test_another_device_of_the_same_captain_has_to_take_over_too(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    anchor = town.captains["Anchor"]
    with pytest.raises(scoring.Overtaken):
        scoring.write(fixture, GAME, phone="tablet", by=anchor, now=now)
    scoring.take_over(fixture, turn=1, phone="tablet", by=anchor, now=now)
    assert scoring.write(fixture, GAME, phone="tablet", by=anchor, now=now).home_games == 1


def test_who_takes_over_from_somebody_who_has_gone_is_told_so(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    scoring.take_over(fixture, turn=1, phone="b", by=town.captains["Bell"], now=now)
    with pytest.raises(Changed, match="Somebody else has taken over"):
        scoring.take_over(fixture, turn=1, phone="s", by=town.secretary, now=now)
    assert LiveScore.objects.get().phone == "b"


def test_begin_again_from_the_same_device_is_one_beginning(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    assert scoring.begin(fixture, phone="a", by=town.captains["Anchor"], now=now).pk == begun.pk
    with pytest.raises(WrongState, match="already"):
        scoring.begin(fixture, phone="b", by=town.captains["Bell"], now=now)
    assert len(problems_of(town.league)) == 1


def test_a_line_up_is_taken_along_as_far_as_it_can_stand(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    first = str(town.squads["Anchor"][0].pk)
    line_up = {"m2-home-1": first, "m3-home-1": "999999"}
    live = scoring.begin(fixture, phone="a", line_up=line_up, by=town.captains["Anchor"], now=now)
    assert live.fields == {"m2-home-1": first}


def test_others_do_not_score(town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime) -> None:
    for who in (town.captains["Castle"], town.referee):
        with pytest.raises(NotAllowed, match="score it live"):
            scoring.write(fixture, GAME, phone="a", by=who, now=now)
        with pytest.raises(NotAllowed, match="score it live"):
            scoring.take_over(fixture, turn=1, phone="x", by=who, now=now)


def test_a_fixture_is_scored_from_its_day_on_and_while_it_has_no_result(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    anchor = town.captains["Anchor"]
    with pytest.raises(WrongState, match="opens on the day"):
        scoring.begin(fixture, phone="a", by=anchor, now=fixture.starts_at - dt.timedelta(days=1))
    assert scoring.begin(fixture, phone="a", by=anchor, now=fixture.starts_at - dt.timedelta(hours=3)).going
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=anchor, now=now)
    with pytest.raises(WrongState, match="A result was entered: 6–3"):
        scoring.begin(fixture, phone="a", by=anchor, now=now)
    other = town.fixture("Castle", "Duke of York")
    Fixture.objects.filter(pk=other.pk).update(state=FixtureState.CANCELLED)
    with pytest.raises(WrongState, match="cancelled"):
        scoring.begin(other, phone="a", by=town.secretary, now=now)


def test_nobody_follows_a_season_that_is_not_published(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    town.season.published_at = None
    town.season.save()
    with pytest.raises(WrongState, match="not published"):
        scoring.begin(fixture, phone="a", by=town.secretary, now=now)


def test_a_result_throws_the_score_away_and_the_journal_says_so(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    anchor = town.captains["Anchor"]
    scoring.write(fixture, GAME, phone="a", by=anchor, now=now)
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Bell"], now=now)
    live = LiveScore.objects.get()
    assert (live.going, live.sheet, live.home_games, live.sequence) == (False, {}, 0, 3)
    assert live_of(fixture) is None
    assert [kind for kind, _ in problems_of(town.league)][-2:] == [
        JournalKind.RESULT_SUBMITTED,
        JournalKind.LIVE_BECAME_RESULT,
    ]
    with pytest.raises(scoring.Overtaken, match="A result was entered: 6–3"):
        scoring.write(fixture, SECOND, phone="a", by=anchor, now=now)


def test_an_entry_that_rests_on_an_older_score_is_refused(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    anchor = town.captains["Anchor"]
    scoring.write(fixture, GAME, phone="a", seen=1, by=anchor, now=now)
    with pytest.raises(Changed, match="Read it again"):
        scoring.write(fixture, SECOND, phone="a", seen=1, by=anchor, now=now)


def test_scores_are_thrown_away_after_a_week(town: Town, begun: LiveScore, now: dt.datetime) -> None:
    assert ending.purge_live(now=now + dt.timedelta(days=6)) == 0
    assert ending.purge_live(now=now + dt.timedelta(days=8)) == 1
    assert ending.purge_live(now=now + dt.timedelta(days=8)) == 0


def test_a_typed_name_goes_with_whoever_is_erased(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    entry = {"m2-home-1-name": "Una Hobday", "m2-g1-winner": "home", "m2-g1-loser": "98"}
    scoring.write(fixture, entry, phone="a", by=town.captains["Anchor"], now=now)
    forget_in_drafts(town.league, {0: "Una Hobday"}, now)
    live = LiveScore.objects.get()
    assert "Hobday" not in str(live.sheet)
    assert (live.fields["m2-g1-loser"], live.sequence) == ("98", 3)


def test_pages_for_strangers_are_others_after_every_game(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    before = end_of_journal("town")
    scoring.write(fixture, GAME, phone="a", by=town.captains["Anchor"], now=now)
    assert end_of_journal("town") != before
    assert JournalEntry.objects.count() == 1


def test_the_table_as_it_stands_has_the_games_so_far(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    anchor = town.captains["Anchor"]
    assert as_it_stands(town.division, now=now) is None
    for number in (1, 2, 3):
        entry = {f"m2-g{number}-winner": "away", f"m2-g{number}-loser": "90"}
        scoring.write(fixture, entry, phone="a", by=anchor, now=now)
    scoring.write(fixture, GAME, phone="a", by=anchor, now=now)
    stands = as_it_stands(town.division, now=now)
    assert stands is not None
    found = {row.team.name: (row.row.points, row.row.games_for) for row in stands.table.rows}
    assert (found["Bell"], found["Anchor"]) == ((3, 3), (1, 1))
    assert stands.table.rows[0].team.name == "Bell"
    # A result that waits for the other captain is in it too; the table that counts has nothing of either.
    other = town.fixture("Castle", "Duke of York")
    submit.submit(other, result_sheet(town, "Castle", "Duke of York"), by=town.captains["Castle"], now=now)
    stands = as_it_stands(town.division, now=now)
    assert stands is not None
    found = {row.team.name: (row.row.points, row.row.games_for) for row in stands.table.rows}
    assert (found["Castle"], stands.waiting) == ((6, 6), 1)
    assert {row.row.points for row in division_table(town.division).rows} == {0}
    assert as_it_stands(town.division, now=now + dt.timedelta(days=1)) is None


def test_a_fixture_of_a_hidden_team_is_in_no_table_as_it_stands(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    scoring.write(fixture, GAME, phone="a", by=town.captains["Anchor"], now=now)
    submit.submit(
        town.fixture("Castle", "Duke of York"), result_sheet(town, "Castle", "Duke of York"),
        by=town.captains["Castle"], now=now,
    )  # fmt: skip
    stands = as_it_stands(town.division, now=now)
    assert stands is not None
    assert ([one.fixture for one in stands.live], stands.waiting) == ([fixture], 1)
    Team.objects.filter(pk__in=(town.teams["Anchor"].pk, town.teams["Castle"].pk)).update(hidden_at=now)
    assert as_it_stands(town.division, now=now) is None
    Team.objects.filter(pk=town.teams["Anchor"].pk).update(hidden_at=None)
    stands = as_it_stands(town.division, now=now)
    assert stands is not None
    assert ([one.fixture for one in stands.live], stands.waiting) == ([fixture], 0)


@pytest.mark.parametrize("phone", ["", "x" * 65, "tëlephone", "a\nb"])
def test_a_device_names_itself_in_plain_characters(town: Town, fixture: Fixture, now: dt.datetime, phone: str) -> None:
    with pytest.raises(Invalid) as refused:
        scoring.begin(fixture, phone=phone, by=town.captains["Anchor"], now=now)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("phone", "phone")]
    assert not LiveScore.objects.exists()


def test_whoever_is_overtaken_by_an_account_that_is_gone_is_told_of_another_device(
    town: Town, fixture: Fixture, begun: LiveScore, now: dt.datetime
) -> None:
    scoring.take_over(fixture, turn=begun.turn, phone="b", by=town.captains["Bell"], now=now)
    LiveScore.objects.update(writer=None)
    with pytest.raises(Changed, match="Another device is scoring this fixture now"):
        scoring.write(fixture, GAME, phone="a", by=town.captains["Anchor"], now=now)


def test_a_redis_that_does_not_answer_keeps_nobody_from_scoring(
    town: Town,
    fixture: Fixture,
    begun: LiveScore,
    now: dt.datetime,
    settings: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:
    settings.LIVE_REDIS_URL = "redis://127.0.0.1:1/0"
    with django_capture_on_commit_callbacks(execute=True) as told:
        scoring.write(fixture, GAME, phone="a", by=town.captains["Anchor"], now=now)
    assert len(told) == 1
    assert LiveScore.objects.get().fields == GAME
