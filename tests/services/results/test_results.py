"""A result's life, told as the league tells it."""

import datetime as dt

import pytest

from league.enums import JournalKind, NoticeKind, ResultState, Settlement
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Appearance, Dispute, Game, JournalEntry, Notice, Result
from league.queries.results.sheets import sheet_of
from league.rules.sheets import GameScore, MatchSheet, ResultSheet
from league.services.calls import awards
from league.services.disputes import rulings
from league.services.results import confirm, decide, store, submit
from tests.factories import Town
from tests.services import dispute_cases as cases
from tests.services.dispute_cases import SIGNED


def sheet(town: Town, home: str, away: str, *, first: GameScore | None = None) -> ResultSheet:
    """A sheet of D S S: the home side wins the doubles 2–1 and the first singles 3–0, and loses the second 0–3."""
    ours, theirs = ([p.pk for p in town.squads[name]] for name in (home, away))
    win, loss = GameScore(121, 90), GameScore(88, 121)
    return ResultSheet(
        (
            MatchSheet(1, "doubles", (ours[0], ours[1]), (theirs[0], theirs[1]), (first or win, win, loss)),
            MatchSheet(2, "singles", (ours[2],), (theirs[2],), (win, win, win)),
            MatchSheet(3, "singles", (ours[3],), (theirs[3],), (loss, loss, loss)),
        )
    )


def test_a_captain_enters_a_result_and_the_other_confirms_it(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    given = sheet(town, "Anchor", "Bell")
    result = submit.submit(fixture, given, by=town.captains["Anchor"], now=now)
    assert (result.state, result.version, result.home_games, result.away_games) == (ResultState.SUBMITTED, 1, 5, 4)
    assert (result.home_matches, result.away_matches) == (2, 1)
    assert sheet_of(result) == given
    assert Appearance.objects.filter(result=result).count() == 8
    assert [n.recipient for n in Notice.objects.all()] == [town.captains["Bell"]]

    confirmed = confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    assert (confirmed.state, confirmed.settlement) == (ResultState.CONFIRMED, Settlement.OTHER_SIDE)
    assert confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now) == confirmed
    told = [(e.by_name, e.what) for e in JournalEntry.objects.order_by("pk")]
    assert told == [("Anchor 1", "entered Anchor v Bell: 5–4"), ("Bell 1", "confirmed Anchor v Bell: 5–4")]


