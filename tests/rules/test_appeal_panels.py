"""Who decides an appeal, by tables and, for small panels, by every way in which they can vote."""

import datetime as dt
from itertools import product

import pytest

from league.enums import AppealBody
from league.rules import appeal_panels as panels
from league.rules.appeal_panels import LEAST, OVERTURNED, UNDECIDED, UPHELD, Member, Standing, Vote, standing

OPENED = dt.datetime(2026, 11, 3, 20, tzinfo=dt.UTC)
UNTIL = OPENED + dt.timedelta(days=7)
LATE = UNTIL + dt.timedelta(minutes=1)
FIRST = dt.date(2026, 1, 1)
WAYS = {"y": True, "n": False}


def a_week_after(asked: dt.datetime) -> dt.datetime:
    return asked + dt.timedelta(days=7)


def panel(marks: str) -> list[Member]:
    """Members 1, 2, 3, … in the order of their service: "." one of them, "r" recused, "C" the chair, "X" both."""
    return [
        Member(number, FIRST + dt.timedelta(days=number), chair=mark in "CX", recused=mark in "rX")
        for number, mark in enumerate(marks, start=1)
    ]


def cast(marks: str, at: dt.datetime = OPENED) -> list[Vote]:
    """The votes of members 1, 2, 3, …: "y" allows the appeal, "n" dismisses it, "-" has not voted."""
    return [Vote(number, WAYS[mark], at) for number, mark in enumerate(marks, start=1) if mark in WAYS]


def committee(members: str, votes: str, *, now: dt.datetime = OPENED, late: str = "") -> Standing:
    both = {vote.user: vote for vote in (*cast(votes), *cast(late, LATE))}
    return standing(panels.COMMITTEE, panel(members), both.values(), opened=OPENED, until=a_week_after, now=now)


def judges(members: str, votes: str, *, now: dt.datetime = OPENED, third_at: dt.datetime = OPENED) -> Standing:
    found = [vote if vote.user < 3 else Vote(vote.user, vote.allow, third_at) for vote in cast(votes)]
    return standing(panels.JUDGES, panel(members), found, opened=OPENED, until=a_week_after, now=now)


def test_its_words_are_those_of_the_rows() -> None:
    bodies = {panels.SECRETARY, panels.COMMITTEE, panels.CHAIR, panels.LONGEST, panels.JUDGES}
    assert set(AppealBody.values) == bodies


def test_the_secretary_decides_where_the_league_says_so() -> None:
    found = standing(panels.SECRETARY, [], [], opened=OPENED, until=a_week_after, now=OPENED)
    assert found == Standing(UNDECIDED, "secretary", "The secretary decides appeals.")


@pytest.mark.parametrize(
    ("members", "votes", "outcome", "reason"),
    [
        ("...", "---", UNDECIDED, ""),
        ("...", "y--", UNDECIDED, ""),
        ("...", "yn-", UNDECIDED, ""),
        ("...", "yy-", OVERTURNED, "The committee allowed it by 2 votes to 0."),
        ("...", "nny", UPHELD, "The committee dismissed it by 2 votes to 1."),
        ("C..", "nn-", UPHELD, "The committee dismissed it by 2 votes to 0."),
        # Half is not more than half: the other half may still vote.
        ("....", "yy--", UNDECIDED, ""),
        ("....", "nn--", UNDECIDED, ""),
        ("....", "yynn", UPHELD, "The committee’s votes are equal, 2 to 2, so the ruling stands."),
        # In the order in which votes are told: for, then against.
        ("..", "yn", UPHELD, "The committee’s votes are equal, 1 to 1, so the ruling stands."),
        ("..", "yy", OVERTURNED, "The committee allowed it by 2 votes to 0."),
        # Whoever is recused is no part of the count, whatever they voted before.
        (".r.", "y-y", OVERTURNED, "The committee allowed it by 2 votes to 0."),
        (".r.", "yy-", UNDECIDED, ""),
        ("....r", "yynn-", UPHELD, "The committee’s votes are equal, 2 to 2, so the ruling stands."),
    ],
)
def test_what_a_committee_s_votes_come_to(members: str, votes: str, outcome: str, reason: str) -> None:
    found = committee(members, votes)
    assert (found.outcome, found.body, found.reason) == (outcome, "committee", reason)


