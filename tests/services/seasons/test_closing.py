"""A season ends: what is open, who has won, who goes up and down; it is closed, reopened, and the next one begun."""

import datetime as dt
import random
from decimal import Decimal

import pytest

from league.enums import CompetitionKind, DisputeState, NextMove, ResultState, RoleKind, TieEnding
from league.errors import Changed, Invalid, NotAllowed, WrongState
from league.models import (
    Dispute,
    Division,
    Entry,
    Fixture,
    IndividualLeague,
    JournalEntry,
    KnockOut,
    Notice,
    Registration,
    Result,
    Season,
    Team,
    Winner,
)
from league.queries.leagues import seasons_over
from league.queries.seasons.closing import Wishes, season_end
from league.queries.seasons.drafts import setup_of
from league.services.competitions.individual import IndividualPlan, make_individual
from league.services.cups.entrants import enter_sides
from league.services.cups.knock_outs import CupPlan, make_cup
from league.services.cups.ties import decide_tie
from league.services.mail import reminders
from league.services.mail.letters import letter_of
from league.services.money import NewCharge, charge
from league.services.results import correct, submit
from league.services.seasons.changes import change_team
from league.services.seasons.closing import begin_next_season, close_season, reopen_season
from league.services.seasons.drafts import copy_season, take_out_team
from tests import factories
from tests.factories import Town, format_of, result_sheet
from tests.services.cups import worlds as cups

ORDER = ("Anchor", "Bell", "Castle", "Duke of York")


@pytest.fixture
def now() -> dt.datetime:
    """Tuesday 1 December 2026: the season has been played."""
    return dt.datetime(2026, 12, 1, 12, tzinfo=dt.UTC)


@pytest.fixture
def second(town: Town) -> Division:
    """Division 2 with Eagle and Fox, which have played once; one goes up and down."""
    made = Division.objects.create(
        season=town.season, name="Division 2", slug="division-2", fixture_format=factories.FORMAT, order=2,
        promoted_teams=1,
    )  # fmt: skip
    Division.objects.filter(pk=town.division.pk).update(relegated_teams=1)
    first, town.division = town.division, made
    factories.teams(town, ("Eagle", "Fox"), 2)
    play(factories.fixture(town, town.weeks[0], "Eagle", "Fox"))
    town.division = first
    return made


def play(fixture: Fixture) -> None:
    """The home side wins 6–3, or whichever comes first by name."""
    games = (6, 3) if fixture.home.name < fixture.away.name else (3, 6)
    Result.objects.create(
        fixture=fixture, format=format_of(fixture.division), version=1, state=ResultState.CONFIRMED,
        submitted_at=fixture.starts_at, settlement="imported", settled_at=fixture.starts_at, home_games=games[0],
        away_games=games[1], home_matches=games[0] // 3, away_matches=games[1] // 3,
    )  # fmt: skip


def play_all(town: Town) -> None:
    for fixture in town.fixtures:
        play(fixture)


def propose_moves(season: Season, wishes: Wishes | None = None) -> dict[int, int | None]:
    return {line.entry.team_id: line.move.to for line in season_end(season, wishes).moves}


def close(town: Town, now: dt.datetime, reason: str = "") -> Season:
    return close_season(town.season, propose_moves(town.season), reason=reason, by=town.secretary, now=now)


def read_moves(season: Season) -> dict[str, tuple[str, str]]:
    rows = Entry.objects.filter(season=season).exclude(move=NextMove.STAYS)
    return {row.team.name: (row.move, row.moves_to.name if row.moves_to else "") for row in rows}


# What the page knows


def test_a_season_says_what_is_open_and_who_has_won(town: Town, second: Division) -> None:
    end = season_end(town.season)
    assert [str(item.text) for item in end.open_items] == ["6 fixtures without a result"]
    assert [[team.name for team in division.champions] for division in end.divisions] == [[], ["Eagle"]]
    play_all(town)
    end = season_end(town.season)
    assert end.open_items == ()
    told = [[(place, team.name) for place, team in division.honours] for division in end.divisions]
    assert told == [[(1, "Anchor"), (2, "Bell")], [(1, "Eagle"), (2, "Fox")]]
    assert [(line.entry.team.name, line.place, str(line.reason)) for line in end.moves] == [
        ("Anchor", 1, "Stays"), ("Bell", 2, "Stays"), ("Castle", 3, "Stays"), ("Duke of York", 4, "Relegated"),
        ("Eagle", 1, "Promoted"), ("Fox", 2, "Stays"),
    ]  # fmt: skip


