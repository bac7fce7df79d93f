"""Invitations: a role is offered by mail, and the owner of the account takes it (docs/people.md).

The link is signed for the address it was sent to. It opens an account that nobody has proved yet; the owner of any
other accepts signed in. Whoever invites learns nothing of an account: the answer, the list and the mail are the same
whatever the address is.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.urls import reverse

from league import access
from league.enums import NOT_SENT_YET, JournalKind, NoticeKind, NoticeState, RoleKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import PRESENT, Invitation, League, Notice, Player, Role, Team, User
from league.rules.problems import Problem
from league.services.journal import record
from league.services.notices import queue_notice
from league.services.people.accounts.accounts import Acceptance, account_of, address_in, has_proved, set_up_account
from league.services.people.accounts.keys import read_link, sign_link
from league.services.people.roles import begin_role, format_role, journal_given, lock_roles, player_of, problems_of
from league.services.people.sides import follow_player
from league.translation import N_, Text

SALT = "muggins.invitation"
LASTS = dt.timedelta(days=14)
A_DAY = 50
BY_CAPTAINS = (RoleKind.VICE_CAPTAIN, RoleKind.PLAYER)


def token_for(invitation: int) -> str:
    """Return the token of an invitation, for the present address of whom it was made for."""
    row = Invitation.objects.select_related("user").filter(pk=invitation).first()
    return sign_link(row.user if row else User(), SALT, invitation)


def address_of(notice: Notice) -> str:
    """Return the URL in an invitation's letter.

    The link signs in whom it was made for; a letter to anybody else gets a link to no invitation.
    """
    _, number, *_ = [*notice.key.split(":"), ""]
    named = int(number) if number.isascii() and number.isdecimal() and len(number) <= 18 else 0
    invitations = Invitation.objects.filter(pk=named, user=notice.recipient_id, league=notice.league_id)
    token = sign_link(notice.recipient, SALT, named if invitations.exists() else 0)
    return reverse("invitation", kwargs={"token": token})


def read_token(token: str) -> Invitation | None:
    """Return a token's invitation with all its page needs; None if it is forged."""
    link = read_link(token, SALT)
    if link is None:
        return None
    user, (pk,) = link
    invitations = Invitation.objects.select_related("league", "team", "user", "player", "invited_by")
    return invitations.filter(pk=pk, user=user, league__hidden_at=None).first()


def invite(
    league: League,
    email: str,
    kind: str,
    team: Team | None,
    *,
    player: Player | None = None,
    ends_on: dt.date | None = None,
    by: User,
    now: dt.datetime,
) -> Invitation:
    """Offer a role by mail. A new address gets an account without a password.

    Args:
        player: which of the league's players they are. Only the secretary says so: accepting gives access to that
            player's data.

    Raises:
        NotAllowed: `by` is neither the secretary nor, for a vice-captain or player of it, the team's captain; or is not
            the secretary and names a player.
        Invalid: an address that is none, no such role, too many invitations today; all at once.
        WrongState: this league has invited that address to it already.
    """
    grants = _may_invite(league, kind, team, by=by, now=now)
    if player is not None and not grants.secretary:
        message = N_("Only the secretary says which of the league's players somebody is; leave the player out.")
        raise NotAllowed(message)
    address = address_in(email)
    given = {"email": email, "kind": kind, "team": team, "ends_on": ends_on}
    problems = [*_player_problems(player, league, address), *problems_of_invitation(league, given, now=now)]
    if problems:
        raise Invalid(problems)
    with transaction.atomic():
        lock_roles(league)
        # Roles end under the same lock: theirs may have ended while this waited.
        _may_invite(league, kind, team, by=by, now=now)
        _require_room(league, now)
        user = _find_account(address) or _new_account(address)
        _replace_expired(address, league, kind, team, now)
        invitation = _make_invitation(user, address, league, kind, team, player, ends_on, by=by, now=now)
        _journal(invitation, Text("invited somebody to be {role}", role=format_role(kind, team)), by=by, now=now)
        _queue_notice(invitation, f"invitation:{invitation.pk}", by=by, now=now)
    return invitation


