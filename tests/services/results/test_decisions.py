"""What the secretary decides about a result, told as a league tells it."""

import datetime as dt
from dataclasses import replace
from fractions import Fraction

import pytest

from league.enums import (
    FixtureState,
    JournalKind,
    NoticeKind,
    PostponementState,
    ResultKind,
    ResultState,
    Settlement,
)
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Fixture, JournalEntry, Notice, Result
from league.queries.results.sheets import sheet_of
from league.queries.standings.figures import totals_of_sheet, totals_of_walkover
from league.queries.standings.standings import division_table, table_if
from league.rules.formats import terms
from league.rules.sheets import GameScore, ResultSheet
from league.services import fixtures
from league.services.calls import awards
from league.services.dates.override import Override, leave_undated
from league.services.results import confirm, store, submit
from league.services.results import decide as decisions
from league.services.results.correct import propose
from league.services.results.decide import abandon, give_walkover, nobody_came, reopen, take_back, void
from tests.factories import Town, result_sheet


@pytest.fixture
def fixture(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


@pytest.fixture
def confirmed(town: Town, fixture: Fixture, now: dt.datetime) -> Fixture:
    """Anchor 6, Bell 3, agreed."""
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    return fixture


def cut_off(sheet: ResultSheet, *games: int) -> ResultSheet:
    """The sheet with only so many games of each match; the others are blank, as the form sends them."""
    cut = zip(sheet.matches, games, strict=True)
    return ResultSheet(
        tuple(replace(m, games=tuple(g if i < left else GameScore() for i, g in enumerate(m.games))) for m, left in cut)
    )


def live(fixture: Fixture) -> Result | None:
    return Result.objects.filter(fixture=fixture, live=True).first()


def points(town: Town) -> dict[str, tuple[int, Fraction]]:
    """Fixtures played and points, by team."""
    return {row.team.name: (row.row.played, row.row.points) for row in division_table(town.division).rows}


def form(town: Town) -> dict[str, str]:
    return {r.team.name: "".join(item.outcome for item in r.row.form) for r in division_table(town.division).rows}


def test_the_lights_went_out_in_the_second_match(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    """The doubles were over, 2–1 to Anchor, and one game of the first singles was pegged out; then the power failed."""
    sheet = cut_off(result_sheet(town, "Anchor", "Bell"), 3, 1, 0)
    result = abandon(fixture, sheet, version=0, reason="The power failed.", by=town.secretary, now=now)
    assert (result.kind, result.state, result.settlement) == ("abandoned", "confirmed", "secretary")
    assert (result.home_games, result.away_games, result.home_matches, result.away_matches) == (3, 1, 1, 0)
    assert [(m.number, m.home_games + m.away_games, m.finished) for m in result.matches.all()] == [
        (1, 3, True),
        (2, 1, False),
    ]
    assert not result.finished
    assert result.appearances.count() == 6
    assert sheet_of(result).matches[1].games == (GameScore(121, 62),)
    assert points(town)["Anchor"] == (1, 3)
    assert points(town)["Bell"] == (1, 1)
    assert form(town) == {"Anchor": "A", "Bell": "A", "Castle": "", "Duke of York": ""}
    assert division_table(town.division).remaining == 5


def test_they_walked_out_and_the_rest_is_awarded(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    sheet = cut_off(result_sheet(town, "Anchor", "Bell"), 3, 2, 0)
    result = abandon(fixture, sheet, rest="away", version=0, reason="Anchor left.", by=town.secretary, now=now)
    assert (result.home_games, result.away_games, result.away_awarded) == (4, 5, 4)
    assert (result.home_matches, result.away_matches) == (2, 1)
    assert (points(town)["Bell"], form(town)["Bell"], form(town)["Anchor"]) == ((1, 5), "W", "L")
    assert [a.match.number for a in result.appearances.all()] == [1, 1, 1, 1, 2, 2]


def test_of_an_abandoned_fixture_every_written_game_is_checked(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    sheet = result_sheet(town, "Anchor", "Bell")
    holed = replace(sheet.matches[0], games=(GameScore(), GameScore(121, 80), GameScore()))
    half = replace(sheet.matches[1], games=(GameScore(121, None), GameScore(), GameScore()))
    empty = replace(sheet.matches[2], home_players=(None,), games=(GameScore(121, 4), GameScore(), GameScore()))
    wrong = ResultSheet((holed, half, empty))
    with pytest.raises(Invalid) as refused:
        abandon(fixture, wrong, version=0, reason=" ", by=town.secretary, now=now)
    assert [(p.code, p.field) for p in refused.value.problems] == [
        ("no-game", "m1-g1"),
        ("half-game", "m2-g1"),
        ("no-player", "m3-home-1"),
        ("no-reason", "reason"),
    ]
    nothing = cut_off(sheet, 0, 0, 0)
    with pytest.raises(Invalid) as refused:
        abandon(fixture, nothing, version=0, reason="Fire", by=town.secretary, now=now)
    assert [p.code for p in refused.value.problems] == ["nothing-played"]


def test_neither_side_came(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    result = nobody_came(fixture, version=0, reason="Snow", by=town.secretary, now=now)
    assert (result.kind, result.home_games, result.away_games, result.note) == ("nobody", 0, 0, "Snow")
    assert (points(town)["Anchor"], points(town)["Bell"]) == ((1, 0), (1, 0))
    assert (form(town)["Anchor"], form(town)["Bell"]) == ("L", "L")


def test_a_void_result_counts_for_nothing_and_stays_to_be_read(
    town: Town, confirmed: Fixture, now: dt.datetime
) -> None:
    result = void(confirmed, version=1, reason="Played with a short pack.", by=town.secretary, now=now)
    assert (result.version, result.kind, result.home_games, result.away_games) == (2, "void", 0, 0)
    assert points(town) == dict.fromkeys(("Anchor", "Bell", "Castle", "Duke of York"), (0, 0))
    first = Result.objects.get(fixture=confirmed, version=1)
    assert (first.state, first.live, first.home_games) == ("superseded", False, 6)
    assert sheet_of(first) == result_sheet(town, "Anchor", "Bell")
    with pytest.raises(WrongState, match="void already"):
        void(confirmed, version=2, reason="Again", by=town.secretary, now=now)


def test_a_void_result_is_taken_back_by_a_further_version(town: Town, confirmed: Fixture, now: dt.datetime) -> None:
    void(confirmed, version=1, reason="Short pack", by=town.secretary, now=now)
    again = take_back(confirmed, version=2, reason="The pack was whole.", by=town.secretary, now=now)
    assert again is not None
    assert (again.version, again.kind, again.state, again.corrects.version) == (3, "played", "confirmed", 2)
    assert sheet_of(again) == result_sheet(town, "Anchor", "Bell")
    assert points(town)["Anchor"] == (1, 6)
    once_more = take_back(confirmed, version=3, reason="It was not.", by=town.secretary, now=now)
    assert once_more is not None
    assert (once_more.version, once_more.kind) == (4, "void")
    assert Result.objects.filter(fixture=confirmed).count() == 4


def test_to_be_played_again(town: Town, confirmed: Fixture, now: dt.datetime) -> None:
    """The secretary lets the captains enter it anew; until they do, nothing counts."""
    reopen(confirmed, version=1, reason="They play it again on Friday.", by=town.secretary, now=now)
    assert live(confirmed) is None
    assert (points(town)["Anchor"], division_table(town.division).remaining) == ((0, 0), 6)
    sheet = result_sheet(town, "Anchor", "Bell", first=GameScore(100, 121))
    result = submit.submit(confirmed, sheet, by=town.captains["Bell"], now=now)
    assert (result.version, result.state) == (2, "submitted")


def test_what_was_reopened_by_mistake_counts_again(town: Town, confirmed: Fixture, now: dt.datetime) -> None:
    reopen(confirmed, version=1, reason="The wrong fixture", by=town.secretary, now=now)
    result = take_back(confirmed, version=0, reason="It was the wrong one.", by=town.secretary, now=now)
    assert result is not None
    assert (result.version, points(town)["Anchor"]) == (2, (1, 6))


def test_what_was_reopened_by_mistake_is_reversed_once(town: Town, confirmed: Fixture, now: dt.datetime) -> None:
    """A second reversal would make the same sheet again and tell both captains of it."""
    reopen(confirmed, version=1, reason="The wrong fixture", by=town.secretary, now=now)
    again = take_back(confirmed, version=0, reason="It was the wrong one.", by=town.secretary, now=now)
    assert again is not None
    assert (again.settlement, again.settled_by) == (Settlement.OTHER_SIDE, town.captains["Bell"])
    with pytest.raises(WrongState, match="no decision about this fixture"):
        take_back(confirmed, version=2, reason="Once more", by=town.secretary, now=now)


def test_a_decision_that_was_reopened_by_mistake_is_reversed_as_before(
    town: Town, confirmed: Fixture, now: dt.datetime
) -> None:
    give_walkover(confirmed, to="away", version=1, reason="A false team", by=town.secretary, now=now)
    reopen(confirmed, version=2, reason="The wrong fixture", by=town.secretary, now=now)
    again = take_back(confirmed, version=0, reason="It was the wrong one.", by=town.secretary, now=now)
    assert again is not None
    assert (again.version, again.kind, again.corrects.version) == (3, "walkover", 1)
    first = take_back(confirmed, version=3, reason="The team was right.", by=town.secretary, now=now)
    assert first is not None
    assert (first.version, first.kind, points(town)["Anchor"]) == (4, "played", (1, 6))


def test_a_walkover_also_over_a_result(town: Town, confirmed: Fixture, now: dt.datetime) -> None:
    result = give_walkover(confirmed, to="away", version=1, reason="A false team", by=town.secretary, now=now)
    assert (result.kind, result.home_games, result.away_games, result.away_awarded) == ("walkover", 0, 9, 9)
    assert (result.matches.count(), result.corrects.version, result.reason) == (0, 1, "A false team")
    assert points(town)["Bell"] == (1, 9)
    back = take_back(confirmed, version=2, reason="An error", by=town.secretary, now=now)
    assert (back.version, points(town)["Anchor"]) == (3, (1, 6))


def test_a_waiting_sheet_that_was_reopened_by_mistake_waits_again(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    reopen(fixture, version=1, reason="The wrong fixture", by=town.secretary, now=now)
    later = now + dt.timedelta(hours=3)
    again = take_back(fixture, version=0, reason="It was the wrong one.", by=town.secretary, now=later)
    assert again is not None
    assert (again.version, again.state, again.side) == (2, ResultState.SUBMITTED, "home")
    assert again.confirm_by == now + dt.timedelta(hours=56)  # 48 hours from 3 pm, on to 8 pm


def test_the_sheet_that_was_reopened_last_comes_back_and_no_earlier_one(
    town: Town, confirmed: Fixture, now: dt.datetime
) -> None:
    reopen(confirmed, version=1, reason="They play it again.", by=town.secretary, now=now)
    second = result_sheet(town, "Anchor", "Bell", first=GameScore(61, 121))
    submit.submit(confirmed, second, by=town.captains["Anchor"], now=now)
    reopen(confirmed, version=2, reason="The wrong fixture", by=town.secretary, now=now)
    again = take_back(confirmed, version=0, reason="It was the wrong one.", by=town.secretary, now=now)
    assert again is not None
    assert (again.version, again.state, sheet_of(again)) == (3, ResultState.SUBMITTED, second)


def test_a_walkover_that_is_taken_back_leaves_no_result(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    decisions.give_walkover(fixture, to="home", version=0, reason="No side", by=town.secretary, now=now)
    assert take_back(fixture, version=1, reason="They were there.", by=town.secretary, now=now) is None
    assert live(fixture) is None
    assert points(town)["Anchor"] == (0, 0)
    again = take_back(fixture, version=0, reason="They were not.", by=town.secretary, now=now)
    assert (again.version, again.kind, points(town)["Anchor"]) == (2, "walkover", (1, 9))


def test_a_sheet_that_nobody_had_confirmed_waits_again(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    """A decision over a sheet that waits does not make it count when the decision is taken back."""
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    give_walkover(fixture, to="away", version=1, reason="No side", by=town.secretary, now=now)
    back = take_back(fixture, version=2, reason="There was one.", by=town.secretary, now=now)
    assert (back.version, back.state, back.side, back.submitted_by) == (3, "submitted", "home", town.captains["Anchor"])
    assert points(town)["Anchor"] == (0, 0)
    confirm.confirm(fixture, 3, by=town.captains["Bell"], now=now)
    assert points(town)["Anchor"] == (1, 6)


def test_what_captains_agreed_on_is_no_decision(town: Town, confirmed: Fixture, now: dt.datetime) -> None:
    with pytest.raises(WrongState, match="no decision about this fixture"):
        take_back(confirmed, version=1, reason="x", by=town.secretary, now=now)


def test_both_captains_are_told_and_the_journal_says_why(town: Town, confirmed: Fixture, now: dt.datetime) -> None:
    void(confirmed, version=1, reason="Short pack", by=town.secretary, now=now)
    entry = JournalEntry.objects.get(kind=JournalKind.RESULT_DECIDED)
    assert (entry.key, entry.what, entry.why) == (
        f"{confirmed.pk}:2",
        "decided about Anchor v Bell: void, it counts for nothing",
        "Short pack",
    )
    told = Notice.objects.filter(kind=NoticeKind.RESULT_DECIDED)
    assert {n.recipient for n in told} == {town.captains["Anchor"], town.captains["Bell"]}
    assert {n.text for n in told} == {"Anchor v Bell: void, it counts for nothing. The secretary: Short pack"}


def test_a_decision_ends_a_correction_that_waits(town: Town, confirmed: Fixture, now: dt.datetime) -> None:
    other = result_sheet(town, "Anchor", "Bell", first=GameScore(100, 121))
    proposed = store.append_result(
        confirmed, other, state=ResultState.PROPOSED, now=now, by=town.captains["Bell"], side="away"
    )
    void(confirmed, version=1, reason="Short pack", by=town.secretary, now=now)
    proposed.refresh_from_db()
    assert (proposed.state, proposed.live) == ("rejected", False)


def test_a_decision_closes_a_postponement(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    leave_undated(fixture, Override("Snow", fixture.sequence, town.secretary, now))
    fixture.refresh_from_db()
    assert fixture.state == FixtureState.POSTPONED
    nobody_came(fixture, version=0, reason="Nor later", by=town.secretary, now=now)
    fixture.refresh_from_db()
    assert fixture.state == FixtureState.SCHEDULED
    assert fixtures.open_postponement(fixture) is None
    assert fixture.postponements.get().state == PostponementState.LAPSED


@pytest.mark.parametrize("decide", ["walkover", "abandon", "nobody", "void", "reopen", "take_back"])
class TestEveryDecision:
    """The rules that every kind of decision keeps."""

    def decide(self, what: str, town: Town, fixture: Fixture, **given: object) -> object:
        asked = {"version": 1, "reason": "Because", "by": town.secretary} | given
        if what == "abandon":
            return abandon(fixture, cut_off(result_sheet(town, "Anchor", "Bell"), 3, 0, 0), **asked)
        if what == "walkover":
            return give_walkover(fixture, to="home", **asked)
        return {"nobody": nobody_came, "void": void, "reopen": reopen, "take_back": take_back}[what](fixture, **asked)

    @pytest.mark.parametrize("who", ["Anchor", "referee"])
    def test_only_the_secretary(self, town: Town, confirmed: Fixture, now: dt.datetime, decide: str, who: str) -> None:
        by = town.captains.get(who, town.referee)
        with pytest.raises(NotAllowed, match="Only the league's secretary"):
            self.decide(decide, town, confirmed, by=by, now=now)

    def test_a_reason(self, town: Town, confirmed: Fixture, now: dt.datetime, decide: str) -> None:
        with pytest.raises(Invalid) as refused:
            self.decide(decide, town, confirmed, reason="  ", now=now)
        assert [(p.code, p.field) for p in refused.value.problems] == [("no-reason", "reason")]

    @pytest.mark.parametrize("version", [0, 2])
    def test_what_has_changed_since(
        self, town: Town, confirmed: Fixture, now: dt.datetime, decide: str, version: int
    ) -> None:
        with pytest.raises(WrongState, match="has been changed"):
            self.decide(decide, town, confirmed, version=version, now=now)

    def test_not_in_a_dispute(self, town: Town, fixture: Fixture, now: dt.datetime, decide: str) -> None:
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
        confirm.dispute(fixture, 1, reason="No", by=town.captains["Bell"], now=now)
        with pytest.raises(WrongState, match="Settle the dispute first"):
            self.decide(decide, town, fixture, now=now)

    def test_not_where_it_is_cancelled(self, town: Town, confirmed: Fixture, now: dt.datetime, decide: str) -> None:
        Fixture.objects.filter(pk=confirmed.pk).update(state=FixtureState.CANCELLED)
        with pytest.raises(WrongState, match="cancelled"):
            self.decide(decide, town, confirmed, now=now)


@pytest.mark.parametrize("decide", [abandon, nobody_came])
def test_nothing_is_abandoned_before_it_has_begun(town: Town, fixture: Fixture, decide: object) -> None:
    early = fixture.starts_at - dt.timedelta(minutes=1)
    sheet = (result_sheet(town, "Anchor", "Bell"),) if decide is abandon else ()
    with pytest.raises(WrongState, match="has not begun"):
        decide(fixture, *sheet, version=0, reason="x", by=town.secretary, now=early)


def test_a_date_agreed_on_meanwhile_is_not_overruled_unseen(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    with pytest.raises(WrongState, match="has been changed"):
        nobody_came(fixture, version=0, sequence=fixture.sequence + 1, reason="x", by=town.secretary, now=now)


def test_void_and_reopen_want_a_result(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    for decide in (void, reopen):
        with pytest.raises(WrongState, match="has no result"):
            decide(fixture, version=0, reason="x", by=town.secretary, now=now)


def test_the_table_foretold_is_the_table_that_comes(town: Town, confirmed: Fixture, now: dt.datetime) -> None:
    sheet = cut_off(result_sheet(town, "Anchor", "Bell"), 3, 1, 0)
    kept = decisions.broken_off(sheet, terms(town.division))
    foretold = table_if(town.division, {confirmed.pk: totals_of_sheet(confirmed, kept, ResultKind.ABANDONED)})
    abandon(confirmed, sheet, version=1, reason="x", by=town.secretary, now=now)
    assert foretold.rows == division_table(town.division).rows
    foretold = table_if(town.division, {confirmed.pk: totals_of_walkover(confirmed, "away")})
    give_walkover(confirmed, to="away", version=2, reason="x", by=town.secretary, now=now)
    assert foretold.rows == division_table(town.division).rows
    assert live(confirmed).settlement == Settlement.SECRETARY


def test_a_game_awarded_later_leaves_an_abandoned_fixture_abandoned(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    sheet = cut_off(result_sheet(town, "Anchor", "Bell"), 3, 1, 0)
    abandon(fixture, sheet, version=0, reason="The power failed.", by=town.secretary, now=now)
    result = awards.award_game(
        fixture, match_number=1, game_number=1, to="away", reason="R43", by=town.referee, now=now
    )
    assert (result.kind, result.home_games, result.away_games) == ("abandoned", 2, 2)
    assert form(town)["Anchor"] == "A"


def test_a_whole_sheet_of_the_secretary_makes_it_a_played_one(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    """An abandoned fixture is finished on another evening, and its whole sheet replaces the decision."""
    whole = result_sheet(town, "Anchor", "Bell")
    abandon(fixture, cut_off(whole, 3, 1, 0), version=0, reason="The power failed.", by=town.secretary, now=now)
    propose(fixture, 1, whole, reason="Finished on Friday.", by=town.secretary, now=now)
    assert (live(fixture).kind, points(town)["Anchor"]) == ("played", (1, 6))