def test_who_leaves_and_a_venue_s_teams_are_proposed_with(town: Town, second: Division) -> None:
    play_all(town)
    gone = Wishes(leaving=frozenset({town.teams["Castle"].pk}))
    assert {line.entry.team.name: str(line.reason) for line in season_end(town.season, gone).moves}[
        "Castle"
    ] == "Leaves"
    Entry.objects.filter(team=town.teams["Eagle"]).update(venue=town.venues["Bell"])
    end = season_end(town.season, Wishes(most_of_a_venue=1))
    reasons = {line.entry.team.name: str(line.reason) for line in end.moves}
    assert reasons["Eagle"] == "Not promoted: its venue has as many teams there as it may"
    assert reasons["Fox"] == "Promoted to fill a place"


def test_a_team_that_withdrew_leaves_unless_it_is_kept(town: Town, now: dt.datetime) -> None:
    Entry.objects.filter(team=town.teams["Bell"]).update(withdrawn_on=now.date())
    line = next(line for line in season_end(town.season).moves if line.entry.team.name == "Bell")
    assert (line.place, str(line.reason)) == (0, "Leaves")


def test_queries_do_not_grow_with_the_season(
    town: Town, second: Division, django_assert_max_num_queries: object
) -> None:
    play_all(town)
    with django_assert_max_num_queries(18):  # type: ignore[operator]
        season_end(town.season)


# Closing


def test_a_closed_season_keeps_its_tables_and_its_winners(town: Town, second: Division, now: dt.datetime) -> None:
    play_all(town)
    closed = close(town, now)
    assert (closed.closed_at, closed.closed_by) == (now, town.secretary)
    assert read_moves(town.season) == {
        "Duke of York": ("relegated", "Division 2"), "Eagle": ("promoted", "Division 1"),
    }  # fmt: skip
    rows = Winner.objects.order_by("competition", "place").values_list("competition", "year", "place", "name", "team")
    assert list(rows) == [
        ("Division 1", "2026-27", 1, "Anchor", town.teams["Anchor"].pk),
        ("Division 1", "2026-27", 2, "Bell", town.teams["Bell"].pk),
        ("Division 2", "2026-27", 1, "Eagle", town.teams["Eagle"].pk),
        ("Division 2", "2026-27", 2, "Fox", town.teams["Fox"].pk),
    ]
    entry = JournalEntry.objects.get(kind="season-closed")
    assert (entry.what, entry.data["open"]) == ("closed 2026-27", [])
    assert entry.data["moves"]["Eagle"] == {"move": "promoted", "to": "Division 1"}
    assert seasons_over(town.league, now=town.fixtures[0].starts_at) == [town.season.pk]
    change_team(town.teams["Anchor"], {"name": "Rope and Anchor"}, by=town.secretary, now=now)
    assert season_end(town.season).divisions[0].champions[0].name == "Anchor"


def test_nothing_of_a_closed_season_is_sent_or_corrected(town: Town, now: dt.datetime) -> None:
    close(town, now, "The league folds.")
    fixture, sheet = town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell")
    with pytest.raises(WrongState, match="2026-27 is closed: its results and tables stay as they are"):
        submit.submit(fixture, sheet, by=town.captains["Anchor"], now=now)
    with pytest.raises(WrongState, match="2026-27 is closed"):
        correct.propose(fixture, 1, sheet, reason="x", by=town.secretary, now=now)
    assert not Result.objects.filter(fixture=fixture).exists()
    # Fees are still paid.
    new = NewCharge("fee", Decimal(20), "Entry", now.date())
    assert charge(town.season, [town.teams["Anchor"]], [], new, by=town.secretary, now=now)


