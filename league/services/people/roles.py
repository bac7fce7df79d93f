"""Roles: captain, vice-captain, player, referee or secretary, from which day until which. Nothing is deleted."""

import datetime as dt

from django.db import IntegrityError, transaction
from django.db.models import Q

from league import access
from league.enums import NOT_SENT_YET, JournalKind, NoticeState, RoleKind, SecurityKind
from league.errors import Invalid, WrongState
from league.models import TEAM_ROLES, JournalEntry, League, Notice, Player, Role, Team, User
from league.rules.problems import Problem
from league.rules.wording import spelt
from league.services.journal import record
from league.services.people.accounts.security import note
from league.translation import N_, Text, in_a_sentence

TAKEN = N_("That role is held already from that day on, or was given at the same moment.")

CHAIRED = N_("The committee has a chair on those days already: end that role first.")


def begin_role(
    league: League, user: User, kind: str, team: Team | None, *, starts_on: dt.date, ends_on: dt.date | None
) -> Role:
    """Create a role; the caller holds the league's lock and the transaction.

    Raise WrongState if they hold it on one of those days, or somebody else chairs the committee then.
    """
    same = Role.objects.filter(league=league, kind=kind, team=team, ended_at=None)
    until = Q() if ends_on is None else Q(starts_on__lte=ends_on)
    meanwhile = same.filter(until).exclude(ends_on__lt=starts_on)
    if meanwhile.filter(user=user).exists():
        raise WrongState(TAKEN)
    if kind == RoleKind.CHAIR and meanwhile.exists():
        raise WrongState(CHAIRED)
    try:
        with transaction.atomic():
            return Role.objects.create(
                user=user, league=league, kind=kind, team=team, starts_on=starts_on, ends_on=ends_on
            )
    except IntegrityError as taken:
        raise WrongState(TAKEN) from taken


def end_role(role: Role, *, last_day: dt.date | None = None, at_once: bool = False, by: User, now: dt.datetime) -> Role:
    """End a role on a day, or at once, which cancels their pending notices as such.

    Raises:
        NotAllowed: `by` is not the league's secretary.
        WrongState: it has ended already.
        Invalid: no day, or one in the past; or nobody else would be secretary afterwards.
    """
    league = role.league
    access.require(by, "role.manage", league, now=now)
    today = _today(league, now)
    with transaction.atomic():
        lock_roles(league)
        role = Role.objects.select_for_update(of=("self",)).select_related("league", "team", "user").get(pk=role.pk)
        if role.ended_at is not None or (role.ends_on is not None and role.ends_on < today):
            raise WrongState(N_("This role has ended already."))
        if at_once:
            end_now(role, now=now)
        else:
            _end_on(role, last_day, today)
        _journal_ended(role, at_once=at_once, by=by, now=now)
    return role


def end_now(role: Role, *, now: dt.datetime) -> None:
    """End a role at this moment; the caller has locked the league. Invalid for the last secretary."""
    today = _today(role.league, now)
    _keep_a_secretary(role, None, today)
    role.ended_at = now
    # A role that was still to come keeps its day: it may not end before it begins.
    role.ends_on = max(role.starts_on, today)
    role.save(update_fields=["ended_at", "ends_on"])
    _stop_mail(role, today)


def _end_on(role: Role, last_day: dt.date | None, today: dt.date) -> None:
    earliest = max(role.starts_on, today)
    if last_day is None or last_day < earliest:
        message = Text("Choose a last day, {day} or later; or end it at once.", day=spelt(earliest))
        raise Invalid([Problem("last-day", message, "last_day")])
    _keep_a_secretary(role, last_day, today)
    role.ends_on = last_day
    role.save(update_fields=["ends_on"])


def _keep_a_secretary(role: Role, last_day: dt.date | None, today: dt.date) -> None:
    """Raise Invalid for an end that leaves the league without a secretary sooner than now (None: already over)."""
    if role.kind != RoleKind.SECRETARY:
        return
    roles = Role.objects.filter(league=role.league, kind=RoleKind.SECRETARY, ended_at=None, user__is_active=True)
    others = [(other.starts_on, other.ends_on or dt.date.max) for other in roles.exclude(pk=role.pk)]
    before = _first_without([*others, (role.starts_on, role.ends_on or dt.date.max)], today)
    after = _first_without([*others, (role.starts_on, last_day)] if last_day else others, today)
    if after < before:
        message = N_("Nobody else would be secretary then. Give the role to another first.")
        raise Invalid([Problem("last-secretary", message)])


def _first_without(spans: list[tuple[dt.date, dt.date]], day: dt.date) -> dt.date:
    """The first day, from `day` on, outside these spans of first and last days."""
    for first, last in sorted(spans):
        if first <= day <= last:
            if last == dt.date.max:
                return last
            day = last + dt.timedelta(days=1)
    return day


