"""Somebody is invited by mail, opens the link, and has the role: nobody else can, and no wrong account gets it."""

import datetime as dt
import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from league.access import grants
from league.enums import Delivery, JournalKind, NoticeKind, NoticeState, RoleKind
from league.errors import Invalid, LeagueError, NotAllowed, WrongState
from league.models import Invitation, JournalEntry, MailSettings, Notice, Player, Preference, Role, User
from league.services.mail.delivery import deliver_due
from league.services.people.accounts import accounts
from league.services.people.accounts.accounts import Acceptance
from league.services.people.invite import accept, address_of, invite, read_token, remind, revoke, token_for
from league.services.people.roles import end_role
from tests import factories
from tests.factories import Town

DAY = dt.timedelta(days=1)
OLIVE = "olive@town.example"
HER = Acceptance(name="Olive Baker")


def invited(town: Town, now: dt.datetime, **more: Any) -> Invitation:
    """Olive is invited to be captain of Bell."""
    given = {"email": OLIVE, "kind": "captain", "team": town.teams["Bell"], "by": town.secretary, **more}
    return invite(town.league, given.pop("email"), given.pop("kind"), given.pop("team"), now=now, **given)


def refused(town: Town, now: dt.datetime, **more: Any) -> list[str]:
    with pytest.raises(Invalid) as error:
        invited(town, now, **more)
    return [problem.code for problem in error.value.problems]


def test_a_new_address_gets_an_account_without_a_password_and_a_mail(town: Town, now: dt.datetime) -> None:
    made = invited(town, now, email=" Olive@Town.example")
    user = User.objects.get(email=OLIVE)
    assert (made.user, user.name, user.has_usable_password(), made.expires_at) == (user, "", False, now + 14 * DAY)
    assert EmailAddress.objects.get(user=user).verified is False
    deliver_due(now=now)
    letter = mail.outbox[0]
    assert (letter.to, letter.subject) == ([OLIVE], "An invitation to Town League")
    assert "Sally Secretary invites you to be captain of Bell in Town League." in letter.body
    link = re.search(r"http://testserver/invitations/([^/\s]+)/", letter.body)
    assert link is not None
    assert read_token(link[1]) == made
    [entry] = JournalEntry.objects.all()
    assert (entry.kind, entry.what, entry.team) == (
        JournalKind.INVITED, "invited somebody to be captain of Bell", town.teams["Bell"],
    )  # fmt: skip


@pytest.mark.parametrize("delivery", [Delivery.MAIL, Delivery.DIGEST])
def test_neither_quiet_hours_nor_the_daily_mail_keep_it_back(town: Town, now: dt.datetime, delivery: Delivery) -> None:
    captain = town.captains["Castle"]
    MailSettings.objects.create(user=captain, quiet_from=dt.time(0), quiet_until=dt.time(23, 59))
    Preference.objects.create(user=captain, kind=NoticeKind.INVITATION, delivery=delivery)
    invited(town, now, email=captain.email)
    assert deliver_due(now=now).sent == 1


def test_whoever_wants_no_invitations_gets_none(town: Town, now: dt.datetime) -> None:
    captain = town.captains["Castle"]
    Preference.objects.create(user=captain, kind=NoticeKind.INVITATION, delivery=Delivery.NONE)
    invited(town, now, email=captain.email)
    assert deliver_due(now=now).sent == 0
    assert Notice.objects.get().state == NoticeState.NOT_WANTED


def test_accepting_gives_the_role_from_today_and_proves_the_address(town: Town, now: dt.datetime) -> None:
    made = invited(town, now, ends_on=now.date() + 100 * DAY)
    role = accept(made, Acceptance("  Olive Baker ", "fifteen-two-fifteen-four"), by=None, now=now + 2 * DAY)
    user = User.objects.get(email=OLIVE)
    assert (role.user, role.kind, role.team) == (user, RoleKind.CAPTAIN, town.teams["Bell"])
    assert (role.starts_on, role.ends_on) == (now.date() + 2 * DAY, now.date() + 100 * DAY)
    assert (user.name, user.check_password("fifteen-two-fifteen-four")) == ("Olive Baker", True)
    assert EmailAddress.objects.get(user=user).verified
    # It is no news any more.
    assert Notice.objects.get(recipient=user).read_at == now + 2 * DAY
    assert grants(user, town.league, now=now + 2 * DAY).captain_of == {town.teams["Bell"].pk}
    entry = JournalEntry.objects.get(kind=JournalKind.ROLE_GIVEN)
    assert (entry.by, entry.what, entry.data["invitation"]) == (user, "made somebody captain of Bell", made.pk)