def test_what_is_open_needs_a_reason(town: Town, now: dt.datetime) -> None:
    play_all(town)
    result = Result.objects.get(fixture=town.fixtures[0])
    Dispute.objects.create(
        fixture=result.fixture, result=result, opened_by=town.captains["Bell"], side="away", reason="x",
        opened_at=now, state=DisputeState.OPEN,
    )  # fmt: skip
    assert [str(item.text) for item in season_end(town.season).open_items] == ["1 dispute to settle"]
    with pytest.raises(Invalid, match="Say why the season is closed although something is still open"):
        close(town, now)
    close(town, now, "The committee lets it rest.")
    entry = JournalEntry.objects.get(kind="season-closed")
    assert (entry.why, entry.data["open"]) == ("The committee lets it rest.", ["1 dispute to settle"])


def test_all_that_is_wrong_is_said_at_once(town: Town, second: Division, now: dt.datetime) -> None:
    moves = propose_moves(town.season)
    moves[town.teams["Bell"].pk] = 10**9
    del moves[town.teams["Castle"].pk]
    with pytest.raises(Invalid) as refused:
        close_season(town.season, moves, by=town.secretary, now=now)
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        (f"team-{town.teams['Bell'].pk}", "Bell can only go to a division of this season."),
        (f"team-{town.teams['Castle'].pk}", "Say where Castle plays next, or that it leaves."),
        ("reason", "Say why the season is closed although something is still open."),
    ]
    town.season.refresh_from_db()
    assert town.season.closed_at is None


def test_a_secretary_sees_a_table_that_has_changed(town: Town, now: dt.datetime) -> None:
    seen, moves = season_end(town.season).stamp, propose_moves(town.season)
    play(town.fixtures[0])
    with pytest.raises(Changed, match="has changed since you opened this page"):
        close_season(town.season, moves, reason="x", seen=seen, by=town.secretary, now=now)


def test_who_may_not_close_a_season_and_which_is_not_closed(town: Town, now: dt.datetime) -> None:
    moves = propose_moves(town.season)
    for stranger in (town.captains["Anchor"], town.referee):
        with pytest.raises(NotAllowed):
            close_season(town.season, moves, reason="x", by=stranger, now=now)
    with pytest.raises(WrongState, match="2026-27 is not closed"):
        reopen_season(town.season, reason="x", by=town.secretary, now=now)
    with pytest.raises(WrongState, match="Close 2026-27 first"):
        begin_next_season(town.season, "2027–28", dt.date(2027, 9, 14), ask=False, by=town.secretary, now=now)
    close(town, now, "x")
    with pytest.raises(WrongState, match="2026-27 was closed on 1 December 2026 already"):
        close(town, now, "x")
    draft = copy_season(town.league, town.season, "2027–28", dt.date(2027, 9, 14), by=town.secretary, now=now)
    with pytest.raises(WrongState, match="2027–28 is a draft"):
        close_season(draft, {}, by=town.secretary, now=now)


# Cups


def test_unfinished_cups_are_open_and_named_when_the_season_is_closed(town: Town, now: dt.datetime) -> None:
    play_all(town)
    made = cups.cup(town, now=now)
    first, *_ = cups.drawn(made, town, now=now)
    cups.cup(town, now=now, name="Plate")
    end = season_end(town.season)
    assert [str(item.text) for item in end.open_items] == ["Plate: no winner yet", "Town Cup: 3 ties to decide"]
    assert [len(item.cup.due) if item.cup else 0 for item in end.open_items] == [0, 2]
    cups.play(first, first.top, town, now=now)
    now += dt.timedelta(days=30)
    close(town, now, "The pub is shut.")
    entry = JournalEntry.objects.get(kind="season-closed")
    assert entry.what == "closed 2026-27; without a winner: Plate, Town Cup"
    assert entry.data["cups without a winner"] == ["Plate", "Town Cup"]
    assert entry.data["open"] == ["Plate: no winner yet", "Town Cup: 2 ties to decide"]
    assert not Winner.objects.filter(competition__in=["Plate", "Town Cup"]).exists()


