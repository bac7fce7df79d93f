"""Lots drawn in person between level teams: recorded by the secretary, told, withdrawn, idle and counting again."""

import datetime as dt
from collections.abc import Sequence
from functools import partial

import pytest

from league.enums import JournalKind, NoticeKind, RoleKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Division, JournalEntry, Lot, LotsDrawn, Notice, Player, Season, Team
from league.queries.standings.receipts import receipt_of
from league.queries.standings.standings import division_table
from league.services.mail.letters import letter_of
from league.services.results import decide, submit
from league.services.standings.level_teams import record_lots, withdraw_lots
from tests import factories
from tests.factories import Town, result_sheet
from tests.services.at_once import at_once, sorted_out

DAY = dt.date(2026, 11, 2)


@pytest.fixture
def level(town: Town, now: dt.datetime) -> Town:
    """A town in which Anchor and Castle have six points and +3 each, and Bell and the Duke three; lots come next."""
    Division.objects.filter(pk=town.division.pk).update(tie_breaks=["games_difference", "lots", "name"])
    for home, away in (("Anchor", "Bell"), ("Castle", "Duke of York")):
        submit.submit(town.fixture(home, away), result_sheet(town, home, away), by=town.secretary, now=now)
    return town


def division_of(town: Town) -> Division:
    return Division.objects.select_related("season__league").get(pk=town.division.pk)


def draw(town: Town, names: Sequence[str], now: dt.datetime, **more: object) -> LotsDrawn:
    teams = [town.teams[name] for name in names]
    return record_lots(division_of(town), teams, **{"drawn_on": DAY, "by": town.secretary, "now": now, **more})


def places(town: Town) -> list[tuple[int, bool, str]]:
    rows = division_table(division_of(town)).rows
    return [(found.row.position, found.row.joint, found.team.name) for found in rows]


SHARED = [(1, True, "Anchor"), (1, True, "Castle"), (3, True, "Bell"), (3, True, "Duke of York")]
DRAWN = [(1, False, "Castle"), (2, False, "Anchor"), (3, True, "Bell"), (3, True, "Duke of York")]


def test_the_order_drawn_is_the_order_of_the_table(level: Town, now: dt.datetime) -> None:
    assert places(level) == SHARED
    made = draw(level, ["Castle", "Anchor"], now, note=" Before the committee. ")
    assert (made.drawn_on, made.note, made.recorded_by, made.recorded_at) == (
        DAY, "Before the committee.", level.secretary, now,
    )  # fmt: skip
    assert list(made.lots.values_list("place", "team__name")) == [(1, "Castle"), (2, "Anchor")]
    assert places(level) == DRAWN


def test_it_is_told_in_the_journal_to_the_captains_and_on_the_receipt(level: Town, now: dt.datetime) -> None:
    made = draw(level, ["Castle", "Anchor"], now, note="Before the committee.")
    entry = JournalEntry.objects.get(kind=JournalKind.LOTS_RECORDED)
    assert (entry.key, entry.what, entry.why, entry.by, entry.data) == (
        str(made.pk),
        "recorded the lots drawn in Division 1 on 2 November 2026, in this order: Castle, Anchor",
        "Before the committee.",
        level.secretary,
        {
            "division": level.division.pk,
            "drawn_on": "2026-11-02",
            "teams": [level.teams["Castle"].pk, level.teams["Anchor"].pk],
        },
    )
    notices = Notice.objects.filter(kind=NoticeKind.LOTS_RECORDED)
    assert {notice.recipient for notice in notices} == {level.captains["Anchor"], level.captains["Castle"]}
    letter = letter_of(notices[0])
    assert letter.subject == "Lots between level teams: Town League"
    assert letter.paragraphs == (
        "Division 1: lots were drawn on 2 November 2026, in this order: Castle, Anchor.",
        "Each team’s receipt shows what they decide.",
    )
    tie = receipt_of(division_of(level), level.teams["Anchor"], now=now).tie
    assert tie is not None
    step = tie.steps[-1]
    assert (step.label, [(f.team, f.figure) for f in step.figures], step.verdict, step.why) == (
        "lots",
        [("Castle", "1st"), ("Anchor", "2nd")],
        "parted",
        "Drawn by lot on 2 November 2026, in person, and recorded by Sally Secretary. Before the committee.",
    )
    assert tie.conclusion == "Level on 6 points with Castle; behind on lots, 2nd to 1st."