def revoke(invitation: Invitation, *, by: User, now: dt.datetime) -> Invitation:
    """Withdraw an invitation and its pending mail. Raises as `invite`; WrongState if it is accepted or withdrawn."""
    league = invitation.league
    _may_invite(league, invitation.kind, invitation.team, by=by, now=now)
    with transaction.atomic():
        invitation = _lock_invitation(invitation)
        _may_invite(league, invitation.kind, invitation.team, by=by, now=now)
        _require_open(invitation)
        _withdraw(invitation, by=by, now=now)
    return invitation


@transaction.atomic
def withdraw_all(user: User, *, by: User, now: dt.datetime) -> int:
    """Withdraw every open invitation of an account whose address has changed; return how many."""
    waiting = Invitation.objects.filter(user=user, accepted_at=None, revoked_at=None).select_related("league")
    invitations = [_lock_invitation(invitation) for invitation in waiting.order_by("league", "pk")]
    # They may have been answered while this waited for their leagues.
    still = [
        invitation for invitation in invitations if invitation.accepted_at is None and invitation.revoked_at is None
    ]
    for invitation in still:
        _withdraw(invitation, by=by, now=now)
    return len(still)


def _withdraw(invitation: Invitation, *, by: User, now: dt.datetime) -> None:
    invitation.revoked_at = now
    invitation.save(update_fields=["revoked_at"])
    _cancel_notices(invitation)
    what = Text("withdrew an invitation to be {role}", role=format_role(invitation.kind, invitation.team))
    _journal(invitation, what, by=by, now=now, key=f"{invitation.pk}:revoked")


def remind(invitation: Invitation, *, by: User, now: dt.datetime) -> Invitation:
    """Send an invitation again, at most once a day, valid for another fortnight, as the sender's own. Raises as
    `revoke`."""
    league = invitation.league
    _may_invite(league, invitation.kind, invitation.team, by=by, now=now)
    with transaction.atomic():
        invitation = _lock_invitation(invitation)
        _may_invite(league, invitation.kind, invitation.team, by=by, now=now)
        _require_open(invitation)
        sent = Notice.objects.filter(_notices(invitation), created_at__gt=now - dt.timedelta(days=1))
        if sent.exists():
            raise WrongState(N_("It was sent within the last day already; give them time to read it."))
        invitation.expires_at, invitation.invited_by = now + LASTS, by
        invitation.save(update_fields=["expires_at", "invited_by"])
        _queue_notice(invitation, f"invitation:{invitation.pk}:{now:%Y%m%d%H%M}", by=by, now=now)
    return invitation


def accept(invitation: Invitation, answers: Acceptance, *, by: User | None, now: dt.datetime) -> Role:
    """Take the role from today on, or keep it where they hold it already.

    Args:
        by: the signed-in account that is to hold it: the invited one, or another of theirs. None: whoever has the link,
            and so the mailbox; only for an account that nobody has proved yet.

    Raises:
        WrongState: it was accepted, withdrawn or has run out, its sender may not give that role any more, or the
            account has an owner, who is not signed in.
        Invalid: no name where there is none yet, or a password that is too easy; all at once.
    """
    with transaction.atomic():
        invitation = _lock_invitation(invitation)
        _require_open(invitation)
        _require_valid(invitation, now)
        user = User.objects.select_for_update(no_key=True).get(pk=by.pk if by else invitation.user_id)
        if by is None and has_proved(user):
            raise WrongState(N_("Sign in to accept this invitation."))
        if not user.is_active:
            raise WrongState(N_("That account is closed. Ask for an invitation to another address."))
        if user.pk != invitation.user_id and not has_proved(user):
            raise WrongState(N_("The address of that account isn’t confirmed yet. Confirm it, then accept."))
        set_up_account(user, answers, proved=user.pk == invitation.user_id, now=now)
        _link_player(invitation, user, now=now)
        _cancel_notices(invitation)
        Notice.objects.filter(_notices(invitation), read_at=None).update(read_at=now)
        today = _today(invitation.league, now)
        ends_on = invitation.ends_on
        if ends_on is not None and ends_on < today:
            raise WrongState(N_("The role that was offered has come to its end meanwhile."))
        invitation.user, invitation.accepted_at = user, now
        invitation.save(update_fields=["user", "accepted_at"])
        league, kind, team = invitation.league, invitation.kind, invitation.team
        role = Role.objects.filter(access.held_role_q(today), user=user, league=league, kind=kind, team=team).first()
        if role is None:
            role = begin_role(league, user, kind, team, starts_on=today, ends_on=ends_on)
            journal_given(role, by=user, now=now, data={"invitation": invitation.pk})
    return role