def test_no_reminder_is_due_for_a_tie_of_a_closed_season(town: Town, now: dt.datetime) -> None:
    first, *_ = cups.drawn(cups.cup(town, now=now), town, now=now)
    tie = cups.leg_of(first)
    eve, after = tie.starts_at - dt.timedelta(days=1), tie.starts_at + dt.timedelta(days=3)
    reminders.queue_due(now=eve)
    assert Notice.objects.filter(fixture=tie, kind="fixture-reminder", state="waiting").exists()
    close(town, eve, "The league folds.")
    for moment in (eve, tie.starts_at, after):
        reminders.queue_due(now=moment)
    due = ("fixture-reminder", "result-due", "result-overdue")
    assert set(Notice.objects.filter(fixture=tie, kind__in=due).values_list("state", flat=True)) == {"cancelled"}


def test_a_cup_s_champion_and_runner_up_are_recorded(town: Town, now: dt.datetime) -> None:
    play_all(town)
    teams = [town.teams["Castle"], town.teams["Bell"]]
    (final,) = cups.drawn(cups.cup(town, now=now, teams=teams), town, now=now)
    cups.play(final, final.top, town, now=now)
    close(town, now + dt.timedelta(days=30))
    rows = Winner.objects.filter(slug="town-cup").order_by("place").values_list("competition", "place", "name", "team")
    assert [row[:3] for row in rows] == [("Town Cup", 1, str(final.top)), ("Town Cup", 2, str(final.bottom))]
    assert [row[3] for row in rows] == [final.top.team_id, final.bottom.team_id]


def test_players_who_win_a_cup_are_recorded_as_players(town: Town, now: dt.datetime) -> None:
    play_all(town)
    made = make_cup(town.season, CupPlan("Singles", entrant_kind="player"), by=town.secretary, now=now)
    one, two = town.squads["Anchor"][0], town.squads["Bell"][0]
    enter_sides(made, [[one], [two]], by=town.secretary, now=now)
    (final,) = cups.drawn(made, town, now=now)
    decide_tie(final, final.top, ending=TieEnding.CONCEDED, reason="Away.", by=town.secretary, now=now)
    close(town, now)
    winner = Winner.objects.get(competition="Singles", place=1)
    assert (winner.team, [player.name for player in winner.players.all()]) == (None, [final.top.team.name])
    reopen_season(town.season, reason="x", by=town.secretary, now=now)
    assert not Winner.objects.exists()


# Captains are told


def closing_notices() -> list[tuple[str, str, str]]:
    rows = Notice.objects.filter(kind="season-closed").order_by("pk")
    return [(row.recipient.name, row.key.split(":")[1], row.state) for row in rows]


def test_captains_are_told_once_how_the_season_ended(town: Town, second: Division, now: dt.datetime) -> None:
    play_all(town)
    other = factories.user("second@town.example", name="Sue Second")
    factories.role(other, town.league, RoleKind.SECRETARY)
    Entry.objects.filter(team=town.teams["Fox"]).update(withdrawn_on=now.date())
    close(town, now)
    asked = [town.captains[name] for name in town.captains if name != "Fox"]
    assert sorted(name for name, *_ in closing_notices()) == sorted(user.name for user in (*asked, other))
    notice = Notice.objects.get(kind="season-closed", recipient=town.captains["Bell"])
    assert notice.text == "2026-27 is closed. Champions: Anchor and Eagle."
    letter = letter_of(notice)
    assert letter.subject == "2026-27 is closed: Town League"
    assert letter.paragraphs == (
        "Champions: Division 1: Anchor; Division 2: Eagle.", "Going up: Eagle (Division 1).",
        "Going down: Duke of York (Division 2).",
    )  # fmt: skip
    assert letter.url.endswith("/leagues/town/archive/2026-27/")


