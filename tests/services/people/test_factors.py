"""Lost second factors: what the operator's way back does, and who hears of it."""

import datetime as dt
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command

from league import access
from league.enums import JournalKind, RoleKind
from league.errors import Invalid, WrongState
from league.models import JournalEntry
from league.rules.chain import Whole
from league.services.journal import verify
from league.services.people.accounts.administration import LONGEST_REASON, reset_factors
from tests import factories
from tests.factories import Town
from tests.second_factors import add_app, is_in, signed_in

pytestmark = pytest.mark.django_db
REASON = "They came by with their passport."


def entries() -> list[tuple[str, str, str]]:
    found = JournalEntry.objects.filter(kind=JournalKind.FACTORS_RESET).order_by("league__slug")
    return [(entry.league.slug, entry.what, entry.why) for entry in found.select_related("league")]


def test_lost_factors_are_removed_and_every_league_of_theirs_has_it(
    town: Town, now: dt.datetime, mailoutbox: list[Any]
) -> None:
    abroad, third = factories.town("Abroad League", "abroad"), factories.town("Third League", "third")
    factories.role(town.secretary, abroad.league, RoleKind.REFEREE)
    factories.role(town.secretary, third.league, RoleKind.REFEREE, ends_on=now.date() - dt.timedelta(days=30))
    add_app(town.secretary)
    add_app(town.referee)
    client = signed_in(town.secretary)
    assert reset_factors(town.secretary, reason=REASON, now=now) == 1
    assert not access.has_factor(town.secretary)
    assert not Authenticator.objects.filter(user=town.secretary).exists(), "recovery codes of no factor"
    assert access.has_factor(town.referee)
    assert not is_in(client)
    what = "removed the second factors of somebody, and ended their sessions"
    assert entries() == [("abroad", what, REASON), ("town", what, REASON)]
    assert JournalEntry.objects.filter(by=None).count() == 2
    assert isinstance(verify(town.league), Whole)
    [mail] = mailoutbox
    assert (mail.to, REASON in mail.body) == ([town.secretary.email], True)


def test_an_administrators_are_in_every_leagues_journal(town: Town, now: dt.datetime) -> None:
    factories.town("Abroad League", "abroad")
    boss = factories.user("super@town.example", is_superuser=True, is_staff=True)
    add_app(boss)
    reset_factors(boss, reason=REASON, now=now)
    assert [league for league, _, _ in entries()] == ["abroad", "town"]


def test_a_player_is_named_by_reference(town: Town, now: dt.datetime) -> None:
    captain = town.captains["Anchor"]
    player = town.squads["Anchor"][0]
    player.user = captain
    player.save()
    add_app(captain)
    reset_factors(captain, reason=REASON, now=now)
    entry = JournalEntry.objects.get(kind=JournalKind.FACTORS_RESET)
    assert ("{player}" in entry.what, entry.player) == (True, player)


@pytest.mark.parametrize("reason", ["", "  \n", "x" * (LONGEST_REASON + 1)])
def test_without_a_reason_nothing_is_removed(town: Town, now: dt.datetime, reason: str) -> None:
    add_app(town.secretary)
    with pytest.raises(Invalid):
        reset_factors(town.secretary, reason=reason, now=now)
    assert access.has_factor(town.secretary)


def test_whoever_has_none_is_told_so(town: Town, now: dt.datetime) -> None:
    with pytest.raises(WrongState, match="has no second factor"):
        reset_factors(town.secretary, reason=REASON, now=now)
    assert entries() == []


def test_the_command_says_what_it_did_and_what_it_could_not(town: Town) -> None:
    add_app(town.secretary)
    out = StringIO()
    call_command("reset_factors", town.secretary.email.upper(), "--reason", REASON, stdout=out)
    assert out.getvalue() == f"Removed 1 factor of {town.secretary.email} and ended their sessions.\n"
    with pytest.raises(CommandError, match="has no second factor"):
        call_command("reset_factors", town.secretary.email, "--reason", REASON)
    with pytest.raises(CommandError, match=r"There is no user nobody@nowhere\.example"):
        call_command("reset_factors", "nobody@nowhere.example", "--reason", REASON)
    with pytest.raises(CommandError, match="--reason"):
        call_command("reset_factors", town.secretary.email)
