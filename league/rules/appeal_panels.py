"""Decide an appeal by votes: of the secretary, a committee, or two judges and a third.

Recused members do not count: nobody judges their own case. The setting when the appeal was made holds, with the people
who held the office then and hold it still.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from league.rules.wording import moment_spelt
from scoring.text import N_, NOTHING, Text

SECRETARY, COMMITTEE, JUDGES = "secretary", "committee", "judges"
# Of a committee that did not decide in time: its chair, or whoever has served on it longest.
CHAIR, LONGEST = "chair", "longest"
UNDECIDED, UPHELD, OVERTURNED = "", "upheld", "overturned"
LEAST: Final = 2
"""The fewest who decide as a committee, or sit as judges; with fewer, the secretary decides."""


@dataclass(frozen=True, slots=True)
class Member:
    user: int
    since: dt.date
    chair: bool = False
    recused: bool = False


@dataclass(frozen=True, slots=True)
class Vote:
    user: int
    allow: bool
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of an appeal that a panel decides.

    Attributes:
        outcome: UPHELD, the ruling stands; OVERTURNED, it is revoked; or UNDECIDED.
        body: who has decided, or is to: SECRETARY, COMMITTEE, CHAIR, LONGEST or JUDGES.
        reason: how it came to be so, in a sentence; "" while a panel's votes are awaited in the ordinary way.
        may_vote: who may vote now, those included who may change their vote.
        until: until when they may, in the league's own time; None where they have no deadline.
        votes: those that count.
    """

    outcome: str
    body: str
    reason: Text
    may_vote: tuple[int, ...] = ()
    until: dt.datetime | None = None
    votes: tuple[Vote, ...] = ()


def standing(
    body: str,
    members: Iterable[Member],
    votes: Iterable[Vote],
    *,
    opened: dt.datetime,
    until: Callable[[dt.datetime], dt.datetime],
    now: dt.datetime,
) -> Standing:
    """Return how an appeal stands now.

    Args:
        body: SECRETARY, COMMITTEE or JUDGES, as the league had it when the appeal was made.
        members: of that body, the recused ones too.
        votes: one of each member at most; those of others do not count.
        until: gives the deadline of a vote asked for then, in the league's time zone.
    """
    if body == SECRETARY:
        return _of_the_secretary(N_("The secretary decides appeals."))
    everybody = sorted(members, key=lambda member: (member.since, member.user))
    seated = [member for member in everybody if not member.recused]
    if len(seated) < LEAST:
        return _of_the_secretary(_too_few(body, recused=len(seated) < len(everybody)))
    sitting = {member.user for member in seated}
    cast = {vote.user: vote for vote in votes if vote.user in sitting}
    if body == JUDGES:
        return _judges(seated, cast, opened=opened, until=until, now=now)
    return _committee(seated, cast, until=until(opened), now=now)


def _of_the_secretary(reason: Text, votes: Sequence[Vote] = ()) -> Standing:
    return Standing(UNDECIDED, SECRETARY, reason, votes=tuple(votes))


def _too_few(body: str, *, recused: bool) -> Text:
    if body == JUDGES:
        if recused:
            return N_("Too many of the judges are recused, so the secretary decides.")
        return N_("The league had fewer than two judges when the appeal was made, so the secretary decides.")
    if recused:
        return N_("Too many of the committee are recused, so the secretary decides.")
    return N_("The league had no committee of two or more when the appeal was made, so the secretary decides.")


def _committee(seated: Sequence[Member], cast: Mapping[int, Vote], *, until: dt.datetime, now: dt.datetime) -> Standing:
    in_time = tuple(vote for vote in cast.values() if vote.at <= until)
    outcome, reason = _majority(in_time, len(seated))
    if outcome:
        return Standing(outcome, COMMITTEE, reason, votes=in_time)
    if now <= until:
        everybody = tuple(member.user for member in seated)
        return Standing(UNDECIDED, COMMITTEE, NOTHING, everybody, until, in_time)
    decider = next((member for member in seated if member.chair), seated[0])
    late = cast.get(decider.user)
    body, why = _late(decider, until)
    if late is not None and late.at > until:
        return Standing(OVERTURNED if late.allow else UPHELD, body, why, votes=(*in_time, late))
    return Standing(UNDECIDED, body, why, (decider.user,), votes=in_time)


def _late(decider: Member, until: dt.datetime) -> tuple[str, Text]:
    time = moment_spelt(until)
    if decider.chair:
        return CHAIR, Text("The votes until {time} decided nothing, so the chair of the committee decides.", time=time)
    sentence = N_("The votes until {time} decided nothing, so whoever has served longest on the committee decides.")
    return LONGEST, Text(sentence, time=time)


def _majority(votes: Sequence[Vote], seats: int) -> tuple[str, Text]:
    """Count votes: more than half of the seats decide, or as many on either side once all have voted."""
    allowing = sum(vote.allow for vote in votes)
    dismissing = len(votes) - allowing
    params = {"allowing": allowing, "dismissing": dismissing}
    if 2 * allowing > seats:
        return OVERTURNED, Text("The committee allowed it by {allowing} votes to {dismissing}.", **params)
    if 2 * dismissing > seats:
        return UPHELD, Text("The committee dismissed it by {dismissing} votes to {allowing}.", **params)
    if len(votes) == seats:
        equal = N_("The committee’s votes are equal, {allowing} to {dismissing}, so the ruling stands.")
        return UPHELD, Text(equal, **params)
    return UNDECIDED, NOTHING


def _judges(
    seated: Sequence[Member],
    cast: Mapping[int, Vote],
    *,
    opened: dt.datetime,
    until: Callable[[dt.datetime], dt.datetime],
    now: dt.datetime,
) -> Standing:
    two = [member.user for member in seated[:LEAST]]
    votes = tuple(cast[user] for user in two if user in cast)
    by = until(opened)
    if len(votes) < LEAST:
        if now > by:
            time = moment_spelt(by)
            late = Text("The two judges had not both voted by {time}, so the secretary decides.", time=time)
            return _of_the_secretary(late, votes)
        return Standing(UNDECIDED, JUDGES, NOTHING, tuple(two), by, votes)
    if votes[0].allow == votes[1].allow:
        if votes[0].allow:
            return Standing(OVERTURNED, JUDGES, N_("Two judges agreed to allow it."), votes=votes)
        return Standing(UPHELD, JUDGES, N_("Two judges agreed to dismiss it."), votes=votes)
    if len(seated) == LEAST:
        alone = N_("The two judges differ, and there is no third who is not recused, so the secretary decides.")
        return _of_the_secretary(alone, votes)
    return _third(seated[LEAST].user, cast, votes, until(max(vote.at for vote in votes)), now)


def _third(
    user: int, cast: Mapping[int, Vote], votes: tuple[Vote, ...], until: dt.datetime, now: dt.datetime
) -> Standing:
    """Let the third judge decide once the two differ; their two votes stand."""
    vote = cast.get(user)
    if vote is not None:
        outcome = OVERTURNED if vote.allow else UPHELD
        reason = N_("Two judges agreed to allow it, one of them the third, since the first two differed.")
        if not vote.allow:
            reason = N_("Two judges agreed to dismiss it, one of them the third, since the first two differed.")
        return Standing(outcome, JUDGES, reason, votes=(*votes, vote))
    if now > until:
        time = moment_spelt(until)
        late = Text("The third judge had not voted by {time}, so the secretary decides.", time=time)
        return _of_the_secretary(late, votes)
    return Standing(UNDECIDED, JUDGES, N_("The two judges differ, so a third decides."), (user,), until, votes)