def test_members_may_change_their_vote_until_it_is_decided() -> None:
    found = committee("..r.", "yn--")
    assert (found.may_vote, found.until) == ((1, 2, 4), UNTIL)
    assert committee("..r.", "yy--").may_vote == ()


@pytest.mark.parametrize(
    ("members", "recused"),
    [("", False), (".", False), (".r", True), ("rr.", True), ("Xr", True)],
)
def test_a_committee_of_fewer_than_two_leaves_it_to_the_secretary(members: str, recused: bool) -> None:
    found = committee(members, "yyy")
    reason = (
        "Too many of the committee are recused, so the secretary decides."
        if recused
        else "The league had no committee of two or more when the appeal was made, so the secretary decides."
    )
    assert found == Standing(UNDECIDED, "secretary", reason)


CHAIR = "The votes until Tuesday 10 November 2026, 8 pm decided nothing, so the chair of the committee decides."
LONGEST = (
    "The votes until Tuesday 10 November 2026, 8 pm decided nothing, so whoever has served longest on the committee "
    "decides."
)


@pytest.mark.parametrize(
    ("members", "votes", "late", "outcome", "body", "reason", "may_vote"),
    [
        # The deadline still is the committee's; after it the chair decides, who has served a shorter time than others.
        (".C.", "y--", "", UNDECIDED, "chair", CHAIR, (2,)),
        # What the chair said as one of several is not what they decide alone.
        (".C.", "ny-", "", UNDECIDED, "chair", CHAIR, (2,)),
        (".C.", "ny-", "-y-", OVERTURNED, "chair", CHAIR, ()),
        (".C.", "y--", "-n-", UPHELD, "chair", CHAIR, ()),
        # A late vote of another is none.
        (".C.", "---", "y-y", UNDECIDED, "chair", CHAIR, (2,)),
        # Without a chair, or with one who is recused, whoever has served longest of those who are not.
        ("r..", "---", "", UNDECIDED, "longest", LONGEST, (2,)),
        (".X.", "---", "", UNDECIDED, "longest", LONGEST, (1,)),
        (".X.", "---", "n--", UPHELD, "longest", LONGEST, ()),
        # What was decided in time stays so.
        (".C.", "yy-", "-n-", OVERTURNED, "committee", "The committee allowed it by 2 votes to 0.", ()),
    ],
)
def test_after_its_deadline_one_decides_for_the_committee(
    members: str, votes: str, late: str, outcome: str, body: str, reason: str, may_vote: tuple[int, ...]
) -> None:
    if late == "-n-" and outcome == OVERTURNED:
        # Decided before: the chair has no vote any more.
        late = ""
    found = committee(members, votes, late=late, now=LATE)
    assert (found.outcome, found.body, found.reason, found.may_vote) == (outcome, body, reason, may_vote)
    assert committee(members, votes, now=UNTIL).body == "committee"


EVERY = [
    ("".join(marks), "".join(votes))
    for size in range(5)
    for marks in product(".r", repeat=size)
    for votes in product("yn-", repeat=size)
]


@pytest.mark.parametrize("chair", [None, 1, 2])
def test_every_way_a_small_committee_can_vote(chair: int | None) -> None:
    """Hold the rule against its sentence: more than half of those not recused; equal, the ruling stands; late, one."""
    for marks, votes in EVERY:
        members = [Member(one.user, one.since, chair=one.user == chair, recused=one.recused) for one in panel(marks)]
        sitting = [one.user for one in members if not one.recused]
        said = [votes[user - 1] for user in sitting]
        for now in (UNTIL, LATE):
            found = standing(panels.COMMITTEE, members, cast(votes), opened=OPENED, until=a_week_after, now=now)
            if len(sitting) < LEAST:
                assert (found.body, found.outcome) == ("secretary", UNDECIDED)
            elif said.count("y") > len(sitting) / 2:
                assert (found.body, found.outcome) == ("committee", OVERTURNED)
            elif said.count("n") > len(sitting) / 2 or "-" not in said:
                assert (found.body, found.outcome) == ("committee", UPHELD)
            elif now == UNTIL:
                assert (found.body, found.outcome, list(found.may_vote)) == ("committee", UNDECIDED, sitting)
            else:
                one = chair if chair in sitting else sitting[0]
                body = "chair" if chair in sitting else "longest"
                assert (found.body, found.outcome, found.may_vote) == (body, UNDECIDED, (one,))