def needs_sign_in(invitation: Invitation) -> bool:
    """Whether the invited account has an owner: then the link alone accepts nothing."""
    return has_proved(invitation.user)


def linked_player(invitation: Invitation) -> Player | None:
    """Return the player whom accepting links an account to: the one named, or the one with that address."""
    free = Player.objects.filter(PRESENT, league=invitation.league, user=None)
    named = free.filter(pk=invitation.player_id) if invitation.player_id else free.none()
    return named.first() or free.filter(email__iexact=invitation.email).exclude(email="").first()


def _may_invite(
    league: League, kind: str, team: Team | None, *, by: User | AnonymousUser, now: dt.datetime
) -> access.Grants:
    grants = access.require(by, "role.invite", league, team, now=now)
    if not grants.secretary and kind not in BY_CAPTAINS:
        message = N_("A captain invites vice-captains and players of their own team; the secretary all others.")
        raise NotAllowed(message)
    return grants


def address_problems(address: str) -> list[Problem]:
    try:
        validate_email(address)
    except ValidationError:
        return [Problem("email", N_("Write an email address, such as olive@example.org."), "email")]
    if len(address) > 254:
        return [Problem("email", N_("Use an email address of up to 254 characters."), "email")]
    return []


def problems_of_invitation(league: League, given: Mapping[str, Any], *, now: dt.datetime) -> list[Problem]:
    """Return what is wrong with the given ones of `invite`’s arguments: address, role, end."""
    problems = address_problems(address_in(given["email"])) if "email" in given else []
    wrong = problems_of(
        league, given.get("kind", ""), given.get("team"), ends_on=given.get("ends_on"), today=_today(league, now)
    )
    judged = ("kind", "team", "ends_on") if given.keys() >= {"kind", "team"} else ("ends_on",)
    return [*problems, *(problem for problem in wrong if problem.field in judged)]


def _player_problems(player: Player | None, league: League, address: str) -> list[Problem]:
    if player is None:
        return []
    if player.league_id != league.pk or player.erased_at is not None or player.merged_into_id is not None:
        return [Problem("player", N_("Choose a player of this league."), "player")]
    if player.user is not None and player.user.email.lower() != address:
        return [Problem("player", N_("This player has an account of another address."), "player")]
    return []


def invitations_left(league: League, *, now: dt.datetime) -> int:
    """How many more invitations a league may send today."""
    since = now - dt.timedelta(days=1)
    return max(0, A_DAY - Invitation.objects.filter(league=league, invited_at__gt=since).count())


def _require_room(league: League, now: dt.datetime) -> None:
    if not invitations_left(league, now=now):
        message = Text("This league has sent {most} invitations within a day; more can go tomorrow.", most=A_DAY)
        raise Invalid([Problem("too-many", message)])


def _find_account(address: str) -> User | None:
    return account_of(address) or User.objects.filter(email__iexact=address).first()


def _new_account(address: str) -> User:
    """Create an account without a password; opening the link proves the address."""
    user = User.objects.create_user(address)
    EmailAddress.objects.create(user=user, email=user.email, primary=True)
    return user


def _replace_expired(address: str, league: League, kind: str, team: Team | None, now: dt.datetime) -> None:
    """Withdraw an expired invitation to make room for another; WrongState if a valid one is open."""
    before = Invitation.objects.filter(
        email=address, league=league, kind=kind, team=team, accepted_at=None, revoked_at=None
    )
    if before.filter(expires_at__gt=now).exists():
        raise WrongState(N_("This address is invited to that already. It can be reminded."))
    before.update(revoked_at=now)


