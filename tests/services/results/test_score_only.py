"""Results sent as a score alone, and the names and games that follow."""

import datetime as dt

import pytest

from league.enums import Detail, JournalKind, NoticeKind, ResultKind, ResultState, Settlement
from league.errors import Changed, Invalid, NotAllowed, WrongState
from league.models import Appearance, Fixture, JournalEntry, Match, Notice, Result, Season
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import key_of
from league.rules.sheets import GameScore, ResultSheet, ScoreOnly
from league.services.calls import awards
from league.services.results import confirm, correct, decide, store, submit
from tests.factories import Town, result_sheet


def score(home: int, away: int, matches: tuple[int, int] | None = None) -> ResultSheet:
    return ResultSheet((), score=ScoreOnly(home, away, matches))


@pytest.fixture
def fixture(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


def whole(town: Town, *, first: GameScore | None = None) -> ResultSheet:
    """A card of 9 games: 6–3 by default, 5–4 with another first game."""
    return result_sheet(town, "Anchor", "Bell", first=first)


def agreed(town: Town, fixture: Fixture, now: dt.datetime) -> Result:
    """The score of `whole`, confirmed."""
    sheet = whole(town)
    submit.submit(fixture, score(sheet.games("home"), sheet.games("away")), by=town.captains["Anchor"], now=now)
    return confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)


def problems(refused: pytest.ExceptionInfo[Invalid]) -> list[tuple[str, str]]:
    return [(problem.code, str(problem.message)) for problem in refused.value.problems]