def test_who_recorded_them_is_shortened_where_they_or_the_league_wish_it(level: Town, now: dt.datetime) -> None:
    draw(level, ["Castle", "Anchor"], now)
    Player.objects.create(league=level.league, name="Sally Secretary", user=level.secretary, shorten_name=True)
    [lots] = division_table(division_of(level)).lots
    assert lots.recorded_by == "Sally S."
    LotsDrawn.objects.update(recorded_by=None)
    [lots] = division_table(division_of(level)).lots
    assert lots.sentence == "Drawn by lot on 2 November 2026, in person, and recorded by the secretary."


def test_they_lose_their_effect_when_the_teams_are_not_level_and_have_it_again_when_they_are(
    level: Town, now: dt.datetime
) -> None:
    draw(level, ["Castle", "Anchor"], now)
    fixture = level.fixture("Anchor", "Bell")
    decide.void(fixture, version=1, reason="A wrong pack", by=level.secretary, now=now)
    assert places(level)[:2] == [(1, False, "Castle"), (2, False, "Duke of York")]
    receipt = receipt_of(division_of(level), level.teams["Anchor"], now=now)
    assert receipt.idle_lots == (
        (
            "Drawn by lot on 2 November 2026, in person, and recorded by Sally Secretary. "
            "They have no effect unless just these teams are level, in this order: Castle, Anchor."
        ),
    )
    assert receipt_of(division_of(level), level.teams["Bell"], now=now).idle_lots == ()
    decide.take_back(fixture, version=2, reason="It was the right one", by=level.secretary, now=now)
    assert places(level) == DRAWN
    assert receipt_of(division_of(level), level.teams["Anchor"], now=now).idle_lots == ()


def test_lots_with_a_team_that_is_hidden_are_not_told(level: Town, now: dt.datetime) -> None:
    draw(level, ["Castle", "Anchor"], now)
    Team.objects.filter(pk=level.teams["Castle"].pk).update(hidden_at=now)
    assert receipt_of(division_of(level), level.teams["Anchor"], now=now).idle_lots == ()
    with pytest.raises(Invalid):
        draw(level, ["Castle", "Anchor"], now)


def test_an_order_without_lots_takes_no_notice_of_them(level: Town, now: dt.datetime) -> None:
    draw(level, ["Castle", "Anchor"], now)
    Division.objects.filter(pk=level.division.pk).update(tie_breaks=["games_difference"])
    assert places(level) == SHARED
    assert division_table(division_of(level)).lots == ()


def test_withdrawn_they_count_no_more_and_others_are_recorded(level: Town, now: dt.datetime) -> None:
    made = draw(level, ["Castle", "Anchor"], now)
    with pytest.raises(WrongState, match="have been drawn between these teams"):
        draw(level, ["Anchor", "Castle"], now)
    gone = withdraw_lots(made, reason=" The slips were read wrongly. ", by=level.secretary, now=now)
    assert (gone.withdrawn_at, gone.withdrawn_by, gone.withdrawn_why) == (
        now, level.secretary, "The slips were read wrongly.",
    )  # fmt: skip
    assert places(level) == SHARED
    entry = JournalEntry.objects.get(kind=JournalKind.LOTS_WITHDRAWN)
    assert (entry.key, entry.what, entry.why) == (
        str(made.pk),
        "withdrew the lots drawn in Division 1 on 2 November 2026, in this order: Castle, Anchor",
        "The slips were read wrongly.",
    )
    texts = set(Notice.objects.filter(key=f"lots-withdrawn:{made.pk}").values_list("recipient", "text"))
    said = (
        "Division 1: the secretary withdrew the lots drawn on 2 November 2026 between Castle and Anchor. "
        "The slips were read wrongly."
    )
    assert texts == {(level.captains[name].pk, said) for name in ("Anchor", "Castle")}
    draw(level, ["Anchor", "Castle"], now)
    assert places(level)[:2] == [(1, False, "Anchor"), (2, False, "Castle")]
    with pytest.raises(WrongState, match="withdrawn already"):
        withdraw_lots(made, reason="Again", by=level.secretary, now=now)
    assert (LotsDrawn.objects.count(), Lot.objects.count()) == (2, 4)