def _make_invitation(
    user: User,
    address: str,
    league: League,
    kind: str,
    team: Team | None,
    player: Player | None,
    ends_on: dt.date | None,
    *,
    by: User,
    now: dt.datetime,
) -> Invitation:
    try:
        with transaction.atomic():
            return Invitation.objects.create(
                user=user, email=address, league=league, kind=kind, team=team, player=player, ends_on=ends_on,
                invited_by=by, invited_at=now, expires_at=now + LASTS,
            )  # fmt: skip
    except IntegrityError as taken:
        raise WrongState(N_("This address is invited to that already.")) from taken


def _queue_notice(invitation: Invitation, key: str, *, by: User, now: dt.datetime) -> None:
    league = invitation.league
    role = format_role(invitation.kind, invitation.team)
    if by.name:
        text = Text("{name} invites you to be {role} in {league}.", name=by.name, role=role, league=league.name)
    else:
        text = Text("The secretary invites you to be {role} in {league}.", role=role, league=league.name)
    stale = invitation.expires_at
    queue_notice(league, [invitation.user], NoticeKind.INVITATION, key, text=text, now=now, stale_at=stale)


def _notices(invitation: Invitation) -> Q:
    key = f"invitation:{invitation.pk}"
    of_it = Q(key=key) | Q(key__startswith=f"{key}:")
    return Q(recipient=invitation.user_id, kind=NoticeKind.INVITATION) & of_it


def _cancel_notices(invitation: Invitation) -> None:
    waiting = Notice.objects.filter(_notices(invitation), state__in=NOT_SENT_YET)
    waiting.update(state=NoticeState.CANCELLED, leased_until=None)


def _lock_invitation(invitation: Invitation) -> Invitation:
    """Lock the invitation after its league, so that no role ends meanwhile; WrongState if its person was erased."""
    lock_roles(invitation.league)
    invitations = Invitation.objects.select_for_update(of=("self",)).select_related(
        "league", "team", "user", "player__user", "invited_by"
    )
    locked = invitations.filter(pk=invitation.pk).first()
    if locked is None:
        raise WrongState(N_("This invitation was withdrawn."))
    return locked


def _require_open(invitation: Invitation) -> None:
    if invitation.accepted_at is not None:
        raise WrongState(N_("This invitation was accepted already."))
    if invitation.revoked_at is not None:
        raise WrongState(N_("This invitation was withdrawn."))


def _require_valid(invitation: Invitation, now: dt.datetime) -> None:
    """Raise WrongState if it has run out, or if its sender could not give the role now."""
    if invitation.expires_at <= now:
        raise WrongState(N_("This invitation has expired. Ask for another one."))
    try:
        inviter = invitation.invited_by or AnonymousUser()
        _may_invite(invitation.league, invitation.kind, invitation.team, by=inviter, now=now)
    except NotAllowed as ended:
        message = N_("Whoever sent this invitation may not give that role any more. Ask the secretary for another one.")
        raise WrongState(message) from ended


def _link_player(invitation: Invitation, user: User, *, now: dt.datetime) -> None:
    player = linked_player(invitation)
    if player is None or player_of(user, invitation.league) is not None:
        return
    row = Player.objects.select_for_update(no_key=True).filter(PRESENT, user=None, pk=player.pk).first()
    if row is not None:
        row.user = user
        row.save(update_fields=["user"])
        follow_player(row, now=now)


def _journal(invitation: Invitation, what: Text, *, by: User, now: dt.datetime, key: str = "") -> None:
    record(
        invitation.league, JournalKind.INVITED, key or str(invitation.pk), by=by, now=now, what=what,
        team=invitation.team, player=invitation.player, data={"kind": invitation.kind},
    )  # fmt: skip


def _today(league: League, now: dt.datetime) -> dt.date:
    return now.astimezone(league.tz).date()