def test_without_a_password_she_signs_in_by_code(town: Town, now: dt.datetime) -> None:
    accept(invited(town, now), HER, by=None, now=now)
    assert not User.objects.get(email=OLIVE).has_usable_password()


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        (Acceptance(), ["name"]),
        (Acceptance(" \0 ", "short"), ["name", "password"]),
        (Acceptance("O" * 121), ["name"]),
        (Acceptance("Olive", "password123"), ["password"]),
    ],
)
def test_a_name_is_wanted_and_a_password_that_is_worth_it(
    town: Town, now: dt.datetime, said: Acceptance, codes: list[str]
) -> None:
    made = invited(town, now)
    with pytest.raises(Invalid) as error:
        accept(made, said, by=None, now=now)
    assert sorted({problem.code for problem in error.value.problems}) == codes
    assert (Role.objects.filter(user=made.user).exists(), User.objects.get(email=OLIVE).name) == (False, "")


def test_whoever_has_an_account_keeps_name_and_password(town: Town, now: dt.datetime) -> None:
    captain = town.captains["Castle"]
    User.objects.filter(pk=captain.pk).update(last_login=now)
    accept(invited(town, now, email=captain.email), Acceptance("Mallory", "another-long-one-9"), by=captain, now=now)
    captain.refresh_from_db()
    assert (captain.name, captain.check_password("a-long-enough-password")) == ("Castle 1", True)


def test_a_password_set_by_whoever_never_proved_the_address_is_gone(town: Town, now: dt.datetime) -> None:
    squatter = User.objects.create_user(OLIVE, "the-squatter-s-password")
    EmailAddress.objects.create(user=squatter, email=OLIVE, primary=True, verified=False)
    accept(invited(town, now), HER, by=None, now=now)
    squatter.refresh_from_db()
    assert (squatter.has_usable_password(), squatter.name) == (False, "Olive Baker")


def test_an_address_proved_by_another_account_is_that_account_s(town: Town, now: dt.datetime) -> None:
    EmailAddress.objects.create(user=town.captains["Castle"], email=OLIVE, verified=True, primary=False)
    assert invited(town, now).user == town.captains["Castle"]


@pytest.mark.parametrize("then", ["accepted", "revoked", "late"])
def test_what_is_over_opens_no_more(town: Town, now: dt.datetime, then: str) -> None:
    made, later = invited(town, now), now + DAY
    if then == "accepted":
        accept(made, HER, by=None, now=now)
    elif then == "revoked":
        revoke(made, by=town.secretary, now=now)
    else:
        later = now + 14 * DAY
    with pytest.raises(WrongState):
        accept(made, HER, by=None, now=later)
    assert Role.objects.filter(user=made.user).count() == (then == "accepted")


def test_a_link_that_nobody_made_opens_nothing(town: Town, now: dt.datetime) -> None:
    made = invited(town, now)
    real = token_for(made.pk)
    for token in ("", "x", str(made.pk), real[:-1], real[1:], token_for(0), "\0", "é" * 500):
        assert read_token(token) is None
    assert read_token(real) == made


def test_the_role_can_go_to_another_account_of_the_same_person(town: Town, now: dt.datetime) -> None:
    other = town.captains["Castle"]
    role = accept(invited(town, now), Acceptance(), by=other, now=now)
    assert (role.user, Invitation.objects.get().user) == (other, other)
    assert EmailAddress.objects.get(email=OLIVE).verified is False


def test_the_named_player_is_linked(town: Town, now: dt.datetime) -> None:
    player = town.squads["Bell"][3]
    accept(invited(town, now, player=player), HER, by=None, now=now)
    player.refresh_from_db()
    assert player.user is not None
    assert player.user.email == OLIVE
    assert JournalEntry.objects.get(kind=JournalKind.ROLE_GIVEN).player == player


def test_a_player_who_has_that_address_is_linked(town: Town, now: dt.datetime) -> None:
    player = town.squads["Bell"][4]
    Player.objects.filter(pk=player.pk).update(email="OLIVE@town.example")
    accept(invited(town, now), HER, by=None, now=now)
    assert Player.objects.get(pk=player.pk).user == User.objects.get(email=OLIVE)


def test_no_player_of_another_is_taken(town: Town, now: dt.datetime) -> None:
    taken = town.squads["Anchor"][0]
    assert refused(town, now, player=taken) == ["player"]
    abroad = factories.town("Abroad", "abroad")
    assert refused(town, now, player=abroad.squads["Bell"][3]) == ["player"]
    Player.objects.filter(pk=taken.pk).update(email=OLIVE)
    accept(invited(town, now), HER, by=None, now=now)
    assert Player.objects.get(pk=taken.pk).user == town.captains["Anchor"]