@pytest.mark.parametrize(
    ("names", "more", "wrong"),
    [
        (["Anchor", "Bell"], {}, ["teams"]),
        (["Anchor", "Castle", "Bell"], {}, ["teams"]),
        (["Anchor", "Anchor"], {}, ["teams"]),
        (["Anchor"], {}, ["teams"]),
        ([], {"drawn_on": dt.date(2026, 11, 4), "note": "x" * 251}, ["teams", "drawn_on", "note"]),
        (["Anchor", "Castle"], {"drawn_on": dt.date(2026, 9, 13)}, ["drawn_on"]),
    ],
)
def test_all_that_is_wrong_is_told_at_once(
    level: Town, now: dt.datetime, names: list[str], more: dict[str, object], wrong: list[str]
) -> None:
    with pytest.raises(Invalid) as refused:
        draw(level, names, now, **more)
    assert [problem.field for problem in refused.value.problems] == wrong
    assert (LotsDrawn.objects.count(), JournalEntry.objects.filter(kind=JournalKind.LOTS_RECORDED).count()) == (0, 0)


def test_the_refusal_says_who_is_level(level: Town, now: dt.datetime) -> None:
    with pytest.raises(Invalid) as refused:
        draw(level, ["Anchor", "Bell"], now)
    assert [problem.message for problem in refused.value.problems] == [
        "Lots are drawn between all the teams that are level, here Anchor and Castle; Bell and Duke of York."
    ]


def test_nobody_waits_for_lots(town: Town, now: dt.datetime) -> None:
    with pytest.raises(Invalid) as refused:
        draw(town, ["Anchor", "Castle"], now)
    assert [problem.message for problem in refused.value.problems] == [
        "No teams of this division are waiting for lots now."
    ]


@pytest.mark.parametrize("reason", ["", " ", "x" * 251])
def test_they_are_withdrawn_with_a_reason(level: Town, now: dt.datetime, reason: str) -> None:
    made = draw(level, ["Castle", "Anchor"], now)
    with pytest.raises(Invalid) as refused:
        withdraw_lots(made, reason=reason, by=level.secretary, now=now)
    assert [problem.field for problem in refused.value.problems] == ["reason"]
    assert places(level) == DRAWN


def test_only_the_secretary(level: Town, now: dt.datetime) -> None:
    made = draw(level, ["Castle", "Anchor"], now)
    for by in (level.captains["Anchor"], level.referee):
        with pytest.raises(NotAllowed):
            draw(level, ["Bell", "Duke of York"], now, by=by)
        with pytest.raises(NotAllowed):
            withdraw_lots(made, reason="x", by=by, now=now)


def test_nothing_is_recorded_in_a_hidden_season(level: Town, now: dt.datetime) -> None:
    Season.objects.filter(pk=level.season.pk).update(hidden_at=now)
    with pytest.raises(WrongState, match="is hidden"):
        draw(level, ["Castle", "Anchor"], now)


@pytest.mark.django_db(transaction=True)
def test_of_two_secretaries_who_record_lots_at_once_one_is_told(level: Town, now: dt.datetime) -> None:
    deputy = factories.user("deputy@town.example")
    factories.role(deputy, level.league, RoleKind.SECRETARY)
    for _ in range(5):
        kept, refused = sorted_out(
            at_once(
                partial(draw, level, ["Castle", "Anchor"], now),
                partial(draw, level, ["Anchor", "Castle"], now, by=deputy),
            )
        )
        assert isinstance(refused, WrongState)
        assert LotsDrawn.objects.get(withdrawn_at=None) == kept
        ended = at_once(
            partial(withdraw_lots, kept, reason="x", by=level.secretary, now=now),
            partial(withdraw_lots, kept, reason="y", by=deputy, now=now),
        )
        sorted_out(ended)
    assert JournalEntry.objects.filter(kind=JournalKind.LOTS_RECORDED).count() == 5
    assert JournalEntry.objects.filter(kind=JournalKind.LOTS_WITHDRAWN).count() == 5