def test_a_score_alone_waits_for_the_other_captain_and_counts_when_they_confirm_it(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    result = submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    assert (result.state, result.detail) == (ResultState.SUBMITTED, Detail.SCORE)
    assert (result.home_games, result.away_games, result.finished) == (6, 3, True)
    assert sheet_of(result) == score(6, 3)
    assert not Match.objects.filter(result=result).exists()
    assert [n.recipient for n in Notice.objects.all()] == [town.captains["Bell"]]
    confirmed = confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    assert (confirmed.state, confirmed.settlement) == (ResultState.CONFIRMED, Settlement.OTHER_SIDE)
    told = [str(entry.what) for entry in JournalEntry.objects.order_by("pk")]
    assert told == ["entered Anchor v Bell: 6–3", "confirmed Anchor v Bell: 6–3"]


def test_a_score_alone_is_refused_where_the_season_wants_whole_cards(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    Season.objects.filter(pk=town.season.pk).update(score_only=False)
    fixture.division.season.refresh_from_db()
    with pytest.raises(Invalid) as refused:
        submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    assert problems(refused) == [("score-only", "This season’s results are sent as whole cards.")]
    assert not Result.objects.exists()


@pytest.mark.parametrize(("home", "away"), [(5, 5), (9, 1), (0, 0), (3, 0), (99, 99), (-1, 10)])
def test_an_impossible_score_is_refused_with_what_can_be(
    town: Town, fixture: Fixture, now: dt.datetime, home: int, away: int
) -> None:
    with pytest.raises(Invalid) as refused:
        submit.submit(fixture, score(home, away), by=town.captains["Anchor"], now=now)
    [(code, message)] = problems(refused)
    assert code == "score"
    assert "9 are played here" in message or "No night here ends" in message
    assert not Result.objects.exists()


def test_a_double_click_is_one_result_and_another_score_is_told_of_the_first(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    first = submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    assert submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now) == first
    with pytest.raises(WrongState, match=r"Anchor 1 sent a sheet .* \(6–3\)"):
        submit.submit(fixture, score(7, 2), by=town.captains["Anchor"], now=now)
    assert Result.objects.count() == 1


def test_the_other_sides_equal_score_confirms_and_another_disputes(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    result = submit.submit(fixture, score(6, 3), by=town.captains["Bell"], now=now)
    assert (result.state, result.settlement) == (ResultState.CONFIRMED, Settlement.AGREED)
    other = town.fixture("Castle", "Duke of York")
    submit.submit(other, score(6, 3), by=town.captains["Castle"], now=now)
    counter = submit.submit(other, score(4, 5), by=town.captains["Duke of York"], now=now)
    assert counter.state == ResultState.COUNTER
    settled = confirm.accept_counter(other, by=town.captains["Castle"], now=now)
    assert (settled.pk, settled.home_games, settled.score_only) == (counter.pk, 4, True)


def test_names_and_games_that_agree_count_without_another_confirmation(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    before = agreed(town, fixture, now)
    Notice.objects.all().delete()
    result = submit.submit(fixture, whole(town), by=town.captains["Bell"], now=now)
    assert (result.version, result.state, result.detail) == (2, ResultState.CONFIRMED, Detail.CARD)
    assert (result.settlement, result.corrects_id, result.side) == (Settlement.CARD, before.pk, "away")
    assert Appearance.objects.filter(result=result).exists()
    assert Result.objects.get(pk=before.pk).state == ResultState.SUPERSEDED
    entry = JournalEntry.objects.latest("pk")
    assert (entry.kind, str(entry.what)) == (
        JournalKind.RESULT_SUBMITTED,
        "added names and games to Anchor v Bell: 6–3",
    )
    notice = Notice.objects.get()
    assert (notice.recipient, notice.kind, notice.key) == (
        town.captains["Anchor"], NoticeKind.RESULT_CONFIRMED, key_of(result),
    )  # fmt: skip
    assert submit.submit(fixture, whole(town), by=town.captains["Bell"], now=now) == result
    with pytest.raises(WrongState):
        submit.submit(fixture, whole(town), by=town.captains["Anchor"], now=now)


def test_names_and_games_of_another_score_are_refused_and_become_a_correction_with_a_reason(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    agreed(town, fixture, now)
    card = whole(town, first=GameScore(88, 121))
    with pytest.raises(Invalid) as refused:
        submit.submit(fixture, card, by=town.captains["Anchor"], now=now)
    [(code, message)] = problems(refused)
    assert code == "another-score"
    assert message.startswith("These games make 5–4, but 6–3 is confirmed")
    proposed = correct.propose(fixture, 1, card, reason="Game 1 was theirs.", by=town.captains["Anchor"], now=now)
    assert (proposed.state, proposed.detail) == (ResultState.PROPOSED, Detail.CARD)
    with pytest.raises(WrongState, match="awaiting an answer"):
        submit.submit(fixture, whole(town), by=town.captains["Bell"], now=now)
    accepted = correct.answer_correction(fixture, 2, accept=True, by=town.captains["Bell"], now=now)
    assert (accepted.home_games, accepted.away_games) == (5, 4)


def test_a_confirmed_score_is_corrected_by_another_score(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    agreed(town, fixture, now)
    with pytest.raises(Invalid, match="Say why"):
        correct.propose(fixture, 1, score(7, 2), reason="", by=town.captains["Anchor"], now=now)
    proposed = correct.propose(fixture, 1, score(7, 2), reason="Miscounted.", by=town.captains["Anchor"], now=now)
    assert (proposed.state, proposed.detail) == (ResultState.PROPOSED, Detail.SCORE)
    result = correct.answer_correction(fixture, 2, accept=True, by=town.captains["Bell"], now=now)
    assert sheet_of(result) == score(7, 2)


def test_a_waiting_score_is_completed_by_its_own_side_and_the_other_is_asked_anew(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    result = submit.submit(fixture, whole(town), by=town.captains["Anchor"], now=now)
    assert (result.version, result.state, result.detail) == (2, ResultState.SUBMITTED, Detail.CARD)
    with pytest.raises(Changed):
        confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    assert confirm.confirm(fixture, 2, by=town.captains["Bell"], now=now).state == ResultState.CONFIRMED


def test_the_other_sides_whole_card_confirms_a_score_and_completes_it(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    result = submit.submit(fixture, whole(town), by=town.captains["Bell"], now=now)
    assert (result.version, result.state, result.settlement) == (2, ResultState.CONFIRMED, Settlement.CARD)
    assert Result.objects.get(version=1).settlement == Settlement.AGREED
    assert submit.submit(fixture, whole(town), by=town.captains["Bell"], now=now) == result


def test_an_equal_score_confirms_a_waiting_card(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, whole(town), by=town.captains["Anchor"], now=now)
    result = submit.submit(fixture, score(6, 3), by=town.captains["Bell"], now=now)
    assert (result.version, result.settlement, result.detail) == (1, Settlement.AGREED, Detail.CARD)


def test_a_card_is_never_replaced_by_a_score(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, whole(town), by=town.captains["Anchor"], now=now)
    with pytest.raises(Invalid, match="Names and games are in already"):
        correct.propose(fixture, 1, score(7, 2), reason="", by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    with pytest.raises(Invalid, match="Names and games are in already"):
        correct.propose(fixture, 1, score(7, 2), reason="Miscounted.", by=town.captains["Bell"], now=now)


def test_nobody_else_sends_or_completes_a_score(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    for who in (town.captains["Castle"], town.referee):
        with pytest.raises(NotAllowed):
            submit.submit(fixture, score(6, 3), by=who, now=now)
    agreed(town, fixture, now)
    with pytest.raises(NotAllowed):
        submit.submit(fixture, whole(town), by=town.captains["Castle"], now=now)


def test_the_secretarys_score_counts_at_once_and_a_captain_completes_it(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    result = submit.submit(fixture, score(6, 3), by=town.secretary, now=now)
    assert (result.state, result.settlement, result.side) == (ResultState.CONFIRMED, Settlement.SECRETARY, "")
    assert submit.submit(fixture, whole(town), by=town.captains["Anchor"], now=now).settlement == Settlement.CARD


def test_no_game_of_a_score_alone_is_awarded(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    agreed(town, fixture, now)
    with pytest.raises(WrongState, match="names and games have to be added first"):
        awards.award_game(
            fixture, match_number=1, game_number=1, to="home", reason="Late", by=town.referee, now=now
        )  # fmt: skip


def test_a_decision_about_a_score_alone_is_reversed_to_it(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    agreed(town, fixture, now)
    decide.void(fixture, version=1, reason="Wrong pub.", by=town.secretary, now=now)
    assert Result.objects.get(live=True).detail == Detail.CARD
    back = decide.take_back(fixture, version=2, reason="It was right.", by=town.secretary, now=now)
    assert back is not None
    assert (back.kind, sheet_of(back)) == (ResultKind.PLAYED, score(6, 3))


def test_matches_won_are_asked_where_the_fixture_is_won_by_them(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    fixture.division.won_by = "matches"
    fixture.division.save()
    with pytest.raises(Invalid, match="matches each side won"):
        submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    with pytest.raises(Invalid, match="6–3 in games cannot be 0–3 in matches"):
        submit.submit(fixture, score(6, 3, (0, 3)), by=town.captains["Anchor"], now=now)
    result = submit.submit(fixture, score(6, 3, (2, 1)), by=town.captains["Anchor"], now=now)
    assert (result.home_matches, result.away_matches) == (2, 1)
    counter = submit.submit(fixture, score(6, 3, (3, 0)), by=town.captains["Bell"], now=now)
    assert counter.state == ResultState.COUNTER


def test_an_unanswered_score_is_confirmed_by_the_deadline(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    assert confirm.confirm_due(now=now + dt.timedelta(days=4)) == 1
    assert Result.objects.get().settlement == Settlement.DEADLINE


def test_totals_of_a_score_say_what_it_is(fixture: Fixture) -> None:
    assert store.totals(fixture, score(6, 3))["detail"] == Detail.SCORE