def test_a_changed_end_is_told_again_and_an_equal_one_is_not(town: Town, now: dt.datetime) -> None:
    play_all(town)
    close(town, now)
    Notice.objects.filter(kind="season-closed").update(state="sent", sent_at=now)
    first = closing_notices()
    reopen_season(town.season, reason="Look again.", by=town.secretary, now=now)
    close(town, now)
    assert closing_notices() == first
    reopen_season(town.season, reason="A card was wrong.", by=town.secretary, now=now)
    moves = propose_moves(town.season)
    moves[town.teams["Bell"].pk] = None
    close_season(town.season, moves, by=town.secretary, now=now)
    assert closing_notices() == [*first, *[(name, "2", "waiting") for name, *_ in first]]
    # What is not sent yet is called off with the closing: the first end is what captains were told last.
    reopen_season(town.season, reason="No.", by=town.secretary, now=now)
    assert closing_notices() == [*first, *[(name, "2", "cancelled") for name, *_ in first]]
    assert letter_of(Notice.objects.filter(kind="season-closed").latest("pk")).paragraphs == (
        "2026-27 is closed. Champions: Anchor.",
    )  # fmt: skip
    close(town, now)
    assert closing_notices() == [*first, *[(name, "2", "cancelled") for name, *_ in first]]


def test_a_notice_called_off_is_sent_when_the_season_is_closed_the_same(town: Town, now: dt.datetime) -> None:
    play_all(town)
    close(town, now)
    reopen_season(town.season, reason="x", by=town.secretary, now=now)
    assert {state for *_, state in closing_notices()} == {"cancelled"}
    close(town, now)
    assert {(number, state) for _, number, state in closing_notices()} == {("1", "cancelled"), ("2", "waiting")}


# Reopening


def test_a_season_is_reopened_until_the_next_has_a_result(town: Town, now: dt.datetime) -> None:
    play_all(town)
    close(town, now)
    with pytest.raises(Invalid, match="Say why the season is reopened"):
        reopen_season(town.season, reason=" ", by=town.secretary, now=now)
    opened = reopen_season(town.season, reason="A card was wrong.", by=town.secretary, now=now)
    assert (opened.closed_at, opened.closed_by) == (None, None)
    assert not Winner.objects.exists()
    assert set(Entry.objects.values_list("move", "moves_to")) == {("", None)}
    assert JournalEntry.objects.get(kind="season-reopened").why == "A card was wrong."
    close(town, now)
    made = begin_next_season(town.season, "2027–28", dt.date(2027, 9, 14), ask=False, by=town.secretary, now=now)
    reopen_season(town.season, reason="Again.", by=town.secretary, now=now)
    close(town, now)
    Fixture.objects.filter(pk=town.fixtures[0].pk).update(division=made.divisions.get())
    with pytest.raises(WrongState, match="The next season has results: 2026-27 stays closed"):
        reopen_season(town.season, reason="Again.", by=town.secretary, now=now)


# The next season


def test_the_next_season_has_everybody_where_the_end_put_them(town: Town, second: Division, now: dt.datetime) -> None:
    play_all(town)
    moves = propose_moves(town.season)
    moves[town.teams["Fox"].pk] = None
    close_season(town.season, moves, by=town.secretary, now=now)
    Registration.objects.filter(player=town.squads["Bell"][1]).update(ends_on=now.date())
    made = begin_next_season(town.season, "2027–28", dt.date(2027, 9, 14), ask=True, by=town.secretary, now=now)
    placed = {(entry.team.name, entry.division.name) for entry in made.entries.all()}
    assert placed == {
        ("Anchor", "Division 1"), ("Bell", "Division 1"), ("Castle", "Division 1"), ("Eagle", "Division 1"),
        ("Duke of York", "Division 2"),
    }  # fmt: skip
    assert (made.published_at, made.closed_at, made.closed_by) == (None, None, None)
    bell = made.registrations.filter(team=town.teams["Bell"])
    assert (bell.count(), set(bell.values_list("starts_on", flat=True))) == (5, {dt.date(2027, 9, 13)})
    step = next(step for step in setup_of(made, now=now).steps if step.name == "deal")
    assert step.told == "Division 1: 4, Division 2: 1"
    asked = Notice.objects.filter(kind="entry-to-confirm").order_by("recipient__name")
    assert next(str(notice.text) for notice in asked) == "Does Anchor enter 2027–28? You are in Division 1."
    assert asked.count() == 5
    assert JournalEntry.objects.get(key=str(made.pk)).data == {
        "like": town.season.pk, "teams": 5, "promoted": True, "players": 25,
    }  # fmt: skip


