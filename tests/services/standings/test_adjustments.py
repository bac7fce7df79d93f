"""Points that the committee gives and takes, with a public reason, and takes back by a further entry."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction

import pytest

from league.enums import JournalKind, NoticeKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Adjustment, Entry, JournalEntry, Notice
from league.queries.standings.standings import division_table
from league.services.mail.letters import letter_of
from league.services.standings.adjustments import adjust_points, take_back_adjustment
from tests.factories import Town

DAY = dt.date(2026, 11, 2)


@pytest.fixture
def entry(town: Town) -> Entry:
    return Entry.objects.select_related("season__league", "division", "team").get(team=town.teams["Anchor"])


def points_of(town: Town, name: str) -> tuple[Fraction, Fraction]:
    """A team's points, and of these those adjusted."""
    row = next(row.row for row in division_table(town.division).rows if row.team.name == name)
    return row.points, row.adjustment


def test_two_and_a_half_points_for_a_late_card(town: Town, entry: Entry, now: dt.datetime) -> None:
    made = adjust_points(entry, Decimal("-2.50"), reason=" A late card ", date=DAY, by=town.secretary, now=now)
    assert (made.points, made.reason, made.date, made.made_by) == (
        Decimal("-2.50"), "A late card", DAY, town.secretary,
    )  # fmt: skip
    assert points_of(town, "Anchor") == (Fraction(-5, 2), Fraction(-5, 2))
    entry_ = JournalEntry.objects.get(kind=JournalKind.POINTS_ADJUSTED)
    assert (entry_.key, entry_.what, entry_.why, entry_.team, entry_.data) == (
        str(made.pk),
        "took 2.5 points from Anchor",
        "A late card",
        town.teams["Anchor"],
        {"points": "-2.50", "date": "2026-11-02"},
    )
    notice = Notice.objects.get(kind=NoticeKind.POINTS_ADJUSTED)
    assert notice.recipient == town.captains["Anchor"]
    assert notice.text == "Anchor, Division 1: the secretary took 2.5 points from Anchor. A late card"
    letter = letter_of(notice)
    assert letter.subject == "Points given or taken: Town League"
    assert letter.paragraphs == (notice.text, "The reason is under the table and on the team’s receipt.")


def test_what_was_taken_is_given_back_by_a_further_entry(town: Town, entry: Entry, now: dt.datetime) -> None:
    made = adjust_points(entry, Decimal(-2), reason="A late card", date=DAY, by=town.secretary, now=now)
    back = take_back_adjustment(made, reason="It was in the post.", by=town.secretary, now=now)
    assert (back.points, back.takes_back, back.date) == (Decimal(2), made, now.date())
    assert Adjustment.objects.count() == 2
    assert points_of(town, "Anchor") == (0, 0)
    said = JournalEntry.objects.filter(kind=JournalKind.POINTS_ADJUSTED).order_by("number").last()
    assert said is not None
    assert said.what == "reversed the −2 points of Anchor"
    with pytest.raises(WrongState, match="reversed already"):
        take_back_adjustment(made, reason="Again", by=town.secretary, now=now)
    with pytest.raises(WrongState, match="reverses an adjustment itself"):
        take_back_adjustment(back, reason="Again", by=town.secretary, now=now)


@pytest.mark.parametrize(
    ("points", "reason", "date", "fields"),
    [
        ("0", "", dt.date(2026, 11, 4), ["points", "reason", "date"]),
        ("0.005", "x" * 251, DAY, ["points", "reason"]),
        ("1000.01", "x", DAY, ["points"]),
        ("NaN", "x", DAY, ["points"]),
        ("-Infinity", "x", DAY, ["points"]),
    ],
)
def test_all_that_is_wrong_is_told_at_once(
    town: Town, entry: Entry, now: dt.datetime, points: str, reason: str, date: dt.date, fields: list[str]
) -> None:
    with pytest.raises(Invalid) as refused:
        adjust_points(entry, Decimal(points), reason=reason, date=date, by=town.secretary, now=now)
    assert [problem.field for problem in refused.value.problems] == fields
    assert Adjustment.objects.count() == 0


def test_only_the_secretary(town: Town, entry: Entry, now: dt.datetime) -> None:
    made = adjust_points(entry, Decimal(1), reason="x", date=DAY, by=town.secretary, now=now)
    for by in (town.captains["Anchor"], town.referee):
        with pytest.raises(NotAllowed):
            adjust_points(entry, Decimal(1), reason="x", date=DAY, by=by, now=now)
        with pytest.raises(NotAllowed):
            take_back_adjustment(made, reason="x", by=by, now=now)


def test_a_form_sent_twice_is_one_adjustment(town: Town, entry: Entry, now: dt.datetime) -> None:
    adjust_points(entry, Decimal(-1), reason="x", date=DAY, seen=0, by=town.secretary, now=now)
    with pytest.raises(WrongState, match="since this page was opened"):
        adjust_points(entry, Decimal(-1), reason="x", date=DAY, seen=0, by=town.secretary, now=now)
    assert Adjustment.objects.count() == 1