@pytest.mark.parametrize(
    ("members", "votes", "outcome", "body", "reason", "may_vote"),
    [
        ("...", "---", UNDECIDED, "judges", "", (1, 2)),
        ("...", "y--", UNDECIDED, "judges", "", (1, 2)),
        ("...", "-n-", UNDECIDED, "judges", "", (1, 2)),
        ("...", "yy-", OVERTURNED, "judges", "Two judges agreed to allow it.", ()),
        ("..", "nn", UPHELD, "judges", "Two judges agreed to dismiss it.", ()),
        ("....", "yn--", UNDECIDED, "judges", "The two judges differ, so a third decides.", (3,)),
        (
            "...", "yny", OVERTURNED, "judges",
            "Two judges agreed to allow it, one of them the third, since the first two differed.", (),
        ),
        (
            "...", "ynn", UPHELD, "judges",
            "Two judges agreed to dismiss it, one of them the third, since the first two differed.", (),
        ),
        # The next in service sit where one is recused.
        ("r..", "---", UNDECIDED, "judges", "", (2, 3)),
        ("r..", "yyn", UNDECIDED, "secretary",
         "The two judges differ, and there is no third who is not recused, so the secretary decides.", ()),
        ("..", "yn", UNDECIDED, "secretary",
         "The two judges differ, and there is no third who is not recused, so the secretary decides.", ()),
        (".", "y", UNDECIDED, "secretary",
         "The league had fewer than two judges when the appeal was made, so the secretary decides.", ()),
        (".rr", "y--", UNDECIDED, "secretary", "Too many of the judges are recused, so the secretary decides.", ()),
    ],
)  # fmt: skip
def test_two_judges_then_a_third(
    members: str, votes: str, outcome: str, body: str, reason: str, may_vote: tuple[int, ...]
) -> None:
    found = judges(members, votes)
    assert (found.outcome, found.body, found.reason, found.may_vote) == (outcome, body, reason, may_vote)


def test_judges_who_do_not_vote_in_time_leave_it_to_the_secretary() -> None:
    assert judges("...", "y--", now=UNTIL).may_vote == (1, 2)
    late = judges("...", "y--", now=LATE)
    assert (late.body, late.may_vote) == ("secretary", ())
    assert late.reason == (
        "The two judges had not both voted by Tuesday 10 November 2026, 8 pm, so the secretary decides."
    )


def test_a_third_judge_has_days_of_their_own() -> None:
    votes = [Vote(1, True, OPENED), Vote(2, False, UNTIL)]
    until = a_week_after(UNTIL)

    def standing_on(now: dt.datetime) -> Standing:
        return standing(panels.JUDGES, panel("..."), votes, opened=OPENED, until=a_week_after, now=now)

    assert (standing_on(until).may_vote, standing_on(until).until) == ((3,), until)
    late = standing_on(until + dt.timedelta(days=1))
    assert (late.body, late.reason) == (
        "secretary",
        "The third judge had not voted by Tuesday 17 November 2026, 8 pm, so the secretary decides.",
    )


def test_every_way_three_judges_can_vote() -> None:
    for first, second, third in product("yn-", repeat=3):
        found = judges("...", f"{first}{second}{third}")
        if "-" in (first, second):
            assert (found.outcome, found.may_vote) == (UNDECIDED, (1, 2))
        elif first == second:
            assert found.outcome == (OVERTURNED if first == "y" else UPHELD)
        else:
            outcomes = {"y": OVERTURNED, "n": UPHELD, "-": UNDECIDED}
            assert (found.outcome, found.may_vote) == (outcomes[third], (3,) if third == "-" else ())


def test_votes_of_nobody_on_the_panel_do_not_count() -> None:
    assert committee("..", "yny").outcome == UPHELD
    assert [vote.user for vote in committee("...", "y-n--y").votes] == [1, 3]
