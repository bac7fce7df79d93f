"""Two people press at the same second: one role, one secretary left, one erasure, and no error that is not said."""

import datetime as dt
from functools import partial

import pytest

from league.enums import JournalKind, RoleKind
from league.errors import LeagueError
from league.models import Invitation, JournalEntry, Player, Role
from league.services.people.accounts.accounts import Acceptance
from league.services.people.erasing import erase
from league.services.people.invite import accept, invite
from league.services.people.roles import end_role
from tests import factories
from tests.factories import Town
from tests.services.at_once import TIMES, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def went(answers: list[object]) -> int:
    return sum(not isinstance(answer, LeagueError) for answer in answers)


def test_of_two_secretaries_who_end_each_other_one_stays(town: Town, now: dt.datetime) -> None:
    second = factories.user("second@town.example")
    for _ in range(TIMES):
        Role.objects.filter(league=town.league, kind=RoleKind.SECRETARY).delete()
        own = factories.role(town.secretary, town.league, RoleKind.SECRETARY)
        other = factories.role(second, town.league, RoleKind.SECRETARY)
        answers = at_once(
            partial(end_role, other, at_once=True, by=town.secretary, now=now),
            partial(end_role, own, at_once=True, by=second, now=now),
        )
        held = Role.objects.filter(league=town.league, kind=RoleKind.SECRETARY, ended_at=None)
        assert (went(answers), held.count()) == (1, 1)


def test_an_invitation_accepted_twice_gives_one_role(town: Town, now: dt.datetime) -> None:
    for go in range(TIMES):
        email = f"olive-{go}@town.example"
        made = invite(town.league, email, "captain", town.teams["Bell"], by=town.secretary, now=now)
        press = partial(accept, made, Acceptance("Olive"), by=None, now=now)
        answers = at_once(press, press)
        assert (went(answers), Role.objects.filter(user=made.user).count()) == (1, 1)


def test_an_address_invited_twice_has_one_invitation_and_one_account(town: Town, now: dt.datetime) -> None:
    for go in range(TIMES):
        email = f"olive-{go}@town.example"
        press = partial(invite, town.league, email, "captain", town.teams["Bell"], by=town.secretary, now=now)
        answers = at_once(press, press, press)
        assert (went(answers), Invitation.objects.filter(user__email=email).count()) == (1, 1)


def test_a_role_given_twice_is_one(town: Town, now: dt.datetime) -> None:
    for go in range(TIMES):
        user = factories.user(f"olive-{go}@town.example", name="Olive")
        made = invite(town.league, user.email, "referee", None, by=town.secretary, now=now)
        press = partial(accept, made, Acceptance(), by=user, now=now)
        assert (went(at_once(press, press)), Role.objects.filter(user=user).count()) == (1, 1)


def test_a_person_is_erased_once_while_they_accept(town: Town, now: dt.datetime) -> None:
    for go in range(TIMES):
        user = factories.user(f"olive-{go}@town.example", name="Olive")
        player = Player.objects.create(league=town.league, name=f"Olive {go}", user=user)
        made = invite(town.league, user.email, "player", town.teams["Bell"], by=town.secretary, now=now)
        press = partial(erase, player, by=town.secretary, now=now)
        answers = at_once(press, press, partial(accept, made, Acceptance(), by=user, now=now))
        assert went(answers[:2]) == 1
        player.refresh_from_db()
        user.refresh_from_db()
        assert (player.name, user.is_active) == ("former player", True)
        assert not Role.objects.filter(user=user, ended_at=None).exists()
    assert JournalEntry.objects.filter(kind=JournalKind.PERSON_ERASED).count() == TIMES