def test_cups_have_their_next_edition(town: Town, now: dt.datetime) -> None:
    kind = {"season": town.season, "kind": CompetitionKind.KNOCK_OUT, "fixture_format": "D"}
    cup, plate = (Division.every.create(name=name, slug=name.lower(), **kind) for name in ("Cup", "Plate"))
    main = KnockOut.objects.create(competition=cup, legs=2, entries_close=now.date())
    KnockOut.objects.create(competition=plate, plate_of=main)
    close(town, now, "x")
    made = begin_next_season(town.season, "2027–28", dt.date(2027, 9, 14), ask=False, by=town.secretary, now=now)
    rows = KnockOut.objects.filter(competition__season=made).order_by("pk")
    assert list(rows.values_list("competition__slug", "legs", "entries_close", "plate_of__competition__slug")) == [
        ("cup", 2, None, None), ("plate", 1, None, "cup"),
    ]  # fmt: skip
    assert [division.name for division in made.divisions.all()] == ["Division 1"]


def test_an_individual_league_has_its_window_as_late_in_the_next_season(town: Town, now: dt.datetime) -> None:
    opens, closes = town.season.first_week + dt.timedelta(days=7), town.season.first_week + dt.timedelta(days=70)
    plan = IndividualPlan("Singles", opens, closes, town.venues["Anchor"], 2, "S")
    make_individual(town.season, plan, by=town.secretary, now=now)
    close(town, now, "x")
    made = begin_next_season(town.season, "2027–28", dt.date(2027, 9, 14), ask=False, by=town.secretary, now=now)
    following = IndividualLeague.objects.get(competition__season=made)
    assert (following.competition.slug, following.meetings) == ("singles", 2)
    assert following.opens_on - made.first_week == dt.timedelta(days=7)
    assert following.closes_on - made.first_week == dt.timedelta(days=70)


def test_a_team_is_taken_out_of_a_draft_with_its_squad(town: Town, now: dt.datetime) -> None:
    close(town, now, "x")
    made = begin_next_season(town.season, "2027–28", dt.date(2027, 9, 14), ask=False, by=town.secretary, now=now)
    take_out_team(made.entries.get(team=town.teams["Bell"]), by=town.secretary, now=now)
    assert not made.entries.filter(team=town.teams["Bell"]).exists()
    assert not made.registrations.filter(team=town.teams["Bell"]).exists()
    assert town.season.registrations.filter(team=town.teams["Bell"]).count() == 6
    assert Team.objects.filter(name="Bell", roles__kind=RoleKind.CAPTAIN).exists()
    with pytest.raises(NotAllowed):
        take_out_team(made.entries.first(), by=town.captains["Anchor"], now=now)  # type: ignore[arg-type]


def test_seasons_that_follow_each_other_lose_nobody_and_have_nobody_twice(
    town: Town, second: Division, now: dt.datetime
) -> None:
    """The rules are tried on a thousand random seasons (tests/rules); here they go through the services."""
    chance, season, by = random.Random(7), town.season, town.secretary
    for year in range(2027, 2033):
        before = set(season.entries.values_list("team", flat=True))
        leaving = {team for team in before if chance.random() < 0.1}
        moves = propose_moves(season, Wishes(leaving=frozenset(leaving)))
        close_season(season, moves, reason="x", by=by, now=now)
        following = begin_next_season(season, f"{year}", dt.date(year, 9, 14), ask=False, by=by, now=now)
        rows = list(following.entries.values_list("team", "division__name"))
        assert sorted(team for team, _ in rows) == sorted(before - leaving)
        names = {division.pk: division.name for division in season.divisions.all()}
        assert dict(rows) == {team: names[to] for team, to in moves.items() if to is not None}
        Season.objects.filter(pk=following.pk).update(published_at=now)
        following.refresh_from_db()
        season = following