def test_nobody_confirms_their_own_sheet(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    for who in (town.captains["Anchor"], town.captains["Castle"], town.secretary, town.referee):
        with pytest.raises(NotAllowed):
            confirm.confirm(fixture, 1, by=who, now=now)


def test_a_wrong_sheet_is_refused_with_everything_that_is_wrong(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    with pytest.raises(Invalid) as refused:
        submit.submit(
            fixture, sheet(town, "Bell", "Castle", first=GameScore(119, 117)), by=town.captains["Anchor"], now=now
        )
    told = [(p.field, p.code) for p in refused.value.problems]
    assert ("m1-g1", "nobody-won") in told
    assert sorted(code for field, code in told if field not in {"m1-g1"}) == ["other-side"] * 4 + ["other-team"] * 4
    assert not Result.objects.exists()


def test_a_double_click_is_one_result_and_a_second_sheet_is_told_of_the_first(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    given = sheet(town, "Anchor", "Bell")
    first = submit.submit(fixture, given, by=town.captains["Anchor"], now=now)
    assert submit.submit(fixture, given, by=town.captains["Anchor"], now=now) == first
    told = r"Anchor 1 sent a sheet for this fixture on 3 November at 12 noon \(5–4\)"
    another = sheet(town, "Anchor", "Bell", first=GameScore(121, 91))
    for who in (town.captains["Anchor"], town.secretary):
        with pytest.raises(WrongState, match=told):
            submit.submit(fixture, another, by=who, now=now)
    assert Result.objects.count() == 1


def test_a_result_cannot_be_entered_before_the_fixture_begins(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    early = fixture.starts_at - dt.timedelta(minutes=1)
    with pytest.raises(WrongState, match="has not begun"):
        submit.submit(fixture, sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=early)


def test_the_secretarys_sheet_counts_at_once(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    result = submit.submit(fixture, sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    assert (result.state, result.settlement, result.side) == (ResultState.CONFIRMED, Settlement.SECRETARY, "")


def disputed(town: Town, now: dt.datetime) -> tuple[Dispute, ResultSheet]:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    mine = sheet(town, "Anchor", "Bell", first=GameScore(117, 121))
    opened = confirm.dispute(fixture, 1, reason="We won game 1", sheet=mine, by=town.captains["Bell"], now=now)
    return opened, mine


def test_a_disputed_sheet_does_not_count_and_its_sender_may_accept_the_other(town: Town, now: dt.datetime) -> None:
    opened, mine = disputed(town, now)
    fixture = opened.fixture
    states = [(r.version, r.state, r.live) for r in Result.objects.order_by("version")]
    assert states == [(1, ResultState.DISPUTED, True), (2, ResultState.COUNTER, False)]
    for who in (town.captains["Castle"], town.secretary, town.referee):
        with pytest.raises(NotAllowed):
            confirm.accept_counter(fixture, by=who, now=now)
    kept = confirm.accept_counter(fixture, by=town.captains["Anchor"], now=now)
    assert (kept.version, kept.settlement, sheet_of(kept)) == (2, Settlement.ACCEPTED, mine)
    assert Result.objects.filter(live=True).get() == kept


def test_two_sheets_with_the_same_total_are_told_apart_by_the_game(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    theirs = sheet(town, "Anchor", "Bell", first=GameScore(121, 117))
    confirm.dispute(fixture, 1, reason="It was 117.", sheet=theirs, by=town.captains["Bell"], now=now)
    told = set(Notice.objects.filter(kind=NoticeKind.RESULT_DISPUTED).values_list("text", flat=True))
    mine = sheet(town, "Anchor", "Bell").matches[0].games[0]
    assert told == {f"Anchor v Bell: 5–4 is disputed; the sheets differ in match 1, game 1 ({mine} against 121–117)."}


def test_history_says_that_the_other_sheet_was_accepted(town: Town, now: dt.datetime) -> None:
    opened, _ = disputed(town, now)
    confirm.accept_counter(opened.fixture, by=town.captains["Anchor"], now=now)
    entry = JournalEntry.objects.get(kind=JournalKind.DISPUTE_SETTLED)
    assert entry.what == "accepted the other side's sheet of Anchor v Bell: 4–5"
    told = set(Notice.objects.filter(kind=NoticeKind.DISPUTE_SETTLED).values_list("text", flat=True))
    assert told == {"Anchor v Bell: the other side's sheet is accepted, 4–5 counts."}


@pytest.mark.parametrize(("keep", "version"), [("result", 1), ("counter", 2)])
def test_a_neutral_referee_settles_a_dispute(town: Town, now: dt.datetime, keep: str, version: int) -> None:
    opened, _ = disputed(town, now)
    with pytest.raises(NotAllowed):
        rulings.rule(opened, outcome="sheet", keep="result", by=town.captains["Anchor"], now=now, **SIGNED)
    cases.ruled(opened, town, now, outcome="sheet", keep=keep)
    kept = Result.objects.get(live=True)
    assert (kept.version, kept.state, kept.settlement) == (version, ResultState.CONFIRMED, Settlement.RULING)
    opened.refresh_from_db()
    assert opened.ruling.reason == SIGNED["reason"]
    with pytest.raises(WrongState, match="settled already"):
        cases.ruled(opened, town, now, outcome="sheet", keep="result")


def test_the_same_sheet_is_no_dispute(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    given = sheet(town, "Anchor", "Bell")
    submit.submit(fixture, given, by=town.captains["Anchor"], now=now)
    with pytest.raises(Invalid, match="confirm theirs"):
        confirm.dispute(fixture, 1, reason="No", sheet=given, by=town.captains["Bell"], now=now)
    with pytest.raises(Invalid, match="Say what is wrong"):
        confirm.dispute(fixture, 1, reason=" ", by=town.captains["Bell"], now=now)


def test_an_awarded_game_is_a_new_version_that_keeps_the_score(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    result = awards.award_game(
        fixture, match_number=2, game_number=1, to="away", reason="Persistent overcalling", by=town.referee, now=now
    )
    assert (result.version, result.home_games, result.away_games, result.away_awarded) == (2, 4, 5, 1)
    game = Game.objects.get(match__result=result, match__number=2, number=1)
    assert (game.home_score, game.away_score, game.winner, game.awarded) == (121, 90, "away", True)
    assert list(Result.objects.filter(live=True)) == [result]


def test_a_walkover_is_a_state_without_scores(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    with pytest.raises(NotAllowed):
        decide.give_walkover(fixture, to="home", version=0, reason="x", by=town.captains["Anchor"], now=now)
    result = decide.give_walkover(
        fixture, to="home", version=0, reason="Bell could not come", by=town.secretary, now=now
    )
    assert (result.home_games, result.away_games, result.home_awarded) == (9, 0, 9)
    assert not Game.objects.exists()


def test_a_stale_page_cannot_confirm_what_its_reader_has_not_seen(town: Town, now: dt.datetime) -> None:
    opened, _ = disputed(town, now)
    confirm.accept_counter(opened.fixture, by=town.captains["Anchor"], now=now)
    with pytest.raises(WrongState, match="newer sheet"):
        confirm.confirm(opened.fixture, 1, by=town.captains["Bell"], now=now)


def test_no_game_is_awarded_on_a_sheet_that_waits_for_the_other_captain(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    with pytest.raises(WrongState, match="entered and confirmed"):
        awards.award_game(
            fixture, match_number=2, game_number=1, to="away", reason="Persistent", by=town.referee, now=now
        )
    assert Result.objects.get().state == ResultState.SUBMITTED
    assert confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now).version == 1


def test_a_sheet_moves_by_its_table_alone(town: Town, now: dt.datetime) -> None:
    found = cases.counting(town, now)
    with pytest.raises(WrongState, match="This sheet is confirmed; it cannot become "):
        store.move_result(found, ResultState.SUBMITTED)
    assert Result.objects.get().state == ResultState.CONFIRMED