@pytest.mark.parametrize(
    ("more", "codes"),
    [
        ({"email": "olive"}, ["email"]),
        ({"email": ""}, ["email"]),
        ({"email": "o" * 300 + "@town.example"}, ["email"]),
        ({"email": "olive\0@town.example\n"}, []),
        ({"email": "x", "kind": "captain", "team": None}, ["email", "team"]),
        ({"kind": "secretary"}, ["team"]),
        ({"kind": "king", "team": None}, ["kind"]),
        ({"ends_on": dt.date(2020, 1, 1)}, ["ends-in-the-past"]),
    ],
)
def test_all_that_is_wrong_is_said_at_once(
    town: Town, now: dt.datetime, more: dict[str, Any], codes: list[str]
) -> None:
    if codes:
        assert refused(town, now, **more) == codes
    else:
        assert invited(town, now, **more).user.email == OLIVE


def test_one_open_invitation_to_a_role(town: Town, now: dt.datetime) -> None:
    first = invited(town, now)
    invited(town, now, kind="player")
    with pytest.raises(WrongState, match="invited to that already"):
        invited(town, now)
    # One that ran out makes room.
    second = invited(town, now + 15 * DAY)
    first.refresh_from_db()
    assert (first.revoked_at, second.revoked_at) == (now + 15 * DAY, None)


def test_an_invitation_to_a_role_that_is_held_changes_nothing(town: Town, now: dt.datetime) -> None:
    captain, anchor = town.captains["Anchor"], town.teams["Anchor"]
    held = Role.objects.get(user=captain)
    made = invited(town, now, email=captain.email, team=anchor)
    assert accept(made, Acceptance(), by=captain, now=now) == held
    assert not JournalEntry.objects.filter(kind=JournalKind.ROLE_GIVEN).exists()


@pytest.mark.parametrize("last_login", [True, False])
def test_the_link_alone_accepts_nothing_for_an_account_with_an_owner(
    town: Town, now: dt.datetime, *, last_login: bool
) -> None:
    owner = factories.user(OLIVE, name="Olive", last_login=now if last_login else None)
    made = invited(town, now)
    with pytest.raises(WrongState, match="Sign in to accept"):
        accept(made, HER, by=None, now=now)
    assert not Role.objects.filter(user=owner).exists()
    assert accept(made, Acceptance(), by=owner, now=now).user == owner


def test_fifty_a_day(town: Town, now: dt.datetime) -> None:
    olive = User.objects.create_user(OLIVE)
    Invitation.objects.bulk_create(
        Invitation(
            user=olive, league=town.league, kind="player", team=town.teams["Bell"], invited_at=now, expires_at=now,
            revoked_at=now,
        )
        for _ in range(49)
    )  # fmt: skip
    invited(town, now)
    assert refused(town, now, kind="player") == ["too-many"]
    invited(town, now + DAY + dt.timedelta(seconds=1), kind="player")


def test_it_is_sent_again_once_a_day_and_holds_longer(town: Town, now: dt.datetime) -> None:
    made = invited(town, now)
    with pytest.raises(WrongState, match="within the last day"):
        remind(made, by=town.secretary, now=now)
    later = now + 13 * DAY
    again = remind(made, by=town.secretary, now=later)
    assert again.expires_at == later + 14 * DAY
    assert Notice.objects.filter(kind=NoticeKind.INVITATION).count() == 2
    deliver_due(now=later)
    assert len(mail.outbox) == 2
    accept(again, HER, by=None, now=later + 13 * DAY)


def test_what_is_taken_back_is_not_sent(town: Town, now: dt.datetime) -> None:
    made = invited(town, now)
    revoke(made, by=town.secretary, now=now)
    assert deliver_due(now=now).sent == 0
    with pytest.raises(WrongState, match="withdrawn"):
        remind(made, by=town.secretary, now=now + 2 * DAY)
    with pytest.raises(WrongState, match="withdrawn"):
        revoke(made, by=town.secretary, now=now)


@pytest.mark.parametrize(
    ("who", "kind", "team", "allowed"),
    [
        ("Bell", "player", "Bell", True),
        ("Bell", "vice-captain", "Bell", True),
        ("Bell", "captain", "Bell", False),
        ("Bell", "player", "Anchor", False),
        ("Bell", "referee", None, False),
        ("Bell", "secretary", None, False),
        ("referee", "player", "Bell", False),
        ("secretary", "secretary", None, True),
    ],
)
def test_a_captain_invites_to_their_own_team_only(
    town: Town, now: dt.datetime, who: str, kind: str, team: str | None, allowed: bool
) -> None:
    by = {"referee": town.referee, "secretary": town.secretary, **town.captains}[who]
    side = town.teams[team] if team else None
    try:
        invited(town, now, kind=kind, team=side, by=by)
    except NotAllowed:
        assert not allowed
    else:
        assert allowed
    made = Invitation.objects.first() or invited(town, now, kind=kind, team=side)
    for act in (revoke, remind):
        error: LeagueError | None = None
        try:
            act(made, by=by, now=now + 2 * DAY)
        except LeagueError as found:
            error = found
        assert isinstance(error, NotAllowed) is not allowed


