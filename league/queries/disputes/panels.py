"""The panels that decide appeals: members, who is recused and why, and their votes."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import Prefetch, Q

from league import access
from league.enums import AppealBody, AppealsBy, AppealState, RoleKind
from league.models import Appeal, AppealVote, League, Role, User
from league.queries.disputes.disputes import all_rulings, of_a_side
from league.queries.outages import gaps_in
from league.rules.appeal_panels import Member, Standing, Vote, standing
from league.rules.deadlines import Gap
from league.translation import N_

OFFICES: Mapping[str, tuple[RoleKind, ...]] = {
    AppealsBy.SECRETARY: (),
    AppealsBy.COMMITTEE: access.ON_THE_COMMITTEE,
    AppealsBy.JUDGES: (RoleKind.JUDGE,),
}


@dataclass(frozen=True, slots=True)
class Seat:
    """A member of an appeal's panel; `why_recused` is "" where they take part. Not every `vote` counts
    (`Panel.standing`)."""

    user: User
    chair: bool
    why_recused: str
    vote: AppealVote | None
    may_vote: bool

    @property
    def voted(self) -> bool:
        return self.vote is not None and not self.why_recused


@dataclass(frozen=True, slots=True)
class Panel:
    appeal: Appeal
    standing: Standing
    seats: tuple[Seat, ...]

    @property
    def asks(self) -> list[User]:
        """Those who may vote now and have not, or not since it has become theirs alone to decide."""
        return [seat.user for seat in self.seats if seat.may_vote and not self._has_voted(seat)]

    def seat_of(self, user: int | None) -> Seat | None:
        return next((seat for seat in self.seats if seat.user.pk == user), None)

    def may_vote(self, user: int | None) -> bool:
        seat = self.seat_of(user)
        return seat is not None and seat.may_vote

    def _has_voted(self, seat: Seat) -> bool:
        # Of a chair, what they said as one of several is not what they decide alone.
        alone = self.standing.body in (AppealBody.CHAIR, AppealBody.LONGEST)
        return seat.vote is not None and not alone

    @property
    def of_the_secretary(self) -> bool:
        """Whether the secretary decides it, by the league's setting or because the panel cannot."""
        return not self.standing.outcome and self.standing.body == AppealBody.SECRETARY

    @property
    def counted(self) -> list[AppealVote]:
        users = {vote.user for vote in self.standing.votes}
        found = [seat.vote for seat in self.seats if seat.vote is not None and seat.user.pk in users]
        return sorted(found, key=lambda vote: (vote.voted_at, vote.pk))


def panel_of(appeal: Appeal, *, now: dt.datetime) -> Panel:
    """Return an appeal's panel, now or when it was decided.

    Four queries and a few for each member; none where the secretary decides. `appeal` is from `find_appeal`.
    """
    fixture = appeal.ruling.fixture
    league, body = fixture.league, appeal.goes_to
    now = appeal.decided_at or now
    opened = appeal.opened_at.astimezone(league.tz).date()
    roles = _roles(league, OFFICES[body], since=opened, now=now)
    votes = {vote.user_id: vote for vote in appeal.votes.select_related("user")} if OFFICES[body] else {}
    gaps = gaps_in(fixture.division.season) if OFFICES[body] else []
    why = {user: _recused(roles[user][0].user, appeal, league, now=now) for user in roles}
    found = standing(
        body,
        [_member(held, recused=bool(why[user])) for user, held in roles.items()],
        _votes(votes.values()),
        opened=appeal.opened_at,
        until=partial(voting_deadline, days=appeal.vote_days, gaps=gaps, league=league),
        now=now,
    )
    still = appeal.state == AppealState.OPEN
    seats = [
        Seat(
            held[0].user,
            any(role.kind == RoleKind.CHAIR for role in held),
            why[user],
            votes.get(user),
            still and user in found.may_vote,
        )
        for user, held in roles.items()
    ]
    return Panel(appeal, found, tuple(seats))


def _roles(league: League, kinds: Sequence[RoleKind], *, since: dt.date, now: dt.datetime) -> dict[int, list[Role]]:
    """Roles of these kinds held on a day and still, by user, the longest-serving first (one query).

    A role given later has no part in open appeals: nobody picks judges for a case.
    """
    if not kinds:
        return {}
    today = now.astimezone(league.tz).date()
    roles = Role.objects.filter(
        Q(ended_at=None) | Q(ended_at__gt=now),
        Q(ends_on=None) | Q(ends_on__gte=today),
        league=league,
        kind__in=kinds,
        starts_on__lte=since,
        user__is_active=True,
    )
    found: dict[int, list[Role]] = {}
    for role in roles.select_related("user").order_by("starts_on", "user"):
        found.setdefault(role.user_id, []).append(role)
    return found


def _member(roles: Sequence[Role], *, recused: bool) -> Member:
    chair = any(role.kind == RoleKind.CHAIR for role in roles)
    return Member(roles[0].user_id, min(role.starts_on for role in roles), chair, recused)


def _votes(votes: Iterable[AppealVote]) -> list[Vote]:
    return [Vote(vote.user_id, vote.allow, vote.voted_at) for vote in votes if vote.user_id is not None]


def voting_deadline(asked: dt.datetime, *, days: int, gaps: Sequence[Gap], league: League) -> dt.datetime:
    deadline = league.evenings.after_gaps(league.evenings.days_after(asked, days), gaps)
    return deadline.astimezone(league.tz)


def _recused(user: User, appeal: Appeal, league: League, *, now: dt.datetime) -> str:
    return why_recused(access.grants(user, league, now=now), appeal)


def why_recused(held: access.Grants, appeal: Appeal) -> str:
    """Return why somebody has no part in deciding an appeal (nobody judges their own case), "" where they may."""
    ruling = appeal.ruling
    fixture = ruling.fixture
    if own := of_a_side(held, fixture):
        return own
    if held.user_id == ruling.referee_id:
        return N_("made the ruling")
    if held.user_id == appeal.opened_by_id:
        return N_("made the appeal")
    if fixture.pk in held.played_in:
        return N_("played in it or was registered for a side that day")
    if access.is_neutral(held, appeal):
        return ""
    if ruling.dispute is not None and ruling.dispute.opened_by_id == held.user_id:
        return N_("opened the dispute")
    return N_("is a party to it")


def votes_on(appeal: Appeal) -> list[AppealVote]:
    """Votes on an appeal in the order given (one query)."""
    return list(appeal.votes.select_related("user").order_by("voted_at", "pk"))


def before_panels() -> list[Appeal]:
    """Open appeals that go to a committee or judges, of every league, the oldest first (ten queries)."""
    appeals = Appeal.objects.filter(state=AppealState.OPEN).exclude(goes_to=AppealsBy.SECRETARY)
    return list(appeals.prefetch_related(Prefetch("ruling", all_rulings())).order_by("opened_at", "pk"))