def _stop_mail(role: Role, today: dt.date) -> None:
    """Cancel pending notices about their team or the league, unless another role keeps them due."""
    not_over = Q(ends_on=None) | Q(ends_on__gte=today)
    waiting = Notice.objects.filter(league=role.league, recipient=role.user_id, state__in=NOT_SENT_YET)
    others = Role.objects.filter(not_over, user=role.user_id, league=role.league, ended_at=None)
    if role.team_id:
        playing = Player.objects.filter(
            user=role.user_id, registrations__team=role.team_id, registrations__ends_on=None
        )
        if others.filter(team=role.team_id).exists() or playing.exists():
            return
        waiting = waiting.filter(Q(fixture__home=role.team_id) | Q(fixture__away=role.team_id))
    elif others.exists():
        return
    waiting.update(state=NoticeState.CANCELLED, leased_until=None)


def problems_of(
    league: League, kind: str, team: Team | None, *, ends_on: dt.date | None, today: dt.date
) -> list[Problem]:
    problems = []
    if kind not in RoleKind.values:
        problems.append(Problem("kind", N_("Choose a role."), "kind"))
    elif kind in TEAM_ROLES and (team is None or team.league_id != league.pk):
        problems.append(Problem("team", N_("Choose the team."), "team"))
    elif kind not in TEAM_ROLES and team is not None:
        message = Text("A {role} belongs to no team; leave it open.", role=format_role(kind, None))
        problems.append(Problem("team", message, "team"))
    if ends_on is not None and ends_on < today:
        problems.append(Problem("ends-in-the-past", N_("The last day is over already."), "ends_on"))
    return problems


def lock_roles(league: League) -> None:
    """Lock a league's roles and invitations: they are changed one after the other."""
    League.objects.select_for_update(no_key=True).values_list("pk", flat=True).get(pk=league.pk)


def format_role(kind: str, team: Team | None) -> Text:
    """Format as "captain of Anchor" or "secretary"."""
    label = in_a_sentence(RoleKind(kind).label)
    return Text("{role} of {team}", role=label, team=team.name) if team else label


def player_of(user: User, league: League) -> Player | None:
    return Player.objects.filter(user=user, league=league).first()


def journal_given(role: Role, *, by: User, now: dt.datetime, data: dict[str, int] | None = None) -> None:
    """Journal a new role. A player is named by reference, so that erasing them reaches it; others get no name."""
    player = player_of(role.user, role.league)
    role_title = format_role(role.kind, role.team)
    what = (
        Text("made {player} {role}", player="{player}", role=role_title)
        if player
        else Text("made somebody {role}", role=role_title)
    )
    dates = {
        "starts_on": role.starts_on.isoformat(),
        "ends_on": role.ends_on and role.ends_on.isoformat(),
        **(data or {}),
    }
    kind = JournalKind.ROLE_GIVEN
    note(SecurityKind.ROLE_GIVEN, role.user, by=by, detail=f"{role_title}, {role.league}", now=now)
    record(role.league, kind, str(role.pk), by=by, now=now, what=what, team=role.team, player=player, data=dates)


def _journal_ended(role: Role, *, at_once: bool, by: User, now: dt.datetime) -> None:
    player = player_of(role.user, role.league)
    # A day can be chosen more than once; the league is locked, so nobody else counts now.
    before = JournalEntry.objects.filter(league=role.league, kind=JournalKind.ROLE_ENDED, key__startswith=f"{role.pk}:")
    key = f"{role.pk}:{before.count() + 1}"
    role_title = format_role(role.kind, role.team)
    what, when = _describe_end(role_title, None if at_once else role.ends_on, named=player is not None)
    kind = JournalKind.ROLE_ENDED
    note(SecurityKind.ROLE_ENDED, role.user, by=by, detail=f"{role_title}, {role.league}, {when}", now=now)
    record(role.league, kind, key, by=by, now=now, what=what, team=role.team, player=player, data={"role": role.pk})


def _describe_end(role: Text, last_day: dt.date | None, *, named: bool) -> tuple[Text, Text]:
    """Return the journal's text of a role's end, and when that is."""
    if last_day is None:
        if named:
            what = Text("ended a role at once: {role}, {player}", role=role, player="{player}")
        else:
            what = Text("ended a role at once: {role}", role=role)
        return what, N_("at once")
    day = spelt(last_day)
    if named:
        what = Text("ended a role with {day}: {role}, {player}", day=day, role=role, player="{player}")
    else:
        what = Text("ended a role with {day}: {role}", day=day, role=role)
    return what, Text("with {day}", day=day)


def _today(league: League, now: dt.datetime) -> dt.date:
    return now.astimezone(league.tz).date()