@pytest.mark.parametrize("team", ["Bell", "Anchor"])
def test_a_captain_names_no_player(town: Town, now: dt.datetime, team: str) -> None:
    player = town.squads[team][3]
    with pytest.raises(NotAllowed, match="Only the secretary says which of the league's players somebody is"):
        invited(town, now, kind="player", by=town.captains["Bell"], player=player)
    assert not Invitation.objects.exists()
    assert not User.objects.filter(email=OLIVE).exists()


def test_an_account_that_was_used_or_may_do_much_is_not_opened_by_a_link(town: Town, now: dt.datetime) -> None:
    fresh = User.objects.create_user(OLIVE)
    used = factories.user("used@town.example", last_login=now)
    chief = factories.user("chief@town.example", is_staff=True)
    assert [accounts.may_sign_in(user) for user in (fresh, used, chief)] == [True, False, False]


def test_a_closed_account_is_invited_like_any_other_and_takes_nothing(town: Town, now: dt.datetime) -> None:
    closed = factories.user(OLIVE, is_active=False)
    with pytest.raises(WrongState, match="That account is closed"):
        accept(invited(town, now), HER, by=closed, now=now)


@pytest.mark.parametrize("at_once", [True, False])
def test_an_invitation_does_not_outlive_the_role_it_was_sent_with(town: Town, now: dt.datetime, at_once: bool) -> None:
    captain, later = town.captains["Bell"], now + 2 * DAY
    made = invited(town, now, kind="vice-captain", by=captain)
    ends = {"at_once": True} if at_once else {"last_day": now.date() + DAY}
    end_role(Role.objects.get(user=captain), by=town.secretary, now=now, **ends)
    with pytest.raises(WrongState, match="Ask the secretary for another"):
        accept(made, HER, by=None, now=later)
    assert (Role.objects.filter(user=made.user).exists(), User.objects.get(email=OLIVE).name) == (False, "")
    # Sent once more by somebody who may, it can be accepted.
    remind(made, by=town.secretary, now=later)
    assert accept(made, HER, by=None, now=later).kind == RoleKind.VICE_CAPTAIN


def test_a_captain_who_became_a_player_cannot_give_what_they_are_no_more(town: Town, now: dt.datetime) -> None:
    captain = town.captains["Bell"]
    made = invited(town, now, kind="vice-captain", by=captain)
    held = Role.objects.get(user=captain)
    end_role(held, at_once=True, by=town.secretary, now=now)
    factories.role(captain, town.league, RoleKind.PLAYER, town.teams["Bell"])
    with pytest.raises(WrongState):
        accept(made, HER, by=None, now=now)


def test_the_letter_to_somebody_else_opens_nothing(town: Town, now: dt.datetime) -> None:
    """A row that a file brought, or a hand changed: the link would sign its reader in as whoever was invited."""
    made = invited(town, now)
    letter = Notice.objects.get(recipient=made.user)
    assert read_token(address_of(letter).split("/")[-2]) == made
    letter.recipient = town.captains["Castle"]
    assert read_token(address_of(letter).split("/")[-2]) is None
    letter.recipient, letter.league = made.user, factories.town("Abroad", "abroad").league
    assert read_token(address_of(letter).split("/")[-2]) is None


def test_accepted_by_another_account_nothing_more_is_sent_to_the_first(town: Town, now: dt.datetime) -> None:
    accept(invited(town, now), Acceptance(), by=town.captains["Castle"], now=now)
    assert deliver_due(now=now).sent == 0


def test_an_account_that_is_closed_meanwhile_takes_no_role(town: Town, now: dt.datetime) -> None:
    made = invited(town, now)
    User.objects.filter(email=OLIVE).update(is_active=False)
    with pytest.raises(WrongState, match="That account is closed"):
        accept(made, HER, by=None, now=now)
    assert not Role.objects.filter(user__email=OLIVE).exists()


def test_a_role_that_has_come_to_its_end_meanwhile_is_not_taken(town: Town, now: dt.datetime) -> None:
    made = invited(town, now, ends_on=now.date())
    with pytest.raises(WrongState, match="has come to its end meanwhile"):
        accept(made, HER, by=None, now=now + DAY)
    assert not Role.objects.filter(user__email=OLIVE).exists()
